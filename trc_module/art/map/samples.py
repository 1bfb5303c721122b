"""Small samples of everything the map shows, drawn by what draws the map itself, for its key."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
import shapely
import shapely.affinity
import shapely.ops
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.display import Area, Item, Line, Point, circle, outline_of, placed
from trc_module.art.map import ground, places, rails, relief
from trc_module.art.map.borders import ROAD
from trc_module.art.map.curves import spline, ticks
from trc_module.art.map.own_drawings import ground_sample, line_items
from trc_module.art.map.scene import ARM, Scene
from trc_module.art.map.signs import sign
from trc_module.art.shapes import as_lines, lines_through
from trc_module.board.drawings import LineDrawing, SignDrawing
from trc_module.hexgrid import Hex

SAMPLE = 58.0
"""The width of a sample."""

Sample = Callable[[Scene, Point], Iterator[Item]]


def _hexagon(at: Point, size: float = SAMPLE) -> Polygon:
    radius = size / math.sqrt(3)
    turns = [math.pi / 6 + k * math.pi / 3 for k in range(6)]
    return Polygon([(at[0] + radius * math.cos(t), at[1] + radius * math.sin(t)) for t in turns])


def _on(ground_of: str) -> Callable[[Sample], Sample]:
    """Draw a sample upon a hex of some ground, and the hex's outline over it."""

    def around(sample: Sample) -> Sample:
        def drawn(scene: Scene, at: Point) -> Iterator[Item]:
            yield Area(_hexagon(at), scene.style[ground_of])
            yield from sample(scene, at)
            yield outline_of(_hexagon(at), scene.style["ink_soft"], 1.2)

        return drawn

    return around


@_on("clear")
def _clear(scene: Scene, at: Point) -> Iterator[Item]:
    yield from ()


@_on("woods")
def _woods(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    crowns = [(-12, -9, 7), (-2, -13, 6), (8, -6, 8), (-7, 3, 8), (13, 8, 6), (3, 11, 7), (-15, 10, 5.5)]
    yield Area(MultiPolygon([circle(x + a + 2, y + b + 2.4, r) for a, b, r in crowns]), scene.style["tree_shade"])
    yield Area(MultiPolygon([circle(x + a, y + b, r) for a, b, r in crowns]), scene.style["tree"])
    light = [circle(x + a - 0.22 * r, y + b - 0.22 * r, 0.55 * r) for a, b, r in crowns]
    yield Area(MultiPolygon(light), scene.style["tree_light"])


@_on("mountain")
def _mountain(scene: Scene, at: Point) -> Iterator[Item]:
    yield from relief.mountains(scene.style, _hexagon(at))


@_on("swamp")
def _swamp(scene: Scene, at: Point) -> Iterator[Item]:
    yield from ground.reeds(scene.style, _hexagon(at).buffer(3))


@_on("clear")
def _river(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    points = spline(np.array([(x - 29, y + 7), (x - 14, y - 2), (x, y + 5), (x + 12, y - 8), (x + 29, y - 5)]))
    yield Line(LineString(points), scene.style["river"], 4.6, cap="flat")


@_on("clear")
def _major(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.major_city(scene.style, at, Hex(5))


@_on("clear")
def _minor(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.minor_city(scene.style, at)


@_on("clear")
def _oil(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.derrick(scene.style, at)


@_on("sea")
def _sea(scene: Scene, at: Point) -> Iterator[Item]:
    yield from ()


@_on("clear")
def _blocked(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.beads(scene.style, (at[0] - 11, at[1] + 19), (at[0] + 11, at[1] - 19))


@_on("clear")
def _wall(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    line = LineString([(x - 14, y + 16), (x - 14, y - 8), (x + 8, y - 20)])
    yield Line(line, scene.style["wall_casing"], scene.style.width("wall") + 3.0)
    yield Line(line, scene.style["wall"], scene.style.width("wall"))


@_on("clear")
def _road(scene: Scene, at: Point) -> Iterator[Item]:
    line = LineString([(at[0] - 29, at[1] + 8), (at[0], at[1]), (at[0] + 29, at[1] - 8)])
    yield Line(line, scene.style["ink_soft"], ROAD + 2.6, cap="flat")
    yield Line(line, scene.style["border_casing"], ROAD, cap="flat")


@_on("clear")
def _arm(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    line = LineString([(x - 4, y - 34), (x + 3, y - 12), (x - 3, y + 10), (x + 3, y + 34)])
    water = line.buffer(ARM, cap_style="flat").intersection(_hexagon(at))
    yield Area(_part(water), scene.style["sea_rim"])
    yield Line(
        MultiLineString([p.exterior for p in _part(water).geoms]), scene.style["coast"], scene.style.width("coast")
    )


@_on("clear")
def _site(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.lozenge(scene.style, at)


@_on("clear")
def _walls(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.minor_city(scene.style, at)
    yield from placed(places.walls(scene.style, (0.0, 0.0)), *at, 0.75)


def sample_named(name: str) -> Sample:
    """Return the function that draws a sample: one of ours, or one of a drawing of the game's own by `own_key`."""
    return partial(_own, name) if " " in name and name not in SIGNS else {**SAMPLES, **MORE_SAMPLES, **SIGNS}[name]


def _own(name: str, scene: Scene, at: Point) -> Iterator[Item]:
    what, _, word = name.partition(" ")
    legend, hexagon = scene.board.legend, _hexagon(at)
    if what == "terrain":
        yield from ground_sample(scene, legend.terrain[word], hexagon)
    else:
        yield Area(hexagon, scene.style["clear"])
        drawn = legend.hexsides[word].drawn if what == "hexside" else legend.places[word].drawn
        if isinstance(drawn, LineDrawing):
            yield from line_items(scene.style, drawn, _sample_line(at, drawn.course))
        elif isinstance(drawn, SignDrawing):
            yield from sign(scene.style, drawn, at, places.OIL_RADIUS)
    yield outline_of(hexagon, scene.style["ink_soft"], 1.2)


def _sample_line(at: Point, course: str) -> MultiLineString:
    x, y = at
    along = [(x - 14, y + 16), (x - 14, y - 8), (x + 8, y - 20)]
    across = [(x - 29, y + 8), (x, y), (x + 29, y - 8)]
    return MultiLineString([LineString(across if course == "across" else along)])


@_on("clear")
def _coast(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    shore = spline(np.array([(x - 40, y + 12), (x - 16, y + 3), (x + 2, y + 9), (x + 16, y - 5), (x + 40, y - 8)]))
    sea = Polygon([*shore.tolist(), (x + 40, y + 40), (x - 40, y + 40)])
    yield Area(_part(sea.intersection(_hexagon(at))), scene.style["sea"])
    yield Area(_part(LineString(shore).buffer(7).intersection(sea).intersection(_hexagon(at))), scene.style["sea_rim"])
    line = LineString(shore).intersection(_hexagon(at))
    if isinstance(line, LineString):
        yield Line(line, scene.style["coast"], scene.style.width("coast"))


@_on("clear")
def _strait(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.arrows(scene.style, at, (1.0, 0.0))


@_on("sea")
def _causeway(scene: Scene, at: Point) -> Iterator[Item]:
    dam = LineString([(at[0] - 28, at[1]), (at[0] + 28, at[1])])
    yield from rails.causeway(scene.style, MultiLineString([dam]))
    yield from _rails(scene, dam)


def _rails(scene: Scene, line: LineString) -> Iterator[Item]:
    yield Line(line, scene.style["rail"], scene.style.width("rail"), cap="flat")
    across = as_lines(lines_through(ticks(MultiLineString([line]), 12, 8)))
    yield Line(across, scene.style["rail"], 0.62 * scene.style.width("rail"), cap="flat")


def _rail(scene: Scene, at: Point) -> Iterator[Item]:
    yield from _rails(scene, LineString([(at[0] - 28, at[1]), (at[0] + 28, at[1])]))
    yield Area(circle(*at, 6.5), scene.style["rail"])
    yield Area(circle(*at, 4.2), scene.style["city_rim"])


def _capital(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.star(scene.style, at)


def _port(scene: Scene, at: Point) -> Iterator[Item]:
    yield from places.anchor(scene.style, at)


def _border(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    line = LineString([(x - 28, y + 5), (x - 10, y - 5), (x + 10, y + 5), (x + 28, y - 5)])
    band = line.buffer(9, cap_style="flat")
    halves = shapely.get_parts(shapely.ops.split(band, shapely.affinity.scale(line, 1.4)))
    for half, role in zip(halves, ("sample_west", "sample_east"), strict=False):
        yield Area(_part(half), scene.style[role])
    yield Line(line, scene.style["border"], scene.style.width("border"), (15, 6, 0.6, 6))


def _district(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    line = LineString([(x - 28, y + 5), (x - 10, y - 5), (x + 10, y + 5), (x + 28, y - 5)])
    yield Line(line, scene.style["district"], scene.style.width("district"), (11, 7), cap="flat")


def _exit(scene: Scene, at: Point) -> Iterator[Item]:
    x, y = at
    yield from _rails(scene, LineString([(x - 28, y), (x + 10, y)]))
    yield Area(Polygon([(x + 24, y), (x + 10, y - 8), (x + 10, y + 8)]), scene.style["rail"])


def _part(shape: shapely.Geometry) -> MultiPolygon:
    return MultiPolygon([p for p in shapely.get_parts(shape) if isinstance(p, Polygon)])


SAMPLES: Mapping[str, Sample] = {
    "clear": _clear,
    "woods": _woods,
    "mountain": _mountain,
    "swamp": _swamp,
    "river": _river,
    "major-city": _major,
    "minor-city": _minor,
    "oil-well": _oil,
    "sea": _sea,
    "coast": _coast,
    "blocked-hexside": _blocked,
    "strait": _strait,
    "rail-causeway": _causeway,
}
"""The function that draws the sample of each terrain of the terrain effects chart."""

MORE_SAMPLES: Mapping[str, Sample] = {"wall": _wall, "road": _road, "arm": _arm, "site": _site, "walls": _walls}
"""Samples of features that only other maps have."""

SIGNS: Mapping[str, Sample] = {
    "Capital": _capital,
    "Port": _port,
    "Rail junction": _rail,
    "Rail off the map": _exit,
    "Border": _border,
    "District": _district,
}
"""The function that draws each other sign."""
