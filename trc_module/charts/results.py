"""Results tables of any game: columns by die, on one sheet or several (one a side, one a weather).

[table]
columns = ["1-2", "1-1", "3-2", "2-1"]      # from the worst for who attacks to the best
die = [0, 9]                                # its least and its greatest number
[results]                                   # or [results.<sheet>], for each sheet
"3-2" = { dice = ["AR", ...], source = "rulebook:C2" }
"2-1" = { dice = ["?", ...], source = "missing:..." }     # a column that is not supplied
[meanings]                                  # from the worst result for who attacks to the best
AR = { text = "...", source = "rulebook:C3" }
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from trc_module.charts.trees import misspelt
from trc_module.facts import DataError, Fact, Source, Trust
from trc_module.facts.choices import one_of
from trc_module.facts.errors import Collected
from trc_module.facts.toml_file import line_of, shape

ONE_SHEET = ""
"""The name of the sheet of a table that has but one."""
NOT_KNOWN = "?"
"""The results of a column that is not supplied."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: list[str]
    """The columns from the worst for the attacker to the best."""
    source: str
    die: tuple[int, int] = (1, 6)
    """The least and the greatest number of the die."""


class _Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: list[str]
    """The results, from the least number of the die on; `?` if they are not supplied."""
    source: str
    doubt: str = ""


class _Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    """What it means."""
    source: str


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """Results table: the results of each column and die, and how columns shift."""

    columns: tuple[str, ...]
    """The columns from the worst for the attacker to the best: `1-2`, `3-2`, or a difference of strengths."""
    die: tuple[int, int]
    """The least and the greatest number of the die."""
    cells: Mapping[tuple[str, str], tuple[str, ...]]
    """By sheet and column, the results from the least number of the die on."""
    meanings: Mapping[str, str]
    facts: Mapping[tuple[str, str], Fact]
    """By sheet and column: where its results are known from."""

    @property
    def sheets(self) -> tuple[str, ...]:
        """Return the names of the sheets, ONE_SHEET alone if there is but one."""
        return tuple(dict.fromkeys(sheet for sheet, _ in self.cells))

    def result(self, column: str, die: int, sheet: str = ONE_SHEET) -> str:
        """Return the result of a die, NOT_KNOWN if it is not supplied.

        KeyError if the table has no such sheet, column or number.
        """
        least, most = self.die
        if (sheet, column) not in self.cells or not least <= die <= most:
            raise KeyError(f"the results table has no column {column} with a die of {die}")
        return self.cells[sheet, column][die - least]

    def shifted(self, column: str, steps: int) -> str:
        """Return the column so many steps to the better (or worse, below 0), never beyond the ends."""
        index = self.columns.index(column) + steps
        return self.columns[max(0, min(index, len(self.columns) - 1))]


def read_results(tree: Mapping[str, Any], path: Path) -> ResultsTable:
    """Shape the table out of its tree; DataError names the line that is wrong."""
    for word in ("table", "results", "meanings"):
        if not isinstance(tree.get(word), dict):
            raise misspelt(path, word, f"a table [{word}]")
    unknown = next((word for word in tree if word not in ("table", "results", "meanings")), None)
    if unknown is not None:
        raise DataError(path, one_of(("table", "results", "meanings"), unknown), unknown, line=line_of(path, [unknown]))
    table = shape(tree["table"], _Table, path, at=["table"])
    least, most = table.die
    if least >= most:
        line = line_of(path, ["table", "die"])
        raise DataError(path, "the least and the greatest number of the die", str([*table.die]), line=line, field="die")
    meanings = {
        name: shape(entry, _Meaning, path, at=["meanings", name]).text for name, entry in tree["meanings"].items()
    }
    cells: dict[tuple[str, str], tuple[str, ...]] = {}
    facts: dict[tuple[str, str], Fact] = {}
    collected = Collected()
    for sheet, name, entry, steps in _columns(tree["results"]):
        with collected:
            column = shape(entry, _Column, path, at=steps)
            cells[sheet, name], facts[sheet, name] = _cells(column, sheet, name, steps, path, table, meanings)
    collected.close()
    found = ResultsTable(tuple(table.columns), table.die, cells, meanings, facts)
    for sheet in found.sheets or (ONE_SHEET,):
        for name in table.columns:
            if (sheet, name) not in cells:
                steps = ["results", *filter(None, [sheet])]
                line, field = line_of(path, steps), ".".join(steps)
                raise DataError(path, f"results for the column {name}", line=line, field=field)
    return found


def _cells(
    column: _Column,
    sheet: str,
    name: str,
    steps: list[str],
    path: Path,
    table: _Table,
    meanings: Mapping[str, str],
) -> tuple[tuple[str, ...], Fact]:
    """Return the results of a column, and where they are known from."""
    least, most = table.die

    def wrong(expected: str, found: str) -> DataError:
        return DataError(path, expected, found, line=line_of(path, steps), field=".".join(steps))

    if name not in table.columns:
        raise wrong(f"a column, {one_of(table.columns, name)}", name)
    if len(column.dice) != most - least + 1:
        raise wrong(f"{most - least + 1} results, for a die of {least} to {most}", str(len(column.dice)))
    source = Source.parse(column.source)
    for result in column.dice:
        if result not in meanings and not (result == NOT_KNOWN and source.trust is Trust.MISSING):
            raise wrong(f"a result with a meaning, {one_of(meanings, result)}", result)
    said = f"results {sheet} {name}".replace("  ", " ")
    return tuple(column.dice), Fact(f"{said}: {' '.join(column.dice)}", source, column.doubt)


def _columns(tree: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, list[str]]]:
    """Yield each column's sheet, name and entry, and where it stands."""
    for name, entry in tree.items():
        if isinstance(entry, dict) and "dice" not in entry and any(isinstance(inner, dict) for inner in entry.values()):
            yield from ((name, inner, value, ["results", name, inner]) for inner, value in entry.items())
        else:
            yield ONE_SHEET, name, entry, ["results", name]
