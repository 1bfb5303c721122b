"""Interpretation of a log: the lines, the ways of units, and the actions that follow from both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trc_module.declarations import Declaration
from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding
from trc_module.rules.state import Mark, Place, Trail, UnitId


@dataclass(frozen=True, slots=True)
class Shown:
    """A counter that was turned, or whose status was changed: what it shows then."""

    unit: UnitId
    face: int | None = None
    """The number of the face, 0 the front; None if that did not change."""
    status: int | None = None
    """The number of the status, 0 for none; None if that did not change."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One thing that was done.

    `actions` are the readings of it, as the rules' acts; the first is what the log says literally, the others say
    the same with less (a drag over a wrong hex that was corrected). There is none where the rules have no such act,
    or the log does not say which it is. `places` are where units are afterwards, in any case; `findings`
    are those about the log itself. `by` is the side that did it, if the log says so.
    """

    steps: tuple[int, ...]
    actions: tuple[Action, ...] = ()
    places: tuple[tuple[UnitId, Place | None], ...] = ()
    findings: tuple[Finding, ...] = ()
    by: str | None = None
    marks: tuple[Mark, ...] = ()
    """The further marks that the position has to remember of it."""
    perhaps: bool = False
    """Whether it may have been something else: then it is one of the acts only if that one is legal, and the findings
    tell of it if none is."""
    fought: bool = False
    """Whether it was done after a die of its unit's battle, so that it is a result of that or a breach."""
    ways: tuple[tuple[UnitId, Trail], ...] = ()
    """Possible ways over the map that brought units to where they are, where no act states the way."""
    on_foot: bool = False
    """Whether a line says that it was done by land."""
    keyed: bool = False
    """Whether a line says how it was done."""
    unsaid: bool = False
    """Whether no line says what was done: a note names the act as which it is read."""
    shows: tuple[Shown, ...] = ()
    """What counters show afterwards, in any case."""
    done: int | None = None
    """The step with which it was complete; None for the last one. A later die only tells how it ended."""

    @property
    def last(self) -> int:
        """Return the step with which it was complete."""
        return self.steps[-1] if self.done is None else self.done


@dataclass(frozen=True, slots=True)
class Completion:
    """Readings of an act whose lines leave something out."""

    whole: Action
    """A reading of it, with what is left out."""
    sure: Action
    """It as far as it is certain."""
    marks: tuple[Mark, ...] = ()
    """The marks by which the position remembers the rest."""
    note: str = ""
    """The note on it; '' for the one that the lines leave something out."""


@dataclass(frozen=True, slots=True)
class Line:
    """A declaration in a log: its step, and the side of the player who made it, if the log says so."""

    step: int
    says: Declaration
    by: str | None = None
    withdrawn: bool = False
    """Whether the table shows that it was not meant: its marker was taken away again, or what it claims not done."""


@dataclass(frozen=True, slots=True)
class PieceTrack:
    """The way of one unit within one phase, and the line that says how or why it went; None if no line does.

    `ways` are readings of a way over the map, the literal one first; empty where a box is at either end.
    """

    unit: UnitId
    places: tuple[Place | None, ...]
    steps: tuple[int, ...]
    by: str | None = None
    line: Line | None = None
    ways: tuple[Trail, ...] = ()
    on_foot: bool = False
    """Whether a line says that it went by land."""

    @property
    def start(self) -> Place | None:
        """Return where it began."""
        return self.places[0]

    @property
    def goal(self) -> Place | None:
        """Return where it ended."""
        return self.places[-1]


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was rolled: what it showed, and the verb of the line that reports it; '' if none does."""

    step: int
    pips: int
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Unexplained:
    """The traces of a phase in a log that no line explains."""

    tracks: tuple[PieceTrack, ...] = ()
    """The ways of units."""
    dice: tuple[Die, ...] = ()
    """The dice of the phase that no act has used."""
    spare: tuple[Die, ...] = ()
    """The dice of the phases beside it."""
    ended: bool = True
    """Whether the log goes on after the phase."""
    sure: bool = True
    """Whether the tracker tells for certain when the phase began."""
    has_dice: bool = True
    """Whether the game's logs hold dice at all."""
    has_battles: bool = True
    """Whether anything in the game's logs tells of a battle: a line, a unit taken off the map, a die in chat."""
    elsewhere: Mapping[UnitId, Place | None] = field(default_factory=dict)
    """Where units are at the end of the phase that were elsewhere at its beginning."""
    first_die: int | None = None
    """The step of the first die of the phase, whatever has used it."""
    chat: tuple[tuple[int, str], ...] = ()
    """What was typed in the phase, each with its step."""


@dataclass(frozen=True, slots=True)
class Episode:
    """The evidence of one phase of a log, read as a whole.

    `lines` and `chat` are what players said; `tracks` are the ways that a line governs, as the lines divide them.
    `tracks_by_unit` shows where each counter went in the whole phase, apart from what was put back; `dice`
    are the dice of the phase that no line assigns to anything.
    """

    lines: tuple[Line, ...] = ()
    tracks: tuple[PieceTrack, ...] = ()
    tracks_by_unit: Mapping[UnitId, PieceTrack] = field(default_factory=dict)
    visits: Mapping[UnitId, tuple[tuple[int, Place | None], ...]] = field(default_factory=dict)
    """Every place to which each counter was put, with its step, put back or not."""
    dice: tuple[Die, ...] = ()
    chat: tuple[tuple[int, str], ...] = ()
    ended: bool = True
    """Whether the log goes on after the phase; if not, its last act may be unfinished."""
    fought: tuple[Line, ...] = ()
    """Where units move: what was said in the next phase of battles of the same side and turn."""
    speakers: Mapping[int, str] = field(default_factory=dict)
    """The players who typed the lines of the chat, by their steps."""


@dataclass(frozen=True, slots=True)
class PhaseReading:
    """One way to read what was said in a phase.

    `interpretations` come in the order in which they count, whatever their steps are, each with the step at which it
    counts. They explain the whole ways of `units` and the dice of `dice` (by step).
    """

    interpretations: tuple[tuple[float, Interpretation], ...]
    units: frozenset[UnitId] = frozenset()
    dice: frozenset[int] = frozenset()
    loose: tuple[PieceTrack, ...] = ()
    """Whole ways of other units that no line explains, whatever lines say of them."""
    aside: bool = False
    """Whether it sets the lines aside that tell of the phase."""
    by_lines: bool = False
    """Whether it is what the lines say one by one, as they stand; slips of counters may be put right in it."""


@dataclass(frozen=True, slots=True)
class Possible:
    """The acts without a line that the way of a counter may have been.

    They count after a step at the earliest: what a die has brought comes after it.
    """

    track: PieceTrack
    actions: tuple[Action, ...]
    after: int = 0


@dataclass(frozen=True, slots=True)
class Inferred:
    """Possible interpretations of the traces of a phase, and the ways and dice among the traces that they explain."""

    interpretations: tuple[Interpretation, ...] = ()
    tracks: tuple[PieceTrack, ...] = ()
    dice: tuple[Die, ...] = ()
    possible: tuple[Possible, ...] = ()
    """What ways may have been that no line explains, each only if it breaks no rule."""


@dataclass(frozen=True, slots=True)
class LogStep:
    """One step of a log that shows an act: lines, each a verb with its fields, and units that go somewhere."""

    lines: tuple[tuple[str, Mapping[str, str]], ...] = ()
    moves: tuple[tuple[UnitId, Place], ...] = ()
