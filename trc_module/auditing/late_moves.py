"""What was moved when the turn tracker already showed the battles: the end of the movement before them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from trc_module.auditing.drags import DragLeg, legs_of
from trc_module.auditing.overtime import comes_in, step_before, won_at_once
from trc_module.auditing.phases import Phase
from trc_module.auditing.reading import rolls
from trc_module.auditing.step_contents import battles_of, dragged_units, taken_off, units_about, with_a_way
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import END, FIGHT, MOVE, Clock, TurnSequence
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.state import Place, UnitId
from trc_module.sentence import Sentence


def with_late_moves(
    log: GameLog, before: Phase, combat: Phase, units: Collection[UnitId], *, removed: bool = False
) -> tuple[tuple[Phase, ...], frozenset[UnitId]] | None:
    """Return a movement phase with the late drags of some units at its end, the combat phase without them, and the
    units that were dragged late; None if there are none.

    Where nothing was done in the movement phase, `before` is the phase before it, and comes first.

    These acts are late before the first die of the combat phase: a drag over the map without a line that says how, an
    arrival on the map with the lines about that unit, and a victory at once. With `removed` so is what was dragged into
    a box after a die: a unit that had to leave before the battles, and was forgotten.
    """
    sequence = log.parts.game.sequence
    at = _moves_before(sequence, before.clock, combat.clock)
    if at is None or combat.clock != before.next:
        return None
    passed = at != before.clock
    movement = Phase(at, [], combat.clock, before.ended) if passed else before
    first = next((number for number, step in enumerate(combat.steps) if rolls(step)), len(combat.steps))
    gone = [step for step in combat.steps[first:] if taken_off(log, step) & set(units)] if removed else []
    late, moved = _late_before_the_dice(log, combat, first, units)
    moved |= {unit for step in gone for unit in taken_off(log, step)}
    if not moved or (removed and not gone):
        return None
    late += gone
    numbers = {step.number for step in late}
    rest = [step for step in combat.steps if step.number not in numbers]
    longer = replace(movement, steps=[*movement.steps, *late], ended=max(movement.ended, late[-1].number))
    parts = (longer, replace(combat, steps=rest))
    return ((replace(before, next=at), *parts) if passed else parts), frozenset(moved)


def note_on_late_moves(log: GameLog, late: Collection[UnitId], parts: Sequence[Phase], *, removed: bool) -> Finding:
    """Return the note on what some units did late, with the phases that `with_late_moves` makes of it."""
    units = tuple(sorted(late))
    text = Sentence(
        "The turn tracker was advanced too early: what {units} did in the combat phase before any die is "
        "read as the end of the movement phase.",
        in_words(units),
    )
    if log.parts.game.sequence.kind_of(parts[-1].clock) == END:
        text = Sentence(
            "The turn tracker was advanced too early: what was done is read as the end of {clock}.",
            parts[-2].clock.words,
        )
    elif removed:
        text = Sentence(
            "What became of {units} was carried out late; it is read as the end of {clock}.",
            in_words(units),
            parts[-2].clock.words,
        )
    return Finding("log.phase", Verdict.NOTE, text, units)


def _moves_before(sequence: TurnSequence, start: Clock, clock: Clock) -> Clock | None:
    """Return the movement that comes before a phase of battles, or before one that settles accounts and its battles.

    None if the phase is none of them, or begins before a start.
    """
    goal, at = clock, step_before(sequence, start, clock)
    if at is not None and sequence.kind_of(goal) == END and sequence.kind_of(at) == FIGHT:
        goal, at = at, step_before(sequence, start, at)
    kinds = None if at is None else sequence.kind_of(at), sequence.kind_of(goal)
    return at if kinds == (MOVE, FIGHT) else None


def _late_before_the_dice(
    log: GameLog, combat: Phase, first: int, units: Collection[UnitId]
) -> tuple[list[Step], set[UnitId]]:
    """Return what was done to some units before the first die of a phase, and whose units of its side they are.

    A hex that the enemy has left in this phase was entered after its battle, whether its die is shown or not.
    """
    late: list[Step] = []
    moved: set[UnitId] = set()
    coming = _coming(log, combat, units)
    won = won_at_once(log, combat)
    free = set(units)
    left: set[Place | None] = set()
    for step in combat.steps[:first]:
        about = units_about(log, step)
        legs = tuple(legs_of(log, step))
        side_of = log.parts.game.side_of
        free -= {leg.unit for leg in legs if leg.after in left}
        left |= {leg.before for leg in legs if side_of.get(leg.unit) != combat.clock.side}
        if about and (about <= coming or battles_of(step) & won):
            late.append(step)
            moved |= {unit for unit in about if side_of.get(unit) == combat.clock.side}
            continue
        free -= with_a_way(log, step)
        dragged = dragged_units(log, step)
        if dragged and dragged <= free:
            late.append(step)
            moved |= dragged
    return late, moved


def _coming(log: GameLog, combat: Phase, units: Collection[UnitId]) -> set[UnitId]:
    """Return which of some units came out of a box onto the map in a phase."""
    first: dict[UnitId, DragLeg] = {}
    for step in combat.steps:
        for leg in legs_of(log, step):
            first.setdefault(leg.unit, leg)
    onto_the_map = (u for u, leg in first.items() if comes_in(leg))
    return set(units).intersection(onto_the_map)
