"""Shapes of sets of hexes on a plane, for pictures and for checking the geometry of the data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiLineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.board.board import Side
from trc_module.hexgrid import Hex, HexSet, Layout, Orientation, hexes


def outline(members: HexSet, layout: Layout) -> BaseGeometry:
    """Return the union of hexes as a Polygon or MultiPolygon, with its holes; an empty Polygon for no hex.

    Coordinates are the layout's (y to the south). Corners that hexes share are the same point to the last bit, so
    that outlines of neighbouring sets fit without slivers.
    """
    return shapely.union_all(hexagons(hexes(members), layout)) if members else Polygon()


def hexagons(members: Iterable[Hex], layout: Layout) -> list[Polygon]:
    """Return hexes as Polygons, in their order; many at once take a fraction of the time."""
    corners = [layout.corners(h) for h in members]
    return np.asarray(shapely.polygons(_snapped(corners, layout))).tolist() if corners else []


def sides(pairs: Iterable[Side], layout: Layout) -> MultiLineString:
    """Return hexsides joined end to end into as few lines as possible."""
    segments = []
    for a, b in pairs:
        segments.append(LineString(_snapped(layout.side(a, b), layout)))
    merged = shapely.line_merge(MultiLineString(segments))
    return MultiLineString([merged]) if isinstance(merged, LineString) else MultiLineString(merged)


def path(chain: Iterable[Hex], layout: Layout) -> LineString | Point:
    """Return the line through the centres of hexes, the centre itself for a single hex."""
    centres = [layout.centre(h) for h in chain]
    return LineString(centres) if len(centres) > 1 else Point(centres[0])


def _snapped(points: Sequence[object], layout: Layout) -> NDArray[np.float64]:
    # Corners lie on a lattice of half the pitch by a third of the step; computed from there, a corner comes out
    # the same whichever of its hexes asks.
    pointy = layout.grid.orientation is Orientation.POINTY_TOP
    units = (layout.pitch / 2, layout.step / 3) if pointy else (layout.step / 3, layout.pitch / 2)
    origin = np.array(layout.origin)
    snapped: NDArray[np.float64] = origin + np.rint((np.array(points) - origin) / units) * units
    return snapped
