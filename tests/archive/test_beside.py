"""What lies beside an archive: a journal that names a file of the user's is not carried out, our own still is."""

from __future__ import annotations

import os
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.archive.games import own_copy
from trc_module.archive.ownership import begin
from trc_module.archive.store import Store
from trc_module.cli.main import group
from trc_module.errors import UserError

MAGIC = bytes.fromhex("d9d505f920a163d7")
LETTER = "a letter to the family"


def hot(archive: Path, victim: Path) -> bytes:
    """Return a journal that SQLite rolls back, and then deletes the file that it names as its super-journal."""
    size = 4096
    header = MAGIC + struct.pack(">5I", 0, 1234, archive.stat().st_size // size, 512, size)
    name = os.fsencode(victim)
    total = sum(each - 256 if each > 127 else each for each in name) & 0xFFFFFFFF
    named = struct.pack(">I", 0x40000000 // size + 1) + name + struct.pack(">II", len(name), total) + MAGIC
    return header.ljust(512, b"\0") + named


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    path = tmp_path / "home" / "letter.txt"
    path.write_text(LETTER, encoding="utf-8")
    return path


def put(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def link(path: Path, content: bytes) -> None:
    elsewhere = path.parent / "home" / "elsewhere"
    elsewhere.write_bytes(content)
    path.symlink_to(elsewhere)


def second_name(path: Path, content: bytes) -> None:
    elsewhere = path.parent / "home" / "elsewhere"
    elsewhere.write_bytes(content)
    path.hardlink_to(elsewhere)


def link_to_nowhere(path: Path, content: bytes) -> None:
    path.symlink_to(path.parent / "home" / "new.txt")


def folder(path: Path, content: bytes) -> None:
    path.mkdir()


def pipe(path: Path, content: bytes) -> None:
    os.mkfifo(path)


def empty(path: Path, content: bytes) -> None:
    path.touch()


def told(archive: Path, *words: str) -> str:
    done = CliRunner().invoke(group, ["archive", str(archive), *words])
    assert isinstance(done.exception, UserError), done.output
    return str(done.exception)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes, and links need rights there")
@pytest.mark.parametrize("laid", [put, link, second_name, link_to_nowhere, folder, pipe, empty])
@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("own", [True, False])
def test_nothing_that_lies_beside_an_archive_is_carried_out(
    ending: str,
    laid: Callable[[Path, bytes], None],
    tournament: Path,
    tmp_path: Path,
    victim: Path,
    *,
    own: bool,
) -> None:
    archive = own_copy(tournament, tmp_path / "x.db")
    if not own:
        archive.chmod(0o644)
        with archive.open("ab") as stream:
            stream.write(b"\0" * 4096)
    before = archive.read_bytes()
    laid(archive.with_name(f"x.db{ending}"), hot(archive, victim))
    for words in (("table",), ("add", str(victim.parent)), ("recheck",), ("remove", "0000"), ("adopt",)):
        assert told(archive, *words) == (
            f"'{archive}{ending}': expected nothing of this name beside the archive, found something that trc-module "
            "has not left there; whoever opens the archive carries out what it says. Nothing was opened: move it away "
            "(an archive is passed on as the .db alone)."
        )
    assert victim.read_text(encoding="utf-8") == LETTER
    assert archive.read_bytes() == before
    assert not (victim.parent / "new.txt").exists()


def test_a_journal_does_not_wait_for_an_archive_that_is_made(tmp_path: Path, victim: Path) -> None:
    other = tmp_path / "other.db"
    Store(other, new=True).__exit__()
    (tmp_path / "x.db-journal").write_bytes(hot(other, victim))
    assert "x.db-journal': expected nothing of this name" in told(tmp_path / "x.db", "add", str(victim.parent))
    assert not (tmp_path / "x.db").exists()
    assert victim.read_text(encoding="utf-8") == LETTER


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes links for administrators only")
def test_a_link_to_an_archive_leads_to_the_journal_beside_the_file(
    tournament: Path, tmp_path: Path, victim: Path
) -> None:
    archive = own_copy(tournament, tmp_path / "x.db")
    (tmp_path / "link.db").symlink_to(archive)
    assert CliRunner().invoke(group, ["archive", str(tmp_path / "link.db"), "table"]).exit_code == 0
    (tmp_path / "x.db-journal").write_bytes(hot(archive, victim))
    assert "x.db-journal': expected nothing of this name" in told(tmp_path / "link.db", "table")
    assert victim.read_text(encoding="utf-8") == LETTER


def test_a_journal_that_names_a_file_is_refused_while_a_command_writes(
    tournament: Path, tmp_path: Path, victim: Path
) -> None:
    archive = own_copy(tournament, tmp_path / "x.db")
    begin(archive)
    (tmp_path / "x.db-journal").write_bytes(hot(archive, victim))
    assert "expected nothing of this name" in told(archive, "table")
    assert victim.read_text(encoding="utf-8") == LETTER


_KILLED = """
import os, sys
from pathlib import Path
from trc_module.archive.store import Store

with Store(Path(sys.argv[1])) as store, store.writing():
    store.do("PRAGMA cache_size = 2")
    for number in range(2000):
        store.do("INSERT INTO word (text) VALUES (?)", str(number) * 100)
    os._exit(9)
"""


@pytest.mark.parametrize("words", [("table",), ("remove", "x.vlog")])
def test_what_a_killed_command_of_ours_had_half_written_is_taken_back(
    words: tuple[str, ...], tournament: Path, tmp_path: Path
) -> None:
    archive = own_copy(tournament, tmp_path / "x.db")
    count = "SELECT count(*) FROM word"
    with Store(archive) as store:
        before = store.all(count)[0][0]
    done = subprocess.run([sys.executable, "-c", _KILLED, str(archive)], check=False)
    assert done.returncode == 9
    assert (tmp_path / "x.db-journal").is_file()
    result = CliRunner().invoke(group, ["archive", str(archive), *words])
    assert "beside the archive" not in str(result.exception)
    assert not (tmp_path / "x.db-journal").exists()
    with Store(archive) as store:
        assert store.all(count)[0][0] == before


def test_an_archive_with_a_write_ahead_log_is_refused(tournament: Path, tmp_path: Path) -> None:
    archive = own_copy(tournament, tmp_path / "x.db")
    with closing(sqlite3.connect(archive)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert "found one that another program has switched to a write-ahead log" in told(archive, "table")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_pipe_is_no_archive(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.db")
    for words in (("table",), ("add", str(tmp_path))):
        assert told(tmp_path / "x.db", *words).endswith("expected the file of an archive, found a device or a pipe.")
