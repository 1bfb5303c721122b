"""Gain or loss for the side of a unit next to the enemy: a unit that stands there has to attack (12.1)."""

from __future__ import annotations

from functools import lru_cache

from trc_module.board import Terrain
from trc_module.games.trc.combat.battle_context import HIGHEST, LOWEST, attackable, attackable_from, strongholds
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.players.assault import expected
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules import odds
from trc_module.rules.state import Deployment, Stack, State, UnitId

_NEVER = 1.0
"""The share of its strength that a unit loses that cannot even attack at the lowest odds: it surrenders (12.5)."""


def strength(game: Trc, stack: Stack) -> int:
    """Return the strength points of those in a stack that take part in battles."""
    return sum(game.units[unit].combat or 0 for unit in attackable(game, stack))


def doubled(game: Trc, at: Hex) -> bool:
    """Tell whether defenders of a hex count twice (14.1), in a river hex unless the attackers are on the river too."""
    board = game.board
    high = board.terrain[at] is Terrain.MOUNTAIN
    return high or bool((board.major_cities | board.river_hexes) >> at & 1)


def pressure(game: Trc, own: Deployment, foe: Hex) -> int:
    """Return the strength of one's own next to an enemy hex."""
    key = ("pressure", foe)
    found: int | None = own.memo.get(key)
    if found is None:
        near = hexes(game.board.zoc.of[foe] & own.occupied)
        found = own.memo[key] = sum(strength(game, own.stack(at)) for at in near)
    return found


def resistance(game: Trc, enemy: Deployment, foe: Hex) -> int:
    """Return the strength of an enemy hex with what its ground adds, 1 if it is none."""
    return max(1, strength(game, enemy.stack(foe)) * (2 if doubled(game, foe) else 1))


def stake(game: Trc, state: State, unit: UnitId, at: Hex) -> float:
    """Return what a unit changes by standing in a hex, in strength points, of the battles that must be fought there.

    Against an enemy that no other unit presses it is what the attack by this unit alone is worth, mostly a loss; where
    others stand already it is what the better odds bring.
    """
    side = state.clock.side
    near: HexSet = attackable_from(game, at) & strongholds(game, state, ENEMY[side])
    if not near:
        return 0.0
    own, enemy = state.forces[side], state.forces[ENEMY[side]]
    mine, here = game.units[unit].combat or 0, own.places.get(unit)
    brought = 0.0
    for foe in hexes(near):
        theirs = resistance(game, enemy, foe)
        others = pressure(game, own, foe)
        if isinstance(here, int) and game.board.zoc.of[foe] >> here & 1:
            others -= mine
        inside = strength(game, enemy.stack(foe))
        brought += _outcome(game, others + mine, theirs, inside) - _outcome(game, others, theirs, inside)
    return brought


@lru_cache(maxsize=1 << 14)
def _outcome(game: Trc, attack: int, resistance: int, inside: int) -> float:
    """Return what an attack is worth: what the enemy loses on the average, less what one loses oneself."""
    if attack <= 0:
        return 0.0
    step = odds.step(attack, resistance)
    if step < LOWEST:
        return -_NEVER * attack
    mine, theirs = expected(game, min(step, HIGHEST))
    return theirs * inside - mine * min(attack, 2 * resistance)
