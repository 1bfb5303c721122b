"""Second counters of a unit, as VASSAL's window of counters makes them: each of them is that unit.

A copy stands for its unit where the unit's own counter lies in a box, or was deleted. Where that stands on the map, the
copy is one too many: thrown away it is a note, left on the map beyond a phase it is doubted.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from msgspec import Struct, field, structs

from trc_module.auditing.judged import Done, Noted
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Moved, PieceAdded, Removed, Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import PieceChange
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


class Twice(Struct, frozen=True):
    """A unit with a counter too many on the map: from one step to another, and whether a phase ended meanwhile."""

    unit: UnitId
    first: int
    last: int
    lasting: bool


class WithoutCopies(Struct, frozen=True):
    """The steps of a game, each act with a copy as one of its unit, and what is told of the copies by step."""

    steps: tuple[Step, ...]
    told: tuple[tuple[int, Finding], ...]
    twice: tuple[Twice, ...]


class _Counters(Struct):
    """The counters of a unit: where each lies, and the one that stands for it."""

    spots: dict[str, Spot | None]
    own: str
    thrown: set[str] = field(default_factory=set)
    """Those that were put into a box, or deleted, while another stood on the map."""
    since: int = 0
    """The step since which one too many is on the map; 0 without one."""


def without_copies(log: GameLog, steps: Sequence[Step]) -> WithoutCopies:
    """Return the steps of a game without its copies."""
    if not any(_of_units(log, step, PieceAdded) for step in steps):
        return WithoutCopies(tuple(steps), (), ())
    return _Copies(log).read(steps)


def _of_units(log: GameLog, step: Step, kind: type[PieceAdded] | type[Removed]) -> list[Piece]:
    pieces = (event.piece for event in step.events if isinstance(event, kind))
    return [piece for piece in pieces if log.unit_of(piece) is not None]


class _Copies:
    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._known: dict[UnitId, _Counters] = {}
        for piece in log.start_table.pieces.values():
            unit = log.unit_of(piece)
            if unit is not None:
                known = self._known.setdefault(unit.id, _Counters({}, piece.id))
                known.spots[piece.id] = piece.spot
        self._told: list[tuple[int, Finding]] = []
        self._twice: list[Twice] = []

    def read(self, steps: Sequence[Step]) -> WithoutCopies:
        found = [self._of_step(step) for step in steps]
        ends = [step.number for step in steps if any(_sets_the_tracker(event) for event in step.events)]
        last = steps[-1].number
        for unit, counters in self._known.items():
            if counters.since:
                self._twice.append(Twice(unit, counters.since, last, lasting=False))
        twice = [structs.replace(one, lasting=any(one.first < end <= one.last for end in ends)) for one in self._twice]
        told = [*self._told, *((one.first, _on_the_map_twice(one.unit)) for one in twice if one.lasting)]
        return WithoutCopies(tuple(found), tuple(told), tuple(twice))

    def _of_step(self, step: Step) -> Step:
        new = {piece.id for piece in _of_units(self._log, step, PieceAdded)}
        gone = {piece.id for piece in _of_units(self._log, step, Removed)}
        changes: list[PieceChange] = []
        folded: set[str] = set()
        for change in step.changes.pieces:
            unit, id_ = self._log.unit_of(change.piece), change.piece.id
            known = None if unit is None else self._copied(unit.id, change)
            if unit is None or known is None:
                changes.append(change)
                continue
            folded.add(id_)
            changes += self._of_copy(step.number, unit.id, known, change, deleted=id_ in gone)
            if id_ in new:
                text = Sentence(
                    "A second counter of {unit} was taken out of the window of counters; it is read as the unit.",
                    unit.id,
                )
                self._told.append((step.number, Finding("log.piece", Verdict.NOTE, text, (unit.id,))))
        return _with(step, changes, folded) if folded else step

    def _copied(self, unit: UnitId, change: PieceChange) -> _Counters | None:
        """Return the counters of a unit, if the one that changes is not its only one; else take note of that."""
        known = self._known.setdefault(unit, _Counters({}, change.piece.id))
        if set(known.spots) <= {change.piece.id}:
            known.spots[change.piece.id] = change.after
            return None
        return known

    def _of_copy(
        self, number: int, unit: UnitId, known: _Counters, change: PieceChange, *, deleted: bool
    ) -> Iterator[PieceChange]:
        """Yield the change of a unit that a change of one of its counters is, if it is any."""
        at, before = change.piece.id, known.spots[known.own]
        known.spots[at] = change.after
        others = [id_ for id_, spot in known.spots.items() if id_ != at and self._on_the_map(spot)]
        if not self._on_the_map(change.after) and others:
            known.thrown.add(at)
        if at != known.own and self._on_the_map(change.after) and not self._on_the_map(before):
            known.own = at
        elif at == known.own and deleted and others:
            known.own = others[0]
        if deleted:
            del known.spots[at]
            if at == known.own:
                known.own = next(iter(known.spots), at)
        after = known.spots.get(known.own)
        if before != after and before is not None and after is not None:
            state = change.new_state or change.old_state
            yield structs.replace(change, before=before, after=after, old_state=state, new_state=state)
        self._note_two(number, unit, known)

    def _note_two(self, number: int, unit: UnitId, known: _Counters) -> None:
        """Note since when, or until when, a counter too many lies on the map that was not thrown away before."""
        spare = (id_ for id_, spot in known.spots.items() if id_ != known.own and self._on_the_map(spot))
        two = any(id_ not in known.thrown for id_ in spare)
        if two and not known.since:
            known.since = number
        elif not two and known.since:
            self._twice.append(Twice(unit, known.since, number, lasting=False))
            known.since = 0

    def _on_the_map(self, spot: Spot | None) -> bool:
        place = self._log.place_of(spot)
        return place is not None and not isinstance(place, str)


def _with(step: Step, changes: Sequence[PieceChange], folded: Container[str]) -> Step:
    """Return a step with other changes, the counters of some pieces moved rather than added or removed."""
    events = [e for e in step.events if not (isinstance(e, PieceAdded | Removed) and e.piece.id in folded)]
    went = ((change.piece, change.before, change.after) for change in changes if change.piece.id in folded)
    moved = [Moved((piece,), before, after) for piece, before, after in went if before and after]
    return structs.replace(step, events=(*events, *moved), changes=structs.replace(step.changes, pieces=tuple(changes)))


def _sets_the_tracker(event: object) -> bool:
    return isinstance(event, TurnSet) and event.tracker == TRACKER_ID


def _on_the_map_twice(unit: UnitId) -> Finding:
    text = Sentence("{unit} is on the map twice: a second counter of it was taken out of the window of counters.", unit)
    return Finding("log.piece", Verdict.DOUBT, text, (unit,))


def resting_on_copies(found: Iterable[Noted], acts: Iterable[Done], twice: Sequence[Twice]) -> Iterator[Noted]:
    """Yield findings, those undecided that accuse the units of a battle in which a unit fought that was there twice."""
    fought: list[tuple[int, Twice, Attack]] = []
    for done in acts if twice else ():
        act = done.action
        if isinstance(act, Attack) and done.steps:
            here = (one for one in twice if one.first <= done.steps[-1] <= one.last)
            fought += ((done.steps[-1], one, act) for one in here if one.unit in (*act.attackers, *act.defenders))
    for noted in found:
        units = set(noted.finding.units)
        of = [
            one.unit
            for _, one, act in fought
            if noted.finding.accuses
            and noted.steps
            and one.first <= noted.steps[-1] <= one.last
            and units & {*act.attackers, *act.defenders}
        ]
        if not of or noted.finding.rule.startswith("log."):
            yield noted
            continue
        text = Sentence(
            "{sentence} Whether that is so depends on {fromkeys}, which is on the ",
            noted.finding.sentence,
            in_words(dict.fromkeys(of)),
        )
        finding = replace(noted.finding, verdict=Verdict.UNDECIDED, sentence=Sentence("{text}map twice.", text))
        yield structs.replace(noted, finding=finding)
