"""Chapter 5: movement, and the judging of moves over land under all chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.games.trc.move_case import MoveCase
from trc_module.games.trc.mover import Mover, mover
from trc_module.games.trc.restrictions import (
    no_crossing_of_coasts,
    no_walking_on_the_causeway,
    no_zone_to_zone,
    pinned,
    stop_beyond_the_strait,
    stop_in_rough,
)
from trc_module.games.trc.turns import MOVEMENT, in_phase
from trc_module.games.trc.zones_of_control import foes_near, stop_in_zone
from trc_module.hexgrid import Hex
from trc_module.roster import Unit
from trc_module.rules.actions import Move
from trc_module.rules.finding import Finding, breach, in_doubt
from trc_module.rules.game import in_words
from trc_module.rules.paths import Bounds, Limit, allowed, faults
from trc_module.rules.state import State


@book.rule("5.3a")
def friends_only(mover: Mover) -> Limit:
    """Move through friendly units and onto them, never onto the enemy.

    Friends are no hindrance and cost nothing. A hex that holds an enemy unit cannot be entered, partisans
    aside (19.2).

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: where the units stand.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y19: ger-12-inf
        move ger-41-pz Y20 Y19 Y18
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-41-pz
        on Y19: rus-24-inf
        move ger-41-pz Y20 Y19
        expect 5.3|8.3
    """
    return Limit(
        "5.3a",
        shut=mover.foes,
        step="entered {b}, which {in_b} holds",
        stretch="leads onto an enemy unit",
        displaces=frozenset({"7.2", "8.3a"}),
    )


@book.rule("5.5")
def bulgaria_is_closed(mover: Mover) -> Limit:
    """Stay out of Bulgaria until its garrison has been released.

    The release is that of 20.7, for both players; of its two causes the first opens the country (C11).

    Log: the event that released the garrison.
    Data: countries (Bulgaria).

    Legal::

        at: turn 2 axis impulse 1 movement clear
        before: triggered bulgarian-garrison
        on DD30: rum-cav
        move rum-cav DD30 EE30
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on DD30: rum-cav
        move rum-cav DD30 EE30
        expect 5.5
    """
    bulgaria = mover.game.board.regions["Bulgaria"].hexes
    return Limit(
        "5.5",
        shut=0 if ("triggered", "bulgarian-garrison") in mover.state.marks else bulgaria,
        step="entered Bulgaria in {b} before its garrison was released",
        stretch="leads through Bulgaria, whose garrison has not been released",
    )


LIMITS: tuple[Callable[[Mover], Limit], ...] = (
    stop_beyond_the_strait,
    no_walking_on_the_causeway,
    bulgaria_is_closed,
    friends_only,
    no_zone_to_zone,
    stop_in_rough,
    stop_in_zone,
    no_crossing_of_coasts,
)
"""The limits on all movers, from the most special to the most general."""


def bounds_of(game: Trc, state: State, unit: Unit) -> Bounds:
    """Return what binds a mover apart from its allowance; worked out once for each kind against each enemy."""
    who = mover(game, state, unit)
    kind = (unit.type, state.weather == "snow", ("triggered", "bulgarian-garrison") in state.marks, who.zone, who.foes)
    found = game.bounds.get(kind)
    if found is None:
        if len(game.bounds) > 256:
            game.bounds.clear()
        limits = tuple(limit(who) for limit in LIMITS)
        found = game.bounds[kind] = Bounds(game.board.grid, limits, game.board.zoc)
    return found


@book.judge(Move)
def judge_move(game: Trc, state: State, act: Move) -> Iterator[Finding]:
    """Judge a move over land: is there a legal way, as it was made or any at all?"""
    unit = game.units[act.unit]
    if not in_phase(state.clock, unit.side, MOVEMENT):
        return
    before = state.trails.get(act.unit)
    trail = act.trail if before is None else before.then(act.trail)
    start = trail.hexes[0]
    bounds = bounds_of(game, state, unit)
    zone = bounds.limits[_ZONE].stop
    if pinned(game, state, unit, start, zone):
        if any(h != start for h in trail.hexes):
            yield _pinned(game, state, act, start)
        return
    allowance = game.printed_allowance(act.unit, state.clock.impulse, state.weather)
    if allowed(bounds, trail, allowance.value):
        return
    case = MoveCase(game, state, act, unit, trail, bounds)
    sure = faults(bounds.sure, trail, allowance.certain_max)
    if sure:
        yield from (case.finding(fault, allowance.certain_max, allowance.bound) for fault in sure)
    else:
        found = faults(bounds, trail, allowance.value)
        yield from (in_doubt(case.finding(fault, allowance.value, allowance.fact)) for fault in found)


_ZONE = LIMITS.index(stop_in_zone)


def _pinned(game: Trc, state: State, act: Move, start: Hex) -> Finding:
    foes = foes_near(game, state, act.unit, start)
    held = f"the zone of control of {in_words(foes)}" if foes else "the zone of control of an enemy removed since"
    return breach(
        "8.4",
        f"{act.unit} began the second impulse in {held} in {game.hex_name(start)} and moved.",
        units=(act.unit, *foes),
        hexes=(game.hex_name(start),),
        legal="it stays where it is.",
        lasting=(game.side_of[act.unit], "8.4", act.unit, state.clock),
    )


@book.effect(Move)
def carry_out(game: Trc, state: State, act: Move) -> State:
    """Put the unit where it went, and remember its way for the rest of the phase."""
    before = state.trails.get(act.unit)
    trail = act.trail if before is None else before.then(act.trail)
    return state.moved(game.side_of[act.unit], act.unit, act.trail.hexes[-1], state.trails.put(act.unit, trail))
