"""Phases over which the tracker passed with nothing done: a key that only says something may have been forgotten there.

Such a phase is judged with the one before it. Who is accused at its end is looked for in a phase of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from trc_module.auditing.completing import Completing, PhaseJudge
from trc_module.auditing.phases import Phase
from trc_module.auditing.reading import Reader
from trc_module.auditing.weighed import PhaseRead, accusation, together
from trc_module.rules.clock import OTHER, Clock
from trc_module.rules.game import Game


def with_idle_phases(
    game: Game, referee: PhaseJudge, completing: Completing, phases: Sequence[PhaseRead], reader: Reader
) -> list[PhaseRead]:
    """Return phases, the last divided where somebody is accused at the end of one in which nothing was done.

    What explains nothing stays as it was. Steps of movement and of battles are none of these: who had to fight and did
    not has forgotten no key.
    """
    *before, read = phases
    ended = [noted.clock for noted in read.best.after.findings if noted.finding.accuses]
    idle = next((clock for clock in ended if clock in read.phase.idle and game.sequence.kind_of(clock) == OTHER), None)
    if idle is None:
        return [*phases]
    first, second = _divided(read.phase, idle)
    referee.worlds.restore(read.before)
    again = [completing.explained(referee.read(first, reader, read.beside), reader)]
    again.append(completing.explained(referee.read(second, reader, ()), reader))
    known = {None, *map(accusation, read.best.after.findings)}
    now = (noted for one in again for noted in one.best.after.findings)
    if together(*again) < read.best.weight and known.issuperset(map(accusation, now)):
        return [*before, *again]
    referee.as_before(read)
    return [*phases]


def _divided(phase: Phase, idle: Clock) -> tuple[Phase, Phase]:
    """Return a phase up to an idle one, and that one with those that follow it."""
    at = phase.idle[idle]
    passed = {clock: step for clock, step in phase.idle.items() if step < at}
    left = {clock: step for clock, step in phase.idle.items() if step > at}
    return replace(phase, next=idle, idle=passed), Phase(idle, [], phase.next, at, idle=left)
