"""Moves that were dragged after the turn tracker had left the movement phase, and before any battle was fought."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from trc_module.declarations import Declaration
from trc_module.replay.drags import legs_of
from trc_module.replay.events import Reported, Step
from trc_module.replay.gamelog import GameLog
from trc_module.replay.reading import Phase, rolls
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.rules.state import UnitId


def with_late_moves(
    log: GameLog, movement: Phase, combat: Phase, units: Collection[UnitId]
) -> tuple[Phase, Phase, frozenset[UnitId]] | None:
    """Return a movement phase with the late drags of some units at its end, the combat phase without them, and whose
    they are; None if there are none.

    Late is a drag over the map, without a line that says how, before the first die of the combat phase that follows.
    """
    sequence = log.parts.game.sequence
    follows = sequence.kind_of(movement.clock) == MOVE and sequence.kind_of(combat.clock) == FIGHT
    if not follows or not combat.clock == movement.next == sequence.after(movement.clock):
        return None
    late: list[Step] = []
    moved: set[UnitId] = set()
    free = set(units)
    for step in combat.steps:
        if rolls(step):
            break
        free -= _with_a_way(log, step)
        dragged = _dragged(log, step)
        if dragged and dragged <= free:
            late.append(step)
            moved |= dragged
    if not late:
        return None
    numbers = {step.number for step in late}
    rest = [step for step in combat.steps if step.number not in numbers]
    longer = replace(movement, steps=[*movement.steps, *late], ended=max(movement.ended, late[-1].number))
    return longer, replace(combat, steps=rest), frozenset(moved)


def _with_a_way(log: GameLog, step: Step) -> set[UnitId]:
    """Return the units of which a line of a step says how they go: by rail, by sea, back from a battle."""
    verbs = log.parts.game.grammar.verbs
    lines = [e.declares for e in step.events if isinstance(e, Reported) and isinstance(e.declares, Declaration)]
    return {says.get("u") or "" for says in lines if verbs[says.verb].governs}


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
