"""An archive keeps logs without the passwords of their players; they are known and judged as before."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.archive.games import BATTLE, WORK, added, chain, compose_game
from trc_module.archive.adding import Addition
from trc_module.archive.passwords import without_passwords
from trc_module.archive.rechecking import Anew, Rechecked, recheck
from trc_module.archive.store import Store
from trc_module.module.inputs import ModuleInputs
from trc_module.vassal.commands import AddPlayer
from trc_module.vassal.saves import read_saved_game


@pytest.fixture
def folder(parts: ModuleInputs, tmp_path: Path) -> Path:
    place = tmp_path / "logs"
    place.mkdir()
    compose_game(parts, BATTLE, place / "battle.vlog")
    chain(parts, place)
    return place


def test_passwords_are_not_kept_and_the_same_logs_are_known(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "x.db"
    kept = shutil.copytree(folder, tmp_path / "kept")
    assert added(archive, folder) == Addition(files=3, read=3, games=2)
    with Store(archive) as store:
        rows = [bytes(row[0]) for row in store.all("SELECT bytes FROM content")]
        verdicts = store.all("SELECT name, violations, doubts, undecided, rolls FROM game ORDER BY name")
    roster = []
    for number, content in enumerate(rows):
        (tmp_path / f"{number}.vlog").write_bytes(content)
        saved = read_saved_game(tmp_path / f"{number}.vlog")
        roster += [each.password for each in saved.initial if isinstance(each, AddPlayer)]
    assert set(roster) == {"password-axis", "password-referee", "password-russian"}
    # Without the files the games are judged from what is kept, and come to the same.
    shutil.rmtree(folder)
    with Store(archive) as store:
        assert recheck(store, WORK, anew=Anew(overlay="", readings=("C33b",))) == Rechecked(judged=2)
        again = store.all("SELECT name, violations, doubts, undecided, rolls FROM game ORDER BY name")
        assert list(map(tuple, again)) == list(map(tuple, verdicts))
    assert added(archive, kept) == Addition(files=3, known=3)


def test_what_is_no_log_is_not_kept(tmp_path: Path) -> None:
    assert without_passwords(b"this is no log") is None
    (tmp_path / "bad.vlog").write_bytes(b"this is no log, and its password is open sesame")
    added(tmp_path / "x.db", tmp_path / "bad.vlog")
    assert b"open sesame" not in (tmp_path / "x.db").read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_nobody_else_may_read_an_archive(tmp_path: Path) -> None:
    Store(tmp_path / "x.db", new=True).__exit__()
    assert (tmp_path / "x.db").stat().st_mode & 0o777 == 0o600
