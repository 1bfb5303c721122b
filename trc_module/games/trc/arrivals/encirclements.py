"""Chapter 20.10: units that leave the map over an enemy edge, and what the other side must take off for them."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.trc.acts.departures import Exit
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.withdrawals import BY_THE_BOOK, UNMATCHED, arriving_now, owing, unmatched
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import REMOVED
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.marks import Withdrawn
from trc_module.games.trc.steps import END, MOVEMENT
from trc_module.roster import Unit
from trc_module.rules.actions import End, Enter, Replace
from trc_module.rules.counts import doubts_of, resting_on, settled
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import State
from trc_module.sentence import Sentence

_ENEMY_EDGES = {AXIS: ("east", "south"), RUSSIAN: ("west",)}
FIRST_TURN = 5
"""January/February 1942."""


def enemy_edges(state: State, side: str) -> tuple[str, ...]:
    """Return the edges over which a side's units threaten the enemy's rear (C26)."""
    return ("east",) if side == AXIS and "C26b" in state.options else _ENEMY_EDGES[side]


def _edges(game: Trc, state: State, act: Exit) -> frozenset[str]:
    """Return the edges by which a unit may have left the map."""
    at = state.place(act.unit)
    if at is None or isinstance(at, str):
        return frozenset()
    found = frozenset(edge for edge, members in game.board.edges.items() if members >> at & 1)
    return found & {act.edge} if act.edge else found


@book.check("20.10.1d", Exit)
def over_an_enemy_edge(game: Trc, state: State, act: Exit) -> Iterator[Finding]:
    """A unit leaves over an enemy edge in a movement phase; from 1942 on the enemy must match it."""
    side = game.side_of[act.unit]
    if side != state.clock.side:
        return
    place = state.place(act.unit)
    at = (game.hex_name(place),) if place is not None and not isinstance(place, str) else ()
    edges = _edges(game, state, act)
    if state.clock.phase != MOVEMENT:
        yield violation(
            "20.10.1d", Sentence("{unit} left the map outside a movement phase.", act.unit), units=(act.unit,), hexes=at
        )
    elif not edges & set(enemy_edges(state, side)):
        enemy = enemy_edges(state, side)
        name = ", ".join(at) or game.where(place)
        if act.edge in enemy:
            text = Sentence(
                "{unit} left the map from {name} over the {edge} edge, but {name} is not on that edge.",
                act.unit,
                name,
                act.edge,
            )
        elif act.edge:
            theirs = (
                Sentence("edge is {enemy}", enemy[0])
                if len(enemy) == 1
                else Sentence("edges are {enemy}", " and ".join(enemy))
            )
            text = Sentence(
                "{unit} left the map from {name} over the {edge} edge; the enemy's {theirs}.",
                act.unit,
                name,
                act.edge,
                theirs,
            )
        else:
            text = Sentence(
                "{unit} left the map from {name}, which is not on an enemy edge ({enemy}).",
                act.unit,
                name,
                " or ".join(enemy),
            )
        yield violation("20.10.1d", text, units=(act.unit,), hexes=at)
    elif state.clock.turn < FIRST_TURN:
        text = Sentence("{unit} left the map before 1942, so its factors need not be matched.", act.unit)
        yield Finding("20.10.1d", Verdict.NOTE, text, (act.unit,), at)


@book.effect(Exit)
def leave(game: Trc, state: State, act: Exit) -> State:
    """Take the unit off the map, and let the enemy owe its factors."""
    unit = game.units[act.unit]
    edges = _edges(game, state, act) & set(enemy_edges(state, unit.side))
    counts = bool(edges) and state.clock.turn >= FIRST_TURN
    state = state.with_unit(unit.side, act.unit, REMOVED)
    enemy = ENEMY[unit.side]
    if not counts:
        return state
    state = resting_on(state, f"{enemy} {UNMATCHED}", (unit,))
    return owing(state, enemy, unmatched(state, enemy) + (unit.combat or 0))


def _by_the_book(game: Trc, state: State) -> int:
    return sum(game.units[mark.unit].combat or 0 for mark in Withdrawn.all(state) if mark.rule == BY_THE_BOOK)


def _to_match(game: Trc, state: State) -> tuple[int, str]:
    """Return what the side to play has still to match, and the special rule that it then breaks."""
    left = unmatched(state, state.clock.side)
    counted_twice = state.clock.side == AXIS and left <= _by_the_book(game, state)
    return left, "20.10.1c" if counted_twice else ""


def _of_the_debt(game: Trc, state: State) -> tuple[Fact, ...]:
    return doubts_of(state, f"{state.clock.side} {UNMATCHED}", game.units)


def _of_the_means(game: Trc, state: State) -> tuple[Fact, ...]:
    """Return the facts about the factors of the units with which the side to play can match."""
    return tuple(unit.fact("combat") for unit in _means(game, state))


@book.check("20.10.1a", End)
def match_what_left(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The factors that the enemy has moved off over one's edge are matched in one's next turn."""
    if state.clock.phase != END:
        return
    left, special = _to_match(game, state)
    if left and left <= available(game, state):
        why = " withdrawals of the order of battle do not count" if special else " they must be withdrawn this turn"
        yield violation(
            special or "20.10.1a",
            Sentence(
                "The {player} has not matched {left} combat factors that left over its edge;{why}.",
                _player(state),
                left,
                why,
            ),
            facts=_of_the_debt(game, state),
        )


def _player(state: State) -> str:
    return "Axis" if state.clock.side == AXIS else "Russian"


def available(game: Trc, state: State) -> int:
    """Return the combat factors with which the side to play can match: its units on the map and what may come in."""
    return sum(unit.combat or 0 for unit in _means(game, state))


def _means(game: Trc, state: State) -> Iterator[Unit]:
    for name, place in state.forces[state.clock.side].places.items():
        if not isinstance(place, str) or arriving_now(game, state, game.units[name]):
            yield game.units[name]


@book.check("20.10.1b", Enter, Replace, SeaMove)
def match_before_placing(game: Trc, state: State, act: Enter | Replace | SeaMove) -> Iterator[Finding]:
    """The match comes before any arrival is placed on the map."""
    unit = game.units[act.unit]
    place = act.goal if isinstance(act, SeaMove) else act.place
    at_sea = isinstance(act, SeaMove) and not isinstance(act.start, str)
    if isinstance(place, str) or at_sea or unit.side != state.clock.side or unit.type == "partisan":
        return
    left, special = _to_match(game, state)
    if left:
        yield violation(
            special or "20.10.1b",
            Sentence(
                "{unit} was placed while {left} combat factors that left over the edge were still unmatched.",
                act.unit,
                left,
            ),
            units=(act.unit,),
            facts=_of_the_debt(game, state),
            dedup_key=(unit.side, "20.10.1b", state.clock),
        )


@book.check("20.10.2", End)
def match_or_lose(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """A side that cannot match the factors that left over its edge loses at once."""
    left = unmatched(state, state.clock.side)
    # Units rarely leave the map, and otherwise none need be counted.
    if left and left > (have := available(game, state)):
        yield violation(
            "20.10.2",
            Sentence(
                "The {player} must match {left} combat factors but has only {have}, and so loses the game.",
                _player(state),
                left,
                have,
            ),
            facts=(*_of_the_debt(game, state), *_of_the_means(game, state)),
            dedup_key=(state.clock.side, "20.10.2", state.clock.turn),
        )


@book.effect(End)
def told_is_told(game: Trc, state: State, act: End) -> State:
    """Forget a debt that was not paid in time: it is told once."""
    if state.clock.phase != END:
        return state
    side = state.clock.side
    return settled(owing(state, side, 0), f"{side} {UNMATCHED}")
