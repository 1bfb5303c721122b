"""Units that took part in a battle without a line that says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from msgspec import Struct
from msgspec.structs import replace

from trc_module.games.trc.log.battles import Plan, TableEvidence
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence

_LOOKS = 400
"""The greatest number of ways to put attackers into battles that are tried."""


class Participation(Struct, frozen=True):
    """The participation of units in battles, as far as the table allows it."""

    table: TableEvidence
    said: tuple[str, ...] = ()
    """The odds that a player typed: they may have announced lower odds."""

    def may_attack(self, unit: UnitId, plan: Plan) -> bool:
        """Tell whether a unit stood next to all defenders of a battle."""
        return bool(plan.defenders) and self.table.targets(plan) & ~self.table.reach(unit) == 0

    def may_defend(self, unit: UnitId, plan: Plan) -> bool:
        """Tell whether all attackers of a battle stood next to a unit."""
        at = self.table.at(unit)
        return (
            bool(plan.attackers) and at is not None and all(self.table.reach(foe) >> at & 1 for foe in plan.attackers)
        )

    def joined(self, plan: Plan, unit: UnitId, *, own: bool) -> Plan:
        """Return a battle with an attacker (`own`) more, or with a defender and all who stood with it (12.2)."""
        verb = "attacked" if own else "was attacked"
        plan = plan.noting(
            Sentence("No line says that {unit} {verb}; read as part of battle {number}.", unit, verb, plan.number)
        )
        if own:
            return replace(plan, attackers=(*plan.attackers, unit))
        at = self.table.at(unit)
        there = () if at is None else self.table.fates.front.holds.get(at, (unit,))
        return replace(plan, defenders=tuple(dict.fromkeys((*plan.defenders, *there, unit))))

    def with_attackers(self, plans: Sequence[Plan], units: Sequence[UnitId]) -> list[Plan]:
        """Return the battles with as many of some units as fit the table."""
        may = {unit: [n for n, p in enumerate(plans) if not p.won and self.may_attack(unit, p)] for unit in units}
        may = {unit: numbers for unit, numbers in may.items() if numbers}
        found, rank = self._one_by_one(plans, may)
        return list(plans) if not may else found if not any(rank) else self._together(plans, may, found, rank)

    def with_attackers_anyway(self, plans: Sequence[Plan], units: Sequence[UnitId]) -> list[Plan]:
        """Return the battles with some units, each in the first that it may have attacked, whatever the table shows."""
        found = list(plans)
        for unit in units:
            number = next((n for n, p in enumerate(found) if not p.won and self.may_attack(unit, p)), None)
            if number is not None:
                found[number] = self.joined(found[number], unit, own=True)
        return found

    def _one_by_one(
        self, plans: Sequence[Plan], may: dict[UnitId, list[int]]
    ) -> tuple[list[Plan], tuple[int, int, int]]:
        found, changed, idle = list(plans), set[int](), 0
        for unit, numbers in may.items():
            joined = {n: self._as_announced(self.joined(found[n], unit, own=True)) for n in numbers}
            fitting = {n: plan for n, plan in joined.items() if self.table.fits(plan)}
            if not fitting:
                idle += 1
                continue
            best = min(fitting, key=lambda n: self.table.oddity(fitting[n]))
            found[best] = fitting[best]
            changed.add(best)
        return found, (idle, *self._oddities([found[n] for n in changed]))

    def _together(
        self, plans: Sequence[Plan], may: dict[UnitId, list[int]], found: list[Plan], rank: tuple[int, int, int]
    ) -> list[Plan]:
        """Return the battles with all of them at once, if that is better.

        One alone may change the odds so that the result is another, where two leave it what it was.
        """
        for choice in islice(product(*([*numbers, None] for numbers in may.values())), _LOOKS):
            other = list(plans)
            for unit, number in zip(may, choice, strict=True):
                if number is not None:
                    other[number] = self.joined(other[number], unit, own=True)
            for n in {n for n in choice if n is not None}:
                other[n] = self._as_announced(other[n])
            new = [other[n] for n in set(choice) if n is not None]
            if not all(map(self.table.fits, new)):
                continue
            weight = (choice.count(None), *self._oddities(new))
            if weight < rank:
                found, rank = other, weight
            if not any(weight):
                break
        return found

    def _as_announced(self, plan: Plan) -> Plan:
        """Return a battle at lower odds that were typed if it fits the table at them alone."""
        if self.table.fits(plan):
            return plan
        return next(filter(self.table.fits, self.table.announced(plan, self.said)), plan)

    def _oddities(self, plans: Sequence[Plan]) -> tuple[int, int]:
        told = [self.table.oddity(plan) for plan in plans]
        return sum(unlawful for unlawful, _ in told), sum(otherwise for _, otherwise in told)

    def with_defender(self, plans: Sequence[Plan], unit: UnitId) -> list[Plan]:
        """Return the battles with an enemy in the first that fits the table, rather one whose stated odds fit too."""
        open_ = [n for n, plan in enumerate(plans) if not plan.won and self.may_defend(unit, plan)]
        joined = {n: self.joined(plans[n], unit, own=False) for n in open_}
        fitting = [n for n, plan in joined.items() if self.table.fits(plan)]
        found = list(plans)
        for number in sorted(fitting, key=lambda n: self.table.oddity(joined[n]))[:1]:
            found[number] = joined[number]
        return found
