"""Moves that were dragged after the turn tracker had left the movement phase, and before any battle was fought."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from trc_module.declarations import Declaration
from trc_module.replay.events import Reported, Step
from trc_module.replay.gamelog import GameLog
from trc_module.replay.reading import Phase, rolls
from trc_module.replay.travels import legs_of
from trc_module.rules.state import UnitId

MOVEMENT, COMBAT = "movement", "combat"


def with_late_moves(
    log: GameLog, movement: Phase, combat: Phase, units: Collection[UnitId]
) -> tuple[Phase, Phase, frozenset[UnitId]] | None:
    """Return a movement phase with the late drags of some units at its end, the combat phase without them, and whose
    they are; None if there are none.

    Late is a drag over the map, without a line, before the first die of the combat phase that follows.
    """
    follows = replace(movement.clock, phase=COMBAT) == combat.clock == movement.next
    if movement.clock.phase != MOVEMENT or not follows:
        return None
    late: list[Step] = []
    moved: set[UnitId] = set()
    for step in combat.steps:
        if rolls(step):
            break
        dragged = _dragged(log, step)
        if dragged and dragged <= set(units):
            late.append(step)
            moved |= dragged
    if not late:
        return None
    numbers = {step.number for step in late}
    rest = [step for step in combat.steps if step.number not in numbers]
    longer = replace(movement, steps=[*movement.steps, *late], ended=max(movement.ended, late[-1].number))
    return longer, replace(combat, steps=rest), frozenset(moved)


def _dragged(log: GameLog, step: Step) -> frozenset[UnitId]:
    """Return the units that a step does nothing but drag from hex to hex."""
    if any(isinstance(event, Reported) and isinstance(event.declares, Declaration) for event in step.events):
        return frozenset()
    legs = tuple(legs_of(log, step))
    if any(leg.before is None or leg.after is None for leg in legs):
        return frozenset()
    if any(isinstance(leg.before, str) or isinstance(leg.after, str) for leg in legs):
        return frozenset()
    return frozenset(leg.unit for leg in legs)
