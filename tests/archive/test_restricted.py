"""A connection does what we ask of it, and nothing that a database asks."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from trc_module.archive.restricted import restrict
from trc_module.archive.schema import TABLES


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as found:
        restrict(found)
        found.executescript(TABLES)
        yield found


@pytest.mark.parametrize(("name", "value"), [("trusted_schema", 0), ("cell_size_check", 1), ("foreign_keys", 1)])
def test_it_is_set_so(db: sqlite3.Connection, name: str, value: int) -> None:
    assert db.execute(f"PRAGMA {name}").fetchone() == (value,)


def test_nothing_is_attached_and_no_statement_is_without_bounds(db: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="too many attached databases"):
        db.execute("ATTACH ':memory:' AS other")
    deep = "+".join(["1"] * 200)
    with pytest.raises(sqlite3.OperationalError, match="Expression tree is too large"):
        db.execute(f"SELECT {deep}")


def test_what_belongs_to_a_row_goes_with_it_all_the_same(db: sqlite3.Connection) -> None:
    columns = "1, 'd', '', '', '', '', 0, '', '', '', '', '', x'', x'', x'', 0, NULL, NULL"
    db.execute(f"INSERT INTO log VALUES ({columns})")
    db.execute("INSERT INTO content VALUES (1, x'00')")
    db.execute("DELETE FROM log")
    assert db.execute("SELECT count(*) FROM content").fetchone() == (0,)


def test_the_list_of_tables_is_not_written_where_python_can_say_so(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA writable_schema = ON")
    insert = "INSERT INTO sqlite_master VALUES ('trigger', 'x', 'log', 0, '')"
    if sys.version_info < (3, 12):
        # No setting of Python 3.11 forbids it; no statement of ours does it.
        assert not hasattr(db, "setconfig")
        return
    with pytest.raises(sqlite3.OperationalError, match="may not be modified"):
        db.execute(insert)
