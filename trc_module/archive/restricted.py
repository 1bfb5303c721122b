"""A connection to a database that does nothing but what we ask of it, whatever stands in the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

_LIMITS = {
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 10,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_LENGTH: 144 << 20,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 10,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
"""More than our own statements need; the largest value is the log of a game (`files.LARGEST_LOG`). A deletion that goes
on in other tables counts as triggers do."""
_DEFENSIVE = getattr(sqlite3, "SQLITE_DBCONFIG_DEFENSIVE", None)
_SCHEMA = getattr(sqlite3, "SQLITE_DBCONFIG_TRUSTED_SCHEMA", None)
_TRIGGERS = getattr(sqlite3, "SQLITE_DBCONFIG_ENABLE_TRIGGER", None)
_VIEWS = getattr(sqlite3, "SQLITE_DBCONFIG_ENABLE_VIEW", None)
"""Settings that Python can change since 3.12. Before, `PRAGMA trusted_schema` says the second, and triggers and views
are kept away by the comparison of all tables with ours before a statement of ours is executed."""


def restrict(db: sqlite3.Connection) -> None:
    """Let a connection run no function that a schema names, attach nothing, and look at each page before it is used."""
    for limit, most in _LIMITS.items():
        db.setlimit(limit, most)
    if hasattr(db, "setconfig"):
        db.setconfig(_DEFENSIVE, True)
        for setting in (_SCHEMA, _TRIGGERS, _VIEWS):
            db.setconfig(setting, False)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    db.execute("PRAGMA foreign_keys = ON")


def expect_sound_pages(db: sqlite3.Connection, damaged: Callable[[str], Exception]) -> None:
    """Raise what `damaged` returns if a page of a database is none, or is reached in two ways: that may never end."""
    # What is wrong with pages is told before what is wrong with rows. SQLite 3.40 takes a column of `taken` for NULL
    # that is not: it stands before the last one of its key.
    (told,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if told != "ok" and not told.startswith("NULL value in "):
        raise damaged(str(told).splitlines()[-1])
