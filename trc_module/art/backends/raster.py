"""A `Drawing` as a Pillow image, every edge smoothed by a coverage mask of four times the resolution."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely import MultiPolygon, Polygon

from trc_module.art.colour import RGBA, Colour, rgba
from trc_module.art.display import Area, Box, Drawing, Item, Line, Text, bounds, placed_glyphs
from trc_module.art.fonts import Face, GlyphName, contours
from trc_module.art.strokes import dashes, pieces

_OVERSAMPLE = 4
_GLYPH_OVERSAMPLE = 8
_TILE = 256
"""Masks are made in tiles of at most this many pixels a side, so that a large area costs time but no memory."""

_CLIP_ABOVE = 40
"""Points a polygon, on average, above which cutting to a tile pays."""

_PIECE = 12
"""Segments of a line that are painted as one shape."""

_POLYGON = 3
"""Shapely's type number of a polygon."""


def render(drawing: Drawing, scale: float = 1.0, box: Box | None = None) -> Image.Image:
    """Return the picture (or the part in `box`) as RGB, or as RGBA if the drawing has no background.

    `scale` is in pixels a unit; the size is the box's, rounded up to whole pixels.
    """
    west, north, east, south = box or drawing.box
    size = math.ceil((east - west) * scale - 1e-6), math.ceil((south - north) * scale - 1e-6)
    canvas = _Canvas(size, (west, north), scale, drawing.background)
    canvas.paint(drawing.items)
    return canvas.image()


class _Canvas:
    """Pixels under construction. Without a background they are kept premultiplied, beside their opacity."""

    def __init__(self, size: tuple[int, int], origin: tuple[float, float], scale: float, ground: Colour | None) -> None:
        self._size = size
        self._origin = origin
        self._scale = scale
        self._rgb = Image.new("RGB", size, rgba(ground)[:3] if ground else (0, 0, 0))
        self._opacity = None if ground else Image.new("L", size, 0)

    def image(self) -> Image.Image:
        if self._opacity is None:
            return self._rgb
        opacity = np.asarray(self._opacity, dtype=np.uint16)[..., None]
        colours = np.asarray(self._rgb, dtype=np.uint16) * 255 + opacity // 2
        colours = np.minimum(colours // np.maximum(opacity, 1), 255)
        return Image.fromarray(np.concatenate([colours, opacity], axis=2).astype(np.uint8), "RGBA")

    def paint(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Area):
                self._fill(item.shape, item.fill)
            elif isinstance(item, Line):
                self._fill(_stroke(item), item.stroke)
            else:
                self._write(item)

    def _fill(self, shape: Polygon | MultiPolygon, colour: Colour) -> None:
        """Fill a shape through a coverage mask, tile by tile."""
        parts = np.asarray(shapely.get_parts(shape))
        boxes = (np.asarray(shapely.bounds(parts)).reshape(-1, 4) - self._origin * 2) * self._scale
        # Of islands in lakes, the larger polygon comes first, or its hole would wipe the smaller one out.
        if len(parts) > 1 and shapely.get_num_interior_rings(parts).any():
            order = np.argsort((boxes[:, 0] - boxes[:, 2]) * (boxes[:, 3] - boxes[:, 1]), kind="stable")
            parts, boxes = parts[order], boxes[order]
        width, height = self._size
        seen = (boxes[:, 0] < width) & (boxes[:, 1] < height) & (boxes[:, 2] > 0) & (boxes[:, 3] > 0)
        if not seen.any():
            return
        parts, boxes = parts[seen], boxes[seen]
        west, north = (max(math.floor(v), 0) for v in boxes[:, :2].min(axis=0))
        east, south = (math.ceil(v) + 1 for v in boxes[:, 2:].max(axis=0))
        east, south = min(east, width), min(south, height)
        if east - west <= _TILE and south - north <= _TILE:
            self._fill_tile(parts, rgba(colour), west, north, east, south)
            return
        for y in range(north, south, _TILE):
            for x in range(west, east, _TILE):
                x2, y2 = min(x + _TILE, east), min(y + _TILE, south)
                hit = (boxes[:, 0] < x2) & (boxes[:, 2] > x) & (boxes[:, 1] < y2) & (boxes[:, 3] > y)
                if hit.any():
                    self._fill_tile(parts[hit], rgba(colour), x, y, x2, y2)

    def _fill_tile(self, parts: NDArray[Any], colour: RGBA, west: int, north: int, east: int, south: int) -> None:
        if shapely.get_num_coordinates(parts).sum() > _CLIP_ABOVE * len(parts):
            # Pillow looks at every edge of a polygon on every row, so long outlines are cut to the tile first.
            k, (x0, y0) = self._scale, self._origin
            parts = shapely.clip_by_rect(
                parts, (west - 1) / k + x0, (north - 1) / k + y0, (east + 1) / k + x0, (south + 1) / k + y0
            )
            parts = shapely.get_parts(parts)
            parts = parts[shapely.get_type_id(parts) == _POLYGON]
        n = _OVERSAMPLE
        rings, owner = shapely.get_rings(parts, return_index=True)
        if not len(rings):
            return
        if len(rings) == 1 and self._covers(rings[0], west, north, east, south):
            self._flood(colour, west, north, east, south)
            return
        points, ring_of = shapely.get_coordinates(rings, return_index=True)
        points = (points - self._origin) * self._scale
        # The mask need be no larger than what is painted, and often that is little.
        (x1, y1), (x2, y2) = np.floor(points.min(axis=0)), np.floor(points.max(axis=0))
        west, north = max(west, int(x1)), max(north, int(y1))
        east, south = min(east, int(x2) + 1), min(south, int(y2) + 1)
        if west >= east or north >= south:
            return
        local = ((points - (west, north)) * n).astype(np.float32).ravel()
        ends = np.searchsorted(ring_of, np.arange(len(rings) + 1)) * 2
        holes = np.concatenate([[False], owner[1:] == owner[:-1]])
        mask = Image.new("L", ((east - west) * n, (south - north) * n), 0)
        pen = ImageDraw.Draw(mask).draw
        for hole, start, end in zip(holes.tolist(), ends[:-1].tolist(), ends[1:].tolist(), strict=True):
            pen.draw_polygon(local[start:end], 0 if hole else colour[3], 1)
        self._apply(colour, mask.reduce(n), west, north)

    def _covers(self, ring: Any, west: int, north: int, east: int, south: int) -> bool:
        """Tell whether an outline is a rectangle around a whole tile."""
        if shapely.get_num_coordinates(ring) != 5:
            return False
        points = (shapely.get_coordinates(ring) - self._origin) * self._scale
        (x1, y1), (x2, y2) = points.min(axis=0), points.max(axis=0)
        square = bool(np.isin(points[:, 0], (x1, x2)).all() and np.isin(points[:, 1], (y1, y2)).all())
        return square and x1 <= west and y1 <= north and x2 >= east and y2 >= south

    def _flood(self, colour: RGBA, west: int, north: int, east: int, south: int) -> None:
        box = (west, north, east, south)
        if colour[3] == 255:
            self._rgb.paste(colour[:3], box)
            if self._opacity is not None:
                self._opacity.paste(255, box)
        else:
            self._apply(colour, Image.new("L", (east - west, south - north), colour[3]), west, north)

    def _apply(self, colour: RGBA, mask: Image.Image, x: int, y: int) -> None:
        self._rgb.paste(colour[:3], (x, y), mask)
        if self._opacity is not None:
            self._opacity.paste(255, (x, y), mask)

    def _write(self, run: Text) -> None:
        west, north, east, south = ((v - o) * self._scale for v, o in zip(bounds(run), self._origin * 2, strict=True))
        if east < 0 or south < 0 or west > self._size[0] or north > self._size[1]:
            return
        size = run.size * self._scale
        passes = [(run.fill, 0.0)]
        if run.halo is not None and run.halo_width > 0:
            passes.insert(0, (run.halo, run.halo_width * self._scale))
        glyphs = placed_glyphs(run)
        for colour, halo in passes:
            for glyph in glyphs:
                x, y = (glyph.x - self._origin[0]) * self._scale, (glyph.y - self._origin[1]) * self._scale
                # A quarter of a pixel is as fine as the eye can tell, and lets letters share their masks.
                column, row = math.floor(x), math.floor(y)
                qx, qy = int((x - column) * 4), int((y - row) * 4)
                key = (round(size, 2), qx, qy, round(glyph.angle, 1), round(halo, 2), rgba(colour)[3])
                mask, dx, dy = _glyph_mask(run.face, glyph.glyph, *key)
                self._apply(rgba(colour), mask, column + dx, row + dy)


def _stroke(line: Line) -> MultiPolygon:
    shape = dashes(line.shape, line.dash) if line.dash else line.shape
    segments = 2 if line.width < 4 else 5
    outlines: Any = shapely.buffer(pieces(shape, _PIECE), line.width / 2, quad_segs=segments, cap_style=line.cap)
    parts = shapely.get_parts(outlines)
    return MultiPolygon(parts[~shapely.is_empty(parts)].tolist())


@lru_cache(maxsize=8192)
def _glyph_mask(
    face: Face, glyph: GlyphName, size: float, qx: int, qy: int, angle: float, halo: float, opacity: int
) -> tuple[Image.Image, int, int]:
    """Return the coverage of one letter, and where its north-west pixel lies from the pen's pixel."""
    n = _GLYPH_OVERSAMPLE if size < 60 else _OVERSAMPLE
    turn = math.radians(angle)
    rotation = np.array([[math.cos(turn), math.sin(turn)], [math.sin(turn), -math.cos(turn)]])
    shapes = [
        np.asarray(c) @ rotation.T * size + (qx / 4 + 0.125, qy / 4 + 0.125)
        for c in contours(face, glyph, 3 if size < 40 else 8)
    ]
    if not shapes:
        return Image.new("L", (1, 1), 0), 0, 0
    every = np.concatenate(shapes)
    west, north = (math.floor(v - halo) for v in every.min(axis=0))
    east, south = (math.ceil(v + halo) + 1 for v in every.max(axis=0))
    mask = Image.new("L", ((east - west) * n, (south - north) * n), 0)
    pen = ImageDraw.Draw(mask)
    for points in sorted(shapes, key=lambda p: -abs(_signed_area(p))):
        local = ((points - (west, north)) * n).ravel().tolist()
        # In a TrueType outline, shells run clockwise and holes the other way; y has been turned over once.
        pen.polygon(local, fill=opacity if _signed_area(points) > 0 else 0)
    if halo:
        rims = shapely.buffer([shapely.LinearRing(p) for p in shapes], halo, quad_segs=3)
        for rim in shapely.get_parts(rims):
            pen.polygon(((shapely.get_coordinates(rim.exterior) - (west, north)) * n).ravel().tolist(), fill=opacity)
    return mask.reduce(n), west, north


def _signed_area(points: NDArray[np.float64]) -> float:
    x, y = points[:, 0], points[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
