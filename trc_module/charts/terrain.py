"""Effects of terrain in words for players: the key of a map, from whatever chart a game has."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from trc_module.charts.chartset import ChartSet
from trc_module.charts.terrain_costs import ANY, TerrainCost, TerrainCosts

NO_EFFECT = "no effect"
"""The words of a row without any effect on battles, which the key leaves out."""


class TerrainEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The effects of one kind of terrain or hexside, in words for players."""

    movement: str
    combat: str
    source: str
    stops: bool = False
    """True if a unit that enters must stop."""
    drawn: str = ""
    """The sample of the map's key that shows it, if its name is not that of the terrain."""


def terrain_effects(charts: ChartSet, words: Mapping[str, str] | None = None) -> dict[str, TerrainEffect]:
    """Return what the key of a map prints: the effects of each kind of terrain and hexside, from whatever chart.

    `words` are those of another language, by the English ones; what has none stays English.
    """
    words = words or {}
    found: dict[str, TerrainEffect] = {}
    for chart in charts.of_kind(dict).values():
        found.update({name: _said(row, words) for name, row in chart.items() if isinstance(row, TerrainEffect)})
    for costs in charts.of_kind(TerrainCosts).values():
        found.update({name: _effect(row, words) for name, row in {**costs.terrain, **costs.hexside}.items()})
    return found


def _said(row: TerrainEffect, words: Mapping[str, str]) -> TerrainEffect:
    combat = row.combat if row.combat == NO_EFFECT else words.get(row.combat, row.combat)
    return msgspec.structs.replace(row, movement=words.get(row.movement, row.movement), combat=combat)


def _effect(row: TerrainCost, words: Mapping[str, str]) -> TerrainEffect:
    def said(word: object) -> str:
        return words.get(str(word), str(word))

    points = ", ".join(
        f"{said('others' if mover == ANY else mover)} {said(cost)}"
        if len(row.costs) > 1
        else said(_ALONE.get(cost, cost))
        for mover, cost in row.costs.items()
    )
    combat = [f"{said('shift')} {row.shift:+d}"] if row.shift else []
    combat += [said(row.note)] if row.note else []
    movement = f"{points}; {said('must stop')}" if row.stops else points
    return TerrainEffect(movement, "; ".join(combat) or NO_EFFECT, str(row.fact.source), row.stops)


_ALONE: Mapping[object, str] = {0: "no further cost", "no": "closed", "all": "all points"}
"""The words for a cost that holds for all movers, where its number alone says too little."""
