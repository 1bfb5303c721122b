"""Layout of hexes on a plane: centres, corners, and the hex under a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from trc_module.hexgrid.grid import Hex, HexGrid, Orientation

Point: TypeAlias = tuple[float, float]
"""(x to the east, y to the south), in the layout's unit, usually pixels."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing of a grid.

    `pitch` is the distance between neighbours in one straight line (the width of a pointy-top hex, the
    height of a flat-top one), `step` the distance between straight lines (three quarters of the other
    measure; pitch x 0.866 for regular hexes). `origin` is the centre of the hex at row 0, column 0
    if its line is not shifted. VASSAL's HexGrid calls step `dx` and pitch `dy`.
    """

    grid: HexGrid
    pitch: float
    step: float
    origin: Point = (0.0, 0.0)

    def centre(self, hex_: Hex) -> Point:
        """Return the centre of a hex."""
        row, col = self.grid.row_col(hex_)
        pointy = self.grid.orientation is Orientation.POINTY_TOP
        line, place = (row, col) if pointy else (col, row)
        along = self.pitch * (place + (0.5 if line % 2 == self.grid.shifted else 0.0))
        across = self.step * line
        x, y = (along, across) if pointy else (across, along)
        return self.origin[0] + x, self.origin[1] + y

    def corners(self, hex_: Hex) -> tuple[Point, ...]:
        """Return the six corners, clockwise from the northern (pointy-top) or eastern (flat-top) one."""
        x, y = self.centre(hex_)
        half, long, short = self.pitch / 2, self.step * 2 / 3, self.step / 3
        offsets: tuple[Point, ...]
        if self.grid.orientation is Orientation.POINTY_TOP:
            offsets = ((0, -long), (half, -short), (half, short), (0, long), (-half, short), (-half, -short))
        else:
            offsets = ((long, 0), (short, half), (-short, half), (-long, 0), (-short, -half), (short, -half))
        return tuple((x + dx, y + dy) for dx, dy in offsets)

    def side(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """Return the two ends of the hexside that two adjacent hexes share."""
        shared = {(round(x, 3), round(y, 3)) for x, y in self.corners(b)}
        ends = [p for p in self.corners(a) if (round(p[0], 3), round(p[1], 3)) in shared]
        if len(ends) != 2:
            raise ValueError(f"{self.grid.name(a)} and {self.grid.name(b)} share no hexside")
        return ends[0], ends[1]

    def hex_at(self, point: Point) -> Hex | None:
        """Return the hex whose centre is nearest (hexes are regular enough for that), or None off the grid."""
        pointy = self.grid.orientation is Orientation.POINTY_TOP
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        along, across = (x, y) if pointy else (y, x)
        line = round(across / self.step)
        best: Hex | None = None
        best_distance = float("inf")
        for candidate in (line - 1, line, line + 1):
            shift = 0.5 if candidate % 2 == self.grid.shifted else 0.0
            place = round(along / self.pitch - shift)
            dx, dy = along - self.pitch * (place + shift), across - self.step * candidate
            if dx * dx + dy * dy < best_distance:
                best_distance = dx * dx + dy * dy
                best = self.grid.at(*((candidate, place) if pointy else (place, candidate)))
        return best
