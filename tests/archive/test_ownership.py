"""Archives of one's own are written into; those of others are read from a copy, and can be made one's own."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.archive.games import BATTLE, added, compose_game, own_copy
from tests.archive.test_soundness import changed
from trc_module.archive import ownership
from trc_module.archive.ownership import begin, is_own
from trc_module.archive.store import Store
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.files import real_path
from trc_module.module.inputs import ModuleInputs

NOT_YOURS = "was not made by you on this machine, or has been moved or changed by another program since"


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["archive", *map(str, words)])


def test_what_this_program_has_made_and_left_is_ones_own(tmp_path: Path) -> None:
    archive = tmp_path / "x.db"
    with Store(archive, new=True) as store:
        store.do("INSERT INTO word (text) VALUES ('a')")
        assert (store.own, is_own(archive)) == (True, True)
    with Store(archive) as store:
        assert store.own


def test_what_another_has_made_copied_or_changed_is_read_alone(tournament: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copy(tournament, tmp_path / "copied.db"))
    edited = own_copy(tournament, tmp_path / "edited.db")
    with closing(sqlite3.connect(edited)) as db:
        db.execute("UPDATE game SET points = 1")
        db.commit()
    replaced = own_copy(tournament, tmp_path / "replaced.db")
    os.utime(replaced, ns=(0, 0))
    for archive in (copied, edited, replaced):
        before = archive.read_bytes(), sorted(tmp_path.iterdir())
        assert run(archive, "table").exit_code == 0
        assert run(archive, "search", "unit", "ger-41-pz", "Y17").exit_code == 0
        for words in (("add", tournament.parent / "logs"), ("recheck",), ("remove", "battle.vlog")):
            assert NOT_YOURS in str(run(archive, *words).exception), (archive, words)
        assert (archive.read_bytes(), sorted(tmp_path.iterdir())) == before
        with Store(archive, reads=True) as store, pytest.raises(UserError, match="protected from being changed"):
            store.do("DELETE FROM game")


def test_an_archive_that_is_being_written_is_ones_own_and_a_killed_command_leaves_it_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = real_path(tmp_path / "x.db")
    Store(archive, new=True).__exit__()
    mark = begin(archive)
    assert mark is not None
    with Store(archive) as other:
        other.do("INSERT INTO word (text) VALUES ('a')")
    # The first still writes: what it leaves is not known yet.
    with closing(sqlite3.connect(archive)) as db:
        db.execute("INSERT INTO word (text) VALUES ('b')")
        db.commit()
    assert is_own(archive)
    # A day later nothing writes any more; the next command says how the archive is left.
    monkeypatch.setattr(ownership, "_ABANDONED", -1)
    Store(archive).__exit__()
    assert (mark.exists(), is_own(archive)) == (False, True)
    # Another file in its place is another archive.
    begin(archive)
    shutil.copy(archive, tmp_path / "y.db")
    with (tmp_path / "y.db").open("ab") as stream:
        stream.write(bytes(4096))
    (tmp_path / "y.db").replace(archive)
    assert not is_own(archive)


def test_an_archive_is_made_ones_own_row_by_row(tournament: Path, tmp_path: Path) -> None:
    archive = Path(shutil.copy(tournament, tmp_path / "x.db"))
    table = run(archive, "table", "--json").output
    assert run(archive, "adopt").output == f"'{archive}' is yours now.\n"
    assert run(archive, "adopt").output == f"'{archive}' is yours already.\n"
    assert run(archive, "table", "--json").output == table
    if sys.platform != "win32":
        assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    with Store(archive) as store:
        assert {tuple(row) for row in store.all("SELECT size, changed FROM source")} == {(-1, -1)}
        assert store.all("SELECT count(*) FROM content")[0][0] == 3
    logs = tournament.parent / "logs"
    assert run(archive, "add", logs, "--jobs", "1").output == "4 files: 4 known, 0 read; 0 games judged.\n"
    assert run(archive, "recheck", "--jobs", "1").exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.db"]


def test_a_damaged_archive_is_made_nobodys_own(tournament: Path, tmp_path: Path) -> None:
    archive = changed(tournament, tmp_path / "x.db", "UPDATE game SET chosen = '[]'")
    before = archive.read_bytes()
    assert "found a damaged file (row 1 of the table 'game': AttributeError)" in str(run(archive, "adopt").exception)
    assert (archive.read_bytes(), [path.name for path in tmp_path.iterdir()]) == (before, ["x.db"])


def test_where_nothing_can_be_remembered_it_is_told(
    tournament: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Path(shutil.copy(tournament, tmp_path / "x.db"))
    (tmp_path / "file").touch()
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "file"))
    assert "name another one with TRC_MODULE_CACHE" in str(run(archive, "adopt").exception)
    assert NOT_YOURS in str(run(archive, "add", tournament.parent / "logs").exception)


def test_pages_that_are_reached_in_two_ways_are_found(tournament: Path, tmp_path: Path) -> None:
    archive = Path(shutil.copy(tournament, tmp_path / "x.db"))
    content = bytearray(archive.read_bytes())
    with closing(sqlite3.connect(archive)) as db:
        size = db.execute("PRAGMA page_size").fetchone()[0]
        one, two = (
            db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            for name in ("seat", "faces")
        )
    content[(one - 1) * size : one * size] = content[(two - 1) * size : two * size]
    # An inner page whose children are one page again and again.
    content[(one - 1) * size : one * size] = (
        (
            bytes([5])
            + bytes(2)
            + (1).to_bytes(2, "big")
            + (size - 6).to_bytes(2, "big")
            + b"\0"
            + two.to_bytes(4, "big")
        ).ljust(size - 6, b"\0")
        + two.to_bytes(4, "big")
        + b"\1\1"
    )
    archive.write_bytes(content)
    assert "found a damaged file" in str(run(archive, "table").exception)


def test_an_archive_that_would_fill_the_disk_is_not_copied(tournament: Path, tmp_path: Path) -> None:
    archive = Path(shutil.copy(tournament, tmp_path / "x.db"))
    try:
        os.truncate(archive, 1 << 42)
    except OSError:
        # No file may be as large here: none can fill the disk in that way.
        return
    assert "is read from a copy, for which there is no room: it has 4194304 MB" in str(run(archive, "table").exception)


def test_a_sound_archive_is_not_taken_for_a_damaged_one(tournament: Path, tmp_path: Path) -> None:
    taken = "INSERT INTO taken SELECT 'Brest', 'axis', id, 1, 'turn 1', 3 FROM game"
    archive = changed(tournament, tmp_path / "x.db", taken)
    assert run(archive, "search", "taken", "Brest").output.endswith("2 answers in 2 games.\n")


# The folders of the user


@pytest.fixture
def home(tmp_path: Path) -> Path:
    place = tmp_path / "home"
    place.mkdir()
    (place / "accounts.csv").write_text("bank,secret\n", encoding="utf-8")
    return place


def test_a_folder_that_an_archive_names_is_not_looked_into(tournament: Path, tmp_path: Path, home: Path) -> None:
    chosen = json.dumps({"options": [], "readings": [], "overlay": str(home)})
    archive = changed(tournament, tmp_path / "x.db", ("UPDATE game SET chosen = ?", (chosen,)))
    assert NOT_YOURS in str(run(archive, "recheck").exception)
    told = (
        f"trc-module: '{home}': games were judged with the corrected data of this folder, and a path that an archive "
        "names is not looked into: name the folder by --data, or say --no-data.\n"
    )
    for _ in range(2):
        done = run(archive, "recheck", "--jobs", "1", *([] if is_own(archive) else ["--dry-run"]))
        assert (done.exit_code, told in done.output) == (2, True)
        assert run(archive, "report", tmp_path / "pages", "--jobs", "1").exit_code == 0
        run(archive, "adopt")
    assert run(archive, "recheck", "--no-data", "--jobs", "1").exit_code == 0
    assert b"accounts" not in archive.read_bytes()
    assert run(archive, "recheck", "--data", home, "--no-data").exception is not None


def test_of_a_folder_of_corrections_no_more_is_kept_than_is_read(
    parts: ModuleInputs, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that was mailed may name it in its `trc-module.toml`."""
    mailed = tmp_path / "mailed"
    mailed.mkdir()
    compose_game(parts, BATTLE, mailed / "a.vlog")
    (home / "deep").mkdir()
    (home / "deep" / "secret.toml").write_text("password = 'secret'\n", encoding="utf-8")
    (mailed / "trc-module.toml").write_text('[audit]\ndata = "../home"\n', encoding="utf-8")
    monkeypatch.chdir(mailed)
    done = run("x.db", "add", ".", "--jobs", "1")
    assert "trc-module.toml says: data ../home" in done.output
    with Store(Path("x.db")) as store:
        kept = [row[0] for row in store.all("SELECT name FROM snapshot WHERE name LIKE 'correction %'")]
    assert (done.exit_code, kept) == (2, [])


def test_a_folder_that_a_pinned_game_names_is_not_looked_into(tournament: Path, tmp_path: Path, home: Path) -> None:
    chosen = json.dumps({"options": [], "readings": [], "overlay": str(home)})
    archive = changed(
        tournament,
        tmp_path / "x.db",
        ("UPDATE game SET pinned = 1, chosen = ?", (chosen,)),
        ("UPDATE begun SET pinned = 1, chosen = ?", (chosen,)),
    )
    run(archive, "adopt")
    with Store(archive) as store:
        names = [row[0] for row in store.all("SELECT name FROM game")]
    logs = tournament.parent / "logs"
    assert run(archive, "remove", logs / "b.vlog").exit_code == 0
    assert run(archive, "add", logs, "--jobs", "1").exit_code in (0, 2)
    run(archive, "recheck", "--pinned", *names, "--jobs", "1")
    run(archive, "recheck", "--unpinned", *names, "--jobs", "1")
    assert b"accounts" not in archive.read_bytes()


def test_the_places_of_logs_in_anothers_archive_are_not_looked_at(
    parts: ModuleInputs, tmp_path: Path, home: Path
) -> None:
    (tmp_path / "logs").mkdir()
    log = compose_game(parts, BATTLE, tmp_path / "logs" / "a.vlog")
    added(tmp_path / "x.db", tmp_path / "logs")
    log.rename(home / "private.vlog")
    path = str(home / "private.vlog")
    archive = changed(
        tmp_path / "x.db", tmp_path / "theirs.db", ("UPDATE source SET path = ?", (path,)), "DELETE FROM content"
    )
    done = run(archive, "report", tmp_path / "pages", "--jobs", "1")
    assert (done.exit_code, "and the archive did not keep it" in done.output) == (2, True)
