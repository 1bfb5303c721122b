"""What was done after the turn tracker had left its phase: moves before any battle, a roll before any move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from trc_module.declarations import Declaration
from trc_module.replay.drags import legs_of
from trc_module.replay.events import Reported, Step
from trc_module.replay.gamelog import GameLog
from trc_module.replay.reading import Phase, rolls
from trc_module.rules.clock import FIGHT, MOVE, OTHER, Clock, Sequence
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


def with_late_roll(log: GameLog, earlier: Phase, later: Phase) -> tuple[Phase, ...] | None:
    """Return two phases divided otherwise: the first roll of the later one belongs to the step of the turn before it.

    In that step nothing moves and nobody fights; the tracker may have passed over it. None if a counter is moved before
    the roll.
    """
    sequence = log.parts.game.sequence
    step = next((step for step in later.steps if rolls(step) or any(legs_of(log, step))), None)
    before = _step_before(sequence, earlier.clock, later.clock)
    if step is None or not rolls(step) or before is None or sequence.kind_of(before) != OTHER:
        return None
    rest = replace(later, steps=[other for other in later.steps if other is not step])
    if before == earlier.clock:
        return replace(earlier, steps=[*earlier.steps, step], ended=step.number), rest
    return replace(earlier, next=before), Phase(before, [step], later.clock, step.number), rest


def _step_before(sequence: Sequence, start: Clock, goal: Clock) -> Clock | None:
    """Return the moment before a goal; None if that is before the start."""
    clock = start
    while clock.turn <= goal.turn:
        after = sequence.after(clock)
        if after == goal:
            return clock
        clock = after
    return None


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
