"""Records read from files."""

from __future__ import annotations

from pathlib import Path

from trc_module.errors import UserError
from trc_module.files import read_input
from trc_module.rules.record.reader import FindGame, read_record
from trc_module.rules.record.values import Record

_ARCHIVE = b"PK\x03\x04"
"""The first bytes of every zip archive that has an entry."""


def load_record(path: Path, find_game: FindGame) -> Record:
    """Read a record from a file; UserError if it cannot be read or is no UTF-8 text."""
    try:
        data = read_input(path)
    except OSError as error:
        raise UserError(f"{path}: the game record cannot be read ({error.strerror or error}).") from error
    if data.startswith(_ARCHIVE):
        raise UserError(
            f"{path}: expected a game record, found an archive such as VASSAL's logs: 'trc-module audit' judges a log, "
            "'trc-module record' makes a record of it."
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(
            f"{path}: expected a game record in UTF-8, found other bytes at place {error.start}."
        ) from error
    return read_record(text, str(path), find_game)
