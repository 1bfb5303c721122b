"""Rails as an adjacency of their own: hexes are joined where a rail link joins them."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.hexgrid import Adjacency, Hex, HexGrid, HexSet, hexes

_WORTH_A_SHIFT = 4
_FEW = 3
"""As many hexes are looked up one by one in less time than all are shifted at once."""


class RailNet(Adjacency):
    """The rail net: `of[h]` is the set of hexes that a rail link joins to h, `within` all rail hexes.

    A link may join hexes that are no neighbours (GG19-HH21, rule 8.6).
    """

    def __init__(self, grid: HexGrid, links: Iterable[tuple[Hex, Hex]]) -> None:
        self.grid = grid
        table: dict[Hex, HexSet] = dict.fromkeys(grid.neighbours, 0)
        members: HexSet = 0
        for a, b in links:
            table[a] |= 1 << b
            table[b] |= 1 << a
            members |= 1 << a | 1 << b
        self.of = table
        self.within = members
        # The links of one direction are one shift; what only a few links do is looked up.
        steps: dict[int, HexSet] = {}
        for a, linked in table.items():
            for b in hexes(linked):
                steps[b - a] = steps.get(b - a, 0) | 1 << a
        self._steps = tuple((step, ends) for step, ends in steps.items() if ends.bit_count() >= _WORTH_A_SHIFT)
        self._irregular = 0
        for ends in steps.values():
            if ends.bit_count() < _WORTH_A_SHIFT:
                self._irregular |= ends

    def spread(self, members: HexSet) -> HexSet:
        """Return every hex linked to at least one member."""
        reached: HexSet = 0
        if members.bit_count() <= _FEW:
            for h in hexes(members & self.within):
                reached |= self.of[h]
            return reached
        for step, ends in self._steps:
            reached |= (members & ends) << step if step > 0 else (members & ends) >> -step
        for h in hexes(members & self._irregular):
            reached |= self.of[h]
        return reached

    @property
    def junctions(self) -> HexSet:
        """The hexes where three links or more meet, cities included."""
        return sum(1 << h for h, linked in self.of.items() if linked.bit_count() > 2)
