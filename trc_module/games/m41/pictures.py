"""Pictures of examples: they show, beside units, who is out of supply."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.m41.data import M41
from trc_module.games.m41.supply import unit_supplied
from trc_module.hexgrid import Hex
from trc_module.rules.state import State, UnitId


def supply_lines(game: M41, state: State, side: str) -> Iterator[tuple[UnitId, list[Hex] | None]]:
    """Yield each unit on the map with its own hex if it is supplied by land, else None; lines are not drawn."""
    for at, stack in state.forces[side].stacks.items():
        for unit in stack:
            yield unit, [at] if unit_supplied(game, state, unit) else None
