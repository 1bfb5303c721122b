"""Contours: the area where a field of heights lies above a level."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon

from trc_module.art.map.noise import Floats
from trc_module.art.shapes import as_areas

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
    loops = [loop for loop in _loops(start_ids, end_ids) if len(loop) > 3]
    if not loops:
        return MultiPolygon()
    return _polygons(*_rounded(points, loops), 2.5 * spacing * spacing)


def _polygons(points: Floats, ring: NDArray[np.int64], least: float) -> MultiPolygon:
    """Return polygons from rings: shells have the high ground on their right, holes the other way about."""
    joined = ring[1:] == ring[:-1]
    cross = points[:-1, 0] * points[1:, 1] - points[:-1, 1] * points[1:, 0]
    turns = np.bincount(ring[:-1][joined], cross[joined]) / 2
    rings = np.asarray(shapely.linearrings(points, indices=ring))
    shells, holes = rings[turns > least], rings[turns < -least]
    areas = np.asarray(shapely.polygons(shells))
    if not len(shells) or not len(holes):
        return as_areas(areas)
    inside: dict[int, list[Any]] = {}
    starts = shapely.points(points[np.searchsorted(ring, np.flatnonzero(turns < -least))])
    which, shell = shapely.STRtree(areas.tolist()).query(starts, predicate="within")
    sizes = shapely.area(areas)
    for index, hole in enumerate(holes):
        around = shell[which == index]
        if len(around):
            inside.setdefault(int(around[np.argmin(sizes[around])]), []).append(hole)
    for index, found in inside.items():
        areas[index] = shapely.polygons(shells[index], found)
    return as_areas(areas)


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


def _rounded(points: Floats, loops: list[list[int]]) -> tuple[Floats, NDArray[np.int64]]:
    """Return rings, closed, with their corners cut once (Chaikin), which hides the grid they came from.

    The answer is all their points, and the ring to which each belongs.
    """
    sizes = np.array([len(loop) for loop in loops])
    here = points[[index for loop in loops for index in loop]]
    there = points[[index for loop in loops for index in (*loop[1:], loop[0])]]
    cut = np.empty((2 * len(here), 2))
    cut[0::2] = 0.75 * here + 0.25 * there
    cut[1::2] = 0.25 * here + 0.75 * there
    # Each ring ends where it begins.
    ends = np.cumsum(2 * sizes)
    starts = ends - 2 * sizes
    return np.insert(cut, ends, cut[starts], axis=0), np.repeat(np.arange(len(sizes)), 2 * sizes + 1)
