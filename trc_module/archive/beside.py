"""What lies beside an archive, and what its first bytes say: SQLite carries out a journal before we see anything of it.

A rollback journal may name a "super-journal", a file anywhere that SQLite deletes when it has rolled back
(https://sqlite.org/fileformat2.html#the_rollback_journal, `readSuperJournal` and `pager_delsuper` in pager.c); a WAL
puts other pages in the place of those of the file. So they are looked at before SQLite is told of the archive.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from trc_module.errors import UserError

JOURNAL = "-journal"
_BESIDE = (JOURNAL, "-wal", "-shm")
"""What SQLite looks for beside a database. We write journals alone (`PRAGMA journal_mode = DELETE`)."""
_HEADER = b"SQLite format 3\0"
_ROLLBACK = b"\1\1"
"""Bytes 18 and 19 of the header of a database that is written with a rollback journal; 2 stands for a WAL."""
_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""The beginning of a journal's header, and the end of one that names a super-journal."""
_SHORTEST = 16
"""Bytes of the shortest end of a journal that names a super-journal."""


def expect_database(path: Path) -> None:
    """Refuse what is no file, or no database that is written with a rollback journal; an empty file may become one.

    Raises:
        UserError: It is something else.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UserError(f"'{path}': expected the file of an archive, found a device or a pipe.")
        with path.open("rb") as stream:
            head = stream.read(100)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(f"'{path}': {error.strerror or error}.") from None
    if head and not head.startswith(_HEADER):
        raise UserError(f"'{path}': expected an archive of trc-module, found another kind of file.")
    if head and head[18:20] != _ROLLBACK:
        raise UserError(
            f"'{path}': expected an archive as trc-module writes it, found one that another program has switched to a "
            "write-ahead log: ask for it as it was."
        )


def expect_nothing_foreign(path: Path, is_being_written: Callable[[Path], bool]) -> None:
    """Refuse to open an archive beside which something lies that this program has not left there.

    While a command of this user's writes the archive, or if one was killed while it did, there may be a journal, from
    which SQLite takes back what was half done. It never names another file.

    Raises:
        UserError: There is something else, or a journal that we do not write.
    """
    for ending in _BESIDE:
        found = path.with_name(f"{path.name}{ending}")
        info = _info(found)
        if info is None or (ending == JOURNAL and is_being_written(path) and _is_plain(found, info)):
            continue
        # A command may have ended meanwhile, and its journal with it.
        if _info(found) is not None:
            raise UserError(
                f"'{found}': expected nothing of this name beside the archive, found something that trc-module has not "
                "left there; whoever opens the archive carries out what it says. Nothing was opened: move it away (an "
                "archive is passed on as the .db alone)."
            )


def _info(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except OSError:
        # A name that is too long for a file is too long for SQLite as well.
        return None


def _is_plain(journal: Path, info: os.stat_result) -> bool:
    """Tell whether a journal is a file of one name that names no other file."""
    if not stat.S_ISREG(info.st_mode) or info.st_nlink > 1:
        return False
    try:
        with journal.open("rb") as stream:
            if info.st_size < _SHORTEST:
                return True
            stream.seek(-len(_MAGIC), os.SEEK_END)
            return stream.read() != _MAGIC
    except FileNotFoundError:
        # The command that writes has come to the end of a transaction.
        return True
    except OSError:
        return False
