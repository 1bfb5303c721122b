"""The shapes of features as their hex names say, and whether what a file has is one of them.

Apart from the check that asks: few maps need the library of shapes, and it takes long to import.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.board.board import Board
from trc_module.board.outlines import hexagons, outline, path
from trc_module.hexgrid import Hex, Layout, hexes

_TOLERANCE = 0.001
"""Hex widths: the files round to four decimals."""


class Drawn(Protocol):
    """What draws a feature by its properties."""

    def __call__(self, properties: Any, /) -> BaseGeometry:
        """Return the shape that its hex names say."""


def shapes_of(board: Board, layout: Layout) -> Mapping[str, Drawn]:
    """Return what draws the features of each layer."""

    every = dict(zip(hexes(board.grid.all), hexagons(hexes(board.grid.all), layout), strict=True))

    def hexes_of(names: list[str]) -> list[Hex]:
        return [board.grid.hex(name) for name in names]

    def side(properties: Any) -> BaseGeometry:
        a, b = hexes_of(properties.hexes)
        # Non-adjacent hexes are reported by another check.
        return LineString(layout.side(a, b)) if board.grid.adjacent(a, b) else path((a, b), layout)

    return {
        "hexes": lambda p: every[board.grid.hex(p.hex)],
        "hexsides": side,
        "rivers": lambda p: path(hexes_of(list(p.hexes or ())), layout),
        "rails": lambda p: path(hexes_of(p.hexes), layout),
        "places": lambda p: Point(layout.centre(board.grid.hex(str(p.hex)))),
        "regions": lambda p: outline(board.regions[p.region].hexes, layout),
    }


def differences(drawn: Sequence[bytes], expected: Sequence[BaseGeometry]) -> list[str]:
    """Say of the geometry of each feature in what way it is another one than expected; '' if it is that."""
    # All at once, since nearly all are what they should be: one by one they take three times as long.
    found = shapely.from_geojson(np.array(drawn, dtype=object), on_invalid="ignore")
    right = shapely.equals_exact(shapely.normalize(found), shapely.normalize(list(expected)), _TOLERANCE)
    each = zip(right.tolist(), drawn, expected, strict=True)
    return ["" if is_right else _difference(raw, shape) for is_right, raw, shape in each]


def _difference(raw: bytes, expected: BaseGeometry) -> str:
    try:
        found = shapely.from_geojson(raw)
    except (shapely.errors.ShapelyError, ValueError):
        found = None
    if found is None:
        return "has no geometry that can be read"
    if found.normalize().equals_exact(expected.normalize(), _TOLERANCE):
        return ""
    if isinstance(expected, Polygon | MultiPolygon):
        if not found.is_valid or not isinstance(found, Polygon | MultiPolygon):
            return "is not a proper polygon"
        apart = found.symmetric_difference(expected).area > _TOLERANCE * max(1.0, expected.length)
    else:
        apart = found.geom_type != expected.geom_type or found.hausdorff_distance(expected) > _TOLERANCE
    return "lies elsewhere than its hex names say" if apart else ""
