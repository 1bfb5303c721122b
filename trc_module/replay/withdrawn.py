"""Lines that markers printed of a place, and that are withdrawn: the marker went away before the opponent acted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trc_module.declarations import Declaration
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.drags import legs_of
from trc_module.replay.events import Reported, Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import Change
from trc_module.rules.clock import Clock


@dataclass(frozen=True, slots=True)
class _Said:
    """A line about a marker: its step, the side whose turn it was, what it says, and the kind of the marker."""

    step: int
    side: str | None
    says: Declaration
    kind: str


def withdrawn(log: GameLog, begins: Clock | None, steps: Iterable[Step]) -> frozenset[tuple[int, str, str]]:
    """Return the lines whose markers were taken away from where they lay, each by its step, its verb and its place.

    The opponent has acted when the tracker shows his turn and a unit is moved.
    """
    found: set[tuple[int, str, str]] = set()
    open_: list[_Said] = []
    side = None if begins is None else begins.side
    for step in steps:
        for event in step.events:
            clock = log.clock_of(event.new) if isinstance(event, TurnSet) and event.tracker == TRACKER_ID else None
            side = side if clock is None else clock.side
        if open_ and any(legs_of(log, step)):
            open_ = [said for said in open_ if said.side == side]
        gone = [change for change in step.changes.pieces if change.moved and change.before is not None]
        found |= {
            (said.step, said.says.verb, said.says["at"])
            for said in open_
            if any(_takes_away(log, change, said) for change in gone)
        }
        open_ += _of_markers(log, step, side)
    return frozenset(found)


def _of_markers(log: GameLog, step: Step, side: str | None) -> Iterator[_Said]:
    verbs = log.parts.game.grammar.verbs
    for event in step.events:
        if isinstance(event, Reported) and isinstance(event.declares, Declaration):
            says = event.declares
            kind = verbs[says.verb].marker
            if kind and says.get("at"):
                yield _Said(step.number, side, says, kind)


def _takes_away(log: GameLog, change: Change, said: _Said) -> bool:
    """Tell whether a marker of the line's kind leaves the place that the line names."""
    at = log.parts.board.grid.find(said.says["at"])
    if at is None or not _is_of(log, change.piece, said.kind):
        return False
    return _hex(log, change.before) == at and _hex(log, change.after) != at


def _is_of(log: GameLog, piece: Piece, kind: str) -> bool:
    marker = log.marker_of(piece)
    return marker is not None and marker.kind == kind


def _hex(log: GameLog, spot: Spot | None) -> object:
    return None if spot is None else log.parts.layout.place(spot.map, spot.x, spot.y)
