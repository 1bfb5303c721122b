"""Logs of other modules in an archive: the profile that is given is kept with the games that are judged with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.profiles.standin import OTHER, TRC4
from trc_module.archive.adding import Work, add
from trc_module.archive.edition_store import chosen_of, chosen_text
from trc_module.archive.files import Chosen, GivenProfile, given_profile
from trc_module.archive.rechecking import Anew, recheck
from trc_module.archive.store import Store
from trc_module.archive.table import damaged, game_rows
from trc_module.cli.logs import open_logs
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.draft import draft_profile
from trc_module.profiles.outline import outline_of
from trc_module.profiles.text import profile_text
from trc_module.profiles.words import load_words
from trc_module.rules.record import read_record
from trc_module.vassal.buildfile import parse_build_file

STORY = """game: trc
at: turn 2 axis impulse 1 movement clear
on R9: rus-worker-moscow
on W19: rus-worker-kiev
on E10: rus-worker-leningrad
on AA14: rus-worker-kharkov
on P20: ger-1-inf
move ger-1-inf P20 P21 P22 P23 P24
end
"""
"""The corps goes on after it has entered a swamp, twice: rule 8.2a."""
WORK = Work(open_logs, workers=1)


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["archive", *map(str, words)])


@pytest.fixture
def log(parts: ModuleInputs, tmp_path: Path) -> Path:
    path = tmp_path / "theirs.vlog"
    OTHER.write_log(parts, read_record(STORY, "a story", find_game), path, phases=True)
    return path


@pytest.fixture
def profile(parts: ModuleInputs, tmp_path: Path) -> Path:
    root = parse_build_file(OTHER.build_file(parts).encode())
    path = tmp_path / "my.toml"
    made = draft_profile(outline_of(root), parts, load_words(parts.folder))
    path.write_text(profile_text(made, OTHER.name), encoding="utf-8")
    return path


def test_a_log_is_judged_with_the_profile_that_is_given(log: Path, profile: Path, tmp_path: Path) -> None:
    without = run(tmp_path / "x.db", "add", log, "--jobs", 1)
    assert without.exit_code == 2
    assert "which has no profile" in without.output
    assert run(tmp_path / "x.db", "remove", log).exit_code == 0
    done = run(tmp_path / "x.db", "add", log, "--profile", profile, "--jobs", 1)
    assert (done.output, done.exit_code) == ("1 file: 0 known, 1 read; 1 game judged.\n", 0)
    with Store(tmp_path / "x.db") as store:
        assert damaged(store) == []
        assert [game.violations for game in game_rows(store)] == [2]


def test_a_game_is_judged_again_with_the_profile_as_it_was(log: Path, profile: Path, tmp_path: Path) -> None:
    chosen = Chosen(profile=given_profile(profile))
    with Store(tmp_path / "x.db", new=True) as store:
        add(store, [log], WORK, chosen)
        profile.unlink()
        done = recheck(store, WORK, anew=Anew(readings=("C33b",)))
        assert (done.judged, done.faults, done.changes) == (1, [], [])
        (row,) = store.all("SELECT chosen FROM game")
    assert chosen_of(row[0]) == Chosen(readings=("C33b",), profile=chosen.profile)


def test_a_profile_of_another_module_is_told_by_its_own_path(
    parts: ModuleInputs, profile: Path, tmp_path: Path
) -> None:
    log = tmp_path / "theirs.vlog"
    TRC4.write_log(parts, read_record(STORY, "a story", find_game), log)
    done = run(tmp_path / "x.db", "add", log, "--profile", profile, "--jobs", 1)
    assert done.exit_code == 2
    assert f"{profile}: the profile is for {OTHER.name}, but the file is one of '{TRC4.name}'." in done.output


def test_a_profile_that_cannot_be_read_is_told_before_anything_is_written(log: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    for name, told in (("none.toml", "No such file or directory."), ("bad.toml", "expected a profile (TOML, UTF-8)")):
        done = run(tmp_path / "x.db", "add", log, "--profile", tmp_path / name)
        assert isinstance(done.exception, UserError)
        assert str(done.exception).startswith(f"{tmp_path / name}: {told}")
        assert not (tmp_path / "x.db").exists()


def test_how_a_game_is_judged_is_read_as_it_was_written() -> None:
    chosen = Chosen(("26.5",), ("C33b",), "corrections", GivenProfile("my.toml", "[module]\n"))
    assert chosen_of(chosen_text(chosen)) == chosen
    assert chosen_of('{"options": [], "readings": [], "overlay": ""}') == Chosen()
