"""Lines cut up: into dashes, and into short pieces."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString

from trc_module.art.shapes import as_lines, lines_through


def dashes(lines: LineString | MultiLineString, pattern: tuple[float, ...]) -> MultiLineString:
    """Return the strokes of a dash pattern (stroke, gap, stroke, gap ...) along each line."""
    points, which, strokes = [np.zeros((0, 2))], [np.zeros(0, np.int64)], 0
    for part in shapely.get_parts(lines):
        dashed, stroke = _cut(shapely.get_coordinates(part), pattern)
        points.append(dashed)
        which.append(stroke + strokes)
        strokes += int(stroke[-1]) + 1 if len(stroke) else 0
    if not strokes:
        return MultiLineString()
    return as_lines(lines_through(np.concatenate(points), np.concatenate(which)))


def _cut(points: NDArray[np.float64], pattern: tuple[float, ...]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the points of the strokes along a line, and the stroke to which each belongs."""
    at = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    times = int(at[-1] // sum(pattern)) + 1
    turns = np.concatenate([[0.0], np.cumsum(np.tile(pattern, times))])
    starts, ends = turns[:-1:2], np.minimum(turns[1::2], at[-1])
    starts, ends = starts[starts < ends], ends[starts < ends]
    # The strokes' own ends, and the line's points between them, in the order along the line.
    over = np.maximum(np.searchsorted(starts, at, side="right") - 1, 0)
    inside = (at > starts[over]) & (at < ends[over]) if len(starts) else np.zeros(len(at), bool)
    place = np.concatenate([starts, at[inside], ends])
    stroke = np.concatenate([np.arange(len(starts)), over[inside], np.arange(len(ends))])
    order = np.lexsort((place, stroke))
    x, y = (np.interp(place[order], at, points[:, axis]) for axis in (0, 1))
    return np.column_stack([x, y]), stroke[order]


def pieces(lines: LineString | MultiLineString, segments: int) -> NDArray[Any]:
    """Return lines in pieces of at most so many segments; neighbours share one, so that no stroke gapes in a bend."""
    points, line_of = shapely.get_coordinates(shapely.get_parts(lines), return_index=True)
    ends = np.searchsorted(line_of, np.arange(line_of[-1] + 2)) if len(line_of) else np.zeros(1, int)
    starts, stops = [], []
    for first, last in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
        for start in range(first, max(last - 2, first + 1), segments - 1):
            starts.append(start)
            stops.append(min(start + segments + 1, last))
    lengths = np.array(stops, dtype=int) - np.array(starts, dtype=int)
    owner = np.repeat(np.arange(len(starts)), lengths)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return np.asarray(
        shapely.linestrings(points[np.repeat(np.array(starts, dtype=int), lengths) + offset], indices=owner)
    )
