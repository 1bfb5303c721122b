"""Battles that are declared where units move and fought in a later step: each part under the step that it belongs to.

Between the two there may be steps in which nobody moves or fights. Who forgets the turn tracker presses the keys of an
attack when the dice have fallen, or rolls the dice when the tracker still shows the movement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from trc_module.auditing.drags import legs_of
from trc_module.auditing.phases import Phase
from trc_module.auditing.step_contents import enemys_first
from trc_module.reading.battle import DECLARING
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import END, FIGHT, MOVE, OTHER, Clock, TurnSequence
from trc_module.sentence import sentence_from

DECLARED = "What declares battles in step {steps} is read as part of {clock}: the turn tracker was advanced too early."
FOUGHT = "The turn tracker was advanced too late: the battles are read as part of {clock}."
_MOST_DICE = 6
"""The number of dice that are tried as the first of the battles."""


def span_of_a_fight(log: GameLog, phases: Sequence[Phase]) -> tuple[int, Clock, Clock] | None:
    """Return where a fight begins in the last phases, and its steps of movement and of battles; None if it goes on.

    The first phase is that of the movement, or the last one before it if the tracker has passed over the movement.
    """
    sequence, last = log.parts.game.sequence, phases[-1]
    fight = _fight_at(sequence, last.clock)
    if fight is None or (last.next is not None and sequence.order(fight) >= sequence.order(last.next)):
        return None
    for number in range(len(phases) - 1, -1, -1):
        clock = phases[number].clock
        moves = next((at for at in reversed(_steps(sequence, clock, fight)) if sequence.kind_of(at) == MOVE), None)
        if moves is not None:
            return number, moves, fight
    return None


def with_battles_in_their_steps(
    log: GameLog, phases: Sequence[Phase], moves: Clock, fight: Clock
) -> Iterator[tuple[str, tuple[Phase, ...]]]:
    """Yield the phases of a fight with what declares battles where units move, and their dice where they are fought.

    What follows on the first die of a battle before the phase of battles is part of it, or nothing is. Then all that
    follows on the last drag before that die is, or on the first step that does nothing but declare a battle.
    """
    kind_of = log.parts.game.sequence.kind_of
    open_ = [phase for phase in phases if phase.clock == moves or kind_of(phase.clock) == OTHER]
    ahead = [step for phase in open_ for step in phase.steps]
    said = [step for phase in phases if phase.clock != moves for step in phase.steps if _only_declares(log, step)]
    dice = [step.number for step in ahead if _rolls_in_battle(step)]
    if said:
        numbers = ", ".join(str(step.number) for step in said)
        yield sentence_from(DECLARED, steps=numbers, clock=moves.words), _divided(log, phases, moves, fight, None)
    for die in islice(dice, _MOST_DICE):
        yield sentence_from(FOUGHT, clock=fight.words), _divided(log, phases, moves, fight, die)
    retreats = (ahead[n].number for n in enemys_first(log, ahead, moves.side))
    gathered = (_gathered(log, ahead, die) for die in islice(dice, _MOST_DICE))
    declares = (step.number for step in ahead if _only_declares(log, step))
    for begins in dict.fromkeys((*retreats, *gathered, *islice(declares, 1))):
        yield sentence_from(FOUGHT, clock=fight.words), _divided(log, phases, moves, fight, begins, apart=False)


def _gathered(log: GameLog, steps: Sequence[Step], die: int) -> int:
    """Return the number of the step with which battles begin of which a die falls: the first after the last drag."""
    before = [step for step in steps if step.number <= die]
    last = max((n for n, step in enumerate(before[:-1]) if any(legs_of(log, step))), default=-1)
    return before[last + 1].number


def declares_later(log: GameLog, phases: Sequence[Phase]) -> bool:
    """Tell whether a step that does nothing but declare a battle is in one of the phases after the first."""
    return any(_only_declares(log, step) for phase in phases[1:] for step in phase.steps)


def with_the_movement(log: GameLog, phases: Sequence[Phase], moves: Clock, fight: Clock) -> tuple[Phase, ...]:
    """Return the phases of a fight with one for the movement, over which the tracker has passed."""
    return _divided(log, phases, moves, fight, None)


def _divided(
    log: GameLog, phases: Sequence[Phase], moves: Clock, fight: Clock, die: int | None, *, apart: bool = True
) -> tuple[Phase, ...]:
    """Return phases with the battles' declarations in one, and what comes from a die on in another.

    Declarations are not taken `apart` where they follow on the step of which the number is given, and not on a die.
    """
    first, last = phases[0], phases[-1]
    by_clock: dict[Clock, list[Step]] = {first.clock: [], moves: []}
    declared, fought = [], []
    for phase in phases:
        for step in phase.steps:
            after = die is not None and step.number >= die and phase.clock != fight
            if apart and _only_declares(log, step) and (after or phase.clock != first.clock):
                declared.append(step)
            elif after:
                fought.append(step)
            else:
                by_clock.setdefault(phase.clock, []).append(step)
    by_clock[moves] += declared
    by_clock[fight] = sorted([*by_clock.get(fight, []), *fought], key=lambda step: step.number)
    shown = {phase.clock: phase for phase in phases}
    order = [at for at in (first.clock, *_steps_after(log, first.clock, fight)) if at in by_clock]
    parts: list[Phase] = []
    ended = first.ended
    for number, clock in enumerate(order):
        following = order[number + 1] if number + 1 < len(order) else last.next
        base = shown.get(clock) or Phase(clock, ended=ended)
        ended = last.ended if clock == fight else base.ended
        idle = last.idle if clock == fight else {}
        parts.append(replace(base, steps=by_clock[clock], next=following, ended=ended, idle=idle))
    return tuple(parts)


def _only_declares(log: GameLog, step: Step) -> bool:
    """Tell whether a step says who fights in a battle and does nothing else."""
    lines, role = step.declarations, log.parts.game.grammar.role
    return bool(lines) and all(role(says.verb) in DECLARING for says in lines) and not any(legs_of(log, step))


def _rolls_in_battle(step: Step) -> bool:
    return any(says.get("b") and (says.get("die") or says.get("dice")) for says in step.declarations)


def _fight_at(sequence: TurnSequence, clock: Clock) -> Clock | None:
    """Return the phase of battles at a moment or the next one of its side; None if another movement comes first."""
    moved = False
    for at in _player_turn(sequence, clock):
        kind = sequence.kind_of(at)
        if kind == FIGHT:
            return at
        if kind == END or (kind == MOVE and moved):
            return None
        moved = moved or kind == MOVE
    return None


def _player_turn(sequence: TurnSequence, clock: Clock) -> Iterator[Clock]:
    """Yield a moment and those of the same side that follow on it in the turn."""
    at = clock
    while (at.turn, at.side) == (clock.turn, clock.side):
        yield at
        at = sequence.after(at)


def _steps(sequence: TurnSequence, start: Clock, goal: Clock) -> list[Clock]:
    """Return the moments of one side from one on up to another; none if that does not follow on it in the turn."""
    found: list[Clock] = []
    for at in _player_turn(sequence, start):
        if at == goal:
            return found
        found.append(at)
    return []


def _steps_after(log: GameLog, start: Clock, goal: Clock) -> list[Clock]:
    """Return the moments after one up to another and with it."""
    return [*_steps(log.parts.game.sequence, start, goal)[1:], goal]
