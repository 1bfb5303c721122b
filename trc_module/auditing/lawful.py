"""What no division of a log into phases may do: read a unit's steps out of order, or part from their battles who
attacks and where his ways lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trc_module.auditing.declared import keeps_declared_battles
from trc_module.auditing.drags import legs_of
from trc_module.auditing.order import keeps_order
from trc_module.auditing.phases import Phase
from trc_module.declarations import LOSE, RETREAT, WAY
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import FIGHT
from trc_module.rules.state import UnitId


def is_lawful(log: GameLog, told: Iterable[Phase], divided: Iterable[Phase], *, declared: bool = True) -> bool:
    """Tell whether phases may be divided otherwise than the tracker told.

    Without `declared` battles may be declared outside a phase of battles, as in games where who moves declares them:
    whoever asks has to look whether each is still judged.
    """
    before, parts = tuple(told), tuple(divided)
    if not keeps_order(log, parts) or (declared and not keeps_declared_battles(log, before, parts)):
        return False
    return set(_ways_from_battles(log, before)) <= set(_ways_from_battles(log, parts))


def _ways_from_battles(log: GameLog, phases: Iterable[Phase]) -> Iterator[int]:
    """Yield the steps in phases of battles that drag a unit of which a line of a battle has said how it goes.

    Retreats and losses may have had the key of what another phase asks for.
    """
    for phase in phases:
        if log.parts.game.sequence.kind_of(phase.clock) != FIGHT:
            continue
        going: set[UnitId] = set()
        for step in phase.steps:
            going |= set(_going(log, step))
            moved = {leg.unit for leg in legs_of(log, step)}
            if moved and moved <= going:
                yield step.number


def _going(log: GameLog, step: Step) -> Iterator[UnitId]:
    """Yield the units of which a line of a battle says in a step how they go."""
    for says in step.declarations:
        verb = log.parts.game.grammar.verbs[says.verb]
        if verb.governs == WAY and verb.role not in (LOSE, RETREAT) and says.get("b") and says.get("u"):
            yield says["u"]
