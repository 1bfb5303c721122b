"""A unit about to move, as the rules that limit it look at it."""

from __future__ import annotations

from msgspec import Struct

from trc_module.games.trc.data import ENEMY, Trc
from trc_module.hexgrid import HexSet
from trc_module.roster import Unit
from trc_module.rules.state import State


class Mover(Struct, frozen=True):
    """One kind of unit against one deployment of the enemy.

    Rules that make a `Limit` may look at these fields, at `state.weather`, `state.clock`, the options and the marks,
    and at nothing else: what they say is kept and used again for every unit of the kind. A rule that looks at more
    (the mover's own comrades, its starting hex) makes its limit in `land_movement.bounds_of`.
    """

    game: Trc
    state: State
    unit: Unit
    zone: HexSet
    """The enemy's zone of control."""
    foes: HexSet
    """Hexes that hold an enemy unit, partisans aside."""


def mover(game: Trc, state: State, unit: Unit) -> Mover:
    """Return a unit as the rules that limit its movement look at it."""
    enemy = state.forces[ENEMY[unit.side]]
    return Mover(game, state, unit, game.zones.of(enemy), blockers(game, state, unit.side))


def blockers(game: Trc, state: State, side: str) -> HexSet:
    """Return the hexes that hold an enemy of a side, partisans aside: movers may enter a partisan's hex (19.2)."""
    enemy = state.forces[ENEMY[side]]
    found: HexSet | None = enemy.memo.get("blockers")
    if found is None:
        found = enemy.occupied
        for partisan in game.partisans:
            at = enemy.places.get(partisan)
            if at is not None and not isinstance(at, str) and all(u in game.partisans for u in enemy.stack(at)):
                found &= ~(1 << at)
        enemy.memo["blockers"] = found
    return found
