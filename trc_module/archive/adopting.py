"""Making an archive one's own that somebody else, another machine or another program has written."""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from trc_module.archive.ownership import leave
from trc_module.archive.passwords import without_passwords
from trc_module.archive.restricted import restrict
from trc_module.archive.schema import APPLICATION, FORMAT, TABLES
from trc_module.archive.soundness import expect_sound
from trc_module.archive.store import Store, our_shapes, telling
from trc_module.errors import UserError
from trc_module.files import check_output, real_path

_BATCH = 100


def adopt(path: Path) -> int | None:
    """Write an archive anew, row by row, as one of this user's; return how many logs have lost their content.

    None if it is this user's already. Nothing but the rows is taken over: the places where logs were seen are kept as
    names, and are not looked for on this machine; passwords in logs are taken out, and a log from which they cannot be
    taken is kept without its content.

    Raises:
        UserError: It is no sound archive, or it cannot be written.
    """
    with Store(path, reads=True) as theirs:
        if theirs.own:
            return None
        expect_sound(theirs)
        check_output(path)
        target = real_path(path)
        beside = target.with_name(f".trc-module-{uuid.uuid4().hex}.part")
        try:
            with telling(path):
                lost = _written(theirs, beside)
            beside.replace(target)
        except OSError as error:
            raise UserError(f"'{path}' cannot be written: {error.strerror or error}.") from None
        finally:
            for name in (beside, beside.with_name(f"{beside.name}-journal")):
                with suppress(OSError):
                    name.unlink(missing_ok=True)
    if not leave(target):
        raise UserError(
            f"'{path}' is sound, but nothing can be remembered in the folder of the cache: name another one with "
            "TRC_MODULE_CACHE."
        )
    return lost


def _written(theirs: Store, path: Path) -> int:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    lost = 0
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        restrict(db)
        db.execute("PRAGMA foreign_keys = OFF")
        db.executescript(TABLES)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("BEGIN")
        for table in sorted(name for kind, name, _ in our_shapes() if kind == "table"):
            for rows in _batches(theirs, table):
                put = [row for each in rows if (row := _row(table, each)) is not None]
                lost += len(rows) - len(put)
                marks = ", ".join("?" * len(rows[0]))
                db.executemany(f"INSERT INTO {table} VALUES ({marks})", put)
        db.execute("COMMIT")
    return lost


def _batches(theirs: Store, table: str) -> Iterator[list[sqlite3.Row]]:
    batch: list[sqlite3.Row] = []
    for row in theirs.rows(f"SELECT * FROM {table}"):
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _row(table: str, row: sqlite3.Row) -> tuple[Any, ...] | None:
    """Return a row as it is taken over; None if it is not."""
    if table == "source":
        return row["path"], -1, -1, row["log"]
    if table == "content":
        content = without_passwords(bytes(row["bytes"]))
        return None if content is None else (row["log"], content)
    return tuple(row)
