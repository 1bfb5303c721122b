"""Symbols of a game's own drawings: a flag, a tower, an anchor and the like, about the origin, 2 wide and high."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import shapely
import shapely.affinity
from shapely import LineString, MultiPolygon, Point, Polygon

from trc_module.art.display import Area, Item, circle
from trc_module.art.map.own_colours import legible, named
from trc_module.art.map.style import MapStyle
from trc_module.board.drawings import SignDrawing

_Areas = Polygon | MultiPolygon


def _thick(width: float, *lines: list[tuple[float, float]]) -> _Areas:
    """Return lines as areas."""
    return _joined(*(LineString(line).buffer(width / 2, cap_style="flat", join_style="mitre") for line in lines))


def _joined(*shapes: shapely.Geometry) -> _Areas:
    made = shapely.union_all(list(shapes))
    return made if isinstance(made, Polygon | MultiPolygon) else MultiPolygon()


def _without(shape: _Areas, *holes: shapely.Geometry) -> _Areas:
    made = shapely.difference(shape, shapely.union_all(list(holes)))
    return made if isinstance(made, Polygon | MultiPolygon) else MultiPolygon()


def _box(west: float, north: float, east: float, south: float) -> Polygon:
    return shapely.box(west, north, east, south)


def _round(radius: float, x: float = 0.0, y: float = 0.0) -> Polygon:
    return Point(x, y).buffer(radius, quad_segs=12)


def _anchor() -> _Areas:
    bow = [(0.78 * math.cos(t), 0.1 + 0.78 * math.sin(t)) for t in (0.15 + k * (math.pi - 0.3) / 14 for k in range(15))]
    ring = _without(_round(0.26, 0, -0.74), _round(0.11, 0, -0.74))
    shaft = _thick(0.2, [(0, -0.5), (0, 0.9)], [(-0.46, -0.28), (0.46, -0.28)], bow)
    flukes = [Polygon([(s * 0.98, 0.36), (s * 0.52, 0.3), (s * 0.9, -0.12)]) for s in (-1, 1)]
    return _joined(ring, shaft, *flukes)


def _bridge() -> _Areas:
    arch = _without(_box(-1, -0.1, 1, 0.62), *(_round(0.34, x, 0.62) for x in (-0.48, 0.48)))
    posts = (_box(x - 0.06, -0.42, x + 0.06, 0) for x in (-0.9, -0.3, 0.3, 0.9))
    return _joined(arch, _box(-1, -0.42, 1, -0.24), *posts)


def _cross() -> _Areas:
    return _joined(_box(-0.17, -0.95, 0.17, 0.95), _box(-0.62, -0.5, 0.62, -0.16))


def _factory() -> _Areas:
    roof = [(-0.95, 0.8), (-0.95, -0.05), (-0.32, -0.42), (-0.32, -0.05), (0.3, -0.42), (0.3, -0.05), (0.95, -0.05)]
    return _joined(Polygon([*roof, (0.95, 0.8)]), _box(0.56, -0.9, 0.84, 0))


def _flag() -> _Areas:
    cloth = [(-0.46, -0.9), (-0.1, -0.78), (0.3, -0.9), (0.85, -0.76), (0.85, 0.0), (0.3, -0.14), (-0.1, -0.02)]
    return _joined(_box(-0.62, -0.95, -0.44, 0.95), Polygon([*cloth, (-0.46, -0.14)]))


def _fort() -> _Areas:
    """Return the trace of a fort with four bastions."""
    points = []
    for k in range(4):
        turn = math.pi / 4 + k * math.pi / 2
        for angle, radius in ((-0.44, 0.6), (-0.36, 0.92), (0.0, 1.2), (0.36, 0.92), (0.44, 0.6)):
            points.append((radius * math.cos(turn + angle), radius * math.sin(turn + angle)))
    trace = Polygon(points)
    return _without(trace, shapely.affinity.scale(trace, 0.55, 0.55, origin=(0, 0)))


def _plane() -> _Areas:
    body = shapely.affinity.scale(_round(1.0), 0.17, 0.95)
    wings = Polygon([(-1, 0.12), (-1, -0.1), (0, -0.4), (1, -0.1), (1, 0.12), (0, 0.05)])
    tail = Polygon([(-0.4, 0.86), (-0.4, 0.68), (0, 0.5), (0.4, 0.68), (0.4, 0.86), (0, 0.78)])
    return _joined(body, wings, tail)


def _ring() -> _Areas:
    return _without(_round(0.85), _round(0.48))


def _square() -> _Areas:
    return _box(-0.72, -0.72, 0.72, 0.72)


def _star() -> _Areas:
    turns = [(math.pi * (k / 5 - 0.5), 1.0 if k % 2 == 0 else 0.42) for k in range(10)]
    return Polygon([(r * math.cos(t), r * math.sin(t) + 0.06) for t, r in turns])


def _tent() -> _Areas:
    cloth = Polygon([(-0.98, 0.78), (0, -0.72), (0.98, 0.78)])
    door = Polygon([(-0.24, 0.8), (0, -0.05), (0.24, 0.8)])
    return _joined(_without(cloth, door), _thick(0.13, [(-0.16, -0.94), (0.1, -0.55)], [(0.16, -0.94), (-0.1, -0.55)]))


def _tower() -> _Areas:
    wall = Polygon([(-0.5, -0.3), (0.5, -0.3), (0.62, 0.92), (-0.62, 0.92)])
    teeth = [_box(x - 0.14, -0.92, x + 0.14, -0.5) for x in (-0.52, 0.0, 0.52)]
    gate = _joined(_round(0.17, 0, 0.52), _box(-0.17, 0.52, 0.17, 0.94))
    return _without(_joined(wall, _box(-0.66, -0.6, 0.66, -0.24), *teeth), gate)


def _triangle() -> _Areas:
    return Polygon([(-0.9, 0.68), (0, -0.86), (0.9, 0.68)])


def _wheel() -> _Areas:
    ends = [(0.8 * math.cos(k * math.pi / 3), 0.8 * math.sin(k * math.pi / 3)) for k in range(3)]
    spokes = [[(-x, -y), (x, y)] for x, y in ends]
    return _joined(_without(_round(0.95), _round(0.7)), _round(0.24), _thick(0.14, *spokes))


SYMBOLS: Mapping[str, Callable[[], _Areas]] = {
    "anchor": _anchor,
    "bridge": _bridge,
    "cross": _cross,
    "factory": _factory,
    "flag": _flag,
    "fort": _fort,
    "plane": _plane,
    "ring": _ring,
    "square": _square,
    "star": _star,
    "tent": _tent,
    "tower": _tower,
    "triangle": _triangle,
    "wheel": _wheel,
}
"""The outline of each symbol, by the word of the legend."""


@cache
def _outline(word: str) -> _Areas:
    return SYMBOLS[word]()


def symbol(word: str, at: tuple[float, float], radius: float) -> MultiPolygon:
    """Return a symbol about a place, as areas."""
    moved = shapely.transform(_outline(word), lambda xy: xy * radius + at)
    return MultiPolygon([p for p in shapely.get_parts(moved) if isinstance(p, Polygon)])


def sign(style: MapStyle, own: SignDrawing, at: tuple[float, float], radius: float) -> Iterator[Item]:
    """Yield the sign of a place: a disc with its symbol."""
    fill = named(style, own.colour)
    yield Area(circle(*at, radius), style["city_rim"])
    yield Area(circle(*at, radius - 2), fill)
    yield Area(symbol(own.symbol, at, 0.57 * radius), legible(style, named(style, own.ink), fill))
