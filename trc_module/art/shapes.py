"""Many shapes in one call: shapely's array functions, with the types that the display list wants."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, MultiPolygon

Box: TypeAlias = tuple[float, float, float, float]

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


def touching(shapes: Shapes, box: Box) -> Shapes:
    """Return those shapes whose own boxes touch a box."""
    return shapes[boxes_touch(shapely.bounds(shapes), box)]


def boxes_touch(boxes: NDArray[np.float64], box: Box) -> NDArray[np.bool_]:
    """Return which boxes (n x 4: west, north, east, south) touch one."""
    west, north, east, south = boxes.T
    return np.asarray((west <= box[2]) & (east >= box[0]) & (north <= box[3]) & (south >= box[1]))


def near_any(points: NDArray[np.float64], box: Box) -> bool:
    """Tell whether the box around some points touches a box."""
    (west, north), (east, south) = points.min(axis=0), points.max(axis=0)
    return bool(west <= box[2] and east >= box[0] and north <= box[3] and south >= box[1])
