"""Firing tables of any game: how many hits a strength scores with one die, sheet by sheet (one a hit rate).

[table]
strengths = [1, 25]                        # the least and the greatest strength
die       = [1, 6]
source    = "rulebook:C1"
[hits.full]                                # one table a sheet
1 = { hits = [1, 2, 3, ...], source = "rulebook:C1" }   # by the die: the hits of each strength
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import line_of, shape, table_at


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    strengths: tuple[int, int]
    source: str
    die: tuple[int, int] = (1, 6)


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hits: list[int]
    source: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class FiringTable:
    """Hits by sheet, die and strength."""

    strengths: tuple[int, int]
    """The least and the greatest strength."""
    die: tuple[int, int]
    """The least and the greatest number of the die."""
    rows: Mapping[tuple[str, int], tuple[int, ...]]
    """By sheet and die, the hits of each strength from the least on."""
    facts: Mapping[tuple[str, int], Fact]

    @property
    def sheets(self) -> tuple[str, ...]:
        """Return the names of the sheets in their order."""
        return tuple(dict.fromkeys(sheet for sheet, _ in self.rows))

    def hits(self, sheet: str, die: int, strength: int) -> int:
        """Return the hits; none below the least strength. KeyError for a sheet, die or strength beyond the table."""
        least, most = self.strengths
        if (sheet, die) not in self.rows or strength > most:
            raise KeyError(f"the firing table has no strength {strength} with a die of {die} on the sheet {sheet!r}")
        return self.rows[sheet, die][strength - least] if strength >= least else 0


def read_firing(tree: Mapping[str, Any], path: Path) -> FiringTable:
    """Shape the table out of its tree; DataError names the line that is wrong."""
    if not isinstance(tree.get("table"), dict) or not isinstance(tree.get("hits"), dict) or len(tree) != 2:
        raise DataError(path, "a table [table], tables [hits.<sheet>] and no others", ", ".join(tree) or "none")
    table = shape(tree["table"], _Table, path, at=["table"])
    for name, (least, most) in (("strengths", table.strengths), ("die", table.die)):
        if least >= most:
            line = line_of(path, ["table", name])
            raise DataError(path, "the least and the greatest number", str([least, most]), line=line, field=name)
    rows: dict[tuple[str, int], tuple[int, ...]] = {}
    facts: dict[tuple[str, int], Fact] = {}
    for sheet in tree["hits"]:
        for key, entry in table_at(tree, path, "hits", sheet).items():
            die, row = _row(table, path, sheet, key, entry)
            rows[sheet, die] = tuple(row.hits)
            said = f"hits {sheet} with a die of {die}: {' '.join(map(str, row.hits))}"
            facts[sheet, die] = Fact(said, Source.parse(row.source), row.doubt)
        for die in range(table.die[0], table.die[1] + 1):
            if (sheet, die) not in rows:
                line = line_of(path, ["hits", sheet])
                raise DataError(path, f"a row for the die {die}", "none", line=line, field=f"hits.{sheet}")
    return FiringTable(table.strengths, table.die, rows, facts)


def _row(table: _Table, path: Path, sheet: str, key: str, entry: Any) -> tuple[int, _Row]:
    steps = ["hits", sheet, key]
    line, field = line_of(path, steps), ".".join(steps)
    row = shape(entry, _Row, path, at=steps)
    least, most = table.die
    if not (key.isascii() and key.isdecimal()) or not least <= int(key) <= most:
        raise DataError(path, f"a number of the die, {least} to {most}", key, line=line, field=field)
    width = table.strengths[1] - table.strengths[0] + 1
    if len(row.hits) != width:
        raise DataError(path, f"{width} numbers of hits, one a strength", str(len(row.hits)), line=line, field=field)
    if any(hits < 0 for hits in row.hits):
        raise DataError(path, "numbers of hits, 0 or more", str(min(row.hits)), line=line, field=field)
    return int(key), row
