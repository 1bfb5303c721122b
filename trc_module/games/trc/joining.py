"""Joining a game: what the position shows with which a log begins in its midst."""

from __future__ import annotations

from dataclasses import replace

from trc_module.games.trc.control import UNTOLD, contested_places_remain, holders, holding
from trc_module.games.trc.fights import UNDECLARED
from trc_module.games.trc.game import SIDES, Trc
from trc_module.games.trc.rail_conversion import assess
from trc_module.games.trc.rails import UNTOLD_RAILS
from trc_module.games.trc.turns import COMBAT, MOVEMENT, WEATHER
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State


def joined(game: Trc, state: State, known: State | None = None) -> State:
    """Return a position with which a log begins, as somebody knows it who has seen nothing of the game before.

    In a combat phase battles may have been fought before. Where units stand shows who controls the places near them;
    of the others, and of the rails, one can only guess, or know what an earlier log has told (`known`).
    """
    if state.clock.phase == COMBAT:
        state = state.with_mark(UNDECLARED)
    return state if _from_the_beginning(game, state) else _as_it_stands(game, state, known)


def _from_the_beginning(game: Trc, state: State) -> bool:
    """Tell whether nothing but the set-up can have come before."""
    clock, begun = state.clock, game.start(state.scenario, state.options).clock
    return (
        clock.turn == begun.turn
        and (clock.side, clock.impulse) == (begun.side, 1)
        and (clock.phase in (WEATHER, MOVEMENT))
    )


def _as_it_stands(game: Trc, state: State, known: State | None) -> State:
    where = holders(game, state)
    shown = holding(game).all_holders(where)
    if contested_places_remain(state):
        shown = {place: side for place, side in shown.items() if side}
    untold: HexSet = sum(1 << place for place in game.controllable if place not in shown)
    likely = known.control if known is not None else _nearest(game, state.control, where, untold)
    traces = state.traces.put(UNTOLD, untold).put(UNTOLD_RAILS, game.board.rail_hexes)
    state = replace(state, control=likely.merged(shown), traces=traces)
    return replace(state, rail=known.rail) if known is not None else _with_likely_rails(game, state)


def _nearest(game: Trc, control: FrozenMap[Hex, str], where: dict[str, HexSet], untold: HexSet) -> FrozenMap[Hex, str]:
    """Return the likeliest control: places of which nothing is told go to the side that stands nearer."""
    distance = game.board.grid.distance
    found: dict[Hex, str] = {}
    for place in hexes(untold):
        far = {
            side: min((distance(place, at) for at in hexes(held)), default=0) for side, held in where.items() if held
        }
        least = [side for side, steps in far.items() if steps == min(far.values())]
        if len(least) == 1:
            found[place] = least[0]
    return control.merged(found)


def _with_likely_rails(game: Trc, state: State) -> State:
    """Return a position with the rails that sides convert who have held their places for long."""
    for side in SIDES:
        gained = assess(game, state, side).full.due
        rail = {own: state.rail[own] | gained if own == side else state.rail[own] & ~gained for own in SIDES}
        state = replace(state, rail=FrozenMap(rail))
    return state
