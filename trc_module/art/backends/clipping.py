"""Clipping for vector backends: they leave out everything outside the part of the plane that they show."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry

from trc_module.art.display import Box


def overlap(a: Box, b: Box) -> bool:
    """Tell whether two boxes share any room."""
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def within(shape: BaseGeometry, box: Box, margin: float = 0.0) -> BaseGeometry:
    """Return the part of a shape inside a box with a margin; a shape wholly inside is left as it is."""
    west, north, east, south = shape.bounds
    if west >= box[0] and north >= box[1] and east <= box[2] and south <= box[3]:
        return shape
    rim = margin + 2
    return shapely.clip_by_rect(shape, box[0] - rim, box[1] - rim, box[2] + rim, box[3] + rim)
