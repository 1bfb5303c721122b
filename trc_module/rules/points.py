"""Movement points: the path kernel for games in which a hex costs more or less to enter.

`PointBounds` answers what `Bounds` answers, with points instead of hexes: an allowance is a number of points. A step
costs the points of the hex entered, those of the hexside crossed, and tolls such as the one for leaving a zone of
control.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Self

from trc_module.hexgrid import Adjacency, Hex, HexSet, hexes
from trc_module.rules.paths import Bounds, Limit, Sides


@dataclass(frozen=True, slots=True)
class Toll:
    """Points that a step costs beside those of the hex: from one of some hexes, or into one of others."""

    points: int
    leave: HexSet | None = None
    """A unit that leaves one of these hexes pays; None stands for any hex."""
    enter: HexSet | None = None
    """A unit that enters one of these hexes pays; None stands for any hex."""


@dataclass(frozen=True)
class Costs:
    """The cost of each step, in points."""

    enter: Mapping[Hex, int]
    """Points to enter a hex; a hex that is not in it cannot be entered."""
    cross: Mapping[tuple[Hex, Hex], int] = field(default_factory=dict)
    """Points to cross a hexside, beside those of the hex entered, by (from, to)."""
    tolls: tuple[Toll, ...] = ()
    first_is_free: bool = False
    """Whether every unit may move one hex, whatever it costs."""

    @cached_property
    def by_price(self) -> tuple[tuple[int, HexSet], ...]:
        """The hexes that cost the same to enter, by what they cost, the cheapest first."""
        found: dict[int, HexSet] = {}
        for at, points in self.enter.items():
            found[points] = found.get(points, 0) | 1 << at
        return tuple(sorted(found.items()))

    @cached_property
    def single(self) -> HexSet | None:
        """The hexes from which steps do not all cost what the next hex costs; None if it may be so of any step."""
        found: HexSet = 0
        for a, _ in self.cross:
            found |= 1 << a
        for toll in self.tolls:
            if toll.enter is not None or toll.leave is None:
                return None
            found |= toll.leave
        return found

    def of(self, a: Hex, b: Hex) -> int | None:
        """Return the points for a step from a to b; None if b cannot be entered."""
        points = self.enter.get(b)
        if points is None:
            return None
        points += self.cross.get((a, b), 0)
        for toll in self.tolls:
            if (toll.leave is None or toll.leave >> a & 1) and (toll.enter is None or toll.enter >> b & 1):
                points += toll.points
        return points


@dataclass(frozen=True)
class PointBounds(Bounds):
    """All limits on a mover together, with an allowance in points."""

    costs: Costs = field(default_factory=lambda: Costs({}))

    def _with(self, limits: tuple[Limit, ...], sides: Adjacency, bridges: Sides) -> Self:
        return replace(self, limits=limits, sides=sides, bridges=bridges)

    def cost(self, a: Hex, b: Hex) -> int:
        """Return the points for a step; more than any allowance for a hex that cannot be entered."""
        points = self.costs.of(a, b)
        return _TOO_MUCH if points is None else points

    def is_spent(self, steps: int | None) -> bool:
        """Tell nothing: there are steps that are free."""
        return False

    def spent(self, way: tuple[Hex, ...]) -> int:
        """Return the points that a way costs."""
        return sum(self.cost(a, b) for a, b in pairwise(way))

    def reach(self, start: Hex, steps: int | None, goal: HexSet = 0) -> HexSet:
        """Return the hexes in which a move of at most so many points may end, the start included; None: any number."""
        known = self._reached.get((start, steps))
        if known is not None:
            return known
        found = self._spread(start, steps, goal)
        if not goal:
            self._reached[start, steps] = found
        return found

    def reaches(self, start: Hex, goal: Hex, steps: int | None) -> bool:
        """Tell whether a move of at most so many points (None: any number) may end in a hex."""
        known = self._reached.get((start, steps))
        return bool((self._spread(start, steps, 1 << goal) if known is None else known) >> goal & 1)

    def _spread(self, start: Hex, points: int | None, goal: HexSet) -> HexSet:
        """Return the hexes in reach; with a goal the search ends as soon as it is reached."""
        single = self.costs.single
        if points is None or single is None or self.costs.first_is_free:
            found: HexSet = 0
            for at in self._search(start, points)[0]:
                found |= 1 << at
            return found
        # All hexes that take the same points are looked at together.
        open_, go, spread = self.open, self._go, self.sides.spread
        strange = single | self._odd | (1 << start if self.guarded >> start & 1 else 0)
        waves: list[HexSet] = [0] * (points + 1)
        waves[0] = 1 << start
        found = passed = 1 << start
        for spent in range(points + 1):
            edge = waves[spent] & ~passed if spent else waves[0]
            if not edge:
                continue
            passed |= edge
            plain = edge & ~strange
            if plain:
                across = spread(plain) & open_
                for price, members in self.costs.by_price:
                    if spent + price > points:
                        break
                    fresh = across & members
                    found |= fresh
                    waves[spent + price] |= fresh & go
            for at in hexes(edge & strange):
                found |= self._single(at, spent, waves)
            if found & goal:
                return found
        return found

    def _single(self, at: Hex, spent: int, waves: list[HexSet]) -> HexSet:
        """Return the hexes that a step leads to from one hex, and enter those from which it goes on."""
        found: HexSet = 0
        for b, ends in self._onward(at):
            price = self.costs.of(at, b)
            if price is not None and spent + price < len(waves):
                found |= 1 << b
                if not ends and self._go >> b & 1:
                    waves[spent + price] |= 1 << b
        return found

    def way(self, start: Hex, goal: Hex, steps: int | None) -> tuple[Hex, ...] | None:
        """Return a cheapest legal move of at most so many points, both ends included, or None if there is none."""
        least, came = self._search(start, steps, goal)
        if goal not in least:
            return None
        path = [goal]
        while path[-1] != start:
            path.append(came[path[-1]])
        return tuple(reversed(path))

    def leads(self, way: tuple[Hex, ...], steps: int | None) -> bool:
        """Tell whether a known way is plainly legal: no limit says a word, and the points suffice."""
        free = self.costs.first_is_free and len(way) == 2
        return (steps is None or free or self.spent(way) <= steps) and super().leads(way, None)

    def length(self, start: Hex, goal: Hex) -> int:
        """Return the points of a cheapest legal move; ValueError if there is none at any price."""
        least = self._search(start, None, goal)[0]
        if goal not in least:
            raise ValueError(f"no way from {self.grid.name(start)} to {self.grid.name(goal)}")
        return least[goal]

    def _search(self, start: Hex, points: int | None, goal: Hex | None = None) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
        """Return the least points to end in each hex in reach, and the hex from which each is entered on that way.

        With a goal the search ends as soon as nothing that is left can make its way cheaper.
        """
        least: dict[Hex, int] = {start: 0}
        came: dict[Hex, Hex] = {}
        through: dict[Hex, int] = {start: 0}
        # The least points to a hex from which the mover may go on: a cheaper way may end its move there.
        queue: list[tuple[int, Hex]] = [(0, start)]
        while queue:
            spent, at = heappop(queue)
            if goal is not None and spent >= least.get(goal, _TOO_MUCH):
                break
            if spent > through[at]:
                continue
            for b, ends in self._onward(at):
                price = self.costs.of(at, b)
                if price is None:
                    continue
                total = spent + price
                if points is not None and total > points and not (at == start and self.costs.first_is_free):
                    continue
                if total < least.get(b, _TOO_MUCH):
                    least[b], came[b] = total, at
                if not ends and self._go >> b & 1 and total < through.get(b, _TOO_MUCH):
                    through[b] = total
                    heappush(queue, (total, b))
        return least, came

    def _onward(self, at: Hex) -> Iterator[tuple[Hex, bool]]:
        across, last = self._step(at)
        for b in hexes(across & self.open):
            yield b, False
        for b in hexes(last & self.open):
            yield b, True


_TOO_MUCH = 1_000_000
