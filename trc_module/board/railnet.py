"""Rails as an adjacency of their own: hexes are joined where a rail link joins them."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.hexgrid import Adjacency, Hex, HexGrid, HexSet


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
        # Rails never follow the grid's own neighbourhood, so every hex is looked up.
        self._irregular = members

    @property
    def junctions(self) -> HexSet:
        """The hexes where three links or more meet, cities included."""
        return sum(1 << h for h, linked in self.of.items() if linked.bit_count() > 2)
