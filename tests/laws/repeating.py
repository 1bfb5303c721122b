"""Players who make the steps of a log as they are, or as a machine has prepared them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.untidy.habits import Step
from trc_module.rules.clock import Clock
from trc_module.rules.interpretation import LogStep
from trc_module.rules.state import State


@dataclass
class Listening:
    """A tidy player whose steps are written down, phase by phase."""

    clocks: list[Clock] = field(default_factory=list)
    phases: list[tuple[LogStep, ...]] = field(default_factory=list)

    def is_late(self, clock: Clock) -> bool:
        """Tell that the tracker is advanced in time."""
        return False

    def phase(self, state: State, steps: Sequence[LogStep]) -> list[Step]:
        """Return the steps as they are."""
        self.clocks.append(state.clock)
        self.phases.append(tuple(steps))
        return list(steps)


class Repeating:
    """A player who makes the steps that were prepared for each phase."""

    def __init__(self, phases: Sequence[Sequence[LogStep]]) -> None:
        self._phases = iter(phases)

    def is_late(self, clock: Clock) -> bool:
        """Tell that the tracker is advanced in time."""
        return False

    def phase(self, state: State, steps: Sequence[LogStep]) -> list[Step]:
        """Return the steps prepared for the next phase."""
        return list(next(self._phases, ()))
