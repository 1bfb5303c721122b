"""Curves through points, and what is drawn along them."""

from __future__ import annotations

import numpy as np
import shapely
from shapely import MultiLineString

from trc_module.art.map.noise import Floats
from trc_module.art.shapes import Shapes, as_lines, lines_through

_STRETCH = 16
"""Points of a curve to a polygon of its stroke: what is cut or mended of a river is never the whole of it."""


def spline(points: Floats, steps: int = 8) -> Floats:
    """Return a smooth curve through points (centripetal Catmull-Rom, so that it makes no loops)."""
    if len(points) < 3:
        return points
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    knots = np.concatenate([[0.0], np.cumsum(np.sqrt(np.hypot(*np.diff(padded, axis=0).T)) + 1e-9)])
    t0, t1, t2, t3 = (knots[k : len(knots) - 3 + k, None, None] for k in range(4))
    p0, p1, p2, p3 = (padded[k : len(padded) - 3 + k, None, :] for k in range(4))
    t = t1 + (t2 - t1) * (np.arange(steps) / steps)[None, :, None]
    a1 = p0 * (t1 - t) / (t1 - t0) + p1 * (t - t0) / (t1 - t0)
    a2 = p1 * (t2 - t) / (t2 - t1) + p2 * (t - t1) / (t2 - t1)
    a3 = p2 * (t3 - t) / (t3 - t2) + p3 * (t - t2) / (t3 - t2)
    b1 = a1 * (t2 - t) / (t2 - t0) + a2 * (t - t0) / (t2 - t0)
    b2 = a2 * (t3 - t) / (t3 - t1) + a3 * (t - t1) / (t3 - t1)
    curve = b1 * (t2 - t) / (t2 - t1) + b2 * (t - t1) / (t2 - t1)
    return np.vstack([curve.reshape(-1, 2), points[-1:]])


def arcs(starts: Floats, controls: Floats, ends: Floats, steps: int = 8) -> Floats:
    """Return bends (n x steps + 1 x 2) from starts to ends that leave and arrive pointing at their control points."""
    t = np.linspace(0, 1, steps + 1)[None, :, None]
    start, control, end = starts[:, None, :], controls[:, None, :], ends[:, None, :]
    bends: Floats = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end
    return bends


def tapering(points: Floats, widths: Floats) -> Shapes:
    """Return a stroke along a curve whose width changes from point to point, as polygons that meet end to end."""
    way = np.gradient(points, axis=0)
    normal = np.column_stack([-way[:, 1], way[:, 0]]) / np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    aside = normal * widths[:, None] / 2
    left, right = points + aside, points - aside
    cuts = [(first, min(first + _STRETCH + 1, len(points))) for first in range(0, len(points) - 1, _STRETCH)]
    rings = [np.vstack([left[a:b], right[a:b][::-1]]) for a, b in cuts]
    owner = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    ribbons = np.asarray(shapely.polygons(shapely.linearrings(np.concatenate(rings), indices=owner)))
    found = []
    for ribbon, sound, (a, b) in zip(ribbons, np.asarray(shapely.is_valid(ribbons)).tolist(), cuts, strict=True):
        if sound:
            found.append(ribbon)
        else:
            # In a bend too tight for a ribbon: stroke by stroke, which takes ten times as long.
            segments = shapely.linestrings(np.stack([points[a : b - 1], points[a + 1 : b]], axis=1))
            strokes = shapely.buffer(segments, (widths[a : b - 1] + widths[a + 1 : b]) / 4, quad_segs=3)
            found += [p for p in shapely.get_parts(shapely.union_all(strokes)) if p.geom_type == "Polygon"]
    return np.array(found, dtype=object)


def ticks(lines: MultiLineString, spacing: float, length: float) -> Floats:
    """Return short strokes across lines (n x 2 points x 2), evenly spaced along each and clear of its ends."""
    points, line = shapely.get_coordinates(shapely.get_parts(lines), return_index=True)
    if not len(points):
        return np.zeros((0, 2, 2))
    steps = np.hypot(*np.diff(points, axis=0).T)
    # One way along all lines, one after the other: the array machinery costs more than the sums.
    at = np.concatenate([[0.0], np.cumsum(np.where(np.diff(line) == 0, steps, 0.0))])
    firsts = np.flatnonzero(np.concatenate([[True], np.diff(line) > 0]))
    starts, ends = at[firsts], at[np.append(firsts[1:], len(points)) - 1]
    # A line of just so many spaces must not lose one to the last digit of its length.
    numbers = ((ends - starts) / spacing + 1e-6).astype(np.int64)
    gaps = (ends - starts) / np.maximum(numbers, 1)
    place = np.arange(numbers.sum()) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    where = np.repeat(starts, numbers) + (place + 0.5) * np.repeat(gaps, numbers)
    middle, before, behind = (
        np.column_stack([np.interp(where + d, at, points[:, axis]) for axis in (0, 1)]) for d in (0.0, -1.0, 1.0)
    )
    way = behind - before
    aside = np.column_stack([-way[:, 1], way[:, 0]]) / np.maximum(np.hypot(*way.T), 1e-9)[:, None] * (length / 2)
    return np.stack([middle - aside, middle + aside], axis=1)


def merged(lines: list[Floats]) -> MultiLineString:
    """Return polylines joined where two of them meet end to end."""
    if not lines:
        return MultiLineString()
    points = np.concatenate(lines).round(4)
    strokes = lines_through(points, np.repeat(np.arange(len(lines)), [len(line) for line in lines]))
    return as_lines(shapely.get_parts(shapely.line_merge(as_lines(strokes))))
