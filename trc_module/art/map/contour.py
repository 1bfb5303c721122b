"""Contours: the area where a field of heights lies above a level."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon

from trc_module.art.map.noise import Floats

# For each pattern of high corners (1 NW, 2 NE, 4 SE, 8 SW) the lines across the cell, from side to side, with the
# high ground on the right. Sides: 0 north, 1 east, 2 south, 3 west.
_LINES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),),
    2: ((1, 0),),
    3: ((1, 3),),
    4: ((2, 1),),
    5: ((0, 3), (2, 1)),
    6: ((2, 0),),
    7: ((2, 3),),
    8: ((3, 2),),
    9: ((0, 2),),
    10: ((1, 0), (3, 2)),
    11: ((1, 2),),
    12: ((3, 1),),
    13: ((0, 1),),
    14: ((3, 0),),
}


def area_above(heights: Floats, level: float, west: float, north: float, spacing: float) -> MultiPolygon:
    """Return where the heights (rows from the north, a point every `spacing` pixels) exceed a level.

    The rim counts as low, so that every contour closes.
    """
    field = np.pad(heights, 1, constant_values=-1e9) - level
    high = field > 0
    pattern = high[:-1, :-1] + 2 * high[:-1, 1:] + 4 * high[1:, 1:] + 8 * high[1:, :-1]
    rows, cols = field.shape
    starts, ends = [], []
    for code, lines in _LINES.items():
        r, c = np.nonzero(pattern == code)
        for start, end in lines:
            starts.append(_side(r, c, start, rows, cols))
            ends.append(_side(r, c, end, rows, cols))
    start_ids, end_ids = np.concatenate(starts), np.concatenate(ends)
    if not len(start_ids):
        return MultiPolygon()
    points = _crossings(field, start_ids, rows, cols) * spacing + (west - spacing, north - spacing)
    rings = [points[loop] for loop in _loops(start_ids, end_ids) if len(loop) > 3]
    return _polygons([_rounded(r) for r in rings], 2.5 * spacing * spacing)


def _polygons(rings: list[Floats], least: float) -> MultiPolygon:
    """Return polygons from rings: shells have the high ground on their right, holes the other way about."""
    turns = [float(np.dot(r[:, 0], np.roll(r[:, 1], -1)) - np.dot(r[:, 1], np.roll(r[:, 0], -1))) / 2 for r in rings]
    shells = [shapely.Polygon(r) for r, t in zip(rings, turns, strict=True) if t > least]
    holes = [r for r, t in zip(rings, turns, strict=True) if t < -least]
    if not shells or not holes:
        return MultiPolygon(shells)
    inside: dict[int, list[Floats]] = {}
    which, shell = shapely.STRtree(shells).query(shapely.points([h[0] for h in holes]), predicate="within")
    sizes = shapely.area(shells)
    for index in range(len(holes)):
        around = shell[which == index]
        if len(around):
            inside.setdefault(int(around[np.argmin(sizes[around])]), []).append(holes[index])
    return MultiPolygon([Polygon(s.exterior, inside.get(i, [])) for i, s in enumerate(shells)])


def _side(r: NDArray[np.int64], c: NDArray[np.int64], side: int, rows: int, cols: int) -> NDArray[np.int64]:
    """Return a number for a side of cells: level sides first, then upright ones."""
    if side in (0, 2):
        return (r + (side == 2)) * cols + c
    return rows * cols + r * cols + c + (side == 1)


def _crossings(field: Floats, sides: NDArray[np.int64], rows: int, cols: int) -> Floats:
    """Return (x, y) in cells where the level crosses each side."""
    upright = sides >= rows * cols
    place = sides - rows * cols * upright
    r, c = place // cols, place % cols
    here, there = field[r, c], field[r + upright, c + ~upright]
    # The pad is very low: its side would put the crossing on the first point, which is just right.
    share = here / (here - there)
    return np.column_stack([c + np.where(upright, 0.0, share), r + np.where(upright, share, 0.0)])


def _loops(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> list[list[int]]:
    order = np.argsort(starts, kind="stable")
    following = order[np.searchsorted(starts, ends, sorter=order)].tolist()
    left = [True] * len(following)
    loops = []
    for first in range(len(following)):
        loop = []
        here = first
        while left[here]:
            left[here] = False
            loop.append(here)
            here = following[here]
        if loop:
            loops.append(loop)
    return loops


def _rounded(ring: Floats) -> Floats:
    """Return a ring with its corners cut once (Chaikin), which hides the grid it came from."""
    following = np.roll(ring, -1, axis=0)
    cut = np.empty((2 * len(ring), 2))
    cut[0::2] = 0.75 * ring + 0.25 * following
    cut[1::2] = 0.25 * ring + 0.75 * following
    return cut
