"""The display list: what a picture consists of, in the order of painting, in pixels at normal resolution.

Every picture is a `Drawing` of named layers; the backends (`trc_module.art.backends`) turn the same list into PNG, SVG
or PDF. There are three kinds of item: filled areas, lines, and runs of text in the bundled font. There are no images.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

import numpy as np
import shapely
from msgspec import Struct
from shapely import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.art.colour import Colour
from trc_module.art.fonts import Face, GlyphName, font_data, glyph_name

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""(west, north, east, south) in pixels."""

_Shape = TypeVar("_Shape", bound=BaseGeometry)

Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon, or several of one colour (painted as one: where they overlap they are not twice as dense)."""

    shape: Polygon | MultiPolygon
    fill: Colour


@dataclass(frozen=True, slots=True)
class Line:
    """A stroke of `width` along one line or several; `dash` alternates lengths of stroke and gap."""

    shape: LineString | MultiLineString
    stroke: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["round", "flat"] = "round"


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text in the bundled font.

    `at` is on the baseline; `anchor` says which end of the run stands there. `size` is the em in pixels, `tracking`
    extra space between letters (em), `angle` turns the run clockwise about `at` (degrees). With `along` the letters
    follow that line instead, the run's middle at `at` projected on it. A `halo` is an outline behind the letters.
    """

    text: str
    at: Point
    size: float
    fill: Colour
    face: Face = Face.MEDIUM
    anchor: Anchor = "start"
    tracking: float = 0.0
    angle: float = 0.0
    along: LineString | None = None
    halo: Colour | None = None
    halo_width: float = 0.0


Item: TypeAlias = Area | Line | Text


@dataclass(frozen=True, slots=True)
class Layer:
    """Items that belong together, under a name (the id of the group in SVG)."""

    name: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Drawing:
    """A picture: its size, its ground colour (None: transparent), and layers from the bottom to the top.

    `box` is the part of the plane that is shown; its north-west corner becomes pixel (0, 0).
    """

    box: Box
    layers: tuple[Layer, ...]
    background: Colour | None = None

    @property
    def width(self) -> float:
        """Return the width at scale 1."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """Return the height at scale 1."""
        return self.box[3] - self.box[1]

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items of all layers, in the order of painting."""
        return tuple(item for layer in self.layers for item in layer.items)


class PlacedGlyph(Struct, frozen=True):
    """One letter of a run: its glyph, the pen's position on the baseline, and its turn (degrees clockwise)."""

    glyph: GlyphName
    x: float
    y: float
    angle: float

    def on_page(self, x: float, y: float) -> Point:
        """Return where a point of the glyph lies, given in pixels from the pen, y upwards."""
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        return self.x + x * cos + y * sin, self.y + x * sin - y * cos


def text_width(text: str, size: float, face: Face = Face.MEDIUM, tracking: float = 0.0) -> float:
    """Return the length of a run of text in pixels."""
    pens, width = _pens(text, face, tracking)
    return width * size if pens else 0.0


def cap_height(size: float, face: Face = Face.MEDIUM) -> float:
    """Return the height of a capital letter or figure in pixels."""
    return font_data(face).cap_height * size


def placed_glyphs(run: Text) -> tuple[PlacedGlyph, ...]:
    """Return where each letter of a run stands; blanks are left out."""
    pens, width = _pens(run.text, run.face, run.tracking)
    if run.along is not None:
        return tuple(_along(run, run.along, pens, width))
    start = {"start": 0.0, "middle": -width / 2, "end": -width}[run.anchor]
    (x, y), size, angle = run.at, run.size, run.angle
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return tuple(
        [
            PlacedGlyph(glyph, x + (start + pen) * size * cos, y + (start + pen) * size * sin, angle)
            for glyph, pen, _ in pens
        ]
    )


def text_outline(run: Text, margin: float = 0.0) -> Polygon | MultiPolygon:
    """Return the room a run takes up: an oriented box (several along a curve) from its descenders to its capitals."""
    west, top, east, foot = _extent(run, margin)
    if run.along is not None:
        # A band along the middle of the letters, from before the first to behind the last.
        middle, half = (top + foot) / 2, (foot - top) / 2
        glyphs = placed_glyphs(run)
        spine = [g.on_page(0.2 * run.size, -middle) for g in glyphs]
        ends = glyphs[0].on_page(-margin, -middle), glyphs[-1].on_page(0.45 * run.size + margin, -middle)
        band = LineString([ends[0], *spine, ends[1]]).buffer(half, quad_segs=2, cap_style="flat")
        return band if isinstance(band, Polygon | MultiPolygon) else Polygon()
    return _turned_box(run.at[0], run.at[1], run.angle, west, top, east, foot)


def text_box(run: Text, margin: float = 0.0) -> Box:
    """Return the box that a level run takes up, as `text_outline` does."""
    west, top, east, foot = _extent(run, margin)
    x, y = run.at
    return x + west, y + top, x + east, y + foot


def _extent(run: Text, margin: float) -> Box:
    """Return how far the letters of a level run reach from where it stands."""
    top, foot = -font_data(run.face).cap_height * run.size - margin, 0.08 * run.size + margin
    if not _LOW.isdisjoint(run.text):
        foot += 0.14 * run.size
    width = text_width(run.text, run.size, run.face, run.tracking)
    west = 0.0 if run.anchor == "start" else -width / 2 if run.anchor == "middle" else -width
    return west - margin, top, west + width + margin, foot


_LOW = frozenset("gjpqy,()Q")
"""Letters that reach below the line."""


def circle(x: float, y: float, radius: float) -> Polygon:
    """Return a disc."""
    return shapely.Point(x, y).buffer(radius, quad_segs=max(4, round(radius)))


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Polygon:
    """Return a rectangle from its north-west corner, its corners rounded by `radius`."""
    if radius <= 0:
        return shapely.box(x, y, x + width, y + height)
    inner = shapely.box(x + radius, y + radius, x + width - radius, y + height - radius)
    return inner.buffer(radius, quad_segs=max(3, round(radius / 1.5)))


def outline_of(shape: Polygon | MultiPolygon, stroke: Colour, width: float, dash: tuple[float, ...] = ()) -> Line:
    """Return the line along the edge of an area."""
    return Line(shape.boundary, stroke, width, dash)


def placed(items: Iterable[Item], dx: float = 0.0, dy: float = 0.0, scale: float = 1.0) -> Iterator[Item]:
    """Yield items scaled about the origin and then moved, for a picture within a picture."""

    def moved(shape: _Shape) -> _Shape:
        return shapely.transform(shape, lambda xy: xy * scale + (dx, dy))

    for item in items:
        if isinstance(item, Area):
            yield replace(item, shape=moved(item.shape))
        elif isinstance(item, Line):
            dash = tuple(d * scale for d in item.dash)
            yield replace(item, shape=moved(item.shape), width=item.width * scale, dash=dash)
        else:
            yield replace(
                item,
                at=(item.at[0] * scale + dx, item.at[1] * scale + dy),
                size=item.size * scale,
                halo_width=item.halo_width * scale,
                along=None if item.along is None else moved(item.along),
            )


def bounds(item: Item) -> Box:
    """Return the box outside which an item leaves no trace."""
    if isinstance(item, Area):
        west, north, east, south = item.shape.bounds
        return west, north, east, south
    if isinstance(item, Line):
        west, north, east, south = item.shape.bounds
        half = item.width / 2
        return west - half, north - half, east + half, south + half
    west, north, east, south = text_outline(item, margin=0.3 * item.size + item.halo_width).bounds
    return west, north, east, south


_Pen: TypeAlias = tuple[GlyphName, float, float]
"""A glyph, where its pen stands, and its advance (em)."""


@lru_cache(maxsize=8192)
def _pens(text: str, face: Face, tracking: float) -> tuple[tuple[_Pen, ...], float]:
    data = font_data(face)
    pens: list[_Pen] = []
    x = 0.0
    after: Mapping[GlyphName, float] | None = None
    for char in text:
        glyph = data.glyph_of.get(char) or glyph_name(face, char)
        if after is not None:
            x += after.get(glyph, 0.0) + tracking
        advance = data.advances[glyph]
        if not char.isspace():
            pens.append((glyph, x, advance))
        x += advance
        after = data.kerning.get(glyph, _UNMOVED)
    return tuple(pens), x


_UNMOVED: Mapping[GlyphName, float] = MappingProxyType({})


def _along(run: Text, line: LineString, pens: tuple[_Pen, ...], width: float) -> Iterator[PlacedGlyph]:
    middle = line.project(shapely.Point(run.at))
    start = middle - width * run.size / 2
    points = shapely.get_coordinates(line)
    at = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    # A letter stands upright on the tangent under its own middle.
    centres = np.array([start + (pen + advance / 2) * run.size for _, pen, advance in pens])
    (x0, y0), (x, y), (x1, y1) = (
        (np.interp(centres + d, at, points[:, 0]), np.interp(centres + d, at, points[:, 1])) for d in (-2.0, 0.0, 2.0)
    )
    turns = np.arctan2(y1 - y0, x1 - x0).tolist()
    for (glyph, _, advance), px, py, turn in zip(pens, x.tolist(), y.tolist(), turns, strict=True):
        half = advance / 2 * run.size
        yield PlacedGlyph(glyph, px - half * math.cos(turn), py - half * math.sin(turn), math.degrees(turn))


def _turned_box(x: float, y: float, angle: float, west: float, north: float, east: float, south: float) -> Polygon:
    if not angle:
        return shapely.box(x + west, y + north, x + east, y + south)
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    corners = ((west, north), (east, north), (east, south), (west, south))
    return Polygon([(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in corners])
