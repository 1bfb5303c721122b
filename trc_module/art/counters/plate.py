"""The cardboard of a counter: a rounded square of 82 units (5/8 inch on a map of 104 units a hex), lit from above."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.art.colour import Colour, mix
from trc_module.art.display import Area, rectangle

PLATE = 82.0
_RADIUS = PLATE / 12


def plate(ground: Colour) -> Iterator[Area]:
    """Yield the rim one unit wide, the ground, and the light on the upper edge."""
    yield Area(plate_inside(0.0), mix(ground, "#000000", 0.55))
    yield Area(plate_inside(1.0), ground)
    yield Area(_lit_edge(), mix(ground, "#ffffff", 0.45))


@cache
def plate_inside(inset: float) -> Polygon:
    """Return the plate's shape, made smaller by `inset` on each side."""
    return rectangle(inset, inset, PLATE - 2 * inset, PLATE - 2 * inset, _RADIUS - inset / 2)


@cache
def plate_ring(inset: float, width: float) -> Polygon | MultiPolygon:
    """Return a frame of that width, `inset` from the edge."""
    return areas(plate_inside(inset).difference(plate_inside(inset + width)))


@cache
def plate_part(west: float, north: float, east: float, south: float) -> Polygon | MultiPolygon:
    """Return what lies of a rectangle on the plate, inside its rim."""
    return areas(plate_inside(1.0).intersection(shapely.box(west, north, east, south)))


def areas(shape: BaseGeometry) -> Polygon | MultiPolygon:
    """Return the polygons of a geometry, without the points and lines that an intersection may leave."""
    parts = [p for p in shapely.get_parts(shape) if isinstance(p, Polygon) and not p.is_empty]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


@cache
def _lit_edge() -> Polygon | MultiPolygon:
    lowered = shapely.transform(plate_inside(1.0), lambda xy: xy + np.array([0.0, 1.2]))
    return areas(plate_inside(1.0).difference(lowered).intersection(shapely.box(0, 0, PLATE, PLATE / 2)))
