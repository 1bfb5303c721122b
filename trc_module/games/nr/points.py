"""Victory points of events (12.5): a number on a track, which surrendered units and the war elsewhere move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trc_module.games.nr.data import OTHER_SIDE, Nr
from trc_module.games.nr.marks import CardPoints, UnsurePoints
from trc_module.hexgrid import HexSet
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import Quiet, Slice
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

EVENT_POINTS: Slice[int] = Slice("event-points", 0)
"""The points of events, for the side that has the initiative; below 0 against it."""


def event_points(state: State) -> int:
    """Return the points of events, for the side that has the initiative."""
    return EVENT_POINTS.of(state)


def with_event_points(game: Nr, state: State, more: int) -> State:
    """Return the position with points of events added for the side that has the initiative, within the track."""
    most = game.values["most-event-vp"]
    return EVENT_POINTS.put(state, max(-most, min(most, EVENT_POINTS.of(state) + more)))


def with_points_of_events(game: Nr, state: State, side: str, gained: int) -> State:
    """Return the position in which a card has brought a side points: on the track they count against the other."""
    more = gained if side == game.initiative(state) else -gained
    return with_event_points(game, state, more).with_mark(CardPoints())


def with_unsure_points(state: State, more: int) -> State:
    """Return the position in which so many points more or less are possible."""
    before = unsure_points(state)
    return UnsurePoints.forgotten(state).with_mark(CardPoints(), UnsurePoints(str(before + more)))


def unsure_points(state: State) -> int:
    """Return by how many points the track may differ from our count."""
    return next((int(mark.points) for mark in UnsurePoints.all(state)), 0)


def holds(game: Nr, state: State, word: str, where: list[str]) -> bool:
    """Tell whether the condition of an event about points is met.

    `axis-holds` and `soviet-holds`: the side controls one of the places, or all of those joined by a plus;
    `axis-in` and `soviet-in`: a unit of the side stands in one of the hexes or regions.
    """
    side, _, how = word.partition("-")
    if how == "holds":
        held = game.controlled(state, side)
        return any(all(_stands(game, state, side, held, each) for each in group.split("+")) for group in where)
    held = game.held(state, side)
    return any(held & (game.region(each) or 1 << game.board.grid.hex(each)) for each in where)


def _stands(game: Nr, state: State, side: str, held: HexSet, name: str) -> bool:
    at = 1 << game.board.grid.hex(name)
    if at & game.places_mask:
        return bool(held & at)
    # No side controls an area that does not count: a side has it if only its units stand there.
    return bool(game.held(state, side) & at and not game.held(state, OTHER_SIDE[side]) & at)


class PointSystem(Quiet):
    """Points of events in records: `event-points: -2`."""

    keys = FrozenMap({"event-points": "the victory points of events of the side with the initiative, as 2 or -1"})

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read the number."""
        tokens = lines[-1]
        text = tokens.peek()
        if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 3:
            raise tokens.error("a number, as 2 or -1")
        found = int(tokens.take("a number"))
        tokens.end()
        return EVENT_POINTS.put(state, found)

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the number."""
        if found := EVENT_POINTS.of(state):
            yield "event-points", str(found)
