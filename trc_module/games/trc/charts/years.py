"""Years as keys of the tables of charts."""

from __future__ import annotations

import re
from pathlib import Path

from trc_module.facts import DataError
from trc_module.facts.toml_file import line_of

_YEAR = re.compile(r"[0-9]{4}")


def read_year(text: str, path: Path, table: str) -> int:
    """Return the year that is a key of a table; DataError names the line of one that is none."""
    if not _YEAR.fullmatch(text):
        raise DataError(path, "a year, as 1942", text, line=line_of(path, [table, text]), field=table)
    return int(text)
