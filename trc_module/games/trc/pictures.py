"""Pictures of examples: they show, beside units, zones of control and supply lines."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.data import Trc
from trc_module.games.trc.movement.zones_of_control import zone
from trc_module.games.trc.supply.general_supply import needs_no_line, supply_of
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.state import State, UnitId


def zones(game: Trc, state: State, side: str) -> HexSet:
    """Return the zone of control of a side, its units' own hexes included (7.1)."""
    return zone(game, state, side)


def supply_lines(game: Trc, state: State, side: str) -> Iterator[tuple[UnitId, list[Hex] | None]]:
    """Yield each unit on the map that needs general supply, with its shortest line, None if it has none (17.2)."""
    lines = supply_of(game, state, side).likely
    for at, stack in state.forces[side].stacks.items():
        for unit in stack:
            if not needs_no_line(game, state, unit):
                yield unit, lines.line(at)
