"""Tables as comma-separated values, none of whose cells a spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as comma-separated values, with a line of headings."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()


def harmless(cell: str) -> str:
    """Return a cell that a spreadsheet shows and never computes: it may come from a stranger."""
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell
