"""Chapter 17.2.1: who controls cities, oil wells and rail junctions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from trc_module.board import Terrain
from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.data import SIDES, Trc
from trc_module.games.trc.steps import WEATHER
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Marker
from trc_module.rules.control import ControlTracker
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.results import SideResult, outstanding
from trc_module.rules.state import State
from trc_module.sentence import Sentence

UNSURE = "unsure-control"
UNTOLD = "untold-control"
"""The trace of places whose controller a log that begins late has not shown yet."""
CHANGED = "changed"
NOBODY = ""
TURN, IMPULSE = "was", "began"
"""The prefixes of the traces of places that have changed hands since the player turn, or the impulse, began, by who
held them then: `was-axis`, `began-nobody`."""
HELD_SINCE = {period: {side: f"{period}-{side or 'nobody'}" for side in (*SIDES, NOBODY)} for period in (TURN, IMPULSE)}
"""Those traces, by period and holder."""


@lru_cache(maxsize=8)
def holding(game: Trc) -> ControlTracker:
    """Return how units control places; partisans and aircraft control none (19.2)."""
    places: HexSet = sum(1 << h for h in game.controllable)
    return ControlTracker(places, game.zones.reach, game.zones.own_hex | game.zones.none)


@lru_cache(maxsize=512)
def held(control: FrozenMap[Hex, str]) -> Mapping[str, HexSet]:
    """Return the places that each side controls."""
    sets: dict[str, HexSet] = dict.fromkeys(SIDES, 0)
    for place, side in control.items():
        if side:
            sets[side] |= 1 << place
    return sets


def holders(game: Trc, state: State) -> dict[str, HexSet]:
    """Return the hexes with units of each side that can control places."""
    how = holding(game)
    return {side: how.holders(deployment) for side, deployment in state.forces.items()}


def contested_places_remain(state: State) -> bool:
    """Tell whether a vacant place in the zones of both sides stays whose it was: the other reading of C07."""
    return "C07b" in state.options


def controls(state: State, side: str, place: Hex) -> bool | None:
    """Tell whether a side controls a place at this moment; None if the record does not say enough."""
    if state.traces.get(UNSURE, 0) >> place & 1:
        return None
    return state.control.get(place) == side


def held_when_began(state: State, place: Hex, period: str) -> str | None:
    """Return who held a place when the player turn or the impulse began, '' for neither side; None if unknown."""
    if state.traces.get(UNSURE, 0) >> place & 1:
        return None
    for side, trace in HELD_SINCE[period].items():
        if state.traces.get(trace, 0) >> place & 1:
            return side
    if state.traces.get(CHANGED, 0) >> place & 1 and (period == TURN or held_when_began(state, place, TURN) is None):
        return None
    return state.control.get(place, NOBODY)


def with_changes(state: State, places: Iterable[Hex], guessed: HexSet = 0) -> FrozenMap[str, HexSet]:
    """Return the traces of a position once some places have changed hands.

    Where it was not known who held a place it is not known either who held it when the turn or the impulse began; so
    for the places of which the position only guesses it, because the log began late.
    """
    found = dict(state.traces)
    changed, unsure = found.get(CHANGED, 0), found.get(UNSURE, 0) | guessed
    for place in places:
        member, holder = 1 << place, state.control.get(place, NOBODY)
        was, began = (_among(found, period, member) for period in (TURN, IMPULSE))
        fresh = not changed & member
        if unsure & member or not (fresh or was):
            if was and not began:
                found[was] &= ~member
        else:
            for trace in (HELD_SINCE[TURN][holder],) * (not was) + (HELD_SINCE[IMPULSE][holder],) * (not began):
                found[trace] = found.get(trace, 0) | member
        changed |= member
    return FrozenMap({**found, CHANGED: changed})


def _among(traces: Mapping[str, HexSet], period: str, member: HexSet) -> str:
    return next((trace for trace in HELD_SINCE[period].values() if traces.get(trace, 0) & member), "")


@book.rule("17.2.1b")
def city_control(game: Trc, state: State, place: Hex) -> str | None:
    """A side controls a city by occupying it, or by being the last with an uncontested zone of control in it."""
    return holding(game).holder(place, holders(game, state))


@book.rule("17.2.1d")
def contested_city(game: Trc, state: State, place: Hex) -> bool:
    """Neither side controls a vacant city that is in the zones of control of both sides."""
    return city_control(game, state, place) == NOBODY


@book.rule("17.2.1e")
def still_nobodys(game: Trc, state: State, place: Hex) -> bool:
    """An uncontrolled city stays uncontrolled until a side gains it."""
    return state.control.get(place) == NOBODY and city_control(game, state, place) is None


@book.rule("17.2.1c")
def changed_in_this_turn(state: State, place: Hex) -> bool:
    """Control changes hands in every movement and combat phase, of either player's turn."""
    return bool(state.traces.get(CHANGED, 0) >> place & 1)


@book.rule("3.5")
def control_at_the_start(game: Trc, place: Hex) -> str:
    """Each side begins with control of everything on its side of the start line."""
    return next((side for side, members in game.board.start_side.items() if members >> place & 1), NOBODY)


@book.judge(Marker)
def judge_flags(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """Compare a flag, `mark control PLACE SIDE`, with who controls the place."""
    if act.marker != "control":
        return
    name, _, shown = act.where.rpartition(" ")
    place = game.places.get(name) or game.board.grid.find(name)
    side = NOBODY if shown == "none" else shown
    if place is None or place not in game.controllable or (side and side not in SIDES):
        text = Sentence("'mark control {where}' must name a city, oil well or junction, and a side.", act.where)
        yield Finding("17.2.1b", Verdict.SKIPPED, text)
    elif controls(state, side, place) is None:
        text = Sentence("Control of {name} depends on an unknown route.", name)
        yield Finding("17.2.1c", Verdict.UNDECIDED, text, hexes=(game.hex_name(place),))
    elif state.control.get(place, NOBODY) != side:
        rule, why = _why_controlled(game, state, place)
        right = state.control.get(place, NOBODY).capitalize() or "nobody's"
        text = Sentence(
            "A flag shows {name} as {shown}, but it is {right}: {why}.",
            name,
            side.capitalize() or "nobody's",
            right,
            why,
        )
        yield violation(rule, text, hexes=(game.hex_name(place),), facts=_facts(game, place))


def _why_controlled(game: Trc, state: State, place: Hex) -> tuple[str, str]:
    """Return the rule by which a place has its holder, the most special first, and what it says."""
    if control_is_frozen(game, state):
        return "13.3-EXd", "control does not change while the losses of an exchange are taken"
    at_start = state.control.get(place, NOBODY) == control_at_the_start(game, place)
    if state.clock.turn <= 1 and state.clock.phase == WEATHER and at_start:
        return "3.5", "the start line decides control at the beginning"
    if game.board.junctions >> place & 1:
        return "9.4.2b", "junctions are controlled as cities are"
    if contested_city(game, state, place):
        return "17.2.1d", "it is vacant and in the zones of control of both sides"
    if still_nobodys(game, state, place):
        return "17.2.1e", "neither side has gained it since it was contested"
    if city_control(game, state, place) is None and changed_in_this_turn(state, place):
        return "17.2.1c", "control has changed this turn"
    return "17.2.1b", "the side that occupies it, or was last to have it in an uncontested zone of control, controls it"


def _facts(game: Trc, place: Hex) -> tuple[Fact, ...]:
    board = game.board
    if board.junctions >> place & 1:
        return (board.fact(f"junction {game.hex_name(place)}"),)
    city = board.city_at.get(place)
    return () if city is None else (city.fact,)


@book.effect(Marker)
def flags_change_nothing(game: Trc, state: State, act: Marker) -> State:
    """Leave the position alone: a flag shows what follows from where units stand."""
    return state


@book.rule("13.3-EXd")
def control_is_frozen(game: Trc, state: State) -> bool:
    """Control of cities, oil wells and junctions does not change while the losses of an exchange are taken."""
    battle = state.battles[-1] if state.battles else None
    if battle is None or battle.result != "EX" or not battle.lost:
        return False
    woods = [unit for unit in battle.defenders if game.board.terrain[battle.places[unit]] is Terrain.WOODS]
    attackers = outstanding(SideResult(lose=1), battle.attackers, battle)
    defenders = outstanding(SideResult(lose=1, retreat=(1, 2)), battle.defenders, battle, woods)
    return bool(attackers.losses or defenders.losses or defenders.retreats)
