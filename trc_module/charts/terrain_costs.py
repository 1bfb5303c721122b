"""Chart of terrain costs: movement points for each class of movers, and effects in battle, of terrain and hexsides.

[terrain.forest]
cost = { foot = 2, horse = 3 }      # movement points; 'no' for who may not enter, 'all' for all that he has
shift = -1                          # columns of the results table
stops = true                        # who enters goes no further
tags = ["rough"]                    # what else the game's rules ask of it
source = "rulebook:M3"
[hexside.river]
cost = { any = 1 }                  # beside the cost of the hex; 'any' for classes that have no word of their own
source = "rulebook:M4"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from trc_module.charts.trees import misspelt
from trc_module.facts import DataError, Fact, Source
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of, shape, table_at

ANY = "any"

Cost = int | Literal["no", "all"]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cost: dict[str, Cost]
    source: str
    shift: int = 0
    stops: bool = False
    tags: list[str] = []
    note: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class TerrainCost:
    """The costs and effects of one kind of terrain or hexside."""

    costs: Mapping[str, Cost]
    """By class of mover, or ANY: movement points, `no` for who may not enter, `all` for all that he has."""
    shift: int
    """Columns of the results table, for who attacks."""
    stops: bool
    tags: tuple[str, ...]
    """Further properties that the game's rules ask for, in words of the game."""
    note: str
    """Further effects, in words for players."""
    fact: Fact

    def cost(self, mover: str) -> Cost:
        """Return what it costs a class; KeyError if the chart does not tell."""
        return self.costs[mover] if mover in self.costs else self.costs[ANY]


@dataclass(frozen=True, slots=True)
class TerrainCosts:
    """The chart: by kind of terrain, and by kind of hexside."""

    terrain: Mapping[str, TerrainCost]
    hexside: Mapping[str, TerrainCost]


def read_terrain_costs(tree: Mapping[str, Any], path: Path) -> TerrainCosts:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    unknown = next((word for word in tree if word not in ("terrain", "hexside")), None)
    if unknown is not None:
        raise DataError(path, one_of(("terrain", "hexside"), unknown), unknown, line=line_of(path, [unknown]))
    if not tree.get("terrain"):
        raise misspelt(path, "terrain", "tables [terrain.<kind>]")
    found = {
        table: {name: _row(path, table, name, entry) for name, entry in table_at(tree, path, table).items()}
        for table in ("terrain", "hexside")
    }
    return TerrainCosts(found["terrain"], found["hexside"])


def _row(path: Path, table: str, name: str, entry: Any) -> TerrainCost:
    row = shape(entry, _Row, path, at=[table, name])
    for mover, cost in row.cost.items():
        if isinstance(cost, int) and cost < 0:
            line = line_of(path, [table, name, "cost"])
            raise DataError(path, f"0 or more points for '{mover}', 'no' or 'all'", str(cost), line=line, field="cost")
    if not row.cost:
        line = line_of(path, [table, name])
        raise DataError(path, "a cost for each class of movers, or for 'any'", "none", line=line, field="cost")
    said = ", ".join(f"{mover} {cost}" for mover, cost in row.cost.items())
    fact = Fact(f"{name} costs {said}", Source.parse(row.source), row.doubt)
    return TerrainCost(row.cost, row.shift, row.stops, tuple(row.tags), row.note, fact)
