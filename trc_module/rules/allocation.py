"""The allocation kernel: it tests whether every unit that must attack can do so, and every target can be attacked.

Each attacker fights in one battle, each target is fought in one; every attacker of a battle reaches every target of it;
and the battle must be good enough. Reinforcing a battle never makes it worse: that is what lets the search stop at the
smallest forces that will do, and add the rest afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol, TypeAlias

from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.state import UnitId


@dataclass(frozen=True, slots=True)
class Attacker:
    """A unit that may attack."""

    unit: UnitId
    targets: HexSet
    """The enemy hexes that it may attack."""
    must: bool
    """Whether it has to."""
    kind: Hashable = None
    """Attackers of one kind with the same targets may stand for one another; None for one that stands for itself."""


Group: TypeAlias = tuple[tuple[UnitId, ...], HexSet]
"""The attackers and the target hexes of one battle."""

Enough: TypeAlias = Callable[[tuple[UnitId, ...], HexSet], bool]
"""Tells whether some attackers may attack some hexes together."""


class TooHardError(Exception):
    """There are too many ways to fight for a complete search."""


def allocate(
    attackers: tuple[Attacker, ...], targets: HexSet, enough: Enough, budget: int = 4000
) -> list[Group] | None:
    """Return battles in which every target is attacked and everybody attacks who must, or None if there are none.

    Raises TooHardError after `budget` battles have been tried in vain.
    """
    groups: list[Group] = []
    for part, members in components(attackers, targets):
        found = _Search(enough, budget).solve(members, part)
        if found is None:
            return None
        groups += found
    return groups


def allocatable(attackers: tuple[Attacker, ...], targets: HexSet, enough: Enough, budget: int = 4000) -> bool:
    """Tell whether there are such battles; TooHardError as above.

    Often all can fight as one battle: that is tried first. `allocate` returns small ones.
    """
    for part, members in components(attackers, targets):
        together = part and all(one.targets & part == part for one in members)
        if together and enough(tuple(sorted(one.unit for one in members)), part):
            continue
        if _Search(enough, budget).solve(members, part) is None:
            return False
    return True


def components(attackers: tuple[Attacker, ...], targets: HexSet) -> Iterator[tuple[HexSet, tuple[Attacker, ...]]]:
    """Yield the parts of a front that have nothing to do with one another: target hexes and their attackers.

    Attackers that must attack but have no target form a part without targets.
    """
    left = [attacker for attacker in attackers if attacker.targets & targets]
    for attacker in attackers:
        if attacker.must and not attacker.targets & targets:
            yield 0, (attacker,)
    remaining = targets
    while remaining:
        part = remaining & -remaining
        while True:
            reach = part
            for attacker in left:
                if attacker.targets & part:
                    reach |= attacker.targets & targets
            if reach == part:
                break
            part = reach
        yield part, tuple(attacker for attacker in left if attacker.targets & part)
        remaining &= ~part


class _Search:
    def __init__(self, enough: Enough, budget: int) -> None:
        self._enough = enough
        self._budget = budget
        self._looks = 50 * budget
        self._known: dict[tuple[frozenset[UnitId], HexSet], bool] = {}

    def solve(self, free: tuple[Attacker, ...], targets: HexSet) -> list[Group] | None:
        return self._cover(free, targets, [])

    def _cover(self, free: tuple[Attacker, ...], left: HexSet, groups: list[Group]) -> list[Group] | None:
        if not left:
            return self._add_the_rest(free, groups)
        target = min(hexes(left), key=lambda h: sum(a.targets >> h & 1 for a in free))
        for goal in goals(free, 1 << target, left):
            able = [a for a in free if a.targets & goal == goal]
            for chosen in self._forces(able, goal):
                names = tuple(a.unit for a in chosen)
                rest = tuple(a for a in free if a.unit not in names)
                found = self._cover(rest, left & ~goal, [*groups, (names, goal)])
                if found is not None:
                    return found
        return None

    def _forces(self, able: list[Attacker], goal: HexSet) -> Iterator[tuple[Attacker, ...]]:
        # Units with the fewest choices go first.
        able = sorted(able, key=lambda a: (a.targets.bit_count(), a.unit))
        kinds = {a.unit: repr((a.targets, a.unit if a.kind is None else a.kind)) for a in able}
        tried = set()
        found: list[frozenset[UnitId]] = []
        for size in range(1, len(able) + 1):
            for chosen in combinations(able, size):
                self._looks -= 1
                if self._looks < 0:
                    raise TooHardError
                names = frozenset(a.unit for a in chosen)
                alike = tuple(sorted([kinds[a.unit] for a in chosen]))
                if alike in tried or any(smaller <= names for smaller in found):
                    continue
                tried.add(alike)
                if self._will_do(names, goal):
                    found.append(names)
                    yield chosen

    def _will_do(self, names: frozenset[UnitId], goal: HexSet) -> bool:
        known = self._known.get((names, goal))
        if known is None:
            if self._budget <= 0:
                raise TooHardError
            self._budget -= 1
            known = self._known[names, goal] = self._enough(tuple(sorted(names)), goal)
        return known

    @staticmethod
    def _add_the_rest(free: tuple[Attacker, ...], groups: list[Group]) -> list[Group] | None:
        added = list(groups)
        for attacker in free:
            if not attacker.must:
                continue
            for i, (names, goal) in enumerate(added):
                if attacker.targets & goal == goal:
                    added[i] = ((*names, attacker.unit), goal)
                    break
            else:
                return None
        return added


class Reaching(Protocol):
    """The units that reach enemy hexes."""

    @property
    def targets(self) -> HexSet:
        """The enemy hexes that it may attack."""


def goals(free: Sequence[Reaching], target: HexSet, left: HexSet) -> list[HexSet]:
    """Return the sets of hexes, the target's among them, that some attacker reaches in full; small ones first."""
    found = set()
    for reach in {a.targets & left for a in free if a.targets & target}:
        others = [1 << h for h in hexes(reach & ~target)]
        for size in range(len(others) + 1):
            found |= {target | sum(chosen) for chosen in combinations(others, size)}
    return sorted(found, key=lambda goal: (goal.bit_count(), goal))
