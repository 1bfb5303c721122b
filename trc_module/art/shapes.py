"""Many shapes in one call: shapely's array functions, with the types that the display list wants."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, MultiPolygon

Shapes = NDArray[Any]
"""An array of shapely geometries."""


def lines_through(points: NDArray[np.float64], which: NDArray[np.int64] | None = None) -> Shapes:
    """Return lines through points: an array (lines x points x 2), or (points x 2) with the line of each point."""
    made: LineString | Shapes = (
        shapely.linestrings(points) if which is None else shapely.linestrings(points, indices=which)
    )
    return np.atleast_1d(np.asarray(made, dtype=object))


def as_lines(lines: Shapes) -> MultiLineString:
    """Return lines as one shape."""
    made = shapely.multilinestrings(lines) if len(lines) else MultiLineString()
    assert isinstance(made, MultiLineString)
    return made


def as_areas(polygons: Shapes) -> MultiPolygon:
    """Return polygons as one shape."""
    made = shapely.multipolygons(polygons) if len(polygons) else MultiPolygon()
    assert isinstance(made, MultiPolygon)
    return made
