"""Hexes as a lattice: the cells of a module's grid, and how they can lie over the hexes of our map.

A cell is a pair of numbers (a, b): `a` steps towards one neighbour and `b` towards the next one clockwise, on a screen
whose y grows downwards. Two grids of hexes differ by a turn of some sixths of a circle and a shift, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from types import MappingProxyType

from trc_module.hexgrid import Hex, HexGrid, Orientation
from trc_module.hexgrid import hexes as members

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lattice:
    """A module's hex grid in pixels of its map [VASSAL ... board.HexGrid].

    `dx` is the distance between straight lines and `dy` that between neighbours in a line; the lines are columns, or
    rows if `sideways`. (`x0`, `y0`) is the centre of the first hex, the board's place on the map included.
    """

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool = False

    def line_place(self, cell: Cell) -> tuple[int, int]:
        """Return a cell's straight line and its place in it, as VASSAL counts them from 0."""
        a, b = cell
        if self.sideways:
            # One step in the line is the first direction, the next line lies in the second.
            return b, a + floor(b / 2)
        return a, b + floor(a / 2)

    def cell_of(self, line: int, place: int) -> Cell:
        """Return the cell at a line and a place in it."""
        if self.sideways:
            return place - floor(line / 2), line
        return line, place - floor(line / 2)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell in pixels of the map."""
        line, place = self.line_place(cell)
        across, along = self.dx * line, self.dy * (place + (0.5 if line % 2 else 0.0))
        return (self.x0 + along, self.y0 + across) if self.sideways else (self.x0 + across, self.y0 + along)

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell whose middle is nearest to a point."""
        across, along = (y - self.y0, x - self.x0) if self.sideways else (x - self.x0, y - self.y0)
        guess = floor(across / self.dx + 0.5)
        near = []
        for line in (guess - 1, guess, guess + 1):
            place = floor(along / self.dy - (0.5 if line % 2 else 0.0) + 0.5)
            cell = self.cell_of(line, place)
            cx, cy = self.centre(cell)
            near.append(((cx - x) ** 2 + (cy - y) ** 2, cell))
        return min(near)[1]


@dataclass(frozen=True, slots=True)
class LatticeFit:
    """The position of a module's cells over our hexes: turned by so many sixths of a circle clockwise, then shifted."""

    turns: int
    shift: Cell

    def over(self, cell: Cell) -> Cell:
        """Return the cell of our own map over which a module's cell lies."""
        a, b = turned(cell, self.turns)
        return a + self.shift[0], b + self.shift[1]

    def under(self, cell: Cell) -> Cell:
        """Return the module's cell that lies over a cell of our own map."""
        return turned((cell[0] - self.shift[0], cell[1] - self.shift[1]), -self.turns)


def turned(cell: Cell, sixths: int) -> Cell:
    """Turn a cell about (0, 0), clockwise."""
    a, b = cell
    for _ in range(sixths % 6):
        a, b = -b, a + b
    return a, b


@lru_cache(maxsize=8)
def own_cells(grid: HexGrid) -> Mapping[Hex, Cell]:
    """Return the cell of every hex of our map; grids are told apart as objects."""
    cells = {}
    pointy = grid.orientation is Orientation.POINTY_TOP
    for hex_ in members(grid.all):
        row, col = grid.row_col(hex_)
        line, place = (row, col) if pointy else (col, row)
        # Lines of the other parity than the shifted one are as far back as those before them.
        along = place - (line // 2 if grid.shifted else -(-line // 2))
        cells[hex_] = (along, line) if pointy else (line, along)
    return MappingProxyType(cells)


@dataclass(frozen=True, slots=True)
class Fit:
    """An overlay, and how many of the known places it explains."""

    overlay: LatticeFit
    agreed: int
    asked: int

    @property
    def error(self) -> float:
        """The share of known places that it does not explain."""
        return 1 - self.agreed / self.asked if self.asked else 1.0


def fits(known: Iterable[tuple[Cell, Hex]], cells: Mapping[Hex, Cell]) -> list[Fit]:
    """Return the overlays that explain most of some known places, the best first; `cells` are those of our hexes."""
    pairs = [(cell, cells[hex_]) for cell, hex_ in known]
    votes: Counter[LatticeFit] = Counter()
    for cell, own in pairs:
        for turns in range(6):
            a, b = turned(cell, turns)
            votes[LatticeFit(turns, (own[0] - a, own[1] - b))] += 1
    return [Fit(overlay, count, len(pairs)) for overlay, count in votes.most_common(12)]
