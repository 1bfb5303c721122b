"""Limits by options on moves over land, rides by rail and retreats: hexes that some units may not enter."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.combat.combat_results import ATTACKERS, DEFENDERS, BattleResolution
from trc_module.games.trc.combat.retreat_routes import full, retreat_bounds
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Retreat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.retreats import ends
from trc_module.rules.state import State


def limited(bounds: Bounds, state: State, unit: Unit, key: Hashable, limit: Limit) -> Bounds:
    """Return the bounds of a mover with one more limit, kept by a key for the enemy's deployment."""
    memo = state.forces[ENEMY[unit.side]].memo
    known: tuple[Bounds, Bounds] | None = memo.get(("limited", key, id(bounds)))
    if known is None or known[0] is not bounds:
        closed = limit.closed or limit.last
        assert not closed, "a limit of hexsides needs bounds of its own"
        # The bounds themselves are kept beside the limited ones, so that no other ones get their id.
        known = memo["limited", key, id(bounds)] = (bounds, replace(bounds, limits=(limit, *bounds.limits)))
    return known[1]


def entered(act: RailMove | Strategic, shut: HexSet) -> Iterator[Hex]:
    """Yield the hexes that a ride is known to have entered though they are shut to it."""
    for hex_ in act.trail.hexes[1:]:
        if shut >> hex_ & 1:
            yield hex_


def spared(game: Trc, state: State, act: Retreat, shut: HexSet) -> HexSet:
    """Return where a unit that retreated into shut hexes might have gone instead; 0 if it did not, or had no choice.

    Where it ended counts, not what it passed.
    """
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit not in battle.units or not shut >> act.trail.hexes[-1] & 1:
        return 0
    who = DEFENDERS if act.unit in battle.defenders else ATTACKERS
    length = BattleResolution(game, state, battle).side_result(who).retreat
    if length is None:
        return 0
    bounds = retreat_bounds(game, state, game.side_of[act.unit])
    kept = replace(bounds, limits=(Limit("shut", shut=shut), *bounds.limits))
    return ends(kept, battle.places[act.unit], *length) & ~full(game, state, act.unit)
