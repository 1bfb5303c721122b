"""The two faces of a unit: its symbol, designation and factors, and on the back where and when it comes in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

import shapely
from shapely import MultiPolygon, Polygon

from trc_module.art.colour import mix
from trc_module.art.counters.bands import WIDTH as BAND
from trc_module.art.counters.bands import band_pattern
from trc_module.art.counters.lettering import centred, factors, fitted, lines, upright
from trc_module.art.counters.plate import PLATE, areas, plate, plate_inside, plate_part, plate_ring
from trc_module.art.counters.spec import CounterStyle, FactorSize, UnitFace
from trc_module.art.counters.symbols import place, unit_symbol
from trc_module.art.display import Area, Item, Layer, rectangle
from trc_module.art.fonts import Face
from trc_module.art.palette import Livery

_FREE = PLATE - BAND - 6
"""The width that the band and the margins leave."""
_MIDDLE = BAND + 2.5 + _FREE / 2

_Room = tuple[float, float, float, float]
"""x, y, width, height."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Positions on a face, in whole units, so that edges are sharp at one pixel a unit."""

    box: _Room
    mark_middle: float
    mark_cap: float
    foot: float
    factor_cap: float
    factor_middle: float
    factor_width: float
    band_foot: float


_GRIDS: dict[FactorSize, _Grid] = {
    "normal": _Grid((33, 14, 46, 31), 8.5, 7, 77, 26, _MIDDLE, _FREE, PLATE),
    # Large factors have the whole width, so the band ends above them and the symbol gives up height.
    "large": _Grid((36, 11, 43, 29), 6.5, 6, 78, 34, PLATE / 2, PLATE - 9, 42),
}
_PICTURE: _Room = (18, 15, 57, 38)
"""The symbol's field on a face without factors."""


def draw_unit(face: UnitFace, style: CounterStyle, size: FactorSize, livery: Livery) -> tuple[Layer, ...]:
    """Return a unit's face as layers: what many faces share (plate, symbol), and what is written on this one."""
    grid = _GRIDS[size] if face.factors else _GRIDS["normal"]
    if face.lines:
        parts = _back(face, livery)
    elif not face.factors:
        parts = _picture(face, style, livery)
    elif face.size_mark:
        parts = _ranked(face, style, grid, livery)
    else:
        parts = _unranked(face, style, grid, livery)
    symbol, lettering = parts
    printed = factors(face.factors, grid.factor_middle, grid.foot, grid.factor_width, grid.factor_cap, livery.ink)
    code = [centred(face.code, 9.5, 8.0, 15.0, 9.0, livery.ink)] if face.code else []
    return (
        Layer("plate", tuple(_ground(livery, grid, tab=bool(face.code)))),
        Layer("symbol", tuple(symbol)),
        Layer("lettering", (*code, *lettering, *printed)),
    )


def _ground(livery: Livery, grid: _Grid, *, tab: bool) -> Iterator[Item]:
    yield from plate(livery.ground)
    yield from _band(livery, grid.band_foot)
    if livery.rim:
        yield Area(plate_ring(1.0, 1.6), livery.rim)
    if tab:
        yield Area(_tab(), livery.tab)


_Parts = tuple[Iterator[Item], Iterator[Item]]
"""The symbol, and what is written beside it."""


def _ranked(face: UnitFace, style: CounterStyle, grid: _Grid, livery: Livery) -> _Parts:
    """Return a formation with a size mark above its symbol and its designation on the left, or, of an HQ, inside."""
    x, y, width, height = grid.box
    if face.field_name and style == "nato":
        x, width = BAND + 4, PLATE - BAND - 7
        inside = centred(face.field_name, x + width / 2, y + height / 2, width - 8, 14, livery.symbol)
        written: Iterator[Item] = iter((inside,))
    else:
        written = _designation(face.designation or face.field_name, x, y + height / 2, height, livery)
    mark = centred(face.size_mark, x + width / 2, grid.mark_middle, width, grid.mark_cap, livery.ink)
    field = _field(face.symbol, style, (x, y, width, height), livery)
    if face.field_name and style == "nato":
        staff = shapely.box(x, y + height, x + 2, grid.foot - grid.factor_cap - 1)
        field = chain(field, [Area(staff, livery.symbol)])
    return field, chain([mark], written)


def _unranked(face: UnitFace, style: CounterStyle, grid: _Grid, livery: Livery) -> _Parts:
    """Return a leader or a worker: without a size mark there is room for a name above the symbol."""
    _, y, width, height = grid.box
    west = 19.0 if face.code else BAND + 2
    middle, room = (west + PLATE - 3) / 2, PLATE - 4 - west
    name = centred(face.designation, middle, grid.mark_middle - 1, room, grid.mark_cap + 0.5, livery.ink)
    return _field(face.symbol, style, (round(_MIDDLE - width / 2), y, width, height), livery), iter((name,))


def _picture(face: UnitFace, style: CounterStyle, livery: Livery) -> _Parts:
    """Return a counter without factors: a large symbol with its name at the foot."""
    name = centred(face.designation, _MIDDLE, 66, _FREE, 11, livery.ink)
    return _field(face.symbol, style, _PICTURE, livery), iter((name,))


def _back(face: UnitFace, livery: Livery) -> _Parts:
    x, y, width, height = room = (42, 5, 36, 24)
    written = lines(face.lines, _MIDDLE, (32.0, 79.0), _FREE, 10, livery.ink)
    if face.field_name:
        inside = centred(face.field_name, x + width / 2, y + height / 2, width - 8, 12, livery.symbol)
        written = chain((inside,), written)
    return _field(face.symbol, "nato", room, livery), written


def _band(livery: Livery, foot: float) -> Iterator[Area]:
    strip, pattern, edge = _band_shapes(livery.band, foot)
    yield Area(strip, livery.back)
    if not pattern.is_empty:
        yield Area(pattern, livery.fore)
    yield Area(edge, mix(livery.back, "#000000", 0.45))


@cache
def _band_shapes(
    name: str, foot: float
) -> tuple[Polygon | MultiPolygon, Polygon | MultiPolygon, Polygon | MultiPolygon]:
    strip = plate_part(0, 0, BAND, foot)
    return strip, areas(band_pattern(name).intersection(strip)), plate_part(BAND - 0.7, 1, BAND, foot)


@cache
def _tab() -> Polygon | MultiPolygon:
    return areas(plate_inside(1.0).intersection(rectangle(-10, -10, 28, 25, 4)))


def _field(symbol: str, style: CounterStyle, room: _Room, livery: Livery) -> Iterator[Item]:
    """Yield the symbol: in a framed field, or as a silhouette on the counter's ground."""
    outline = unit_symbol(symbol, style)
    if style == "silhouette":
        yield from place(outline, *room, {"ink": livery.ink, "paper": livery.ground, "accent": livery.ink}, clip=False)
        return
    field, frame = _field_shapes(room)
    yield Area(field, livery.box)
    paints = {"ink": livery.symbol, "paper": livery.box, "accent": livery.symbol}
    yield from place(outline, *room, paints, clip=True)
    yield Area(frame, livery.symbol)


@cache
def _field_shapes(room: _Room) -> tuple[Polygon, Polygon | MultiPolygon]:
    x, y, width, height = room
    field = shapely.box(x, y, x + width, y + height)
    return field, areas(field.difference(shapely.box(x + 2, y + 2, x + width - 2, y + height - 2)))


def _designation(text: str, edge: float, y: float, height: float, livery: Livery) -> Iterator[Item]:
    """Yield the designation left of the symbol: a number large, a second short word below it, a long name upright."""
    room = edge - BAND - 4.5
    middle = (BAND + edge) / 2 - 0.3
    words = text.split()
    if not words:
        return
    if len(words) == 1 and len(text) <= 3:
        yield centred(text, middle, y + 1, room, 13, livery.ink)
    elif len(words) == 2 and max(map(len, words)) <= 4:
        size = min(fitted(word, room, 9) for word in words) if words[0].isalpha() else 0.0
        cap = size * 0.7 if size else 12.0
        yield centred(words[0], middle, y - 5, room, cap, livery.ink)
        yield centred(words[1], middle, y + 8, room, min(cap, 8.5), livery.ink)
    else:
        yield upright(text, middle, y + 1, height + 2, 11, livery.ink, Face.BOLD)
