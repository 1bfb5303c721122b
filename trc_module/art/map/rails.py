"""Rails: fine dark lines with ticks, bent smoothly from hexside to hexside, with a ring at each junction."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from shapely import MultiLineString, MultiPolygon, Polygon

from trc_module.art.display import Area, Item, Line, Point, circle
from trc_module.art.map.curves import arcs, merged, ticks
from trc_module.art.map.layout_cache import cached_layout, near, pack_lines, unpack_lines
from trc_module.art.map.scene import Scene
from trc_module.art.map.style import MapStyle
from trc_module.art.shapes import as_lines, lines_through, touching
from trc_module.board import Side
from trc_module.hexgrid import Hex, hexes

_TICK_SPACING, _TICK = 12.0, 8.0


def rails(scene: Scene) -> Iterator[Item]:
    """Yield the rails, what leads off the map, and the junctions."""
    style = scene.style
    net = near(scene, rail_net(scene), style.width("rail") + _TICK)
    for side in sorted(scene.board.rail_only):
        if all(scene.near >> h & 1 for h in side):
            yield from causeway(style, _over_water(scene, net, side))
    yield Line(net, style["rail_casing"], 2.6 * style.width("rail"), cap="flat")
    yield Line(net, style["rail"], style.width("rail"))
    across = touching(lines_through(ticks(net, _TICK_SPACING, _TICK)), scene.around(_TICK))
    yield Line(as_lines(across), style["rail"], 0.62 * style.width("rail"), cap="flat")
    arrows = _arrows(scene)
    if arrows:
        yield Area(MultiPolygon(arrows), style["rail"])
    rings = [circle(*scene.layout.centre(h), 6.5) for h in scene.shown(scene.board.junctions)]
    if rings:
        yield Area(MultiPolygon(rings), style["rail"])
        yield Area(MultiPolygon([r.buffer(-2.3) for r in rings]), style["city_rim"])


@cached_layout("net", pack_lines, unpack_lines)
def rail_net(scene: Scene) -> MultiLineString:
    """Return the courses of all rails of the board: straight to a city or junction, else a smooth bend through the hex.

    A line that leaves the map runs on to the frame.
    """
    bends: list[tuple[Point, Point, Point]] = []
    straights: list[tuple[Point, Point]] = []
    for h in hexes(scene.board.rail_hexes):
        x, y = scene.layout.centre(h)
        neighbours = (scene.layout.centre(other) for other in hexes(scene.board.rail_links[h]))
        middles = [((x + a) / 2, (y + b) / 2) for a, b in neighbours]
        middles += [_rim(scene, h, way) for way in _outward(scene, h)]
        if len(middles) == 2 and not scene.board.city_hexes >> h & 1:
            bends.append((middles[0], (x, y), middles[1]))
        else:
            straights += [((x, y), middle) for middle in middles]
    starts, controls, ends = np.array(bends, dtype=np.float64).reshape(-1, 3, 2).swapaxes(0, 1)
    return merged([*arcs(starts, controls, ends), *np.array(straights, dtype=np.float64).reshape(-1, 2, 2)])


def causeway(style: MapStyle, line: MultiLineString) -> Iterator[Item]:
    """Yield a dam or bridge for trains alone, whose two edges show on either side of the rails."""
    yield Line(line, style["rail"], 12.0, cap="flat")
    yield Line(line, style["closed"], 9.0, cap="flat")


def _over_water(scene: Scene, net: MultiLineString, side: Side) -> MultiLineString:
    """Return the stretch of a link that runs over water, and a little of the shores."""
    link = shapely.LineString([scene.layout.centre(h) for h in side])
    place = shapely.difference(link.buffer(0.4 * scene.layout.pitch, cap_style="flat"), scene.land.buffer(-9))
    wet = shapely.line_merge(shapely.intersection(net, place))
    return MultiLineString([p for p in shapely.get_parts(wet) if isinstance(p, shapely.LineString)])


def _outward(scene: Scene, h: Hex) -> list[tuple[float, float]]:
    """Return the directions in which a rail leaves the map from a hex."""
    ways = {"west": (-1.0, 0.0), "east": (1.0, 0.0), "north": (0.0, -1.0), "south": (0.0, 1.0)}
    return [way for edge, way in ways.items() if scene.board.edge_rails.get(edge, 0) >> h & 1]


def _rim(scene: Scene, h: Hex, way: tuple[float, float]) -> tuple[float, float]:
    """Return where a line from a hex's centre meets the frame."""
    x, y = scene.layout.centre(h)
    west, north, east, south = scene.frame
    if way[0]:
        return (west if way[0] < 0 else east), y
    return x, (north if way[1] < 0 else south)


def _arrows(scene: Scene) -> list[Polygon]:
    arrows = []
    for h in scene.shown(scene.board.rail_hexes):
        for dx, dy in _outward(scene, h):
            x, y = _rim(scene, h, (dx, dy))
            x, y = x + 4 * dx, y + 4 * dy
            arrows.append(Polygon([(x + 14 * dx, y + 14 * dy), (x + 8 * dy, y - 8 * dx), (x - 8 * dy, y + 8 * dx)]))
    return arrows
