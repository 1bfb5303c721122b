"""The log of a legal game as an untidy player makes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.untidy.habits import Tracker, Untidy, Words
from trc_module.module.compose import _Composer
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.tabletop import turn_command
from trc_module.rules.actions import Action, End
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import Record
from trc_module.vassal.commands import Chat, Command, Node
from trc_module.vassal.saves import make_step, write_saved_game


class _UntidyComposer(_Composer):
    """Composes phase by phase: what a phase holds is handed to the untidy player first."""

    def __init__(self, parts: ModuleInputs, record: Record, player: Untidy) -> None:
        super().__init__(parts, record, declared=True)
        self.player = player

    def steps(self) -> Iterator[Node]:
        actions = [line.entry for line in self.record.lines if isinstance(line.entry, Action)]
        phase: list[Action] = []
        for action in actions:
            phase.append(action)
            if isinstance(action, End):
                yield from self._phase_of(phase)
                phase = []
        yield from self._phase_of(phase)

    def _phase_of(self, actions: list[Action]) -> Iterator[Node]:
        began = self.state
        said: list[LogStep] = []
        ends = None
        for action in actions:
            if isinstance(action, End):
                ends = action
                break
            said += self.parts.game.say(self.state, action)
            self.state = self.parts.game.apply(self.state, action)
        after, self.state = self.state, began
        for step in self.player.phase(began, said):
            yield make_step(list(self._made(step)))
        self.state = after
        for commands in self._markers(began):
            yield make_step(commands)
        if ends is not None:
            before = self.state
            following = self.parts.game.apply(before, ends)
            yield make_step(self._phase(following))
            self.state = following
            for commands in self._markers(before):
                yield make_step(commands)

    def _made(self, step: LogStep | Tracker | Words) -> Iterator[Command | None]:
        if isinstance(step, Words):
            yield Chat(f"<{self.state.clock.side}> - {step.text}")
        elif isinstance(step, Tracker):
            yield turn_command(self.parts, step.clock)
        else:
            yield from self._step(step)


def write(parts: ModuleInputs, record: Record, path: Path, player: Untidy) -> int:
    """Write the untidy log of a record and return its number of steps."""
    composer = _UntidyComposer(parts, record, player)
    initial = composer.initial()
    steps = tuple(composer.steps())
    write_saved_game(path, initial, steps, save_data=save_data("1", "Untidy"), module_data=parts.module_data("1"))
    return len(steps)
