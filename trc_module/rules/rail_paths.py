"""The rail path kernel: ways along links, and the rules that bar all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations

from trc_module.hexgrid import Adjacency, Hex, HexSet, hexes


@dataclass(frozen=True, slots=True)
class Bar:
    """The effect of one rule: hexes that may be neither entered nor left, or links beyond those of the net."""

    rule: str
    shut: HexSet = 0
    links: Adjacency | None = None
    """The net with the links that the rule forbids."""


@dataclass(frozen=True, slots=True)
class Ride:
    """The net that may be used, and what bars it, from the most special rule to the most general."""

    net: Adjacency
    bars: tuple[Bar, ...]

    def way(self, start: Hex, goal: Hex, lifted: frozenset[str] = frozenset()) -> list[Hex] | None:
        """Return a shortest way with some rules lifted, both ends included, or None."""
        net, through = self._under(lifted)
        if not (through >> start & 1 and through >> goal & 1):
            return None
        return net.path(start, 1 << goal, through)

    def reach(self, start: Hex) -> HexSet:
        """Return the hexes to which a way leads, the start included; nothing if the start itself is barred."""
        net, through = self._under(frozenset())
        return net.flood(1 << start, None, through) if through >> start & 1 else 0

    def blamed(self, start: Hex, goal: Hex) -> tuple[str, ...] | None:
        """Return the rules that bar the best way: () if there is a way, None if no rule is to blame.

        The best way is barred by the fewest rules, then in the fewest hexes, then the shortest; of ways as good, the
        one barred by the most special rules.
        """
        rules = [bar.rule for bar in self.bars]
        for size in range(len(rules) + 1):
            found = {chosen: self.best_way(start, goal, frozenset(chosen)) for chosen in combinations(rules, size)}
            ways = {chosen: way for chosen, way in found.items() if way is not None}
            if ways:
                return min(ways, key=lambda chosen: self._cost(ways[chosen]))
        return None

    def best_way(self, start: Hex, goal: Hex, lifted: frozenset[str]) -> list[Hex] | None:
        """Return the way with some rules lifted that passes the fewest barred hexes, of those a shortest; or None."""
        net, through = self._under(lifted)
        if not (through >> start & 1 and through >> goal & 1):
            return None
        if net.of[start] >> goal & 1:
            # Every way passes both ends, and this one nothing else.
            return [start, goal]
        shut = self._shut
        cost = {start: (shut >> start & 1, 0)}
        before: dict[Hex, Hex] = {}
        queue = [(cost[start], start)]
        while queue:
            (barred, length), at = heappop(queue)
            if at == goal:
                return _back(before, goal)
            for beyond in hexes(net.of[at] & through):
                dearer = (barred + (shut >> beyond & 1), length + 1)
                if beyond not in cost or dearer < cost[beyond]:
                    cost[beyond], before[beyond] = dearer, at
                    heappush(queue, (dearer, beyond))
        return None

    @property
    def _shut(self) -> HexSet:
        shut: HexSet = 0
        for bar in self.bars:
            shut |= bar.shut
        return shut

    def _cost(self, way: Sequence[Hex]) -> tuple[int, int]:
        shut = self._shut
        return sum(shut >> at & 1 for at in way), len(way)

    def _under(self, lifted: frozenset[str]) -> tuple[Adjacency, HexSet]:
        net, shut = self.net, 0
        for bar in self.bars:
            if bar.rule not in lifted:
                shut |= bar.shut
            elif bar.links is not None:
                net = bar.links
        return net, net.within & ~shut


def _back(before: Mapping[Hex, Hex], goal: Hex) -> list[Hex]:
    way = [goal]
    while way[-1] in before:
        way.append(before[way[-1]])
    return way[::-1]


def shut_on(way: Sequence[Hex], bar: Bar) -> list[Hex]:
    """Return the hexes of a way that a bar shuts, in their order."""
    return [at for at in way if bar.shut >> at & 1]
