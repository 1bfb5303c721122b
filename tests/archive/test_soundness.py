"""Archives that somebody else has written: nothing of them becomes a file elsewhere, and none takes for ever."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import zlib
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.archive.apart import run_apart
from trc_module.archive.packed import MOST, unpack, unpacked_tree
from trc_module.archive.soundness import expect_sound
from trc_module.archive.store import Store
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.resources import data_dir

DAMAGED = "expected an archive of trc-module, found a damaged file"
TABLE, REPORT = ("table",), ("report", "pages", "--jobs", "1")
CASES = {
    "a page beside the folder": (
        ["UPDATE game SET name = '../evil' WHERE id = 1"],
        REPORT,
        f"{DAMAGED} (a game called '../evil').",
    ),
    "a view that never ends": (
        [
            "ALTER TABLE seat RENAME TO other",
            "CREATE VIEW seat AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS game, "
            "'axis' AS side, 'Ann' AS player FROM n",
        ],
        TABLE,
        "expected the tables of an archive of trc-module, found other ones.",
    ),
    "a trigger": (
        ["CREATE TRIGGER t AFTER UPDATE ON game BEGIN DELETE FROM content; END"],
        TABLE,
        "expected the tables of an archive of trc-module, found other ones.",
    ),
    "bytes as a name": (
        ["UPDATE game SET name = x'ff' WHERE id = 1"],
        TABLE,
        f"{DAMAGED} (a wrong kind of value in the column 'name' of the table 'game').",
    ),
    "a game of no edition": (
        ["PRAGMA foreign_keys = OFF", "UPDATE game SET edition = 99"],
        ("recheck", "--jobs", "1", "--dry-run"),
        f"{DAMAGED} (it names what is not there).",
    ),
    "choices that are none": (
        ["UPDATE game SET chosen = '[]'"],
        REPORT,
        f"{DAMAGED} (row 1 of the table 'game': AttributeError).",
    ),
    "an audit that is none": (
        ["UPDATE game SET tree = x'00'"],
        REPORT,
        f"{DAMAGED} (row 1 of the table 'game': ValueError).",
    ),
}


def changed(tournament: Path, path: Path, *statements: str | tuple[str, tuple[object, ...]]) -> Path:
    shutil.copy(tournament, path)
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(*(statement if isinstance(statement, tuple) else (statement,)))
        db.commit()
    return path


def run(archive: Path, *words: str) -> str:
    done = CliRunner().invoke(group, ["archive", str(archive), *words])
    if isinstance(done.exception, UserError):
        return str(done.exception)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.mark.parametrize("name", CASES)
def test_an_archive_that_nobody_of_us_wrote_is_refused(
    name: str, tournament: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    statements, words, says = CASES[name]
    changed(tournament, tmp_path / "x.db", *statements)
    assert run(Path("x.db"), *words) == f"'x.db': {says}"
    assert [path.name for path in tmp_path.rglob("*.html")] == []


@pytest.mark.parametrize(
    "name", ["data ../../evil.toml", "data /evil.toml", "data C:evil.toml", "data evil.py", "other evil.toml"]
)
def test_data_of_an_archive_become_files_of_data_in_their_folder_alone(
    name: str, tournament: Path, tmp_path: Path
) -> None:
    assert named(tournament, tmp_path, name, b"x = 1").endswith(f"{DAMAGED} ('{name}' in the data of a game).")


def test_data_of_an_archive_are_what_their_digest_says_and_unpack_to_no_bomb(tournament: Path, tmp_path: Path) -> None:
    bomb = bytes(40 << 20)
    assert "('data x.csv' in the data of a game)" in named(tournament, tmp_path, "data x.csv", bomb)
    assert "('data x.csv' in the data of a game)" in named(tournament, tmp_path, "data x.csv", b"a", digest="0" * 64)


def named(tournament: Path, folder: Path, name: str, content: bytes, digest: str = "") -> str:
    """Return what a report says for which a file of that name would have to be written."""
    digest = digest or sha256(content).hexdigest()
    archive = changed(
        tournament,
        folder / "x.db",
        "UPDATE edition SET data = 'older'",
        ("INSERT OR REPLACE INTO blob VALUES (?, ?)", (digest, zlib.compress(content, 9))),
        ("INSERT INTO snapshot SELECT id, ?, ? FROM edition", (name, digest)),
    )
    told = run(archive, "report", str(folder / "pages"), "--jobs", "1").splitlines()[0]
    assert sorted(path.name for path in folder.iterdir()) == ["pages", "x.db"]
    return told


def test_data_of_an_archive_bring_no_rules_of_their_own(tournament: Path, tmp_path: Path) -> None:
    # Rules are code, and any package that can be imported could be named.
    game = b'name = "trc"\ntitle = "x"\nlanguages = ["en"]\nrule-numbers = "1"\npackage = "antigravity"\n'
    game += b'[[side]]\nid = "axis"\ntitle = "Axis"\nlivery = "x"\n'
    archive = changed(
        tournament,
        tmp_path / "x.db",
        "UPDATE edition SET data = 'older'",
        ("INSERT INTO blob VALUES (?, ?)", (sha256(game).hexdigest(), zlib.compress(game))),
        ("UPDATE snapshot SET blob = ? WHERE name = 'data game.toml'", (sha256(game).hexdigest(),)),
    )
    told = run(archive, "report", str(tmp_path / "pages"), "--jobs", "1")
    assert "Expected data with the rules of 'trc', found 'antigravity'." in told


def test_data_of_an_archive_bring_no_recipe_of_their_own(tournament: Path, tmp_path: Path) -> None:
    ours = (data_dir() / "trc" / "module" / "table.toml").read_text(encoding="utf-8")
    table = ours.replace('"trc_module.games.trc.module.recipe"', '"antigravity"').encode()
    archive = changed(
        tournament,
        tmp_path / "x.db",
        "UPDATE edition SET data = 'older'",
        ("INSERT INTO blob VALUES (?, ?)", (sha256(table).hexdigest(), zlib.compress(table))),
        ("UPDATE snapshot SET blob = ? WHERE name = 'data module/table.toml'", (sha256(table).hexdigest(),)),
    )
    told = run(archive, "report", str(tmp_path / "pages"), "--jobs", "1")
    assert "Expected data with the rules of 'trc', found 'antigravity'." in told


def runs_short() -> None:
    raise MemoryError


def fails() -> None:
    raise RecursionError


def test_what_goes_wrong_with_other_data_is_told_without_details(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(MemoryError):
        run_apart(data_dir(), runs_short)
    with pytest.raises(RuntimeError, match="ended with RecursionError"):
        run_apart(data_dir(), fails)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="a device of POSIX")
def test_the_paths_of_an_archive_lead_to_no_device(tournament: Path, tmp_path: Path) -> None:
    for log in range(1, 9):
        os.mkfifo(tmp_path / f"pipe{log}")
    archive = changed(tournament, tmp_path / "x.db", ("UPDATE source SET path = ? || log", (f"{tmp_path}/pipe",)))
    assert "index.html: 2 games, 2 of them drawn anew." in run(
        archive, "report", str(tmp_path / "pages"), "--jobs", "1"
    )


def test_each_log_of_an_archive_was_seen_somewhere(tournament: Path, tmp_path: Path) -> None:
    archive = changed(tournament, tmp_path / "x.db", "DELETE FROM source")
    told = run(archive, "report", str(tmp_path / "pages"), "--jobs", "1")
    assert f"{DAMAGED} (a log that was seen nowhere)." in told


def test_a_sound_archive_is_sound(tournament: Path) -> None:
    with Store(tournament) as store:
        expect_sound(store)


def test_what_is_unpacked_is_bounded() -> None:
    assert unpack(zlib.compress(b"abc"), 3) == b"abc"
    with pytest.raises(ValueError, match="more than 3 bytes"):
        unpack(zlib.compress(b"abcd"), 3)
    with pytest.raises(ValueError, match="cut short"):
        unpack(zlib.compress(b"abc")[:-5])
    with pytest.raises(ValueError, match="not an audit"):
        unpacked_tree(zlib.compress(b"[]"))
    with pytest.raises(ValueError, match="nested too deep"):
        unpacked_tree(zlib.compress(b"[" * 200_000))
    assert MOST == 256 << 20
