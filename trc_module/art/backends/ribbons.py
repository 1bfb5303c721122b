"""Strokes as edges: the outline of a line of some width, its bends rounded, without a polygon being made of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import shapely
from shapely import LineString, MultiLineString

from trc_module.art.backends.coverage import Floats, Whole
from trc_module.art.shapes import Shapes

_GENTLE = 0.8
"""The cosine of the sharpest bend whose two sides are simply joined; sharper ones are rounded."""


def stroke_edges(
    lines: Sequence[LineString | MultiLineString] | Shapes, width: float, cap: Literal["round", "flat"], scale: float
) -> Floats:
    """Return the edges of strokes (n x 4, clockwise); `scale`, in pixels a unit, says how finely to round."""
    start, end, line = _segments(lines)
    if not len(start):
        return np.zeros((0, 4))
    half = width / 2
    steps = max(2, math.ceil(1.3 * math.sqrt(half * scale) + 1))
    way = end - start
    length = np.hypot(way[:, 0], way[:, 1])
    way /= length[:, None]
    aside = np.column_stack([-way[:, 1], way[:, 0]]) * half
    here, there = _joints(start, end, line)
    cross = way[here, 0] * way[there, 1] - way[here, 1] * way[there, 0]
    along = (way[here] * way[there]).sum(axis=1)
    # Where a bend is too tight for the length of its sides, their inner edges would cross.
    gentle = (along > _GENTLE) & (half * np.abs(cross) < (1 + along) * np.minimum(length[here], length[there]))
    at_start, at_end = aside.copy(), aside.copy()
    smooth = (aside[here] + aside[there])[gentle] / (1 + along[gentle])[:, None]
    at_end[here[gentle]] = smooth
    at_start[there[gentle]] = smooth
    edges = [
        np.hstack([start - at_start, end - at_end]),
        np.hstack([end + at_end, start + at_start]),
    ]
    a, b, turn = here[~gentle], there[~gentle], cross[~gentle]
    edges += [_across(end, aside, a), _across(start, -aside, b)]
    edges.append(_wedges(end[a], np.where(turn[:, None] < 0, aside[b], -aside[a]), turn, along[~gentle], steps))
    first = np.setdiff1d(np.arange(len(start)), there, assume_unique=True)
    last = np.setdiff1d(np.arange(len(start)), here, assume_unique=True)
    if cap == "flat":
        edges += [_across(end, aside, last), _across(start, -aside, first)]
    else:
        edges += [
            arc_edges(end[last], -aside[last], math.pi, steps),
            arc_edges(start[first], aside[first], math.pi, steps),
        ]
    return np.concatenate(edges)


def _segments(lines: Sequence[LineString | MultiLineString] | Shapes) -> tuple[Floats, Floats, Whole]:
    """Return the segments' starts, ends and lines, those without length left out."""
    points, line = shapely.get_coordinates(shapely.get_parts(np.asarray(lines, dtype=object)), return_index=True)
    # Two points a hair apart have no direction.
    same = (line[1:] == line[:-1]) & (np.abs(points[1:] - points[:-1]) < 1e-7).all(axis=1)
    kept = np.concatenate([[True], ~same])[: len(points)]
    points, line = points[kept], line[kept]
    joined = np.flatnonzero(line[1:] == line[:-1])
    return points[joined], points[joined + 1], line[joined]


def _joints(start: Floats, end: Floats, line: Whole) -> tuple[Whole, Whole]:
    """Return which segments are followed by which; the last of a closed line by its first."""
    firsts = np.flatnonzero(np.concatenate([[True], line[1:] != line[:-1]]))
    lasts = np.concatenate([firsts[1:], [len(line)]]) - 1
    inner = np.setdiff1d(np.arange(len(line)), lasts, assume_unique=True)
    closed = (start[firsts] == end[lasts]).all(axis=1) & (lasts > firsts)
    return np.concatenate([inner, lasts[closed]]), np.concatenate([inner + 1, firsts[closed]])


def _across(points: Floats, aside: Floats, which: Whole) -> Floats:
    return np.hstack([points[which] - aside[which], points[which] + aside[which]])


def _wedges(points: Floats, aside: Floats, cross: Floats, along: Floats, steps: int) -> Floats:
    """Return the edges of the sectors that fill bends on their outer side."""
    angle = np.arctan2(np.abs(cross), along)
    arcs = arc_edges(points, aside, angle, steps)
    ends = arcs.reshape(-1, steps, 4)
    return np.concatenate([arcs, np.hstack([points, ends[:, 0, :2]]), np.hstack([ends[:, -1, 2:], points])])


def arc_edges(points: Floats, aside: Floats, angle: Floats | float, steps: int) -> Floats:
    """Return arcs about points that begin `aside` of them and turn clockwise by an angle."""
    turns = np.linspace(0.0, 1.0, steps + 1)[None, :] * np.broadcast_to(angle, len(points))[:, None]
    cos, sin = np.cos(turns), np.sin(turns)
    x = points[:, :1] + cos * aside[:, :1] - sin * aside[:, 1:]
    y = points[:, 1:] + sin * aside[:, :1] + cos * aside[:, 1:]
    return np.stack([x[:, :-1], y[:, :-1], x[:, 1:], y[:, 1:]], axis=2).reshape(-1, 4)
