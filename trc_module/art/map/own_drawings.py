"""Drawings of a game's own, which its legend tells: what covers a ground, lines along and across hexsides."""

from __future__ import annotations

from collections.abc import Iterator

import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.colour import Colour, mix, opaque
from trc_module.art.display import Area, Box, Item, Line, Point, circle
from trc_module.art.map.curves import ticks
from trc_module.art.map.own_colours import away_from, legible, named
from trc_module.art.map.patterns import PATTERNS, TALL, Areas, Brush
from trc_module.art.map.scene import Scene
from trc_module.art.map.signs import symbol
from trc_module.art.map.soft_areas import soft_lines
from trc_module.art.map.style import MapStyle
from trc_module.art.shapes import as_areas, as_lines, lines_through
from trc_module.board import Side
from trc_module.board.drawings import GroundDrawing, LineDrawing
from trc_module.board.legend import Terrain

_DASHES: dict[str, tuple[float, ...]] = {"dashed": (11, 7), "dotted": (0.2, 7)}
_HEX_SYMBOL = 15.0
"""Half the width of a symbol in the middle of a hex."""
_COURSE_SEED, _ROUGHNESS = 8, 0.3
_AROUND = 14.0
"""Pixels around a sample in which its pattern goes on: what is strewn keeps away from the edge of its ground."""


def patterns(scene: Scene) -> Iterator[Item]:
    """Yield what covers the grounds of a game's own, their edges, and the symbols in their hexes."""
    taken = scene.board.city_hexes | scene.board.site_hexes
    for kind in scene.own_terrain:
        assert kind.own is not None
        area = scene.own_ground(kind)
        brush = brush_of(scene.style, kind)
        yield from covered(kind.own, brush, area, scene.around(TALL))
        yield from _edge(kind.own, brush, _rim_within(scene, area))
        if kind.own.symbol:
            for h in scene.shown(scene.board.of_terrain[kind] & ~taken):
                yield from _in_hex(kind.own.symbol, brush, scene.layout.centre(h))


def brush_of(style: MapStyle, kind: Terrain) -> Brush:
    """Return what a ground of the game's own is painted with."""
    assert kind.own is not None
    fill = named(style, kind.own.colour or kind.water.replace("lake", "sea") or "clear")
    darker = mix(fill, away_from(fill), 0.45)
    return Brush(style, fill, legible(style, named(style, kind.own.ink) if kind.own.ink else darker, fill))


def covered(own: GroundDrawing, brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    """Yield the pattern of a ground over an area."""
    if own.pattern:
        yield from PATTERNS[own.pattern](brush, area, box)


def _rim_within(scene: Scene, area: Areas) -> MultiLineString:
    """Return the rim of a ground without what runs along the frame."""
    west, north, east, south = scene.frame
    lines = shapely.intersection(area.boundary, shapely.box(west + 1, north + 1, east - 1, south - 1))
    return _lines_in(shapely.line_merge(lines) if isinstance(lines, MultiLineString) else lines)


def _lines_in(shape: shapely.Geometry) -> MultiLineString:
    return MultiLineString([p for p in shapely.get_parts(shape) if isinstance(p, LineString) and not p.is_empty])


def _edge(own: GroundDrawing, brush: Brush, rim: MultiLineString) -> Iterator[Item]:
    if own.edge and not rim.is_empty:
        yield Line(rim, brush.ink, 2.2, _DASHES.get(own.edge, ()))


def _in_hex(word: str, brush: Brush, at: Point) -> Iterator[Item]:
    shape = symbol(word, at, _HEX_SYMBOL)
    yield Area(as_areas(shapely.get_parts(shape.buffer(2.2))), brush.fill)
    yield Area(shape, brush.ink)


def ground_sample(scene: Scene, kind: Terrain, hexagon: Polygon) -> Iterator[Item]:
    """Yield the sample of a ground of the game's own in a hexagon of the key."""
    own, brush = kind.own, brush_of(scene.style, kind)
    assert own is not None
    yield Area(hexagon, brush.fill)
    middle = (hexagon.centroid.x, hexagon.centroid.y)
    for item in covered(own, brush, hexagon.buffer(_AROUND), hexagon.buffer(_AROUND).bounds):
        yield from _clipped(item, hexagon)
    if own.edge:
        slope = LineString([(middle[0] - 40, middle[1] + 14), (middle[0] + 40, middle[1] - 14)])
        yield from _edge(own, brush, _lines_in(slope.intersection(hexagon)))
    if own.symbol:
        yield from _in_hex(own.symbol, brush, middle)


def _clipped(item: Item, hexagon: Polygon) -> Iterator[Item]:
    if isinstance(item, Area):
        parts = shapely.get_parts(shapely.intersection(shapely.get_parts(item.shape), hexagon))
        yield Area(MultiPolygon([p for p in parts if isinstance(p, Polygon) and not p.is_empty]), item.fill)
    elif isinstance(item, Line):
        cut = _lines_in(shapely.union_all(shapely.intersection(shapely.get_parts(item.shape), hexagon)))
        if not cut.is_empty:
            yield Line(cut, item.stroke, item.width, item.dash, item.cap)


def own_hexsides(scene: Scene) -> Iterator[Item]:
    """Yield the lines of a game's own along hexsides and across them, kind by kind."""
    for name, kind in scene.board.legend.hexsides.items():
        if isinstance(kind.drawn, LineDrawing):
            yield from line_items(scene.style, kind.drawn, _course(scene, kind.drawn, scene.sides_of(name)))


def _course(scene: Scene, own: LineDrawing, sides: list[Side]) -> MultiLineString:
    if not sides:
        return MultiLineString()
    if own.course == "across":
        ways = MultiLineString([LineString([scene.layout.centre(h) for h in side]) for side in sides])
        return _lines_in(shapely.line_merge(ways))
    return soft_lines(scene.layout, [LineString(scene.layout.side(*s)) for s in sides], _COURSE_SEED, _ROUGHNESS)


def line_items(style: MapStyle, own: LineDrawing, lines: MultiLineString) -> Iterator[Item]:
    """Yield a line of the game's own."""
    if lines.is_empty:
        return
    ink, width = legible(style, named(style, own.colour), style["clear"]), float(own.width)
    casing = style["wall_casing"]
    if own.line in ("ticked", "crossed"):
        yield Line(lines, casing, width + 3.0)
        yield Line(lines, ink, max(1.4, 0.6 * width))
        yield from _marks(lines, ink, width, slanted=own.line == "crossed")
    elif own.line == "beaded":
        beads = _beads(lines, width)
        yield Area(as_areas(shapely.get_parts(beads.buffer(1.5))), casing)
        yield Area(beads, ink)
    else:
        dash = {"dashed": (2.6 * width, 1.9 * width), "dotted": (0.2, 2.0 * width)}.get(own.line, ())
        yield Line(lines, casing, width + 3.0)
        yield Line(lines, ink, width, dash, "flat" if own.line == "dashed" else "round")
        if own.line == "double":
            yield Line(lines, opaque(style["border_casing"]), 0.42 * width)


def _marks(lines: MultiLineString, ink: Colour, width: float, *, slanted: bool) -> Iterator[Item]:
    """Yield ticks across lines, or crosses upon them."""
    strokes = ticks(lines, 13 if slanted else 9, 2 * width + 5)
    if not len(strokes):
        return
    if slanted:
        middle = strokes.mean(axis=1, keepdims=True)
        arm = strokes - middle
        turned = arm[..., ::-1] * [-1.0, 1.0]
        both = [middle + 0.72 * (arm + turned * sign) for sign in (-1, 1)]
        yield Line(as_lines(lines_through(both[0])), ink, max(1.4, 0.5 * width))
        yield Line(as_lines(lines_through(both[1])), ink, max(1.4, 0.5 * width))
    else:
        yield Line(as_lines(lines_through(strokes)), ink, max(1.4, 0.5 * width))


def _beads(lines: MultiLineString, width: float) -> MultiPolygon:
    points = ticks(lines, 2.4 * width + 3, 2).mean(axis=1)
    return MultiPolygon([circle(x, y, 0.85 * width + 0.6) for x, y in points.tolist()])
