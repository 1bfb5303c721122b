"""The evidence of one phase of a log, and the readings that are made from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import Struct, field, structs

from trc_module.auditing.drags import DragLeg
from trc_module.auditing.phases import Phase
from trc_module.auditing.turned import TurnedByHand
from trc_module.reading.changes import Change
from trc_module.rules.finding import Finding
from trc_module.rules.interpretation import Interpretation, Line, PieceTrack
from trc_module.rules.state import Place, State, UnitId


class PhaseEvidence(Struct, frozen=True):
    """The evidence from which readings of one phase start."""

    phase: Phase
    state: State
    """The position with which it began."""
    beside: tuple[Phase, ...]
    lines: Sequence[Line]
    legs: Sequence[DragLeg]
    set_up: bool
    back: Mapping[UnitId, frozenset[int]]
    """The units that were put back at last, with the steps."""
    idle: Sequence[Line]
    """The lines by which a unit should have gone into a box, and did not."""
    undone: Mapping[UnitId, frozenset[int]]
    """The units that were put back during their ways, with the steps."""
    wrong_dice: Sequence[Line]
    """The lines whose die was rolled with the wrong button."""
    chat: tuple[tuple[int, str], ...] = ()
    turned: tuple[TurnedByHand, ...] = ()
    """The counters that were turned by hand, in games whose counters tell something by their faces."""
    tracks: tuple[PieceTrack, ...] = ()
    """The ways of counters as the lines divide them, and as a reading without slips has them."""
    with_slips: tuple[PieceTrack, ...] = ()
    """These ways with their slips, where a reading is without some; empty where `tracks` has them."""
    tracks_by_unit: Mapping[UnitId, PieceTrack] = field(default_factory=dict)
    """Where each counter went in the whole phase."""
    whole: bool = False
    """Whether the phase can be read as a whole."""
    plain: PhaseEvidence | None = None
    """The evidence before its lines were changed; None if they are those of the log."""
    changes: tuple[Change, ...] = ()
    """The changes of its lines."""

    @property
    def dragged(self) -> tuple[PieceTrack, ...]:
        """The ways of counters as they were dragged, slips and all."""
        return self.with_slips or self.tracks

    @property
    def governed(self) -> tuple[PieceTrack, ...]:
        """The ways that a line governs."""
        return tuple(track for track in self.tracks if track.line is not None)


class CandidateReading(Struct, frozen=True):
    """One way to read a phase: what was done, in the order in which it counts, and the dice that this explains."""

    interpretations: tuple[Interpretation, ...]
    dice: frozenset[int]
    """The steps of dice that no line explains, but what happened does."""
    tracks: tuple[PieceTrack, ...]
    """The ways of counters that it is made from, where each is read by itself."""
    evidence: PhaseEvidence
    """What it was made from."""
    aside: bool = False
    """Whether it sets the lines aside that tell of the phase: it is taken only where it breaks fewer rules."""
    chosen: str = ""
    """What was supplied of a player's free choice, as a note tells it; '' for nothing."""
    told: tuple[tuple[int, Finding], ...] = ()
    """What is to be told of the changes of its lines besides, each with its step; it weighs nothing."""


def visits_of(legs: Iterable[DragLeg]) -> dict[UnitId, tuple[tuple[int, Place | None], ...]]:
    """Return every place to which each counter was put, with its step."""
    found: dict[UnitId, tuple[tuple[int, Place | None], ...]] = {}
    for leg in legs:
        found[leg.unit] = (*found.get(leg.unit, ()), (leg.step, leg.after))
    return found


def put_right_as_before(evidence: PhaseEvidence, known: PhaseEvidence) -> PhaseEvidence:
    """Return evidence with slips put right that a reading had put right, where no change has touched those ways."""
    if not known.with_slips:
        return evidence
    tracks = evidence.tracks
    for unit in dict.fromkeys(track.unit for track in known.with_slips):
        dragged, right, now = (
            [track for track in each if track.unit == unit] for each in (known.with_slips, known.tracks, tracks)
        )
        if right != dragged and now == dragged:
            tracks = (*(track for track in tracks if track.unit != unit), *right)
    ordered = tuple(sorted(tracks, key=lambda track: track.steps[-1]))
    return structs.replace(evidence, tracks=ordered, with_slips=evidence.tracks)


def with_whole_ways(evidence: PhaseEvidence, units: Collection[UnitId]) -> PhaseEvidence:
    """Return the evidence of a phase with the ways of some units as a whole, as no line tells of them."""
    if not units:
        return evidence
    tracks = [track for track in evidence.tracks if track.unit not in units]
    for unit in dict.fromkeys(units):
        tracks += _whole_way(evidence, unit)
    return structs.replace(evidence, tracks=tuple(tracks))


def _whole_way(evidence: PhaseEvidence, unit: UnitId) -> Iterator[PieceTrack]:
    """Yield the way of a unit as a whole, but for how a line says that it came onto the map, first or once more."""
    own = [track for track in evidence.tracks if track.unit == unit]
    told = [at for at, way in enumerate(own) if way.line is not None and _comes_onto_the_map(way)]
    if not told:
        yield evidence.tracks_by_unit[unit]
        return
    # The way behind its first arrival, up to the next one, is one.
    begins = 1 if told[0] == 0 else 0
    back = next((at for at in told if at), len(own))
    yield from own[:begins]
    if begins < back:
        yield _as_one(own[begins:back])
    yield from own[back:]


def _comes_onto_the_map(way: PieceTrack) -> bool:
    return isinstance(way.start, str) and not isinstance(way.goal, str)


def _as_one(ways: Sequence[PieceTrack]) -> PieceTrack:
    """Return ways that follow each other as one."""
    first, *others = ways
    places = (*first.places, *(place for way in others for place in way.places[1:]))
    return replace(first, places=places, steps=tuple(step for way in ways for step in way.steps), ways=())
