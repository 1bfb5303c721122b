"""Chapters 20.6 to 20.8: units that an event of the game brings in, in Lapland, Bucharest and Warsaw."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, city_gate, waiting_in
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import PerhapsTriggered, Triggered, Waiting
from trc_module.games.trc.movement.mover import blockers
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.steps import END
from trc_module.games.trc.supply.control import CHANGED, UNSURE
from trc_module.hexgrid import HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import End, Enter, Move, Retreat
from trc_module.rules.finding import Finding, Verdict, by_some_way, violation
from trc_module.rules.state import State
from trc_module.rules.unknown_paths import corridor
from trc_module.sentence import Sentence
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import weather_of

LAPLAND = "lapland"
GARRISONS = frozenset({"bulgarian-garrison", "warsaw-garrison"})
"""The boxes in which the garrisons wait."""
FIRST_RELEASE = 11
"""January/February 1943, before which no garrison is released (20.7)."""


class GarrisonRelease(Struct, frozen=True):
    """A garrison that a Russian unit releases by coming near its city."""

    event: str
    rule: str
    city: str
    reach: int
    year: int
    """From when on."""
    units: frozenset[str]


APPROACHES = (
    GarrisonRelease("bulgarian-garrison", "20.7.1", "Bucharest", 5, 1943, frozenset({"ger-15-mtn", "ger-21-mtn"})),
    GarrisonRelease(
        "bulgarian-garrison-1944",
        "20.7.2",
        "Bucharest",
        5,
        1944,
        frozenset({"ger-15-mtn", "ger-21-mtn", "ger-91-mtn", "ger-97-mtn", "ger-5-ss-mtn"}),
    ),
    GarrisonRelease("warsaw-garrison", "20.8", "Warsaw", 2, 1944, frozenset({"ger-4-ss-pz", "ger-hg-pz"})),
)


def _released(state: State, unit: Unit) -> bool:
    return any(Triggered(approach.event) in state.marks for approach in _of(unit))


def _of(unit: Unit) -> tuple[GarrisonRelease, ...]:
    return tuple(approach for approach in APPROACHES if unit.id in approach.units)


def _zone(game: Trc, approach: GarrisonRelease) -> HexSet:
    return _around(game, approach.city, approach.reach)


@lru_cache(maxsize=32)
def _around(game: Trc, city: str, reach: int) -> HexSet:
    return game.board.grid.disc(game.board.cities[city].hex, reach)


def _year(game: Trc, state: State) -> int:
    turn = game.charts.turns.get(state.clock.turn)
    return turn.year if turn else 0


@book.rule("20.7.1")
def garrison_gate(case: Arrival) -> EntryHexes | None:
    """The garrisons of Bulgaria and Warsaw arrive at their city; a unit of two releases by the first."""
    approaches = _of(case.unit)
    return city_gate(case, approaches[0].rule, approaches[0].city, ()) if approaches else None


@book.check("20.7.2", "20.8", Enter, Delay)
def garrisons_wait_for_the_enemy(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """A Russian unit near its city releases a garrison; a unit of two releases is reported under the first."""
    unit = game.units[act.unit]
    approaches = _of(unit)
    box = waiting_in(state, unit)
    if not approaches or box not in GARRISONS:
        return
    if state.clock.side != AXIS or special_rule(game, state, unit, Basic.RELEASE):
        return
    first = approaches[0]
    rule, city = first.rule, first.city
    if _released(state, unit):
        if in_movement(state.clock, AXIS, 2):
            text = Sentence(
                "{unit} was due in the first impulse and arrives now, like a unit from the off-map box.", act.unit
            )
            yield Finding(rule, Verdict.NOTE, text, (act.unit,))
        return
    perhaps = any(PerhapsTriggered(approach.event) in state.marks for approach in approaches)
    zone = _zone(game, first)
    if perhaps or (_year(game, state) >= first.year and state.forces[RUSSIAN].occupied & zone):
        text = Sentence(
            "It is unknown whether a Russian unit has come within {reach} hexes of {city} since {year}.",
            first.reach,
            city,
            first.year,
        )
        yield Finding(rule, Verdict.UNDECIDED, text, (act.unit,))
        return
    yield violation(
        rule,
        Sentence(
            "{unit} arrived, but since {year} no Russian unit has come within {reach} hexes of {city}.",
            act.unit,
            first.year,
            first.reach,
            city,
        ),
        units=(act.unit,),
    )


# Lapland

_CAPTURED = {RUSSIAN: ("20.6a", "Helsinki"), AXIS: ("20.6b", "Archangel")}


def northern_rails(game: Trc) -> HexSet:
    """Return the rail hexes at the north edge."""
    return game.board.edge_rails["north"]


@book.rule("20.6a", "20.6b")
def lapland_gate(case: Arrival) -> EntryHexes | None:
    """The Russian 14th Army arrives after Helsinki was captured, the 36th and Dietl mountain corps after Archangel."""
    if case.box != LAPLAND:
        return None
    side = case.unit.side
    rails = northern_rails(case.game)
    if "R5b" in case.state.options:
        rails &= ~case.state.forces[side].occupied
    names = " or ".join(case.game.board.grid.names(rails)) or "none is left"
    facts = tuple(case.game.board.fact(f"exit {name}") for name in case.game.board.grid.names(rails))
    return EntryHexes(
        _CAPTURED[side][0],
        rails,
        Sentence("at a rail hex of the north edge that no enemy holds ({names})", names),
        facts,
    )


@book.rule("20.6c")
def wait_for_a_free_hex(game: Trc, state: State, side: str) -> bool:
    """Lapland reinforcements wait while the enemy holds every rail hex of the north edge."""
    taken = state.forces[side].occupied if "R5b" in state.options else 0
    return not northern_rails(game) & ~(blockers(game, state, side) | taken)


@book.judge(Enter, Delay)
def judge_lapland(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """Judge the time of a Lapland reinforcement."""
    unit = game.units[act.unit]
    if (
        waiting_in(state, unit) != LAPLAND
        or state.clock.side != unit.side
        or special_rule(game, state, unit, Basic.RELEASE)
    ):
        return
    rule, name = _CAPTURED[unit.side]
    city = game.board.cities[name].hex
    taken = state.control.get(city) == unit.side
    fresh = state.traces.get(CHANGED, 0) >> city & 1
    if state.traces.get(UNSURE, 0) >> city & 1 and not _lapland_released(state, unit.side):
        text = Sentence(
            "{unit} may arrive only if {name} was captured, and control of {name} depends on an unknown route.",
            act.unit,
            name,
        )
        yield by_some_way(rule, text, (act.unit,), (game.hex_name(city),))
    elif not (taken and not fresh) and not _lapland_released(state, unit.side):
        why = "was captured only this turn" if taken else "has not been captured"
        yield violation(
            rule,
            Sentence("{unit} arrived, but {name} {why}.", act.unit, name, why),
            units=(act.unit,),
            hexes=(game.hex_name(city),),
        )
    elif in_movement(state.clock, unit.side, 2) and not _waits(state, unit.side):
        text = Sentence(
            "{unit} was due in the first impulse and arrives now, like a unit from the off-map box.", act.unit
        )
        yield Finding(rule, Verdict.NOTE, text, (act.unit,))


def comes_by_event(game: Trc, state: State, unit: Unit) -> bool | None:
    """Tell whether an event brings a unit in now; None if it may have happened."""
    box = waiting_in(state, unit)
    if box == LAPLAND and not special_rule(game, state, unit, Basic.RELEASE):
        city = game.board.cities[_CAPTURED[unit.side][1]].hex
        fresh = state.traces.get(CHANGED, 0) >> city & 1
        return _lapland_released(state, unit.side) or (state.control.get(city) == unit.side and not fresh)
    if _released(state, unit) or special_rule(game, state, unit, Basic.RELEASE):
        return True
    return None if any(PerhapsTriggered(approach.event) in state.marks for approach in _of(unit)) else False


def _waits(state: State, side: str) -> bool:
    return Waiting(LAPLAND, side) in state.marks


def _lapland_released(state: State, side: str) -> bool:
    return Triggered(LAPLAND, side) in state.marks


# Watching the game for its events


@book.follow_on(Move, Strategic, RailMove, SeaMove, Retreat, Drop)
def watch_for_approaches(
    game: Trc, before: State, after: State, act: Move | Strategic | RailMove | SeaMove | Retreat | Drop
) -> State:
    """Remember the approaches that release garrisons."""
    # Every checked move comes by here: most are made too early to release anybody.
    if before.clock.turn < FIRST_RELEASE or game.side_of[act.unit] != RUSSIAN:
        return after
    return _watch_approach(game, before, after, act)


@book.follow_on(End)
def watch_lapland(game: Trc, before: State, after: State, act: End) -> State:
    """Remember what brings the Lapland units in."""
    side = before.clock.side
    if before.clock.phase == END:
        # Not before the player turn is over: what a capture brings comes in a later one.
        for captor, (_, name) in _CAPTURED.items():
            if after.control.get(game.board.cities[name].hex) == captor:
                after = after.with_mark(Triggered(LAPLAND, captor))
    elif in_movement(before.clock, side, 1) and wait_for_a_free_hex(game, before, side):
        after = after.with_mark(Waiting(LAPLAND, side))
    elif in_movement(before.clock, side, 2) and not wait_for_a_free_hex(game, before, side):
        after = after.without_marks(lambda mark: mark == Waiting(LAPLAND, side))
    return after


def _watch_approach(
    game: Trc, before: State, after: State, act: Move | Strategic | RailMove | SeaMove | Retreat | Drop
) -> State:
    year = _year(game, before)
    if year < APPROACHES[0].year:
        return after
    entered, between = _ways(game, before, after, act)
    for approach in APPROACHES:
        if year < approach.year:
            continue
        zone = _zone(game, approach)
        if entered & zone:
            after = after.with_mark(Triggered(approach.event))
        elif between & zone:
            after = after.with_mark(PerhapsTriggered(approach.event))
    return after


def _ways(
    game: Trc, before: State, after: State, act: Move | Strategic | RailMove | SeaMove | Retreat | Drop
) -> tuple[HexSet, HexSet]:
    """Return the hexes that a unit has entered, and those that it may have entered on stretches not known."""
    if isinstance(act, Drop | SeaMove):
        at = after.place(act.unit)
        return (0 if at is None or isinstance(at, str) else 1 << at), 0
    way, gaps = act.trail.hexes, act.trail.gaps
    if "C53b" in before.options:
        return 1 << way[-1], 0
    entered = sum(1 << h for h in set(way[1:]))
    if isinstance(act, RailMove):
        return entered, rails_of(before)[RUSSIAN] if gaps else 0
    between: HexSet = 0
    grid = game.board.grid
    steps = game.printed_allowance(act.unit, before.clock.part, weather_of(before)).value or 0
    for i in gaps:
        a, b = way[i], way[i + 1]
        between |= corridor(grid, a, b, max(steps, grid.distance(a, b)))
    return entered, between
