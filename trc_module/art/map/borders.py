"""Borders, districts, closed hexsides and the strait: what is drawn along hexsides."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.display import Area, Item, Line, circle
from trc_module.art.map.outline import cells_of, soft_lines, union, with_rim
from trc_module.art.map.scene import Scene
from trc_module.board import Side
from trc_module.hexgrid import hexes

_BORDER_SEED, _ROUGHNESS = 6, 0.55


def tints(scene: Scene) -> Iterator[Item]:
    """Yield the soft tint of each country on its side of its borders."""
    lines = _lines(scene, scene.board.borders["country"])
    if lines.is_empty:
        return
    band = shapely.buffer(lines, scene.look.width("tint"), cap_style="flat")
    for region in scene.board.regions.values():
        if region.kind != "country":
            continue
        cells = with_rim(scene.board.grid, cells_of(scene.board.grid, hexes(region.hexes & scene.near)))
        if not cells:
            continue
        inside = shapely.intersection(shapely.intersection(band, union(scene.layout, cells)), scene.land)
        parts = [p for p in shapely.get_parts(inside) if isinstance(p, Polygon)]
        if parts:
            yield Area(MultiPolygon(parts), scene.look.tint(region.name))


def districts(scene: Scene) -> Iterator[Item]:
    """Yield the borders of military districts as a green dash."""
    lines = _lines(scene, scene.board.borders["district"] - scene.board.borders["country"])
    if not lines.is_empty:
        yield Line(lines, scene.look["border_casing"], scene.look.width("district") + 2.4)
        yield Line(lines, scene.look["district"], scene.look.width("district"), (11, 7), cap="flat")


def borders(scene: Scene) -> Iterator[Item]:
    """Yield the borders of countries as a dot-dash."""
    lines = _lines(scene, scene.board.borders["country"])
    if not lines.is_empty:
        width = scene.look.width("border")
        yield Line(lines, scene.look["border_casing"], width + 2.6)
        yield Line(lines, scene.look["border"], width, (15, 6, 0.6, 6))


def hexsides(scene: Scene) -> Iterator[Item]:
    """Yield white beads along closed hexsides, and a pair of arrows across the strait."""
    beads = []
    for side in sorted(scene.board.closed_sides):
        if _near(scene, side):
            (x1, y1), (x2, y2) = scene.layout.side(*side)
            beads += [circle(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, 5.4) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
    if beads:
        yield Area(MultiPolygon(beads), scene.look["closed_rim"])
        yield Area(MultiPolygon([b.buffer(-1.5) for b in beads]), scene.look["closed"])
    if _near(scene, scene.board.kerch):
        yield from _strait(scene)


def _strait(scene: Scene) -> Iterator[Item]:
    a, b = scene.board.kerch
    pa, pb = np.array(scene.layout.centre(a)), np.array(scene.layout.centre(b))
    middle, way = (pa + pb) / 2, (pb - pa) / np.hypot(*(pb - pa))
    across = np.array([-way[1], way[0]])
    heads, shafts = [], []
    for sign in (-1, 1):
        tip = middle + sign * 25 * way
        foot = middle + sign * 12 * way
        heads.append(Polygon([tip, foot + 9 * across, foot - 9 * across]))
        shafts.append([middle, foot])
    shaft = MultiLineString(shafts)
    yield Area(MultiPolygon([h.buffer(2.4) for h in heads]), scene.look["closed"])
    yield Line(shaft, scene.look["closed"], 9.5)
    yield Line(shaft, scene.look["kerch"], 5.0)
    yield Area(MultiPolygon(heads), scene.look["kerch"])


def _near(scene: Scene, side: Side) -> bool:
    return bool(scene.near >> side[0] & 1 and scene.near >> side[1] & 1)


def _lines(scene: Scene, sides: frozenset[Side]) -> MultiLineString:
    chosen = [LineString(scene.layout.side(*side)) for side in sorted(sides) if _near(scene, side)]
    return soft_lines(scene.layout, chosen, _BORDER_SEED, _ROUGHNESS) if chosen else MultiLineString()
