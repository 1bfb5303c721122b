"""Chart of terrain in words: what terrain, places and hexsides do, for a game whose terrain has no costs in points.

[terrain.forest]
movement = "one hex"
combat   = "a die for each infantry that defends"    # "no effect" for none
source   = "rulebook:T2"
[hexside.river]
movement = "no further cost"
combat   = "a die for a defender"
source   = "rulebook:T1"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of, shape, table_at


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    movement: str
    combat: str
    source: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class TerrainInWords:
    """The effects of one kind of terrain, place or hexside."""

    movement: str
    combat: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class WordedTerrain:
    """The chart: by kind of terrain or place, and by kind of hexside."""

    terrain: Mapping[str, TerrainInWords]
    hexside: Mapping[str, TerrainInWords]


def read_terrain_words(tree: Mapping[str, Any], path: Path) -> WordedTerrain:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    tables = ("terrain", "hexside")
    unknown = next((word for word in tree if word not in tables), None)
    if unknown is not None:
        raise DataError(path, one_of(tables, unknown), unknown, line=line_of(path, [unknown]))
    if not tree.get("terrain"):
        raise DataError(path, "tables [terrain.<kind>]")
    found = {
        table: {name: _row(path, table, name, entry) for name, entry in table_at(tree, path, table).items()}
        for table in tables
    }
    return WordedTerrain(found["terrain"], found["hexside"])


def _row(path: Path, table: str, name: str, entry: Any) -> TerrainInWords:
    row = shape(entry, _Row, path, at=[table, name])
    fact = Fact(f"{name}: movement {row.movement}, combat {row.combat}", Source.parse(row.source), row.doubt)
    return TerrainInWords(row.movement, row.combat, fact)
