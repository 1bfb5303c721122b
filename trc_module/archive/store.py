"""The file of an archive: opened, checked, and written one transaction at a time.

SQLite keeps what is written whole: a program that is killed, or a disk that is full, leaves the last transaction
undone and all before it as they were. Two programs may write into one archive; each waits for the other.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from trc_module.archive.beside import expect_database, expect_nothing_foreign
from trc_module.archive.ownership import begin, end, is_being_written, is_own, refusal
from trc_module.archive.restricted import expect_sound_pages, restrict
from trc_module.archive.schema import APPLICATION, FORMAT, TABLES
from trc_module.errors import UserError
from trc_module.files import real_path

_PATIENCE = 120.0
"""Seconds to wait for another program that writes into the archive."""


class Store:
    """An archive's database; used as a context, it is closed at the end.

    A command writes into archives of its user's alone (see `ownership`). Any other is read from a copy, by a connection
    that writes nothing and looks at no journal.
    """

    def __init__(self, path: Path, *, new: bool = False, reads: bool = False, private: bool = False) -> None:
        """Open an archive; with `new` an empty one is made where there is none, with `reads` nothing is written.

        A `private` one lies in a folder that only this process writes.

        Raises:
            UserError: There is none, the file is something else, something lies beside it that we have not left there,
                or it is somebody else's and is to be written.
        """
        self.path = path
        self._file = real_path(path)
        if path.is_dir():
            raise UserError(f"'{path}' is a folder: name the file of an archive, as tournament.db.")
        if not new and not path.exists():
            raise UserError(f"'{path}': there is no such archive. 'trc-module archive {path} add FOLDER' makes one.")
        expect_database(path)
        fresh = new and _is_empty(path)
        self.own = private or fresh or is_own(self._file)
        """Whether it is this user's, as this program has left it."""
        expect_nothing_foreign(self._file, (lambda _: True) if private else is_being_written)
        self._writes = self.own and not reads and not private
        self._mark: Path | None = None
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        with telling(path):
            if fresh:
                _make(self._file)
            self._db = self._connected(private=private)
            try:
                self._prepare()
            except BaseException:
                self._close()
                raise
        if not self.own and not reads:
            self._close()
            raise refusal(path)

    def _connected(self, *, private: bool) -> sqlite3.Connection:
        if self._writes:
            self._mark = begin(self._file)
        place, mode = self._file, "mode=rw"
        if not self.own:
            _expect_room(self.path)
            self._copy = tempfile.TemporaryDirectory(prefix="trc-module-")
            place, mode = Path(shutil.copyfile(self._file, Path(self._copy.name) / "copy.db")), "mode=ro&immutable=1"
        db = sqlite3.connect(f"{place.as_uri()}?{mode}", timeout=_PATIENCE, isolation_level=None, uri=True)
        restrict(db)
        if not self._writes and not private:
            db.execute("PRAGMA query_only = ON")
        db.row_factory = sqlite3.Row
        return db

    def _close(self) -> None:
        self._db.close()
        if self._copy is not None:
            self._copy.cleanup()
        if self._writes:
            end(self._file, self._mark)

    def _prepare(self) -> None:
        if self._number("user_version") == 0 and not self._number("schema_version"):
            with self.writing():
                # Another program may have made the tables meanwhile.
                if not self._number("schema_version"):
                    for statement in _statements(TABLES):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA application_id = {APPLICATION}")
                    self._db.execute(f"PRAGMA user_version = {FORMAT}")
        if self._number("application_id") != APPLICATION:
            raise UserError(f"'{self.path}': expected an archive of trc-module, found another database.")
        if self._number("user_version") != FORMAT:
            found = self._number("user_version")
            raise UserError(
                f"'{self.path}': expected an archive of form {FORMAT}, found form {found}: use the trc-module that "
                "made it, or add its games to a new archive."
            )
        if not self.own:
            expect_sound_pages(self._db, self.damaged)
        # A view in the place of a table may never end, and a trigger changes what is written.
        if _shapes(self._db) != our_shapes():
            raise UserError(f"'{self.path}': expected the tables of an archive of trc-module, found other ones.")

    def damaged(self, what: str) -> UserError:
        """Return the error that the archive holds something that no archive does."""
        return UserError(f"'{self.path}': expected an archive of trc-module, found a damaged file ({what}).")

    def _number(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make all that is written meanwhile one transaction: it is kept whole, or not at all."""
        with telling(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                # SQLite has done so already where the disk was full.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def do(self, statement: str, *values: Any) -> int:
        """Execute a statement; return the id of the row that it wrote, if it wrote one."""
        with telling(self.path):
            return int(self._db.execute(statement, _kept(values)).lastrowid or 0)

    def do_all(self, statement: str, rows: Iterator[tuple[Any, ...]] | list[tuple[Any, ...]]) -> None:
        """Execute a statement for each of some rows."""
        with telling(self.path):
            self._db.executemany(statement, map(_kept, rows))

    def rows(self, query: str, *values: Any) -> Iterator[sqlite3.Row]:
        """Yield what a query finds."""
        with telling(self.path):
            yield from self._db.execute(query, _kept(values))

    def all(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """Return what a query finds."""
        return list(self.rows(query, *values))

    def one(self, query: str, *values: Any) -> sqlite3.Row | None:
        """Return the first row that a query finds."""
        with telling(self.path):
            found: sqlite3.Row | None = self._db.execute(query, _kept(values)).fetchone()
            return found


def kept_text(text: str) -> str:
    r"""Return a text as an archive keeps it: a byte of a file's or player's name that is no UTF-8 as `\udcfc`."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _kept(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([kept_text(value) if isinstance(value, str) else value for value in values])


def _shapes(db: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    """Return kind, name and definition of all that a database has beside rows, without comments and line ends.

    What SQLite notes for itself (ANALYZE) is left out. Its names begin so as well; but so may those of a trigger that
    somebody wrote into the list of tables itself.
    """
    theirs = "name IN ('sqlite_stat1', 'sqlite_stat4')"
    query = f"SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND NOT {theirs}"
    return frozenset((kind, name, " ".join(re.sub("--.*", "", sql).split())) for kind, name, sql in db.execute(query))


@cache
def our_shapes() -> frozenset[tuple[str, str, str]]:
    """Return kind, name and definition of the tables and indexes of an archive."""
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(TABLES)
        return _shapes(empty)


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return True


def _expect_room(path: Path) -> None:
    """Refuse to copy what would fill the disk: a file may say to be larger than what was mailed."""
    size, free = path.stat().st_size, shutil.disk_usage(tempfile.gettempdir()).free
    if size > free // 2:
        raise UserError(
            f"'{path}': an archive that is not yours is read from a copy, for which there is no room: it has "
            f"{size >> 20} MB, and '{tempfile.gettempdir()}' has {free >> 20} MB left."
        )


def _make(file: Path) -> None:
    """Make an empty file that its owner alone may read: logs are letters between two people."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise sqlite3.OperationalError(f"unable to open ({error.strerror})") from error


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; `executescript` would end the transaction."""
    part = ""
    for line in script.splitlines():
        part += line + "\n"
        if sqlite3.complete_statement(part):
            yield part
            part = ""


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Tell what SQLite says in a sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        told = str(error)
        if "locked" in told:
            why = "another program has been writing into it for too long; try again when that is done"
        elif "full" in told:
            why = "the disk is full; what was added before is kept, and the same command goes on when there is room"
        elif "readonly" in told:
            why = "it is protected from being changed"
        elif "unable to open" in told:
            why = "it cannot be opened or made: its folder is not there, or you may not write into it"
        else:
            why = told
        raise UserError(f"'{path}': {why}.") from error
    except sqlite3.DatabaseError as error:
        raise UserError(f"'{path}': expected an archive of trc-module, found a damaged file ({error}).") from error
