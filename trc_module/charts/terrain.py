"""Terrain effects: what terrain does to movement and to battle (8, 14)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from trc_module.charts.chartset import ChartSet
from trc_module.charts.terrain_costs import ANY, TerrainCost, TerrainCosts
from trc_module.facts import DataError
from trc_module.facts.toml_file import shape


class TerrainEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One row of the terrain effects chart: in words for players, as switches for the rules."""

    movement: str
    combat: str
    source: str
    stops: bool = False
    """Who enters must stop, but for the unit types under `exempt` (8.2)."""
    exempt: tuple[str, ...] = ()
    clear_in_snow: bool = False
    doubles_defence: bool = False
    """The hex itself doubles its defenders (14.1); rivers and the strait depend on the attackers and have no switch."""
    ignores_retreat: bool = False
    """Units here do not carry out retreats (14.2)."""

    def stops_unit(self, unit_type: str, weather: str) -> bool:
        """Tell whether a unit of that type must stop on entering in that weather."""
        return self.stops and unit_type not in self.exempt and not (self.clear_in_snow and weather == "snow")


def terrain_effects(charts: ChartSet) -> dict[str, TerrainEffect]:
    """Return what the key of a map prints: the effects of each kind of terrain and hexside, from whatever chart."""
    found: dict[str, TerrainEffect] = {}
    for chart in charts.of_kind(dict).values():
        found.update({name: row for name, row in chart.items() if isinstance(row, TerrainEffect)})
    for costs in charts.of_kind(TerrainCosts).values():
        found.update({name: _effect(row) for name, row in {**costs.terrain, **costs.hexside}.items()})
    return found


def _effect(row: TerrainCost) -> TerrainEffect:
    points = ", ".join(
        f"{'others' if mover == ANY else mover} {cost}" if len(row.costs) > 1 else _ALONE.get(cost, str(cost))
        for mover, cost in row.costs.items()
    )
    combat = [f"shift {row.shift:+d}"] if row.shift else []
    combat += [row.note] if row.note else []
    movement = f"{points}; must stop" if row.stops else points
    return TerrainEffect(movement, "; ".join(combat) or "no effect", str(row.fact.source), row.stops)


_ALONE: Mapping[object, str] = {0: "no further cost", "no": "closed", "all": "all points"}
"""How a cost is called that holds for all movers, where its number alone says too little."""


def read_terrain(tree: Mapping[str, Any], path: Path) -> dict[str, TerrainEffect]:
    """Shape the chart out of its tree, by terrain; DataError names the line that is wrong."""
    if not tree.get("terrain"):
        raise DataError(path, "tables [terrain.<name>]")
    return {name: shape(row, TerrainEffect, path, at=["terrain", name]) for name, row in tree["terrain"].items()}
