"""Lines that are withdrawn: their marker went away again, chat takes their die back, or nobody fell to their claim."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import Struct

from trc_module.auditing.drags import DragLeg, legs_of
from trc_module.auditing.typed import taken_back
from trc_module.declarations import DEFEND, WIN_AT_ONCE, Declaration, Grammar
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import PieceChange
from trc_module.rules.clock import Clock
from trc_module.rules.interpretation import Line
from trc_module.rules.state import State, UnitId


class _Said(Struct, frozen=True):
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
    for says in step.declarations:
        kind = verbs[says.verb].marker
        if kind and says.get("at"):
            yield _Said(step.number, side, says, kind)


def _takes_away(log: GameLog, change: PieceChange, said: _Said) -> bool:
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


def without_repeated_dice(said: Mapping[int, tuple[Line, ...]], rolled: Collection[int]) -> dict[int, tuple[Line, ...]]:
    """Return the lines of steps without those of dice that only repeat what a line before says.

    VASSAL writes a line again, and not its die, for who logs while he steps through another log. `rolled` are the steps
    in which a die was rolled.
    """
    known: set[tuple[str, tuple[tuple[str, str], ...]]] = set()
    found: dict[int, tuple[Line, ...]] = {}
    for step, lines in said.items():
        kept = []
        for line in lines:
            what = line.says.verb, tuple(sorted(line.says.fields.items()))
            tells = line.says.get("die") or line.says.get("dice")
            if not tells or step in rolled or what not in known:
                kept.append(line)
            if tells and step in rolled:
                known.add(what)
        found[step] = tuple(kept)
    return found


def with_dice_taken_back(lines: Iterable[Line], chat: Sequence[tuple[int, str]]) -> list[Line]:
    """Return lines, those of a die as withdrawn of which a player typed shortly after it that it was a mistake."""
    return [
        replace(line, withdrawn=True) if line.says.get("die") and taken_back(chat, line.step) else line
        for line in lines
    ]


def with_idle_claims(grammar: Grammar, lines: Sequence[Line], legs: Iterable[DragLeg], state: State) -> list[Line]:
    """Return lines, those as withdrawn that claim a victory at once and whose enemies all stay on the map."""
    last = {leg.unit: leg.after for leg in legs}
    foes: dict[str, list[UnitId]] = {}
    for line in lines:
        if grammar.role(line.says.verb) == DEFEND:
            foes.setdefault(line.says["b"], []).append(line.says["u"])
    stay = {
        number
        for number, units in foes.items()
        if all(not isinstance(last.get(unit, state.place(unit)), str | None) for unit in units)
    }
    claims = [grammar.role(line.says.verb) == WIN_AT_ONCE and line.says["b"] in stay for line in lines]
    return [replace(line, withdrawn=True) if idle else line for line, idle in zip(lines, claims, strict=True)]
