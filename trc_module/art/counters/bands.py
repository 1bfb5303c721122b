"""The bands down a counter's left edge: one pattern a nationality or formation, seen at half size too."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache

import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.errors import UserError

WIDTH = 11.0
HEIGHT = 82.0


@cache
def band_pattern(name: str) -> MultiPolygon:
    """Return what a pattern paints over the band's ground, in a box of WIDTH by HEIGHT; UserError if there is none."""
    try:
        pieces = _PATTERNS[name]
    except KeyError:
        raise UserError(f"There is no band '{name}'; there are {', '.join(sorted(_PATTERNS))}.") from None
    whole = shapely.union_all(list(pieces())).intersection(shapely.box(0, 0, WIDTH, HEIGHT))
    return MultiPolygon([p for p in shapely.get_parts(whole) if isinstance(p, Polygon)])


def _plain() -> Iterator[BaseGeometry]:
    yield from ()


def _line() -> Iterator[BaseGeometry]:
    yield shapely.box(6, 0, 8.5, HEIGHT)


def _chevrons() -> Iterator[BaseGeometry]:
    for y in range(-4, 90, 12):
        yield Polygon([(0, y + 6), (5.5, y), (WIDTH, y + 6), (WIDTH, y + 12), (5.5, y + 6), (0, y + 12)])


def _diagonals() -> Iterator[BaseGeometry]:
    for y in range(-20, 100, 14):
        yield Polygon([(0, y + 11), (WIDTH, y), (WIDTH, y + 7), (0, y + 18)])


def _bars() -> Iterator[BaseGeometry]:
    for y in range(3, 82, 16):
        yield shapely.box(0, y, WIDTH, y + 8)


def _columns() -> Iterator[BaseGeometry]:
    yield shapely.box(1.5, 0, 4.5, HEIGHT)
    yield shapely.box(7, 0, 9.5, HEIGHT)


def _cross() -> Iterator[BaseGeometry]:
    yield shapely.box(4, 0, 8, HEIGHT)
    for y in (26, 60):
        yield shapely.box(0, y, WIDTH, y + 5)


def _dots() -> Iterator[BaseGeometry]:
    for y in range(8, 82, 11):
        yield shapely.Point(5.5, y).buffer(3.2, quad_segs=6)


def _teeth() -> Iterator[BaseGeometry]:
    for y in range(-2, 82, 12):
        yield Polygon([(0, y), (WIDTH, y + 6), (0, y + 12)])


def _halves() -> Iterator[BaseGeometry]:
    yield shapely.box(0, 48, WIDTH, HEIGHT)


def _thirds() -> Iterator[BaseGeometry]:
    yield shapely.box(0, 0, WIDTH, HEIGHT / 3)
    yield shapely.box(0, HEIGHT * 2 / 3, WIDTH, HEIGHT)


def _leaves() -> Iterator[BaseGeometry]:
    for y in range(20, 82, 12):
        yield Polygon([(0.5, y + 7), (5.5, y - 3), (10.5, y + 7)])


def _checks() -> Iterator[BaseGeometry]:
    for row in range(15):
        x = 0.0 if row % 2 else WIDTH / 2
        yield shapely.box(x, row * 6, x + WIDTH / 2, row * 6 + 6)


def _diamonds() -> Iterator[BaseGeometry]:
    for y in range(23, 90, 13):
        yield Polygon([(5.5, y - 6), (9.5, y), (5.5, y + 6), (1.5, y)])


def _stars() -> Iterator[BaseGeometry]:
    for y in range(24, 82, 13):
        yield _star(5.5, y, 4.9)


def _star(x: float, y: float, radius: float) -> Polygon:
    corners = ((radius * (1.0 if i % 2 == 0 else 0.42), math.tau * i / 10 - math.pi / 2) for i in range(10))
    return Polygon([(x + r * math.cos(a), y + r * math.sin(a)) for r, a in corners])


_PATTERNS: dict[str, Callable[[], Iterator[BaseGeometry]]] = {
    "plain": _plain,
    "line": _line,
    "chevrons": _chevrons,
    "diagonals": _diagonals,
    "bars": _bars,
    "columns": _columns,
    "cross": _cross,
    "dots": _dots,
    "teeth": _teeth,
    "halves": _halves,
    "thirds": _thirds,
    "leaves": _leaves,
    "checks": _checks,
    "diamonds": _diamonds,
    "stars": _stars,
}
