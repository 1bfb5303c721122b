"""A turn tracker that is one step late: battles stand under the movement, the next movement under the battles."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from trc_module.auditing.declared import keeps_declared_battles
from trc_module.auditing.drags import legs_of
from trc_module.auditing.phases import Phase
from trc_module.auditing.step_contents import says_role
from trc_module.declarations import ATTACK, ROLL, WIN_AT_ONCE
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import FIGHT, MOVE


def without_lag(log: GameLog, found: Sequence[Phase]) -> list[Phase]:
    """Return the phases of a log as they would be had the tracker not been one step late.

    It was if the dice of battles fell in a movement phase, and in the phase of battles after it nobody fought, but the
    side to play moved on. Nothing else puts moves between two rounds of battles there.
    """
    kept: list[Phase] = []
    rest = list(found)
    while rest:
        if len(rest) > 1 and _lags(log, *rest[:2]):
            right = _set_right(log, rest[0], rest[1:])
            rest = right if keeps_declared_battles(log, rest, right) else rest
        kept.append(rest.pop(0))
    return kept


def _lags(log: GameLog, moves: Phase, battles: Phase) -> bool:
    sequence = log.parts.game.sequence
    kinds = sequence.kind_of(moves.clock), sequence.kind_of(battles.clock)
    if kinds != (MOVE, FIGHT) or battles.clock != sequence.after(moves.clock):
        return False
    following = sequence.after(battles.clock)
    if sequence.kind_of(following) != MOVE or following.side != moves.clock.side:
        return False
    if not any(_rolls(log, step) for step in moves.steps) or any(_rolls(log, step) for step in battles.steps):
        return False
    moved = {leg.unit for step in battles.steps if _moves(log, step, moves.clock.side) for leg in legs_of(log, step)}
    # Who has attacked may go back late.
    return bool(moved.difference(*(_attackers(log, step) for step in moves.steps)))


def _set_right(log: GameLog, moves: Phase, rest: Sequence[Phase]) -> list[Phase]:
    """Return a movement phase that holds battles, and all that come after it, each act under its own step."""
    sequence = log.parts.game.sequence
    battles, *after = rest
    first = _first_of_battles(log, moves)
    ended = replace(moves, steps=moves.steps[:first], next=battles.clock, ended=moves.steps[first].number)
    following = sequence.after(battles.clock)
    fought = replace(battles, steps=moves.steps[first:], next=following, ended=moves.ended, late=True)
    # What was done in the phase of battles is the next movement, and so on to the end of the player turn.
    if after and after[0].clock == following:
        shown, *after = after
        movement = replace(shown, steps=[*battles.steps, *shown.steps], late=True)
    else:
        movement = Phase(following, battles.steps, battles.next, battles.ended, idle=battles.idle, late=True)
    if not any(_rolls(log, step) for step in movement.steps):
        return [ended, fought, movement, *after]
    last = _first_of_battles(log, movement)
    fight = sequence.after(following)
    own = movement.steps[last:]
    moved = replace(movement, steps=movement.steps[:last], next=fight, ended=own[0].number, idle={})
    if after and after[0].clock == fight:
        shown, *after = after
        return [ended, fought, moved, replace(shown, steps=[*own, *shown.steps], late=True), *after]
    more = Phase(fight, own, movement.next, movement.ended, idle=movement.idle, late=True)
    return [ended, fought, moved, more, *after]


def _first_of_battles(log: GameLog, phase: Phase) -> int:
    """Return the index of the step with which the battles begin: after the last move before their first die.

    A victory at once belongs to the movement, with what is removed by it: they begin with the next who attacks.
    """
    steps = phase.steps
    die = next(number for number, step in enumerate(steps) if _rolls(log, step))
    first = max((n + 1 for n in range(die) if _moves(log, steps[n], phase.clock.side)), default=0)
    won = max((n + 1 for n in range(first, die) if says_role(log, steps[n], WIN_AT_ONCE)), default=first)
    if won == first:
        return first
    return next((n for n in range(won, die) if says_role(log, steps[n], ATTACK)), won)


def _rolls(log: GameLog, step: Step) -> bool:
    """Tell whether the die of a battle was rolled in a step with its own button."""
    return any(log.parts.game.grammar.role(says.verb) == ROLL for says in step.declarations if says.get("b"))


def _attackers(log: GameLog, step: Step) -> set[str]:
    return {says.get("u") or "" for says in step.declarations if log.parts.game.grammar.role(says.verb) == ATTACK}


def _moves(log: GameLog, step: Step, side: str) -> bool:
    """Tell whether a step moves units of a side and of no other."""
    owners = {log.parts.game.side_of[leg.unit] for leg in legs_of(log, step)}
    return owners == {side}
