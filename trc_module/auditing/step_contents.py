"""The contents of a step of a log: whose unit moves, arrives or is taken off, and what its lines say of whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from trc_module.auditing.drags import legs_of
from trc_module.auditing.typed import die_named, typed
from trc_module.declarations import ATTACK, DEFEND, LOSE, ONCE, PLAIN_DIE, RETREAT, WAY
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.state import UnitId


def tells_a_fate(log: GameLog, step: Step) -> bool:
    """Tell whether a step shows what became of a unit in a battle: a line says so, or it is dragged over the map."""
    return says_role(log, step, LOSE) or says_role(log, step, RETREAT) or bool(dragged_units(log, step))


def tells_of_a_battle(log: GameLog, step: Step) -> bool:
    """Tell whether a step shows that battles are fought: a line of one, a unit taken off the map, a die in chat."""
    gone = any(isinstance(leg.after, str) and not isinstance(leg.before, str) for leg in legs_of(log, step))
    return gone or bool(battles_of(step)) or any(die_named(words) for _, words in typed([step]))


def moves_own(log: GameLog, step: Step, side: str) -> bool:
    """Tell whether a step drags a side's unit over the map."""
    legs = (leg for leg in legs_of(log, step) if log.parts.game.side_of[leg.unit] == side)
    return any(not isinstance(leg.before, str) and not isinstance(leg.after, str) for leg in legs)


def arrives(log: GameLog, step: Step, side: str) -> bool:
    """Tell whether a step drags a side's unit out of a box, onto the map or to where it waits."""
    return any(isinstance(leg.before, str) and log.parts.game.side_of[leg.unit] == side for leg in legs_of(log, step))


def says_how_it_goes(log: GameLog, step: Step, side: str) -> bool:
    """Tell whether a line of a step says how a side's unit moves: by rail, by sea."""
    grammar = log.parts.game.grammar
    ways = (says for says in step.declarations if grammar.verbs[says.verb].governs in (WAY, ONCE))
    return any(
        log.parts.game.side_of.get(says.get("u") or "") == side and grammar.role(says.verb) != RETREAT for says in ways
    )


def begins_to_move(log: GameLog, step: Step, side: str) -> bool:
    """Tell whether a step may be the first of a side's movement: a move, an arrival, or a line on how a unit goes."""
    return any(begins(log, step, side) for begins in (moves_own, arrives, says_how_it_goes))


def enemys_first(log: GameLog, steps: Sequence[Step], side: str) -> Iterator[int]:
    """Yield the index of the first step after a side's last move in which an enemy does something, before any die.

    In some games he may go back before he is attacked. Who is taken off the map has not gone back. Between the two may
    be what is said of the side's own units, but of no battle.
    """
    die = next((n for n, step in enumerate(steps) if rolls_for_a_battle(log, step)), len(steps))
    last = max((n + 1 for n in range(die) if begins_to_move(log, steps[n], side)), default=0)
    side_of = log.parts.game.side_of
    rest = ((n, units_about(log, steps[n])) for n in range(last, len(steps)))
    first, units = next(((n, of) for n, of in rest if battles_of(steps[n]) or not _own(log, of, side)), (0, set()))
    foes = any(side_of.get(unit) not in (None, side) for unit in units)
    if foes and all(isinstance(leg.after, int) for leg in legs_of(log, steps[first])):
        yield first


def _own(log: GameLog, units: Collection[UnitId], side: str) -> bool:
    """Tell whether all of some units are a side's; '' is none."""
    return all(log.parts.game.side_of.get(unit) == side for unit in units if unit)


def says_role(log: GameLog, step: Step, role: str) -> bool:
    """Tell whether a line of a step has a role."""
    return any(log.parts.game.grammar.role(says.verb) == role for says in step.declarations)


def rolls_for_a_battle(log: GameLog, step: Step) -> bool:
    """Tell whether a die that a step rolls may be that of a battle."""
    role = log.parts.game.grammar.role
    return any(says.get("die") and (says.get("b") or role(says.verb) == PLAIN_DIE) for says in step.declarations)


def says_of(log: GameLog, step: Step, units: Collection[UnitId]) -> bool:
    """Tell whether a line of a step says that one of some units is lost or goes back."""
    verbs = log.parts.game.grammar.verbs_of(LOSE) | log.parts.game.grammar.verbs_of(RETREAT)
    return any(says.verb in verbs and says.get("u") in units for says in step.declarations)


def side_of(log: GameLog, step: Step) -> str | None:
    """Return the side of the player who made a step, as its lines or the log say; None if neither does.

    Where one player plays both sides it is the side whose units he moved.
    """
    if log.solo:
        return owner_of(log, step)
    for says in step.declarations:
        by = (says.get("by") or "").lower()
        if by in log.parts.game.sides:
            return by
    return log.side_of(step.by)


def owner_of(log: GameLog, step: Step) -> str | None:
    """Return the side whose units a step moves; None if it moves none, or those of both."""
    owners = {log.parts.game.side_of[leg.unit] for leg in legs_of(log, step)}
    return owners.pop() if len(owners) == 1 else None


def battles_of(step: Step) -> set[str]:
    """Return the numbers of the battles of which the lines of a step speak."""
    return {says.get("b") or "" for says in step.declarations} - {""}


def units_about(log: GameLog, step: Step) -> set[UnitId]:
    """Return the units that a step moves or that its lines are about."""
    return {leg.unit for leg in legs_of(log, step)} | {says.get("u") or "" for says in step.declarations}


def with_a_way(log: GameLog, step: Step) -> set[UnitId]:
    """Return the units whose way of moving a line of a step states: by rail, by sea, back from a battle."""
    verbs = log.parts.game.grammar.verbs
    return {says.get("u") or "" for says in step.declarations if verbs[says.verb].governs}


def taken_off(log: GameLog, step: Step) -> set[UnitId]:
    """Return the units that a step does nothing but drag into boxes."""
    if step.declarations:
        return set()
    legs = tuple(legs_of(log, step))
    return {leg.unit for leg in legs} if all(isinstance(leg.after, str) for leg in legs) else set()


def dragged_units(log: GameLog, step: Step) -> frozenset[UnitId]:
    """Return the units that a step does nothing but drag from hex to hex."""
    if step.declarations:
        return frozenset()
    legs = tuple(legs_of(log, step))
    if any(leg.before is None or leg.after is None for leg in legs):
        return frozenset()
    if any(isinstance(leg.before, str) or isinstance(leg.after, str) for leg in legs):
        return frozenset()
    return frozenset(leg.unit for leg in legs)


def units_in_battle(log: GameLog, step: Step) -> set[UnitId]:
    """Return the units that lines of a step name as attackers or defenders."""
    role = log.parts.game.grammar.role
    return {says["u"] for says in step.declarations if role(says.verb) in (ATTACK, DEFEND) and says.get("u")}
