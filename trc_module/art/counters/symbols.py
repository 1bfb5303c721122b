"""Symbols placed on a counter: roles become colours, lines become areas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import shapely
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from trc_module.art.colour import Colour
from trc_module.art.counters.vector_symbol import Shape, VectorSymbol, load_symbol
from trc_module.art.display import Area
from trc_module.errors import UserError
from trc_module.resources import source_art_dir


@lru_cache(maxsize=512)
def unit_symbol(name: str, style: str) -> VectorSymbol:
    """Return the symbol of a unit type; a silhouette that is not drawn is the NATO symbol's.

    UserError if there is none in either style.
    """
    folder = source_art_dir() / "symbols"
    for candidate in dict.fromkeys((style, "nato")):
        path = folder / candidate / f"{name}.outline"
        if path.is_file():
            return load_symbol(path)
    known = ", ".join(sorted(p.stem for p in (folder / "nato").glob("*.outline")))
    raise UserError(f"There is no symbol '{name}' in {folder / 'nato'}: draw {name}.outline, or use one of {known}.")


@lru_cache(maxsize=512)
def pictogram(name: str) -> VectorSymbol:
    """Return the pictogram of a marker; UserError if it is not drawn."""
    folder = source_art_dir() / "markers"
    path = folder / f"{name}.outline"
    if path.is_file():
        return load_symbol(path)
    known = ", ".join(sorted(p.stem for p in folder.glob("*.outline")))
    raise UserError(f"There is no pictogram '{name}' in {folder}: draw {name}.outline, or use one of {known}.")


def place(
    symbol: VectorSymbol, x: float, y: float, width: float, height: float, paints: Mapping[str, Colour], *, clip: bool
) -> Iterator[Area]:
    """Yield a symbol as areas, centred in a box and as large as fits it (proportions kept).

    With `clip` nothing leaves the box, as where belts run into the corners of a NATO field.
    """
    for role, shape in _placed(symbol, x, y, width, height, clip):
        yield Area(shape, paints[role])


@lru_cache(maxsize=512)
def _placed(
    symbol: VectorSymbol, x: float, y: float, width: float, height: float, clip: bool
) -> tuple[tuple[str, Polygon | MultiPolygon], ...]:
    scale = min(width / symbol.width, height / symbol.height)
    dx = x + (width - symbol.width * scale) / 2
    dy = y + (height - symbol.height * scale) / 2
    frame = shapely.box(x, y, x + width, y + height)
    placed: list[tuple[str, Polygon | MultiPolygon]] = []
    for shape in symbol.shapes:
        moved = shapely.transform(_geometry(shape), lambda xy: xy * scale + (dx, dy))
        cut = _polygons(moved.intersection(frame) if clip else moved)
        if not cut.is_empty:
            placed.append((shape.role, cut))
    return tuple(placed)


def _geometry(shape: Shape) -> BaseGeometry:
    if shape.width is None:
        filled: BaseGeometry = Polygon()
        for ring in shape.paths:
            if len(ring) > 2:
                filled = filled.symmetric_difference(Polygon(ring).buffer(0))
        return filled
    half = shape.width / 2
    strokes = [
        Polygon(path).exterior.buffer(half, quad_segs=6, join_style="mitre")
        if path[0] == path[-1]
        else LineString(path).buffer(half, quad_segs=6, cap_style="flat", join_style="mitre")
        for path in shape.paths
    ]
    return shapely.union_all(strokes)


def _polygons(shape: BaseGeometry) -> Polygon | MultiPolygon:
    parts = [p for p in shapely.get_parts(shape) if isinstance(p, Polygon) and not p.is_empty]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)
