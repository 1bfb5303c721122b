"""The ground: sea and land, the washes of terrain, trees and reeds."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import shapely
from shapely import MultiLineString, MultiPolygon, Polygon

from trc_module.art.display import Area, Box, Item, Line
from trc_module.art.map.noise import Floats, noise, scatter, speckle
from trc_module.art.map.own_colours import named
from trc_module.art.map.scene import WATER, Scene, around_cell
from trc_module.art.map.soft_areas import cells_of, soft_area, with_rim
from trc_module.art.map.style import MapStyle
from trc_module.art.shapes import as_areas, as_lines, lines_through
from trc_module.hexgrid import hexes

_SHALLOWS = 26
_RIM = 8

_TALL = 18.0
"""The greatest height of a tree or a reed, in pixels."""

EVERYWHERE = (-math.inf, -math.inf, math.inf, math.inf)
"""A box around everything."""


def water(scene: Scene) -> Iterator[Item]:
    """Yield the sea in two steps, with a light line along the coast."""
    yield Area(shapely.box(*scene.frame), scene.style["sea"])
    yield Area(scene.framed(scene.land.buffer(_SHALLOWS)), scene.style["sea_shallow"])
    yield Area(scene.framed(scene.land.buffer(_RIM)), scene.style["sea_rim"])
    yield from _own(scene, water=True)


def land(scene: Scene) -> Iterator[Item]:
    """Yield the land and the washes of its terrain."""
    yield Area(scene.land, scene.style["clear"])
    for terrain in ("swamp", "woods", "mountain"):
        yield Area(scene.ground(terrain), scene.style[terrain])
    yield from _own(scene, water=False)


def _own(scene: Scene, *, water: bool) -> Iterator[Item]:
    """Yield the washes of the grounds that a game draws itself, of land or of water."""
    for kind in scene.own_terrain:
        if kind.is_water is water and kind.own is not None and kind.own.colour:
            yield Area(scene.own_ground(kind), named(scene.style, kind.own.colour))


def off_play(scene: Scene) -> Iterator[Item]:
    """Yield a cover over the land that is out of play, on which the charts lie."""
    board = scene.board
    off_map = {cell for gap in board.gaps if gap.kind == "land" for cell in gap.cells}
    cells = with_rim(board.grid, cells_of(board.grid, hexes(board.off_play & scene.near)) | off_map)
    if not cells:
        return
    water = scene.cells(*WATER)
    beside = {w for w in water if any(n in cells for n in around_cell(w, board.grid))}
    cover = shapely.intersection(soft_area(scene.layout, cells | beside, 5), scene.land)
    parts = [p for p in shapely.get_parts(cover) if isinstance(p, Polygon)]
    yield Area(MultiPolygon(parts), scene.style["off_play"])


def coast(scene: Scene) -> Iterator[Item]:
    """Yield the coastline."""
    inside = shapely.box(*scene.frame).buffer(-1)
    line = shapely.intersection(scene.land.boundary, inside)
    parts = [p for p in shapely.get_parts(line) if p.geom_type == "LineString" and not p.is_empty]
    # A map of land alone has none.
    if parts:
        yield Line(MultiLineString(parts), scene.style["coast"], scene.style.width("coast"))


def woods(scene: Scene) -> Iterator[Item]:
    """Yield the trees of the woods."""
    yield from trees(scene.style, scene.ground("woods"), scene.around(_TALL))


def trees(style: MapStyle, area: Polygon | MultiPolygon, box: Box = EVERYWHERE) -> Iterator[Item]:
    """Yield groups of trees in an area: their shadows, their crowns, and the light on them."""
    points = strewn(shapely.buffer(area, -11), 15, 31, box)
    if not len(points):
        return
    grove = noise(points[:, 0], points[:, 1], 62, 33)
    points = points[grove > -0.12]
    size = 5.2 + 3.2 * scatter(np.rint(points[:, 0] * 8).astype(np.int64), np.rint(points[:, 1]).astype(np.int64), 34)
    yield Area(discs(points + np.array([2.2, 2.6]), size), style["tree_shade"])
    yield Area(discs(points, size), style["tree"])
    yield Area(discs(points - (0.22 * size[:, None]), size * 0.55), style["tree_light"])


def swamp(scene: Scene) -> Iterator[Item]:
    """Yield the reeds of the swamps."""
    yield from reeds(scene.style, scene.ground("swamp"), scene.around(_TALL))


def reeds(style: MapStyle, area: Polygon | MultiPolygon, box: Box = EVERYWHERE) -> Iterator[Item]:
    """Yield tufts of reed over strokes of standing water."""
    points = strewn(shapely.buffer(area, -15), 31, 41, box)
    if not len(points):
        return
    wet = noise(points[:, 0], points[:, 1], 110, 43)
    points = points[wet > -0.6]
    whole = np.rint(points).astype(np.int64)
    length = 7 + 6 * scatter(whole[:, 0], whole[:, 1], 44)
    lean = 5 * (scatter(whole[:, 0], whole[:, 1], 45) - 0.5)
    x, y = points.T
    ends = [
        (x - length, y, x + length, y),
        (x + lean - 0.55 * length, y + 5.5, x + lean + 0.75 * length, y + 5.5),
        *((x + dx * 0.6, y - 1.5, x + dx, y - 7 + abs(dx) * 0.5) for dx in (-3.6, 0.0, 3.6)),
    ]
    strokes = np.stack([np.stack(end, axis=1) for end in ends], axis=1).reshape(-1, 2, 2)
    yield Line(as_lines(lines_through(strokes)), style["reed"], 1.5)


def strewn(area: Polygon | MultiPolygon, spacing: float, seed: int, box: Box) -> Floats:
    """Return points strewn over what of an area lies in a box, from the north to the south."""
    a, b = area.bounds, box
    west, north, east, south = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    if area.is_empty or west >= east or north >= south:
        return np.zeros((0, 2))
    points = speckle(west, north, east, south, spacing, seed)
    shapely.prepare(area)
    chosen: Floats = points[shapely.contains_xy(area, points)]
    return chosen[np.argsort(chosen[:, 1], kind="stable")]


def discs(points: Floats, radius: Floats) -> MultiPolygon:
    """Return discs about points."""
    turns = np.arange(12) * (np.pi / 6)
    rim = np.column_stack([np.cos(turns), np.sin(turns)])
    return as_areas(np.asarray(shapely.polygons(points[:, None, :] + rim[None] * radius[:, None, None])))
