"""The ride kernel: ways along links, and what is in every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from trc_module.hexgrid import Adjacency, Hex, HexSet


@dataclass(frozen=True, slots=True)
class Bar:
    """What one rule takes away: hexes that may be neither entered nor left, or links beyond those of the net."""

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
        """Return the fewest and most special rules in every way: () if there is a way, None if no rule is to blame."""
        rules = [bar.rule for bar in self.bars]
        for size in range(len(rules) + 1):
            for chosen in combinations(rules, size):
                if self.way(start, goal, frozenset(chosen)) is not None:
                    return chosen
        return None

    def _under(self, lifted: frozenset[str]) -> tuple[Adjacency, HexSet]:
        net, shut = self.net, 0
        for bar in self.bars:
            if bar.rule not in lifted:
                shut |= bar.shut
            elif bar.links is not None:
                net = bar.links
        return net, net.within & ~shut


def shut_on(way: Sequence[Hex], bar: Bar) -> list[Hex]:
    """Return the hexes of a way that a bar shuts, in their order."""
    return [at for at in way if bar.shut >> at & 1]
