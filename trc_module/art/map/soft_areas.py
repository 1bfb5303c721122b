"""Sets of hexes as areas with organic edges that never leave a hex's terrain in doubt.

An edge is the hexsides between members and others, rounded and shaken a little. No point of it moves by more than a
fifth of a hex's inner radius, so the inner four fifths of every hex stay wholly inside or wholly outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.map.noise import Floats, noise
from trc_module.hexgrid import Hex, HexGrid, Layout, Orientation

Cell: TypeAlias = tuple[int, int]
"""(row, column) of a hex, on the grid or beyond its edge."""

FREE_SHARE = 0.2
"""The share of a hex's inner radius by which its edge may move."""

_STEPS = 12
"""Points on a hexside."""

_ROUNDING = 0.32
"""The rounding of an edge's corners, in hexsides."""


def cells_of(grid: HexGrid, members: Iterable[Hex]) -> set[Cell]:
    """Return the cells of hexes."""
    return {grid.row_col(h) for h in members}


def with_rim(grid: HexGrid, members: set[Cell], width: int = 2) -> set[Cell]:
    """Return the cells and, outside the grid, those cells beyond its edge whose nearest grid cell is a member.

    The picture's frame is a rectangle, the grid's edge is not: the ground goes on beneath the frame.
    """
    return members | {cell for cell, near in _rim(grid.rows, grid.cols, width) if near in members}


@lru_cache(maxsize=8)
def _rim(rows: int, cols: int, width: int) -> tuple[tuple[Cell, Cell], ...]:
    """Return the cells around a grid, each with the grid's cell that is nearest to it."""
    return tuple(
        ((row, col), near)
        for row in range(-width, rows + width)
        for col in range(-width, cols + width)
        if (near := (min(max(row, 0), rows - 1), min(max(col, 0), cols - 1))) != (row, col)
    )


def hexagons(layout: Layout, cells: Iterable[Cell]) -> NDArray[np.object_]:
    """Return the hexagon of each cell."""
    rows, cols = (np.array(v, dtype=np.int64) for v in zip(*sorted(cells), strict=True))
    pointy = layout.grid.orientation is Orientation.POINTY_TOP
    line, place = (rows, cols) if pointy else (cols, rows)
    along = layout.pitch * (place + 0.5 * (line % 2 == layout.grid.shifted))
    across = layout.step * line
    half, long, short = layout.pitch / 2, layout.step * 2 / 3, layout.step / 3
    offsets = np.array([(0, -long), (half, -short), (half, short), (0, long), (-half, short), (-half, -short)])
    centres = np.column_stack([along, across])
    corners = centres[:, None, :] + offsets[None, :, :]
    if not pointy:
        corners = corners[..., ::-1]
    corners = np.round(corners + np.asarray(layout.origin), 6)
    return np.asarray(shapely.polygons(corners))


def union(layout: Layout, cells: Iterable[Cell]) -> Polygon | MultiPolygon:
    """Return the exact union of cells; empty for none."""
    chosen = list(cells)
    if not chosen:
        return MultiPolygon()
    # Hexagons share whole sides, which makes joining them easy.
    return _areas(shapely.coverage_union_all(hexagons(layout, chosen)))


def soft_area(layout: Layout, cells: Iterable[Cell], seed: int, roughness: float = 1.0) -> Polygon | MultiPolygon:
    """Return cells as an area with a soft edge; `roughness` 0 only rounds it."""
    rings, owner = shapely.get_rings(shapely.get_parts(union(layout, cells)), return_index=True)
    if not len(rings):
        return MultiPolygon()
    bent = _bent(layout, [shapely.get_coordinates(ring) for ring in rings], seed, roughness)
    groups: dict[int, list[Floats]] = {}
    for ring, polygon in zip(bent, owner.tolist(), strict=True):
        groups.setdefault(polygon, []).append(ring)
    parts = [Polygon(shell, holes) for shell, *holes in groups.values()]
    # Two rings may come to touch where hexes meet in a corner; buffering by nothing mends that.
    return _areas(shapely.union_all([p if p.is_valid else p.buffer(0) for p in parts]))


def soft_lines(layout: Layout, sides: Iterable[LineString], seed: int, roughness: float = 1.0) -> MultiLineString:
    """Return hexsides, joined where they meet end to end, as soft lines."""
    joined = shapely.get_parts(shapely.line_merge(MultiLineString(list(sides))))
    if not len(joined):
        return MultiLineString()
    return MultiLineString(_bent(layout, [shapely.get_coordinates(line) for line in joined], seed, roughness))


def _areas(shape: shapely.Geometry) -> Polygon | MultiPolygon:
    if isinstance(shape, Polygon | MultiPolygon):
        return shape
    return MultiPolygon([p for p in shapely.get_parts(shape) if isinstance(p, Polygon)])


def inner_radius(layout: Layout) -> float:
    """Return the distance from a hex's centre to its nearest hexside."""
    half, long, short = layout.pitch / 2, layout.step * 2 / 3, layout.step / 3
    slanted = half * long / float(np.hypot(half, long - short))
    return min(half, slanted)


def _bent(layout: Layout, lines: list[Floats], seed: int, roughness: float) -> list[Floats]:
    """Return polylines rounded and shaken; one whose ends meet is closed, of another the ends stay where they are."""
    unit = layout.step * 2 / 3
    # A little less than the share, so that rounding in the last digit cannot cross it.
    limit = FREE_SHARE * inner_radius(layout) * 0.98
    exact = [_resampled(corners) for corners in lines]
    every = np.vstack(exact)
    # One call for all lines: the array machinery costs more than the sums.
    shake = np.zeros_like(every)
    for octave, (wavelength, share) in enumerate(((0.9, 0.115), (0.36, 0.07), (0.17, 0.03))):
        for axis in (0, 1):
            lots = noise(every[:, 0], every[:, 1], wavelength * unit, seed * 16 + octave * 2 + axis)
            shake[:, axis] += share * unit * lots
    shakes = np.split(shake, np.cumsum([len(points) for points in exact])[:-1])
    bent = []
    for points, shaken in zip(exact, shakes, strict=True):
        closed = bool(np.array_equal(points[0], points[-1]))
        smooth = _smoothed(points[:-1] if closed else points, closed, _ROUNDING * _STEPS)
        if closed:
            smooth = np.vstack([smooth, smooth[:1]])
        moved = smooth - points + roughness * shaken
        if not closed:
            moved[[0, -1]] = 0.0
        length = np.hypot(moved[:, 0], moved[:, 1])
        # The bound is approached softly: a hard one would show as flat stretches.
        eased = limit * np.tanh(length / limit)
        bent.append(points + moved * (eased / np.maximum(length, 1e-9))[:, None])
    return bent


def _resampled(corners: Floats) -> Floats:
    share = np.arange(_STEPS)[None, :, None] / _STEPS
    start, end = corners[:-1, None, :], corners[1:, None, :]
    points: Floats = (start + (end - start) * share).reshape(-1, 2)
    return np.vstack([points, corners[-1:]])


def _smoothed(points: Floats, closed: bool, sigma: float) -> Floats:
    reach = int(np.ceil(3 * sigma))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    if closed:
        padded = np.take(points, np.arange(-reach, len(points) + reach), axis=0, mode="wrap")
    else:
        # Mirrored through its end, an open line keeps its end where it is.
        reach = min(reach, len(points) - 1)
        weights = weights[(len(weights) - 1) // 2 - reach : (len(weights) - 1) // 2 + reach + 1]
        weights /= weights.sum()
        head = 2 * points[0] - points[reach:0:-1]
        tail = 2 * points[-1] - points[-2 : -reach - 2 : -1]
        padded = np.vstack([head, points, tail])
    return np.column_stack([np.convolve(padded[:, axis], weights, mode="valid") for axis in (0, 1)])
