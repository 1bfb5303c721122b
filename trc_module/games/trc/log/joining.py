"""Beginning of a late log: the facts that its first position shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from trc_module.games.trc.arrivals.entry_hexes import waiting_in
from trc_module.games.trc.arrivals.minor_allies import CAPITALS, in_play
from trc_module.games.trc.arrivals.special_entries import APPROACHES, GARRISONS
from trc_module.games.trc.data import AXIS, ENEMY, SIDES, Trc
from trc_module.games.trc.marks import UNDECLARED, Triggered
from trc_module.games.trc.special_rules import Basic, joined_late, special_rule
from trc_module.games.trc.steps import COMBAT, MOVEMENT, WEATHER
from trc_module.games.trc.supply.control import UNTOLD, contested_places_remain, holders, holding
from trc_module.games.trc.supply.rail_conversion import assess
from trc_module.games.trc.supply.rails import UNTOLD_RAILS
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Mark, State
from trc_module.systems.rails import rails_of, with_rails


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
        and (clock.side, clock.part) == (begun.side, 1)
        and (clock.phase in (WEATHER, MOVEMENT))
    )


def _as_it_stands(game: Trc, state: State, known: State | None) -> State:
    state = joined_late(game, state.with_mark(*_released(game, state)))
    where = holders(game, state)
    shown = holding(game).all_holders(where)
    if contested_places_remain(state):
        shown = {place: side for place, side in shown.items() if side}
    untold: HexSet = sum(1 << place for place in game.controllable if place not in shown)
    traces = state.traces.put(UNTOLD, untold).put(UNTOLD_RAILS, game.board.rail_hexes)
    if known is not None:
        state = replace(state, control=known.control.merged(shown), traces=traces)
        return with_rails(state, rails_of(known))
    behind = _behind(game, where) if all(where.values()) else {}
    # Where a side holds the other's capital the game is over (25), and no log begins.
    of_victory = sum(1 << game.places[city] for city in ("Berlin", "Moscow"))
    likely = {place: side for side, members in behind.items() for place in hexes(members & untold & ~of_victory)}
    # A country whose capital the enemy holds when his turn ends has surrendered (24.3).
    likely |= {game.places[city]: AXIS for country, city in CAPITALS.items() if in_play(game, state, country)}
    control = state.control.merged({**likely, **shown})
    return _with_likely_rails(game, replace(state, control=control, traces=traces), behind)


def _released(game: Trc, state: State) -> Iterator[Mark]:
    """Yield the marks of the garrisons that have been released: a unit of theirs has left its box (20.7, 20.8)."""
    for approach in APPROACHES:
        # A unit that an earlier release brings as well shows that release alone.
        own = approach.units - frozenset[str]().union(*(a.units for a in APPROACHES if a.units < approach.units))
        if any(_has_left(game, state, game.units[unit]) for unit in own):
            yield from (Triggered(other.event) for other in APPROACHES if other.units <= approach.units)


def _has_left(game: Trc, state: State, unit: Unit) -> bool:
    begun = waiting_in(game.start(state.scenario, state.options), unit)
    return (
        begun in GARRISONS
        and waiting_in(state, unit) not in GARRISONS
        and not special_rule(game, state, unit, Basic.RELEASE)
    )


def _behind(game: Trc, where: Mapping[str, HexSet]) -> dict[str, HexSet]:
    """Return the hexes to which each side stands nearer than the other."""
    grid, found, reached = game.board.grid, dict.fromkeys(where, 0), dict(where)
    free = grid.all
    while free and any(reached.values()):
        taken: HexSet = 0
        for side, members in reached.items():
            others = reached[ENEMY[side]]
            found[side] |= members & free & ~others
            taken |= members
        free &= ~taken
        reached = {side: grid.spread(members) & free for side, members in reached.items()}
    return found


def _with_likely_rails(game: Trc, state: State, behind: Mapping[str, HexSet]) -> State:
    """Return a position in which the rails are whose they are for the most part: those behind a side are its own."""
    rails = game.board.rail_hexes
    for side, members in behind.items():
        state = with_rails(state, _gained(rails_of(state), side, members & rails))
    for side in SIDES:
        state = with_rails(state, _gained(rails_of(state), side, assess(game, state, side).full.due))
    return state


def _gained(rail: FrozenMap[str, HexSet], side: str, members: HexSet) -> FrozenMap[str, HexSet]:
    return FrozenMap({own: hexes_ | members if own == side else hexes_ & ~members for own, hexes_ in rail.items()})
