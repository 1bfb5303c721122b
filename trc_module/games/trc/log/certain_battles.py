"""Battles that stay as their lines tell them where the others of a phase are read by the table alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec.structs import replace

from trc_module.games.trc.log.battles import Means, Plan, TableEvidence
from trc_module.rules.interpretation import Die
from trc_module.rules.state import UnitId


def kept(
    table: TableEvidence,
    plans: Sequence[Plan],
    changed: Collection[UnitId],
    said: Collection[str],
    wrong: Collection[Plan] = (),
) -> tuple[Plan, ...]:
    """Return the battles that stay as their lines tell them: those that explain what the table shows, and certain ones.

    What lines say and the table bears out needs no other reading, and what nothing explains is `wrong` in any.
    `changed` and `said` are those of `certain`.
    """
    sure = certain(table, plans, changed, said)
    return tuple(plan for plan in plans if plan in sure or plan in wrong or _borne_out(table, plan, plans))


def _borne_out(table: TableEvidence, plan: Plan, plans: Sequence[Plan]) -> bool:
    """Tell whether the lines of a battle are whole, break no rule, and bring its units alone where they are."""
    if plan.won or plan.notes or plan.void or plan.again or plan.die is None:
        return False
    return plan.complete and table.as_stated(plan) and table.lawful(plan) and not _may_grow(table, plan, plans)


def without_a_way_out(
    table: TableEvidence, plans: Sequence[Plan], left: Sequence[Die], means: Callable[[Plan], Means]
) -> Iterator[Plan]:
    """Yield the battles that do not fit the table, whatever lines may have left out, and whichever die was theirs.

    The dice that are `left`, and those of battles that lack a side, may be another battle's; `means` tells by what
    additions a battle may be made to fit.
    """
    loose = [plan.die for plan in plans if plan.die and not _is_told_of(plan)]
    for plan in plans:
        if plan.die is None or not _is_told_of(plan) or plan.notes or plan.won or plan.void or plan.again:
            continue
        # The odds that a line states may be those of the units whose keys were pressed alone.
        unsaid = replace(plan, stated=("", ""))
        ways = (unsaid, *(replace(unsaid, die=die) for die in (*left, *loose)))
        if not any(table.has_a_way_out(way, means(plan)) for way in ways) and len(table.steps_in_any_order(plan)) == 1:
            yield plan


def _is_told_of(plan: Plan) -> bool:
    """Tell whether lines name both sides of a battle, and its die is one of its own button."""
    return plan.complete and plan.die is not None and plan.die.verb == "ROLL"


def certain(
    table: TableEvidence, plans: Sequence[Plan], changed: Collection[UnitId], said: Collection[str]
) -> tuple[Plan, ...]:
    """Return the battles of a combat phase that cannot be read otherwise than their lines tell them.

    Lines name both sides, the line of the die shows the odds of these units, and neither a unit nor the die can belong
    to another battle. Where it does not state these odds it shows no other result than theirs. `changed` are the units
    that were lost or went elsewhere, `said` the odds that somebody typed: they may have been announced for a battle
    that does not fit the table. A certain battle is not set aside because a line of another one, or of its result, is
    missing.
    """
    found = [plan for plan in plans if _told(table, plan) and not _may_grow(table, plan, plans)]
    if not every_battle_told(table, plans, changed):
        # Any die may be that of a battle without lines, unless the die's own line states odds and a result.
        found = [plan for plan in found if all(plan.stated)]
    if said:
        found = [plan for plan in found if table.fits(plan)]
    while True:
        left = _apart(table, found, plans)
        if left == found:
            return tuple(found)
        found = left


def _apart(table: TableEvidence, found: Sequence[Plan], plans: Sequence[Plan]) -> list[Plan]:
    """Return those of some battles whose units and dice can be of none of the others."""
    open_ = [plan for plan in plans if plan not in found and not plan.won]
    left = [plan for plan in found if not any(_may_mix(table, plan, other) for other in open_)]
    return [plan for plan in left if not (plan.again and open_)]


def every_battle_told(table: TableEvidence, plans: Sequence[Plan], changed: Collection[UnitId]) -> bool:
    """Tell whether some battles are all of a phase: all fought who had to attack, were lost or went elsewhere."""
    fighting = {unit for plan in plans for unit in plan.units}
    bound = (s.unit for s in table.fates.front.combatants if s.must_attack)
    return fighting.issuperset(changed) and fighting.issuperset(bound)


def _told(table: TableEvidence, plan: Plan) -> bool:
    """Tell whether the lines of a battle are whole and agree with one another."""
    if plan.won or plan.notes or plan.void or plan.die is None or not plan.complete:
        return False
    # A line that states odds states the result that its player carried out, right or wrong.
    agreed = all(plan.stated) or plan.stated[1] in ("", table.result(plan))
    return table.odds_as_shown(plan) and agreed and table.lawful(plan)


def _may_grow(table: TableEvidence, plan: Plan, plans: Sequence[Plan]) -> bool:
    """Tell whether units that no line names in any battle may have fought in this one."""
    fighting = {unit for other in plans for unit in other.units}
    goal = table.targets(plan)
    idle = [s.unit for s in table.fates.front.combatants if s.unit not in fighting]
    near = [unit for unit in idle if goal & ~table.reach(unit) == 0]
    if all(plan.stated):
        return any(table.odds_as_shown(replace(plan, attackers=(*plan.attackers, unit))) for unit in near)
    open_ = table.spared(plans)
    for unit in plan.attackers:
        open_ &= table.reach(unit)
    return bool(open_) or bool(near)


def _may_mix(table: TableEvidence, plan: Plan, other: Plan) -> bool:
    """Tell whether a unit or the die of a battle may belong to another one, whose lines leave something open."""
    if not (all(plan.stated) or other.complete):
        return True
    pairs = (plan, other), (other, plan)
    if any(_may_join(table, unit, a, b) for a, b in pairs for unit in a.attackers):
        return True
    if all(plan.stated) and not _odds(table, replace(other, stated=plan.stated)):
        # The line of its die states its odds, and not those of the other.
        return False
    alike = plan.die is not None and other.die is not None and plan.die.pips == other.die.pips
    return not alike and table.fits(replace(other, die=plan.die))


def _may_join(table: TableEvidence, unit: UnitId, own: Plan, other: Plan) -> bool:
    """Tell whether an attacker of a battle may have fought in another one, as far as the odds that are stated tell."""
    if table.targets(other) & ~table.reach(unit):
        return False
    without = replace(own, attackers=tuple(each for each in own.attackers if each != unit))
    with_it = replace(other, attackers=(*other.attackers, unit))
    return all(
        not each.stated[0] or not _odds(table, plan) or _odds(table, each)
        for plan, each in ((own, without), (other, with_it))
    )


def _odds(table: TableEvidence, plan: Plan) -> bool:
    """Tell whether a battle that somebody attacks is fought at the odds that its line shows."""
    return bool(plan.attackers) and table.odds_as_shown(plan)
