"""Pictures of examples: they show, beside units, zones of control and who is out of supply."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp import ground
from trc_module.games.trp.data import Trp
from trc_module.games.trp.supply import unsupplied
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.state import State, UnitId


def zones(game: Trp, state: State, side: str) -> HexSet:
    """Return the hexes that the undispersed units of a side hold in their zones of control, their own included."""
    occupied = state.forces[side].occupied
    found: HexSet = 0
    for at in hexes(occupied | game.board.grid.spread(occupied)):
        if any(ground.zones(game, state, side, at)):
            found |= 1 << at
    return found | occupied


def supply_lines(game: Trp, state: State, side: str) -> Iterator[tuple[UnitId, list[Hex] | None]]:
    """Yield each unit on the map with its own hex if it is in supply, else None; lines are not drawn."""
    lacking = set(unsupplied(game, state, side))
    for at, stack in state.forces[side].stacks.items():
        for unit in stack:
            yield unit, None if unit in lacking else [at]
