"""Borders, districts, closed hexsides and the strait: what is drawn along hexsides."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.display import Area, Item, Line
from trc_module.art.map.layout_cache import cached_layout, near, pack_lines, unpack_lines
from trc_module.art.map.own_drawings import own_hexsides
from trc_module.art.map.places import arrows, beads
from trc_module.art.map.scene import Scene
from trc_module.art.map.soft_areas import cells_of, soft_lines, union, with_rim
from trc_module.board import Side
from trc_module.hexgrid import hexes

_BORDER_SEED, _ROUGHNESS = 6, 0.55
ROAD = 4.0
"""Pixels of a road's width."""

"""The width of roads, which join the centres of the hexes on both sides of a hexside."""
_ASHORE = 12.0
"""The distance from the coast at which an area's outline ends, in pixels: there is none along the coast."""


def tints(scene: Scene) -> Iterator[Item]:
    """Yield the soft tint of each country on its side of its borders."""
    width = scene.style.width("tint")
    # The ends of what is cut off lie so far outside that the picture shows nothing of them.
    lines = shapely.clip_by_rect(near(scene, country_lines(scene), width), *scene.around(4 * width))
    if lines.is_empty:
        return
    band = shapely.buffer(lines, width, cap_style="flat")
    for region in scene.board.regions.values():
        if region.kind != "country":
            continue
        cells = with_rim(scene.board.grid, cells_of(scene.board.grid, hexes(region.hexes & scene.near)))
        if not cells:
            continue
        inside = shapely.intersection(shapely.intersection(band, union(scene.layout, cells)), scene.land)
        parts = [p for p in shapely.get_parts(inside) if isinstance(p, Polygon)]
        if parts:
            yield Area(MultiPolygon(parts), scene.style.tint(region.name))


def districts(scene: Scene) -> Iterator[Item]:
    """Yield the borders of military districts as a green dash."""
    lines = near(scene, district_lines(scene), scene.style.width("district") + 2.4)
    if not lines.is_empty:
        yield Line(lines, scene.style["border_casing"], scene.style.width("district") + 2.4)
        yield Line(lines, scene.style["district"], scene.style.width("district"), (11, 7), cap="flat")


def borders(scene: Scene) -> Iterator[Item]:
    """Yield the borders of countries as a dot-dash."""
    width = scene.style.width("border")
    lines = near(scene, country_lines(scene), width + 2.6)
    if not lines.is_empty:
        yield Line(lines, scene.style["border_casing"], width + 2.6)
        yield Line(lines, scene.style["border"], width, (15, 6, 0.6, 6))


def hexsides(scene: Scene) -> Iterator[Item]:
    """Yield beads or thick lines along hexsides that are drawn so, roads across them, arrows across straits."""
    for side in scene.drawn_sides("beads"):
        yield from beads(scene.style, *scene.layout.side(*side))
    walls = [LineString(scene.layout.side(*side)) for side in scene.drawn_sides("wall")]
    if walls:
        joined = shapely.line_merge(MultiLineString(walls))
        lines = MultiLineString([part for part in shapely.get_parts(joined) if isinstance(part, LineString)])
        yield Line(lines, scene.style["wall_casing"], scene.style.width("wall") + 3.0)
        yield Line(lines, scene.style["wall"], scene.style.width("wall"))
    roads = [LineString([scene.layout.centre(h) for h in side]) for side in scene.drawn_sides("road")]
    if roads:
        joined = shapely.line_merge(MultiLineString(roads))
        lines = MultiLineString([part for part in shapely.get_parts(joined) if isinstance(part, LineString)])
        yield Line(lines, scene.style["ink_soft"], ROAD + 2.6)
        yield Line(lines, scene.style["border_casing"], ROAD)
    for side in scene.drawn_sides("arrows"):
        pa, pb = (np.array(scene.layout.centre(h)) for h in side)
        middle, way = (pa + pb) / 2, (pb - pa) / np.hypot(*(pb - pa))
        yield from arrows(scene.style, (middle[0], middle[1]), (way[0], way[1]))
    yield from own_hexsides(scene)


def areas(scene: Scene) -> Iterator[Item]:
    """Yield the outline of each area that is larger than a hex, where it meets other land."""
    grid = scene.board.grid
    for gap in scene.board.gaps:
        if gap.of is None:
            continue
        whole = union(scene.layout, with_rim(grid, {*gap.cells, grid.row_col(gap.of)}))
        ashore = scene.framed(scene.land.buffer(-_ASHORE))
        outline = shapely.line_merge(shapely.intersection(whole.boundary, ashore))
        lines = [part for part in shapely.get_parts(outline) if part.geom_type == "LineString"]
        yield Area(scene.framed(shapely.intersection(whole, scene.land)), scene.style.tint(gap.name))
        if lines:
            yield Line(MultiLineString(lines), scene.style["border_casing"], scene.style.width("district") + 2.4)
            yield Line(MultiLineString(lines), scene.style["ink_soft"], scene.style.width("district"))


@cached_layout("country-lines", pack_lines, unpack_lines)
def country_lines(scene: Scene) -> MultiLineString:
    """Return the borders of the board's countries."""
    # Water divides by itself.
    return _lines(scene, scene.board.borders["country"] - set(scene.entire.drawn_sides("water")))


@cached_layout("district-lines", pack_lines, unpack_lines)
def district_lines(scene: Scene) -> MultiLineString:
    """Return the borders of the board's military districts, except those that are borders of countries."""
    return _lines(scene, scene.board.borders["district"] - scene.board.borders["country"])


def _lines(scene: Scene, sides: frozenset[Side]) -> MultiLineString:
    chosen = [LineString(scene.layout.side(*side)) for side in sorted(sides) if scene.board.grid.adjacent(*side)]
    if not chosen:
        return MultiLineString()
    soft = soft_lines(scene.layout, chosen, _BORDER_SEED, _ROUGHNESS)
    return MultiLineString([_to_the_frame(scene, line) for line in shapely.get_parts(soft)])


def _to_the_frame(scene: Scene, line: LineString) -> LineString:
    """Return a line that ends at the edge of the grid led on to the frame, as the ground is."""
    points = shapely.get_coordinates(line).tolist()
    west, north, east, south = scene.frame
    reach = scene.layout.pitch / 2 + (west - scene.sheet.grid_box[0]) * -1 + 1
    for at in (0, -1):
        x, y = points[at]
        ends = {
            abs(x - west): (west, y),
            abs(x - east): (east, y),
            abs(y - north): (x, north),
            abs(y - south): (x, south),
        }
        nearest = min(ends)
        if nearest <= reach:
            points.insert(0 if at == 0 else len(points), list(ends[nearest]))
    return LineString(points)
