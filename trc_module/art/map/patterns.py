"""Patterns that cover a ground of a game's own: stones, dunes, fields, houses and the like, strewn or in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from trc_module.art.colour import Colour, mix
from trc_module.art.display import Area, Box, Item, Line
from trc_module.art.map import ground, relief
from trc_module.art.map.noise import Floats, noise, scatter
from trc_module.art.map.style import MapStyle
from trc_module.art.shapes import Shapes, as_areas, as_lines, lines_through

TALL = 18.0
"""The greatest height of what is strewn, in pixels."""


@dataclass(frozen=True)
class Brush:
    """What a pattern is painted with: the colour of the ground, the ink, and what follows from them."""

    style: MapStyle
    fill: Colour
    ink: Colour

    @cached_property
    def shade(self) -> Colour:
        """The ink in the shade."""
        return mix(self.ink, "#000000", 0.32)

    @cached_property
    def light(self) -> Colour:
        """The ink in the light."""
        return mix(self.ink, self.fill, 0.45)

    def styled(self, *roles: str) -> MapStyle:
        """Return the style with this ink for its trees or reeds."""
        inks = dict(zip(roles, (self.ink, self.light, self.shade), strict=False))
        return replace(self.style, colours={**self.style.colours, **inks})


Areas = Polygon | MultiPolygon
Pattern = Callable[[Brush, Areas, Box], Iterator[Item]]


def _lots(points: Floats, seed: int) -> Floats:
    """Return a number from 0 to 1 for each point, the same in each crop."""
    whole = np.rint(points * 4).astype(np.int64)
    return scatter(whole[:, 0], whole[:, 1], seed)


def _polygons(points: Floats, outline: Floats) -> MultiPolygon:
    """Return an outline (k x 2, or n x k x 2) about each point."""
    return as_areas(np.asarray(shapely.polygons(points[:, None, :] + outline)))


def _strokes(points: Floats, stroke: Floats) -> Shapes:
    """Return a stroke (k x 2, or n x k x 2) at each point."""
    return lines_through(points[:, None, :] + stroke)


def _turned(outline: Floats, angle: Floats) -> Floats:
    """Return an outline (k x 2) turned by each angle: n x k x 2."""
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x, y = outline[:, 0][None], outline[:, 1][None]
    return np.stack([x * cos - y * sin, x * sin + y * cos], axis=2)


def _dots(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -5), 13, 101, box)
    if len(points):
        yield Area(ground.discs(points, 1.2 + 1.5 * _lots(points, 102)), brush.ink)


def _stones(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -9), 19, 111, box)
    points = points[noise(points[:, 0], points[:, 1], 58, 112) > -0.3] if len(points) else points
    if not len(points):
        return
    turns = np.arange(7) * (2 * np.pi / 7)
    size = 3.4 + 3.8 * _lots(points, 113)
    bumps = np.stack([0.72 + 0.5 * _lots(points, 114 + k) for k in range(7)], axis=1)
    rim = np.stack([np.cos(turns) * bumps * 1.25, np.sin(turns) * bumps * 0.86], axis=2) * size[:, None, None]
    yield Area(_polygons(points + np.array([1.5, 1.8]), rim), brush.shade)
    yield Area(_polygons(points, rim), brush.ink)
    yield Area(_polygons(points - 0.16 * size[:, None], rim * 0.58), brush.light)


def _dunes(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -15), 31, 121, box)
    if not len(points):
        return
    t = np.linspace(-1, 1, 9)
    outer = np.column_stack([11 * t, -6.2 * (1 - t**2) + 2.4 * t])
    inner = np.column_stack([11 * t, 0.6 * (1 - t**2) + 2.4 * t])[::-1]
    size = (0.72 + 0.5 * _lots(points, 122))[:, None, None]
    yield Area(_polygons(points, np.vstack([outer, inner])[None] * size), brush.light)
    yield Line(as_lines(_strokes(points, outer[None] * size)), brush.ink, 1.7)


def _tufts(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -9), 21, 131, box)
    if not len(points):
        return
    blades = [(-4.4, -4.6), (-1.8, -7.6), (0.6, -8.6), (2.9, -7.0), (5.0, -4.0)]
    size = (0.7 + 0.45 * _lots(points, 132))[:, None, None]
    strokes = [
        _strokes(points, np.array([(x * 0.3, 1.0), (x * 0.72, y * 0.62), (x, y)])[None] * size) for x, y in blades
    ]
    yield Line(as_lines(np.concatenate(strokes)), brush.ink, 1.35)


def _firs(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -11), 17, 141, box)
    points = points[noise(points[:, 0], points[:, 1], 64, 142) > -0.2] if len(points) else points
    if not len(points):
        return
    size = (0.75 + 0.4 * _lots(points, 143))[:, None, None]
    tree = np.array([(0, -10), (3.2, -4.6), (1.9, -4.6), (5.0, 1), (2.6, 1), (6.0, 6), (-6.0, 6), (-2.6, 1), (-5.0, 1),
                     (-1.9, -4.6), (-3.2, -4.6)])  # fmt: skip
    sunny = np.array([(0, -10), (0, 6), (-6.0, 6), (-2.6, 1), (-5.0, 1), (-1.9, -4.6), (-3.2, -4.6)])
    yield Area(_polygons(points + np.array([1.8, 1.6]), tree[None] * size), brush.shade)
    yield Area(_polygons(points, tree[None] * size), brush.ink)
    yield Area(_polygons(points, sunny[None] * size), brush.light)


def _hills(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -15), 34, 151, box)
    if not len(points):
        return
    t = np.linspace(0, np.pi, 11)
    brow = np.column_stack([-13 * np.cos(t), -8.5 * np.sin(t)])
    size = (0.72 + 0.5 * _lots(points, 152))[:, None, None]
    flank = np.vstack([brow[5:], [(3.0, 0.0)]])
    yield Area(_polygons(points, flank[None] * size), brush.light)
    yield Line(as_lines(_strokes(points, brow[None] * size)), brush.ink, 1.8)
    hachures = [_strokes(points, np.array([(x, y), (x * 0.92 + 1.2, y * 0.45)])[None] * size) for x, y in brow[6:10]]
    yield Line(as_lines(np.concatenate(hachures)), brush.ink, 1.1)


def _houses(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -10), 17, 161, box)
    if not len(points):
        return
    points = points[_lots(points, 162) > 0.12]
    turn = 0.35 * noise(points[:, 0], points[:, 1], 120, 163) + np.where(_lots(points, 164) > 0.5, 0.0, np.pi / 2)
    house, roof = (np.array([(-w, -4.0), (w, -4.0), (w, s), (-w, s)]) for w, s in ((5.6, 4.0), (5.6, 0.0)))
    yield Area(_polygons(points + np.array([1.6, 1.8]), _turned(house, turn)), brush.shade)
    yield Area(_polygons(points, _turned(house, turn)), brush.ink)
    yield Area(_polygons(points, _turned(roof, turn)), brush.light)


def _crosses(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -8), 22, 171, box)
    if len(points):
        arms = [np.array([(-4.0, -4.0), (4.0, 4.0)]), np.array([(-4.0, 4.0), (4.0, -4.0)])]
        yield Line(as_lines(np.concatenate([_strokes(points, arm) for arm in arms])), brush.ink, 1.7)


def _waves(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    points = ground.strewn(shapely.buffer(area, -13), 25, 181, box)
    if len(points):
        x = np.linspace(-11, 11, 13)
        wave = np.column_stack([x, 2.3 * np.cos(x * 0.62)])
        size = (0.75 + 0.5 * _lots(points, 182))[:, None, None]
        yield Line(as_lines(_strokes(points, wave[None] * size)), brush.ink, 1.5)


def _hatching(*angles: float) -> Pattern:
    """Return a pattern of parallel lines in one or more directions (degrees)."""

    def pattern(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
        reach = _reach(area, box)
        if reach is not None:
            lines = np.concatenate([_parallels(reach, angle, 10.0) for angle in angles])
            yield from _cut_lines(lines, area, brush.ink, 1.3)

    return pattern


def _reach(area: Areas, box: Box) -> Box | None:
    """Return the box in which an area and the picture overlap."""
    a = area.bounds
    if area.is_empty:
        return None
    west, north, east, south = max(a[0], box[0]), max(a[1], box[1]), min(a[2], box[2]), min(a[3], box[3])
    return (west, north, east, south) if west < east and north < south else None


def _parallels(box: Box, angle: float, spacing: float) -> Shapes:
    """Return lines over a box at an angle, the same in each crop: they keep a distance from the origin."""
    way = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    across = np.array([-way[1], way[0]])
    corners = np.array([(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])])
    far, aside = corners @ way, corners @ across
    rows = np.arange(np.floor(aside.min() / spacing), np.ceil(aside.max() / spacing) + 1)[:, None] * spacing
    return lines_through(np.stack([far.min() * way + rows * across, far.max() * way + rows * across], axis=1))


def _cut_lines(lines: Shapes, area: Areas, ink: Colour, width: float) -> Iterator[Item]:
    shapely.prepare(area)
    cut = shapely.get_parts(shapely.intersection(lines, area))
    kept = cut[shapely.get_type_id(cut) == _LINE]
    if len(kept):
        yield Line(as_lines(kept), ink, width, cap="flat")


_LINE = 1
"""Shapely's type number of a line."""
_FIELD = 52.0


def _fields(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    reach = _reach(area, box)
    if reach is None:
        return
    west, north, east, south = (round(edge / _FIELD) for edge in reach)
    columns, rows = np.meshgrid(np.arange(west - 1, east + 2), np.arange(north - 1, south + 2))
    cx, cy = columns.ravel(), rows.ravel()

    def corner(dx: int, dy: int) -> Floats:
        x, y = cx + dx, cy + dy
        return np.column_stack([x + 0.42 * (scatter(x, y, 191) - 0.5), y + 0.42 * (scatter(x, y, 192) - 0.5)]) * _FIELD

    lots = np.stack([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)], axis=1)
    plots = np.asarray(shapely.buffer(shapely.polygons(lots), -2.2, join_style="mitre"))
    inner = shapely.intersection(plots, shapely.buffer(area, -4))
    kinds = scatter(cx, cy, 193)
    sown = [p for p in shapely.get_parts(inner[kinds < 0.42]) if isinstance(p, Polygon)]
    yield Area(MultiPolygon(sown), mix(brush.fill, brush.ink, 0.2))
    for chosen, angle in ((kinds < 0.3, 14.0), ((kinds > 0.42) & (kinds < 0.74), 98.0), (kinds > 0.86, 62.0)):
        plot = shapely.union_all(inner[chosen])
        if isinstance(plot, Polygon | MultiPolygon):
            yield from _cut_lines(_parallels(reach, angle, 6.0), plot, mix(brush.fill, brush.ink, 0.62), 1.0)
    edges = [p.boundary for p in shapely.get_parts(inner) if isinstance(p, Polygon) and not p.is_empty]
    rims = [line for edge in edges for line in shapely.get_parts(edge)]
    if rims:
        yield Line(as_lines(np.array(rims, dtype=object)), brush.ink, 0.9)


def _trees(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    yield from ground.trees(brush.styled("tree", "tree_light", "tree_shade"), area, box)


def _reeds(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    yield from ground.reeds(brush.styled("reed"), area, box)


def _relief(brush: Brush, area: Areas, box: Box) -> Iterator[Item]:
    for part in shapely.get_parts(area):
        if isinstance(part, Polygon) and part.intersects(shapely.box(*box)):
            yield from relief.mountains(brush.style, part)


PATTERNS: Mapping[str, Pattern] = {
    "crosses": _crosses,
    "cross-hatching": _hatching(45.0, -45.0),
    "dots": _dots,
    "dunes": _dunes,
    "fields": _fields,
    "firs": _firs,
    "hatching": _hatching(-45.0),
    "hills": _hills,
    "houses": _houses,
    "reeds": _reeds,
    "relief": _relief,
    "stones": _stones,
    "trees": _trees,
    "tufts": _tufts,
    "waves": _waves,
}
"""What covers a ground, by the word of the legend."""
