"""Check of the coordinates in the GeoJSON layers against the hex names; only the names count."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trc_module.board.board import Board
from trc_module.board.layers import read_layer
from trc_module.board.records import (
    HexProperties,
    HexsideProperties,
    PlaceProperties,
    RailProperties,
    RegionProperties,
    RiverProperties,
)
from trc_module.facts import Problem
from trc_module.hexgrid import Layout, Orientation

PROPERTIES: dict[str, type[Any]] = {
    "hexes": HexProperties,
    "hexsides": HexsideProperties,
    "rivers": RiverProperties,
    "rails": RailProperties,
    "places": PlaceProperties,
    "regions": RegionProperties,
}
"""The properties of the features of each layer."""


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
    names = [name for name in PROPERTIES if not (overlay and name == "regions")]
    located = [(name, *each) for name in names for each in _located(board, folder, overlay, name)]
    if not located:
        return []
    from trc_module.board.shapes import differences, shapes_of

    drawn = shapes_of(board, data_layout(board))
    expected = [drawn[name](properties) for name, _, _, properties in located]
    told = zip(located, differences([raw for _, _, raw, _ in located], expected), strict=True)
    return [
        Problem("geometry", f"'{id_}' {message}", f"map/{name}.geojson")
        for (name, id_, _, _), message in told
        if message
    ]


def _located(board: Board, folder: Path, overlay: Path | None, name: str) -> Iterator[tuple[str, bytes, Any]]:
    """Yield the features of a layer of the game's own that must have a geometry or do: id, geometry, properties."""
    features = read_layer(folder, name, PROPERTIES[name], board.legend, overlay)
    for id_, feature in features.features.items():
        raw = bytes(feature.geometry)
        if id_ not in features.overlays and (raw != b"null" or board.legend.located):
            yield id_, raw, feature.properties
