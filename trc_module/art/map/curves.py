"""Curves through points, and what is drawn along them."""

from __future__ import annotations

import numpy as np
import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.map.noise import Floats
from trc_module.art.shapes import as_lines, lines_through


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


def arc(start: Floats, control: Floats, end: Floats, steps: int = 8) -> Floats:
    """Return a bend from start to end that leaves and arrives pointing at the control point."""
    t = np.linspace(0, 1, steps + 1)[:, None]
    bend: Floats = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end
    return bend


def tapering(points: Floats, widths: Floats) -> MultiPolygon:
    """Return a stroke along a curve whose width changes from point to point."""
    way = np.gradient(points, axis=0)
    normal = np.column_stack([-way[:, 1], way[:, 0]]) / np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    aside = normal * widths[:, None] / 2
    ribbon = Polygon(np.vstack([points + aside, (points - aside)[::-1]]))
    if ribbon.is_valid:
        return MultiPolygon([ribbon])
    # In a bend too tight for a ribbon: stroke by stroke, which takes ten times as long.
    segments = shapely.linestrings(np.stack([points[:-1], points[1:]], axis=1))
    strokes = shapely.buffer(segments, (widths[:-1] + widths[1:]) / 4, quad_segs=3)
    joined = shapely.union_all(strokes)
    return MultiPolygon([p for p in shapely.get_parts(joined) if p.geom_type == "Polygon"])


def ticks(line: LineString, spacing: float, length: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return short strokes across a line, evenly spaced and clear of its ends."""
    points = shapely.get_coordinates(line)
    at = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    number = int(at[-1] // spacing)
    if number < 1:
        return []
    where = (np.arange(number) + 0.5) * (at[-1] / number)
    x, y = np.interp(where, at, points[:, 0]), np.interp(where, at, points[:, 1])
    ax, ay = np.interp(where - 1, at, points[:, 0]), np.interp(where - 1, at, points[:, 1])
    bx, by = np.interp(where + 1, at, points[:, 0]), np.interp(where + 1, at, points[:, 1])
    dx, dy = bx - ax, by - ay
    size = np.maximum(np.hypot(dx, dy), 1e-9)
    nx, ny = -dy / size * length / 2, dx / size * length / 2
    return [((a - u, b - v), (a + u, b + v)) for a, b, u, v in zip(x, y, nx, ny, strict=True)]


def merged(lines: list[Floats]) -> MultiLineString:
    """Return polylines joined where two of them meet end to end."""
    if not lines:
        return MultiLineString()
    points = np.concatenate(lines).round(4)
    strokes = lines_through(points, np.repeat(np.arange(len(lines)), [len(line) for line in lines]))
    return as_lines(shapely.get_parts(shapely.line_merge(as_lines(strokes))))
