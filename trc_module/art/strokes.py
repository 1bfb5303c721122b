"""Lines cut up: into dashes, and into short pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString


def dashes(lines: LineString | MultiLineString, pattern: tuple[float, ...]) -> MultiLineString:
    """Return the strokes of a dash pattern (stroke, gap, stroke, gap ...) along each line."""
    return MultiLineString([LineString(d) for part in shapely.get_parts(lines) for d in _cut(part, pattern)])


def _cut(line: LineString, pattern: tuple[float, ...]) -> Iterator[NDArray[np.float64]]:
    points = shapely.get_coordinates(line)
    at = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    here, index = 0.0, 0
    while here < at[-1]:
        there = min(here + pattern[index % len(pattern)], float(at[-1]))
        if index % 2 == 0 and there > here:
            inside = points[(at > here) & (at < there)]
            ends = [[np.interp(d, at, points[:, 0]), np.interp(d, at, points[:, 1])] for d in (here, there)]
            yield np.vstack([ends[0], inside, ends[1]])
        here, index = there, index + 1


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
