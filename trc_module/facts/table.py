"""Tables for people: CSV with aligned columns, comment lines and blank lines, read with their line numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from trc_module.facts.choices import one_of
from trc_module.facts.errors import DataError
from trc_module.files import read_input


@dataclass(slots=True)
class Row:
    """One row of a table: its cells by column, and the place to name if a cell is wrong."""

    path: Path
    line: int
    cells: dict[str, str]
    places: dict[str, tuple[Path, int]] = field(default_factory=dict)
    """The file and line of cells that an erratum or an overlay wrote."""

    def error(self, name: str, expected: str) -> DataError:
        """Return the error that says that this cell does not hold what was expected."""
        path, line = self.places.get(name, (self.path, self.line))
        return DataError(path, expected, self.cells.get(name, ""), line=line, field=name)

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        """Return a cell that must be one of a few words; DataError lists them."""
        cell = self.cells[name]
        if cell not in allowed:
            raise self.error(name, one_of(allowed, cell))
        return cell

    def filled(self, name: str) -> str:
        """Return a cell that may not be empty."""
        if not self.cells[name]:
            raise self.error(name, "a value")
        return self.cells[name]

    def printable(self, name: str) -> str:
        """Return a cell of what can be printed: the module's texts are made of it, and control characters part them."""
        if not self.cells[name].isprintable():
            raise self.error(name, "letters, digits, signs and blanks alone")
        return self.cells[name]


_MOST_ROWS = 20_000
"""Rows that a table may have: a game has a few hundred counters, and each row that is wrong is told."""


def read_table(path: Path, columns: Sequence[str], *, partial: bool = False, keys: int = 1) -> list[Row]:
    """Read a table; the heading must hold every column (with `partial`, the first `keys` and any of the others).

    Lines that start with `#` are comments, and so are columns whose heading does; blanks around a cell do not count,
    and cells missing at the end of a line are empty. DataError names the line of a heading, or of a row with too many
    cells, that is wrong.
    """
    rows = _rows(path)
    try:
        line, heading = next(rows)
    except StopIteration:
        raise DataError(path, "a heading: " + ", ".join(columns)) from None
    for name in heading:
        if name not in columns and not name.startswith("#"):
            raise DataError(path, f"columns among {one_of(columns, name).removeprefix('one of ')}", name, line=line)
    missing = [name for name in (columns[:keys] if partial else columns) if name not in heading]
    told = [name for name in heading if not name.startswith("#")]
    if missing or len(set(told)) != len(told):
        raise DataError(path, "the columns " + ", ".join(columns), ", ".join(heading), line=line)
    table: list[Row] = []
    for line, cells in rows:
        if len(table) == _MOST_ROWS:
            raise DataError(path, f"at most {_MOST_ROWS:,} rows", line=line)
        if len(cells) > len(heading):
            raise DataError(path, f"{len(heading)} cells", f"{len(cells)}: is a comma unquoted?", line=line)
        cells += [""] * (len(heading) - len(cells))
        filled = {name: cell for name, cell in zip(heading, cells, strict=True) if not name.startswith("#")}
        table.append(Row(path, line, filled))
    return table


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        text = read_input(path).decode("utf-8-sig")
    except OSError as error:
        raise DataError(path, "a readable file", error.strerror) from None
    except UnicodeDecodeError:
        raise DataError(path, "text in UTF-8") from None
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line[0] == "#":
            continue
        try:
            # Line by line: a quote that is not closed must not swallow those that follow.
            cells = next(csv.reader([line], skipinitialspace=True, strict=True))
        except csv.Error as error:
            raise DataError(path, f"cells with commas between them ({error})", line=number) from None
        stripped = [cell.strip() for cell in cells]
        if any(stripped):
            yield number, stripped
