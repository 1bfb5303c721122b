"""The clock of a game: the turn, the side whose turn it is, the phase, and the step that comes next."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

SET_UP, MOVE, FIGHT, END, OTHER = "set-up", "move", "fight", "end", "other"
"""The kinds of steps, whatever the game calls them: units are placed, move, fight; accounts are settled; else."""


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of a game turn: the side whose phase it is, its impulse, the phase's name, and what is done in it."""

    side: str
    part: int
    phase: str
    kind: str = field(default=OTHER, compare=False)


@dataclass(frozen=True, slots=True)
class Clock:
    """A moment of a game: a turn (from 1) and one of the steps that every turn runs through."""

    turn: int
    side: str
    part: int
    phase: str
    part_word: str = field(default="", compare=False)
    """The game's word for the parts of a side's turn (`impulse`); '' if it has none."""
    phase_called: str = field(default="", compare=False)
    """The phase as people write it (`Russian recovery`); '' for its name with spaces for hyphens."""

    @property
    def step(self) -> Step:
        """Return where in a turn this moment lies."""
        return Step(self.side, self.part, self.phase)

    @property
    def part_text(self) -> str:
        """Return the part of a side's turn in which this moment lies, as records have it: `turn 3 axis impulse 1`."""
        part = f" {self.part_word} {self.part}" if self.part_word else ""
        return f"turn {self.turn} {self.side}{part}"

    @property
    def part_words(self) -> str:
        """Return the part of a side's turn as a sentence names it: `turn 3, Axis impulse 1`."""
        return f"turn {self.turn}, {side_and_part(self.side, self.part_word, self.part)}"

    @property
    def phase_words(self) -> str:
        """Return the phase as a sentence names it: `combat`, `Russian recovery`."""
        return self.phase_called or self.phase.replace("-", " ")

    @property
    def words(self) -> str:
        """Return this moment as a sentence names it: `turn 3, Axis impulse 1, combat`, or `turn 3, Soviet cards`."""
        return f"{self.part_words}{',' if self.part_word else ''} {self.phase_words}"

    def __str__(self) -> str:
        return f"{self.part_text} {self.phase}"


class TurnSequence:
    """The steps of a turn in their order; the clock moves on by one step and never skips."""

    def __init__(self, steps: tuple[Step, ...], part_word: str = "") -> None:
        self.steps = steps
        self.part_word = part_word
        """The game's word for the parts of a side's turn, in records and texts; '' if it has none."""
        self.sides = tuple(dict.fromkeys(step.side for step in steps))
        """The sides in the order in which they play."""
        self._next = dict(pairwise(steps))
        self._phase_words = {step.phase: self._in_words(step.phase) for step in steps}
        self._kinds = {step: step.kind for step in steps}

    def first(self, turn: int) -> Clock:
        """Return the moment at which a turn begins."""
        return self.at(turn, self.steps[0])

    def after(self, clock: Clock) -> Clock:
        """Return the moment after one; KeyError if this sequence has no such step."""
        step = clock.step
        if step == self.steps[-1]:
            return self.first(clock.turn + 1)
        return self.at(clock.turn, self._next[step])

    def before(self, clock: Clock) -> Clock:
        """Return the moment before one, which may lie before the first turn; ValueError if there is no such step."""
        at = self.steps.index(clock.step)
        return self.at(clock.turn - (at == 0), self.steps[at - 1])

    def order(self, clock: Clock) -> tuple[int, int]:
        """Return what moments are put in order by: the turn, and its step; ValueError if there is no such step."""
        return clock.turn, self.steps.index(clock.step)

    def find(self, turn: int, side: str, part: int, phase: str) -> Clock | None:
        """Return the moment of that description, or None if the sequence has no such step."""
        step = Step(side, part, phase)
        return self.at(turn, step) if step in self.steps else None

    def only(self, turn: int, side: str, phase: str) -> Clock | None:
        """Return the moment of a phase that a side has only once a turn, else None."""
        found = [step for step in self.steps if step.side == side and step.phase == phase]
        return self.at(turn, found[0]) if len(found) == 1 else None

    def kind_of(self, clock: Clock) -> str:
        """Return what is done in the step of a moment: one of SET_UP, MOVE, FIGHT, END, OTHER."""
        return self._kinds.get(clock.step, OTHER)

    def at(self, turn: int, step: Step) -> Clock:
        """Return the moment of a step on a turn."""
        return Clock(turn, step.side, step.part, step.phase, self.part_word, self._phase_words.get(step.phase, ""))

    def _in_words(self, phase: str) -> str:
        if phase == SET_UP:
            return phase
        return " ".join(word.capitalize() if word in self.sides else word for word in phase.split("-"))


def part_title(sequence: TurnSequence, side: str, part: int) -> str:
    """Return how a part of a side's turn is headed: 'Axis impulse 2', or the side alone where it has one part."""
    return side_and_part(side, sequence.part_word, part)


def side_and_part(side: str, part_word: str, part: int) -> str:
    """Return a side and its part of a turn as people write them: `Axis impulse 2`, or the side alone."""
    return f"{side.capitalize()} {part_word} {part}" if part_word else side.capitalize()
