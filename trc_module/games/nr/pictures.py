"""Pictures of examples: they show, beside units, zones of control and who is out of supply."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.nr.data import Nr
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.zones import zone_of
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.state import State, UnitId


def zones(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes that lie in the zone of control of a side for certain."""
    return zone_of(game, state, side)


def supply_lines(game: Nr, state: State, side: str) -> Iterator[tuple[UnitId, list[Hex] | None]]:
    """Yield each unit on the map with its own hex if some reading supplies it, else None; lines are not drawn."""
    supply = supply_of(game, state, side)
    for at, stack in state.forces[side].stacks.items():
        for unit in stack:
            yield unit, [at] if unit in supply.possible else None
