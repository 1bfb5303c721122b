"""The battle inference kernel: it tests whether any battles can explain the fates of the units.

It is unknown who attacked whom. The search shares out the attackers over the enemy hexes in such a way that every
hex that must be attacked is, everybody attacks who must, and each battle explains what became of its units, each with a
die of its own. The game says which pips would explain a battle; the search only shares out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.allocation import TooHardError, goals
from trc_module.rules.state import UnitId


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit that may have attacked."""

    unit: UnitId
    targets: HexSet
    """The enemy hexes that it may have attacked."""
    needed: bool
    """Whether it must have attacked some enemy."""
    kind: Hashable
    """Fighters of one kind with the same targets, to whom the same happened, may stand for one another."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A battle that may have been fought: attackers, hexes attacked, and the pips of its die (0 if none is known)."""

    units: tuple[UnitId, ...]
    goal: HexSet
    pips: int


Explains: TypeAlias = Callable[[tuple[UnitId, ...], HexSet], frozenset[int]]
"""Tells with which pips a battle of some attackers against some hexes explains what became of everybody in it."""


def explanation(
    fighters: Sequence[Fighter],
    needed: HexSet,
    explains: Explains,
    dice: Iterable[int] | None,
    budget: int = 2000,
    *,
    every_die: bool = False,
) -> list[Guess] | None:
    """Return battles that explain everything, or None if there are none.

    `needed` are the hexes that must have been attacked; `dice` the pips of the dice that were rolled, None where
    nothing is known of any. With `every_die` each of them has to be that of a battle. Raises TooHardError after
    `budget` battles have been looked at in vain.
    """
    search = _Search(explains, budget, every_die=every_die)
    open_: HexSet = 0
    for fighter in fighters:
        open_ |= fighter.targets
    return search.cover(tuple(fighters), needed, open_, None if dice is None else Counter(dice), ())


class _Search:
    def __init__(self, explains: Explains, budget: int, *, every_die: bool) -> None:
        self._explains = explains
        self._every_die = every_die
        self._budget = budget
        self._looks = 40 * budget
        self._known: dict[tuple[frozenset[UnitId], HexSet], frozenset[int]] = {}

    def cover(
        self,
        free: tuple[Fighter, ...],
        left: HexSet,
        open_: HexSet,
        dice: Counter[int] | None,
        found: tuple[Guess, ...],
    ) -> list[Guess] | None:
        if not left:
            idle = next((fighter for fighter in free if fighter.needed), None)
            over = dice is None or not dice.total() or not self._every_die
            if idle is None and over:
                return list(found)
            more: HexSet = 0
            for fighter in (idle,) if idle is not None else free:
                more |= fighter.targets
            ways = (self.cover(free, 1 << at, open_, dice, found) for at in hexes(more & open_))
            return next((way for way in ways if way is not None), None)
        if left & ~open_ or (dice is not None and not dice.total()):
            return None
        for others, rest, guess in self._next_battles(free, left, open_, dice):
            fewer = dice if dice is None else dice - Counter((guess.pips,))
            way = self.cover(others, left & ~guess.goal, rest, fewer, (*found, guess))
            if way is not None:
                return way
        return None

    def _next_battles(
        self, free: tuple[Fighter, ...], left: HexSet, open_: HexSet, dice: Counter[int] | None
    ) -> Iterator[tuple[tuple[Fighter, ...], HexSet, Guess]]:
        """Yield battles against the hex that the fewest can reach, each with who and what hexes are left after it."""
        target = min(hexes(left), key=lambda h: sum(fighter.targets >> h & 1 for fighter in free))
        for goal in goals(free, 1 << target, open_):
            rest = open_ & ~goal
            able = tuple(fighter for fighter in free if fighter.targets & goal == goal)
            stuck = {fighter.unit for fighter in free if fighter.needed and not fighter.targets & rest}
            if stuck - {fighter.unit for fighter in able}:
                continue
            for chosen in self._forces(able, stuck):
                names = frozenset(fighter.unit for fighter in chosen)
                others = tuple(fighter for fighter in free if fighter.unit not in names)
                for pips in self._pips(names, goal, dice):
                    yield others, rest, Guess(tuple(sorted(names)), goal, pips)

    def _pips(self, names: frozenset[UnitId], goal: HexSet, dice: Counter[int] | None) -> Sequence[int]:
        explained = self._look(names, goal)
        if dice is None:
            return (0,) if explained else ()
        return [pips for pips in sorted(explained) if dice[pips]]

    def _look(self, names: frozenset[UnitId], goal: HexSet) -> frozenset[int]:
        known = self._known.get((names, goal))
        if known is None:
            if self._budget <= 0:
                raise TooHardError
            self._budget -= 1
            known = self._known[names, goal] = self._explains(tuple(sorted(names)), goal)
        return known

    def _forces(self, able: Sequence[Fighter], stuck: set[UnitId]) -> Iterator[tuple[Fighter, ...]]:
        """Yield the forces that may have fought a battle, the strongest first; like fighters are not told apart."""
        groups: dict[tuple[Hashable, HexSet, bool], list[Fighter]] = {}
        for fighter in sorted(able, key=lambda f: (f.unit not in stuck, not f.needed, f.unit)):
            groups.setdefault((fighter.kind, fighter.targets, fighter.needed), []).append(fighter)
        least = [sum(fighter.unit in stuck for fighter in group) for group in groups.values()]
        sizes = [range(len(group), low - 1, -1) for group, low in zip(groups.values(), least, strict=True)]
        for counts in product(*sizes):
            self._looks -= 1
            if self._looks < 0:
                raise TooHardError
            chosen = tuple(fighter for group, n in zip(groups.values(), counts, strict=True) for fighter in group[:n])
            if chosen:
                yield chosen
