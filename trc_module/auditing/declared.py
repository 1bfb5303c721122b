"""Battles that lines declare: no other division of phases makes one of them vanish."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.auditing.phases import Phase
from trc_module.auditing.step_contents import battles_of, says_role
from trc_module.declarations import LOSE, RETREAT, WIN_AT_ONCE
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import FIGHT


def keeps_declared_battles(log: GameLog, told: Iterable[Phase], divided: Iterable[Phase]) -> bool:
    """Tell whether what lines say of battles in a phase of battles stands in one however the phases are divided.

    In another phase who attacks whom would say nothing. A victory at once is also won in movement, and the key of a
    loss or of a retreat may have been pressed for what another phase asks for.
    """
    return _declared(log, told) <= _declared(log, divided)


def _declared(log: GameLog, phases: Iterable[Phase]) -> set[int]:
    """Return the steps in phases of battles with lines of a battle that is not won at once, but not of its result."""
    found: set[int] = set()
    for phase in phases:
        if log.parts.game.sequence.kind_of(phase.clock) == FIGHT:
            won = {number for step in phase.steps if says_role(log, step, WIN_AT_ONCE) for number in battles_of(step)}
            found |= {step.number for step in phase.steps if battles_of(step) - won and not _of_a_result(log, step)}
    return found


def _of_a_result(log: GameLog, step: Step) -> bool:
    return says_role(log, step, LOSE) or says_role(log, step, RETREAT)
