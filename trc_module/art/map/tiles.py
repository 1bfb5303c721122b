"""A large drawing on pages of ordinary paper, to be cut along marks and glued, at the size of 5/8-inch counters."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import shapely
from shapely import LineString, MultiLineString, Polygon

from trc_module.art.backends.clipping import overlap
from trc_module.art.backends.pdf import INCHES_PER_PIXEL
from trc_module.art.display import Area, Box, Drawing, Item, Layer, Line, Text, bounds
from trc_module.art.fonts import Face

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "Letter": (215.9, 279.4)}
"""Width and height of a sheet of paper in millimetres, upright."""
MARGIN = 10.0
"""The width that most printers leave white on each edge, in millimetres."""
OVERLAP = 10.0
"""The width of the map that neighbouring pages both show, in millimetres: they are glued there."""
_MARK, _GAP = 6.0, 1.5
_INK = "#000000"
PIXEL = INCHES_PER_PIXEL * 25.4
"""Millimetres of a pixel in print."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """The division of a drawing into pages: the size of the paper and the pages in each direction; lengths are in
    pixels."""

    paper: tuple[float, float]
    columns: int
    rows: int

    @property
    def inner(self) -> tuple[float, float]:
        """Return how much of the map a page shows."""
        return self.paper[0] - 2 * MARGIN / PIXEL, self.paper[1] - 2 * MARGIN / PIXEL


def tiling_of(drawing: Drawing, paper: str) -> Tiling:
    """Return how a drawing is cut for a paper of `PAPERS`: upright or across, whichever takes fewer pages."""
    width, height = (side / PIXEL for side in PAPERS[paper])
    return min(
        (_tiling(drawing, size) for size in ((width, height), (height, width))), key=lambda t: t.columns * t.rows
    )


def tile_pages(drawing: Drawing, tiling: Tiling, title: str) -> Iterator[Drawing]:
    """Yield the pages row by row: each a part of the drawing with white margins, marks to cut and its place."""
    inner, step = tiling.inner, _steps(tiling.inner)
    # The remaining space is divided, so that the map lies in the middle of its pages.
    spare = [
        tiles * along + OVERLAP / PIXEL - size
        for tiles, along, size in zip((tiling.columns, tiling.rows), step, (drawing.width, drawing.height), strict=True)
    ]
    placed = [(item, bounds(item)) for item in drawing.items]
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            west = drawing.box[0] - spare[0] / 2 + column * step[0]
            north = drawing.box[1] - spare[1] / 2 + row * step[1]
            shown = west, north, west + inner[0], north + inner[1]
            on_map = _common(shown, drawing.box)
            items: list[Item] = [Area(shapely.box(*on_map), drawing.background)] if drawing.background else []
            items += (item for item, box in placed if overlap(box, shown))
            rim = MARGIN / PIXEL
            page = shown[0] - rim, shown[1] - rim, shown[2] + rim, shown[3] + rim
            words = f"{title}: row {row + 1} of {tiling.rows}, page {column + 1} of {tiling.columns} in it"
            yield Drawing(
                page,
                (
                    Layer("map", tuple(items)),
                    Layer("margin", (_margin(page, on_map),)),
                    Layer("marks", tuple(_marks(shown, tiling, column, row, words))),
                ),
                "#ffffff",
            )


def _tiling(drawing: Drawing, paper: tuple[float, float]) -> Tiling:
    step = _steps(Tiling(paper, 0, 0).inner)
    columns, rows = (
        max(1, math.ceil((size - OVERLAP / PIXEL) / along - 1e-6))
        for size, along in zip((drawing.width, drawing.height), step, strict=True)
    )
    return Tiling(paper, columns, rows)


def _steps(inner: tuple[float, float]) -> tuple[float, float]:
    """Return how far the next page begins from the one before."""
    return inner[0] - OVERLAP / PIXEL, inner[1] - OVERLAP / PIXEL


def _common(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _margin(page: Box, shown: Box) -> Area:
    """Return the white that covers what of the map's items reaches beyond the part that is shown."""
    rim = 40.0
    outer = shapely.box(page[0] - rim, page[1] - rim, page[2] + rim, page[3] + rim)
    return Area(Polygon(outer.exterior, [shapely.box(*shown).exterior]), "#ffffff")


def _marks(shown: Box, tiling: Tiling, column: int, row: int, words: str) -> Iterator[Item]:
    """Yield where to cut: along the inner edge of the overlap, towards each neighbour to the west and north."""
    west, north, east, south = shown
    half = OVERLAP / PIXEL / 2
    xs = [west + half] * (column > 0) + [east - half] * (column < tiling.columns - 1)
    ys = [north + half] * (row > 0) + [south - half] * (row < tiling.rows - 1)
    far, near = _MARK / PIXEL, _GAP / PIXEL
    lines = [LineString([(x, y - far), (x, y - near)]) for x in xs for y in (north, south + far + near)]
    lines += [LineString([(x - far, y), (x - near, y)]) for y in ys for x in (west, east + far + near)]
    if lines:
        yield Line(MultiLineString(lines), _INK, 0.25 / PIXEL, cap="flat")
    size = 3.2 / PIXEL
    yield Text(words, ((west + east) / 2, south + 7.2 / PIXEL), size, _INK, Face.MEDIUM, anchor="middle")
