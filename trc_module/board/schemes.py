"""The scheme by which a map names its hexes, as `map/grid.toml` tells it."""

from __future__ import annotations

from trc_module.board.records import NamingRecord
from trc_module.hexgrid import LetterColumns, LetterRows, PairedNumbers


def scheme_of(record: NamingRecord) -> LetterRows | LetterColumns | PairedNumbers:
    """Return the scheme of a record."""
    if record.style == "pairs":
        return PairedNumbers(record.digits, row_first=record.first == "row")
    if record.style == "letter-columns":
        return LetterColumns(record.west, record.step)
    return LetterRows(record.west, record.step)
