"""The file of an archive: opened, checked, and written one transaction at a time.

SQLite keeps what is written whole: a program that is killed, or a disk that is full, leaves the last transaction
undone and all before it as they were. Two programs may write into one archive; each waits for the other.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from trc_module.archive.schema import APPLICATION, FORMAT, TABLES
from trc_module.errors import UserError

_PATIENCE = 120.0
"""Seconds to wait for another program that writes into the archive."""


class Store:
    """An archive's database; used as a context, it is closed at the end."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open an archive; with `new` an empty one is made where there is none.

        Raises:
            UserError: There is none, or the file is something else.
        """
        self.path = path
        if path.is_dir():
            raise UserError(f"'{path}' is a folder: name the file of an archive, as tournament.db.")
        if not new and not path.is_file():
            raise UserError(f"'{path}': there is no such archive. 'trc-module archive {path} add FOLDER' makes one.")
        _expect_database(path)
        with _told(path):
            self._db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            self._db.row_factory = sqlite3.Row
            self._db.execute("PRAGMA foreign_keys = ON")
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

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
        self._db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make all that is written meanwhile one transaction: it is kept whole, or not at all."""
        with _told(self.path):
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
        with _told(self.path):
            return int(self._db.execute(statement, _kept(values)).lastrowid or 0)

    def do_all(self, statement: str, rows: Iterator[tuple[Any, ...]] | list[tuple[Any, ...]]) -> None:
        """Execute a statement for each of some rows."""
        with _told(self.path):
            self._db.executemany(statement, map(_kept, rows))

    def rows(self, query: str, *values: Any) -> Iterator[sqlite3.Row]:
        """Yield what a query finds."""
        with _told(self.path):
            yield from self._db.execute(query, _kept(values))

    def all(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """Return what a query finds."""
        return list(self.rows(query, *values))

    def one(self, query: str, *values: Any) -> sqlite3.Row | None:
        """Return the first row that a query finds."""
        with _told(self.path):
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


def _expect_database(path: Path) -> None:
    try:
        with path.open("rb") as stream:
            head = stream.read(16)
    except FileNotFoundError:
        return
    if head and head != b"SQLite format 3\0":
        raise UserError(f"'{path}': expected an archive of trc-module, found another kind of file.")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; `executescript` would end the transaction."""
    part = ""
    for line in script.splitlines():
        part += line + "\n"
        if sqlite3.complete_statement(part):
            yield part
            part = ""


@contextmanager
def _told(path: Path) -> Iterator[None]:
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
