"""Dice of battles that fell when the tracker had been advanced past them, and what they brought."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs
from msgspec.structs import replace

from trc_module.auditing.drags import legs_of
from trc_module.auditing.phases import Phase
from trc_module.auditing.step_contents import battles_of
from trc_module.declarations import ATTACK, DEFEND, PLAIN_DIE, WAY
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import FIGHT
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


def with_late_dice(log: GameLog, earlier: Phase, later: Phase) -> Iterator[tuple[str, tuple[Phase, Phase]]]:
    """Yield a phase of battles with the dice of the next phase as its end, and with the plain ones besides.

    There nobody fights, and no line declares the battles of these dice. What lines say of them comes with them, and how
    the counters went of which they speak.
    """
    kind_of = log.parts.game.sequence.kind_of
    if earlier.next != later.clock or kind_of(earlier.clock) != FIGHT or kind_of(later.clock) == FIGHT:
        return
    text = Sentence(
        "The turn tracker was advanced too early: what was rolled is read as the end of {clock}.", earlier.clock.words
    )
    told: set[tuple[int, ...]] = set()
    for plain in (False, True):
        late = list(_late(log, later, plain=plain))
        numbers = tuple(step.number for step in late)
        if late and numbers not in told:
            told.add(numbers)
            rest = [step for step in later.steps if step.number not in numbers]
            ended = max(earlier.ended, numbers[-1])
            yield (
                text,
                (structs.replace(earlier, steps=[*earlier.steps, *late], ended=ended), replace(later, steps=rest)),
            )


def _late(log: GameLog, later: Phase, *, plain: bool) -> Iterator[Step]:
    """Yield the steps of a phase with the dice of battles that it does not declare, and with what they brought."""
    grammar = log.parts.game.grammar
    declared = {
        says.get("b")
        for step in later.steps
        for says in step.declarations
        if grammar.role(says.verb) in (ATTACK, DEFEND)
    }
    rolled = {
        says.get("b") for step in later.steps for says in step.declarations if says.get("die") or says.get("dice")
    }
    numbers = rolled - declared - {None}
    going: set[UnitId] = set()
    for step in later.steps:
        moved = {leg.unit for leg in legs_of(log, step)}
        if battles_of(step) & numbers:
            going |= {
                says["u"] for says in step.declarations if grammar.verbs[says.verb].governs == WAY and says.get("u")
            }
            yield step
            continue
        goes = bool(moved) and moved <= going and not step.declarations
        if goes or (plain and any(grammar.role(says.verb) == PLAIN_DIE for says in step.declarations)):
            yield step
