"""Lines cut into dashes."""

from __future__ import annotations

from collections.abc import Iterator

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
