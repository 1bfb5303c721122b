"""Moves that events allow: in the enemy's phase, or further than a unit's points carry it (5)."""

from __future__ import annotations

from trc_module.games.nr.cards.grants import FURTHER, MOVING, grants, has_room, with_user
from trc_module.games.nr.data import ARMOR, DETRAINING, MOVEMENT, SOVIET, Nr
from trc_module.games.nr.marks import Grant
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.zones import enemy_zone
from trc_module.rules.actions import Move
from trc_module.rules.state import State, UnitId

LEFTOVERS = "stack"
"""The event that lets units stack makes those that are too many retreat one hex at the end of the turn."""


def move_out_of_turn(game: Nr, state: State, act: Move) -> Grant | None:
    """Return the event that lets a unit move now although its side is not moving; None if there is none."""
    side = game.side_of[act.unit]
    if (side, MOVEMENT) == (state.clock.side, state.clock.phase):
        return None
    for grant in grants(state, MOVING, side):
        if _suits(game, state, act, grant):
            return grant
    leaves = grants(state, LEFTOVERS, side) if state.clock.phase == DETRAINING and side == SOVIET else ()
    return leaves[0].changed(details="hexes1") if leaves else None


def _suits(game: Nr, state: State, act: Move, grant: Grant) -> bool:
    """Tell whether a unit is one that an event moves: outside enemy zones, with supply, of the kind on the card."""
    start = state.whole_way(act.unit, act.trail).hexes[0]
    side = game.side_of[act.unit]
    if not has_room(state, grant, act.unit, game.hex_name(start)) or enemy_zone(game, state, side) >> start & 1:
        return False
    if grant.asks("armor") and game.arm(state, act.unit) != ARMOR:
        return False
    return not grant.asks("supplied") or is_supplied(game, state, act.unit)


def is_supplied(game: Nr, state: State, unit: UnitId) -> bool:
    """Tell whether a unit has supply by some reading, and was not found without it."""
    return not game.is_cut_off(state, unit) and unit in supply_of(game, state, game.side_of[unit]).possible


def further(game: Nr, state: State, act: Move) -> Grant | None:
    """Return the event that gives a unit more points in its own movement; None if there is none for it."""
    start = game.hex_name(state.whole_way(act.unit, act.trail).hexes[0])
    found = (each for each in grants(state, FURTHER, game.side_of[act.unit]) if has_room(state, each, act.unit, start))
    return next(found, None)


def used_by(game: Nr, state: State, act: Move, grant: Grant | None) -> State:
    """Return the position in which a unit has moved by an event."""
    if grant is None:
        return state
    return with_user(state, grant, act.unit, game.hex_name(state.whole_way(act.unit, act.trail).hexes[0]))
