"""Check of the coordinates in the GeoJSON layers against the hex names; only the names count."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.board.board import Board
from trc_module.board.features import P
from trc_module.board.layers import read_layer
from trc_module.board.legend import Legend
from trc_module.board.outlines import hexagon, outline, path
from trc_module.board.records import (
    HexProperties,
    HexsideProperties,
    PlaceProperties,
    RailProperties,
    RegionProperties,
    RiverProperties,
)
from trc_module.facts import Problem
from trc_module.hexgrid import Hex, Layout, Orientation

_TOLERANCE = 0.001
"""Hex widths: the files round to four decimals."""


def data_layout(board: Board) -> Layout:
    """Return the layout of the data files: hexes one wide, the first hex at the origin, y to the north.

    A layout counts y to the south; a measure of less than nothing turns it round, as map viewers want it. The width of
    a hex is that from side to side.
    """
    step = math.sqrt(3) / 2
    pointy = board.grid.orientation is Orientation.POINTY_TOP
    return Layout(board.grid, 1.0, -step) if pointy else Layout(board.grid, -1.0, step)


def check_geometry(board: Board, folder: Path, overlay: Path | None = None) -> list[Problem]:
    """Return every feature whose geometry is not where its hex names put it.

    Features may go without geometry where the legend says so, and an owner's always. Outlines of regions are not
    asked of data with an overlay, since they are drawn from our own memberships.
    """
    layout = data_layout(board)

    def hexes_of(names: list[str]) -> list[Hex]:
        return [board.grid.hex(name) for name in names]

    def side(properties: HexsideProperties) -> BaseGeometry:
        a, b = hexes_of(properties.hexes)
        # Non-adjacent hexes are reported by another check.
        return LineString(layout.side(a, b)) if board.grid.adjacent(a, b) else path((a, b), layout)

    checks = _Checks(folder, board.legend, overlay)
    return [
        *checks.layer("hexes", HexProperties, lambda p: hexagon(board.grid.hex(p.hex), layout)),
        *checks.layer("hexsides", HexsideProperties, side),
        *checks.layer("rivers", RiverProperties, lambda p: path(hexes_of(list(p.hexes or ())), layout)),
        *checks.layer("rails", RailProperties, lambda p: path(hexes_of(p.hexes), layout)),
        *checks.layer("places", PlaceProperties, lambda p: Point(layout.centre(board.grid.hex(str(p.hex))))),
        *(
            []
            if overlay
            else checks.layer("regions", RegionProperties, lambda p: outline(board.regions[p.region].hexes, layout))
        ),
    ]


class _Checks:
    def __init__(self, folder: Path, legend: Legend, overlay: Path | None) -> None:
        self.folder = folder
        self.legend = legend
        self.overlay = overlay

    def layer(self, name: str, kind: type[P], expected: Callable[[P], BaseGeometry]) -> Iterator[Problem]:
        features = read_layer(self.folder, name, kind, self.legend, self.overlay)
        for id_, feature in features.features.items():
            if id_ in features.overlays:
                continue
            raw = bytes(feature.geometry)
            if raw == b"null" and not self.legend.located:
                continue
            message = _difference(raw, expected(feature.properties))
            if message:
                yield Problem("geometry", f"'{id_}' {message}", f"map/{name}.geojson")


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
