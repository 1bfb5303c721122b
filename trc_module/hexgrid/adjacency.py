"""Neighbourhood on a grid with closed hexsides."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from trc_module.hexgrid.grid import Hex, HexGrid, HexSet, flooded, hexes


class Adjacency:
    """The hexes that are joined when some hexsides are closed (to movement, to a zone of control, to supply).

    `of[h]` is the set joined to hex h. `closed` holds unordered pairs of adjacent hexes; `within` limits
    the whole to a set of hexes (None: the grid). `links` joins pairs that are no neighbours on the grid.
    """

    def __init__(
        self,
        grid: HexGrid,
        closed: Iterable[tuple[Hex, Hex]] = (),
        within: HexSet | None = None,
        links: Iterable[tuple[Hex, Hex]] = (),
    ) -> None:
        self.grid = grid
        self.within: HexSet = grid.all if within is None else within & grid.all
        table = {h: near & self.within if self.within >> h & 1 else 0 for h, near in grid.neighbours.items()}
        self._irregular: HexSet = 0
        for a, b in closed:
            table[a] &= ~(1 << b)
            table[b] &= ~(1 << a)
            self._irregular |= 1 << a | 1 << b
        for a, b in links:
            if self.within >> a & 1 and self.within >> b & 1:
                table[a] |= 1 << b
                table[b] |= 1 << a
                self._irregular |= 1 << a | 1 << b
        self.of: dict[Hex, HexSet] = table

    def without(self, closed: Iterable[tuple[Hex, Hex]]) -> Adjacency:
        """Return the same with more pairs of hexes parted, neighbours or linked ones."""
        found = copy(self)
        found.of = dict(self.of)
        for a, b in closed:
            found.of[a] &= ~(1 << b)
            found.of[b] &= ~(1 << a)
            found._irregular |= 1 << a | 1 << b
        return found

    def joined(self, a: Hex, b: Hex) -> bool:
        """Tell whether one may pass between two hexes in one step."""
        return bool(self.of[a] >> b & 1)

    def spread(self, members: HexSet) -> HexSet:
        """Return every hex joined to at least one member."""
        members &= self.within
        irregular = members & self._irregular
        reached = self.grid.spread(members ^ irregular) & self.within
        if irregular:
            for h in hexes(irregular):
                reached |= self.of[h]
        return reached

    def flood(self, start: HexSet, steps: int | None = None, through: HexSet | None = None) -> HexSet:
        """Return start and all that is reached from it in at most `steps` steps (None: any number).

        Every hex entered must lie in `through` (None: everywhere); start itself need not.
        """
        return flooded(self.spread, start, steps, self.within if through is None else through)

    def path(self, start: Hex, goals: HexSet, through: HexSet | None = None) -> list[Hex] | None:
        """Return a shortest path from start into goals, both ends included, or None.

        Hexes entered before the goal must lie in `through`.
        """
        mask = self.within if through is None else through
        layers = [1 << start]
        reached: HexSet = 1 << start
        while not layers[-1] & goals:
            edge = self.spread(layers[-1] & (mask | 1 << start)) & ~reached & (mask | goals)
            if not edge:
                return None
            reached |= edge
            layers.append(edge)
        here = next(hexes(layers[-1] & goals))
        way = [here]
        for layer in reversed(layers[:-1]):
            usable = layer & (mask | 1 << start)
            here = next(h for h in hexes(usable) if self.of[h] >> here & 1)
            way.append(here)
        return way[::-1]
