"""The log of a legal game as an untidy player makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from tests.untidy.habits import Step, Tracker, Turned, Words
from trc_module.module.compose import _Composer
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.pieces import FACES
from trc_module.module.tabletop import turn_command
from trc_module.rules.actions import Action, End
from trc_module.rules.clock import Clock
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import Record
from trc_module.rules.state import State
from trc_module.vassal.commands import Chat, Command, Node
from trc_module.vassal.saves import make_step, write_saved_game


class Player(Protocol):
    """Makes the steps of a phase."""

    def is_late(self, clock: Clock) -> bool:
        """Tell whether the player forgets to advance the tracker to a phase before it is played."""

    def phase(self, state: State, steps: Sequence[LogStep]) -> list[Step]:
        """Return the steps of one phase as this player makes them."""


class _UntidyComposer(_Composer):
    """Composes phase by phase: what a phase holds is handed to the untidy player first."""

    def __init__(self, parts: ModuleInputs, record: Record, player: Player) -> None:
        super().__init__(parts, record, declared=True)
        self.player = player

    def steps(self) -> Iterator[Node]:
        ends: list[Node] = []
        for actions in self._phases():
            late = bool(ends) and self.player.is_late(self.state.clock)
            own, following = self._phase_of(actions)
            yield from (*own, *ends) if late else (*ends, *own)
            ends = following
        yield from ends

    def _phases(self) -> Iterator[list[Action]]:
        """Yield the acts of each phase, the last of them its end."""
        phase: list[Action] = []
        for line in self.record.lines:
            if isinstance(line.entry, Action):
                phase.append(line.entry)
                if isinstance(line.entry, End):
                    yield phase
                    phase = []
        yield phase

    def _phase_of(self, actions: Sequence[Action]) -> tuple[list[Node], list[Node]]:
        """Return the steps of a phase, and those with which the tracker is advanced after it."""
        began = self.state
        said: list[LogStep] = []
        ends = next((action for action in actions if isinstance(action, End)), None)
        for action in actions:
            if action is not ends:
                said += self.parts.game.say(self.state, action)
                self.state = self.parts.game.apply(self.state, action)
        after, self.state = self.state, began
        own = [make_step(list(self._made(step))) for step in self.player.phase(began, said)]
        self.state = after
        own += map(make_step, self._markers(began))
        if ends is None:
            return own, []
        following = self.parts.game.apply(after, ends)
        advanced = [make_step(self._phase(following))]
        self.state = following
        advanced += map(make_step, self._markers(after))
        return own, advanced

    def _made(self, step: Step) -> Iterator[Command | None]:
        if isinstance(step, Words):
            yield Chat(f"<{step.by or self.state.clock.side}> - {step.text}")
        elif isinstance(step, Tracker):
            yield turn_command(self.parts, step.clock)
        elif isinstance(step, Turned):
            yield self.table.show(step.unit, FACES, step.face + 1)
        else:
            yield from self._step(step)


def write(parts: ModuleInputs, record: Record, path: Path, player: Player) -> int:
    """Write the untidy log of a record and return its number of steps."""
    composer = _UntidyComposer(parts, record, player)
    initial = composer.initial()
    steps = tuple(composer.steps())
    write_saved_game(path, initial, steps, save_data=save_data("1", "Untidy"), module_data=parts.module_data("1"))
    return len(steps)
