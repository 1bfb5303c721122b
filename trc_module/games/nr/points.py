"""Victory points of events (12.5): a number on a track, which surrendered units and the war elsewhere move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trc_module.games.nr.data import Nr
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


class PointSystem(Quiet):
    """Points of events in records: `event-points: -2`."""

    keys = {"event-points": "the victory points of events of the side with the initiative, as 2 or -1"}  # noqa: RUF012

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
