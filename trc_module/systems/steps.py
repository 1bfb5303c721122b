"""Steps: a unit that is hit loses strength, face by face, before it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trc_module.declarations import ANYBODY, Declaration, Verb
from trc_module.roster import Face, Unit
from trc_module.rules.actions import Action
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, battle, unit
from trc_module.rules.slices import OnTable, Quiet, Slice
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT, at, line
from trc_module.systems.ground import SystemGame

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

STEPS: Slice[FrozenMap[UnitId, int]] = Slice("steps", FrozenMap())
"""The steps that units have lost; a unit that has lost none is not in it."""


def steps_lost(state: State, unit: UnitId) -> int:
    """Return how many steps a unit has lost: the number of its face, from 0."""
    return STEPS.of(state).get(unit, 0)


def face_shown(game: SystemGame, state: State, unit: UnitId) -> Unit | Face:
    """Return what a unit is worth now: its front, or the face that it shows after the loss of steps."""
    return face_after(game.units[unit], steps_lost(state, unit))


def face_after(unit: Unit, steps: int) -> Unit | Face:
    """Return what a unit is worth that has lost so many steps."""
    shown = min(steps, len(unit.faces))
    return unit.faces[shown - 1] if shown else unit


def with_steps_lost(state: State, unit: UnitId, steps: int) -> State:
    """Return the position with a unit that has lost so many steps in all."""
    known = STEPS.of(state)
    return STEPS.put(state, known.put(unit, steps) if steps else known.without((unit,)))


@dataclass(frozen=True, slots=True)
class Reduce(Action):
    """Take a step from a unit in a battle."""

    number: int
    unit: UnitId


def reducing(section: str) -> Act:
    """Return the loss of a step in a battle."""

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        return Reduce(says.number("b"), says["u"])

    def says(game: SystemGame, state: State, act: Reduce) -> Iterator[LogStep]:
        yield line("REDUCE", b=str(act.number), u=act.unit, at=at(game, state, act.unit))

    def precondition_error(game: SystemGame, state: State, act: Reduce) -> str:
        found = state.place(act.unit)
        return (
            "" if isinstance(found, int) else Sentence("{unit} is {found}, not on the map", act.unit, game.where(found))
        )

    verb = Verb("REDUCE", "A unit loses a step in a battle.", (BATTLE, UNIT, AT, BY), "D11", ANYBODY)
    return Act(RecordSyntax("reduce", Reduce, section, (battle(), unit())), (verb,), hears, says, precondition_error)


def lose_step(game: SystemGame, state: State, act: Reduce) -> State:
    """Turn a unit to its next face."""
    return with_steps_lost(state, act.unit, steps_lost(state, act.unit) + 1)


class FaceSystem(Quiet):
    """Faces in records: `showing:`, a unit and the name of its face, for games whose faces are not losses alone.

    The slice holds the number of the face, 0 the front.
    """

    keys = FrozenMap(
        {"showing": "a unit and the name of the face that it shows, if not its front; again after a comma"}
    )

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read the units that do not show their fronts."""
        for tokens in (entry for each in lines for entry in each.entries()):
            name = lexicon.unit(tokens)
            names = _faces_of(game, name)
            if tokens.peek() not in names:
                raise tokens.error("a face of the unit, " + " or ".join(names) if names else "a unit with two faces")
            state = with_steps_lost(state, name, 1 + names.index(tokens.take("a face")))
            tokens.end()
        return state

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the units that do not show their fronts."""
        if shown := STEPS.of(state):
            yield (
                "showing",
                ", ".join(f"{name} {_faces_of(game, name)[face - 1]}" for name, face in sorted(shown.items())),
            )

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the faces that units show."""
        for unit_id, face in shown.faces.items():
            state = with_steps_lost(state, unit_id, face)
        return (state,)


def _faces_of(game: Any, name: UnitId) -> tuple[str, ...]:
    return tuple(face.name for face in game.units[name].faces)


class StepSystem(Quiet):
    """Steps in records: `reduced:`, a unit and how many steps it has lost, unit by unit.

    On a table a unit shows a face for each step that it has lost.
    """

    keys = FrozenMap({"reduced": "a unit and the steps that it has lost; again after a comma"})

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read the units that have lost steps."""
        for tokens in (entry for each in lines for entry in each.entries()):
            name = lexicon.unit(tokens)
            steps = tokens.peek()
            if not (steps.isascii() and steps.isdecimal() and 0 < int(steps) < 10):
                raise tokens.error("the steps that the unit has lost, from 1 to 9")
            tokens.take("a number")
            tokens.end()
            state = with_steps_lost(state, name, int(steps))
        return state

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the units that have lost steps."""
        if lost := STEPS.of(state):
            yield "reduced", ", ".join(f"{name} {steps}" for name, steps in sorted(lost.items()))

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the steps lost from the faces that units show."""
        for unit_id, face in shown.faces.items():
            state = with_steps_lost(state, unit_id, face)
        return (state,)
