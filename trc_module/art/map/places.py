"""Cities, capitals, ports and oil wells: a block plan, a ring, a star, an anchor, a derrick."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import shapely
import shapely.affinity
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.display import Area, Item, Line, Point, circle, outline_of, rectangle
from trc_module.art.map.noise import scatter
from trc_module.art.map.scene import Scene
from trc_module.art.map.signs import sign as own_sign
from trc_module.art.map.style import MapStyle
from trc_module.board import Board, City
from trc_module.board.drawings import SignDrawing
from trc_module.hexgrid import Hex, HexSet, Layout, hexes

MAJOR_RADIUS, MINOR_RADIUS, OIL_RADIUS, PORT_RADIUS = 25.0, 11.0, 17.0, 12.0

_BLOCK, _STREET = 9.0, 2.6


def places(scene: Scene) -> Iterator[Item]:
    """Yield the symbols of all places."""
    for city in scene.board.cities.values():
        if scene.near >> city.hex & 1:
            at = scene.layout.centre(city.hex)
            yield from major_city(scene.style, at, city.hex) if city.major else minor_city(scene.style, at)
            if city.capital:
                yield from star(scene.style, at)
            if city.port:
                yield from anchor(scene.style, port_place(scene, city))
    for kind, sites in scene.board.sites.items():
        drawn = scene.board.legend.places[kind].drawn
        if drawn == "nothing":
            continue
        for h in scene.shown(sum({1 << h for h in sites.values()})):
            at = scene.layout.centre(h)
            if isinstance(drawn, SignDrawing):
                yield from own_sign(scene.style, drawn, at, OIL_RADIUS)
            else:
                yield from _SITES.get(drawn, lozenge)(scene.style, at)


def symbol_areas(scene: Scene) -> list[Polygon]:
    """Return the room that the symbols take up."""
    found = []
    for city in scene.board.cities.values():
        if scene.near >> city.hex & 1:
            found.append(circle(*scene.layout.centre(city.hex), MAJOR_RADIUS if city.major else MINOR_RADIUS))
            if city.port:
                found.append(circle(*port_place(scene, city), PORT_RADIUS))
    found += [circle(*scene.layout.centre(h), OIL_RADIUS) for h in scene.shown(_drawn_sites(scene.board))]
    found += [circle(*scene.layout.centre(h), 7) for h in scene.shown(scene.board.junctions)]
    return found


def _drawn_sites(board: Board) -> HexSet:
    drawn = (sites for kind, sites in board.sites.items() if board.legend.places[kind].drawn != "nothing")
    return sum({1 << h for sites in drawn for h in sites.values()})


def major_city(style: MapStyle, at: Point, h: Hex) -> Iterator[Item]:
    """Yield a block plan: three by three blocks parted by streets, some of them cut, on a pale pad."""
    x, y = at
    yield Area(circle(x, y, MAJOR_RADIUS), style["city_pad"])
    blocks = []
    reach = 1.5 * _BLOCK + _STREET
    outline = circle(x, y, reach * 1.22)
    rows, cols = np.divmod(np.arange(9), 3)
    lots = scatter(h * 3 + cols, rows, 61).reshape(3, 3).tolist()
    for row in range(3):
        for col in range(3):
            west, north = x - reach + col * (_BLOCK + _STREET), y - reach + row * (_BLOCK + _STREET)
            cut = 0.34 * _BLOCK if lots[row][col] > 0.55 and (row, col) != (1, 1) else 0.0
            blocks.append(shapely.box(west, north, west + _BLOCK, north + _BLOCK - cut))
    plan = shapely.intersection(shapely.affinity.rotate(MultiPolygon(blocks), 12, origin=(x, y)), outline)
    parts = [p for p in shapely.get_parts(plan) if isinstance(p, Polygon)]
    yield Area(MultiPolygon(parts), style["city"])


def minor_city(style: MapStyle, at: Point) -> Iterator[Item]:
    """Yield a ring with a dot."""
    yield Area(circle(*at, MINOR_RADIUS), style["city_rim"])
    yield Area(circle(*at, MINOR_RADIUS - 1.6), style["city"])
    yield Area(circle(*at, MINOR_RADIUS - 5.2), style["city_rim"])


def star(style: MapStyle, at: Point) -> Iterator[Item]:
    """Yield the star of a capital."""
    yield Area(_star(at, 14.5), style["city_rim"])
    yield Area(_star(at, 11.0), style["star"])


def _star(at: Point, radius: float) -> Polygon:
    turns = [math.pi * (k / 5 - 0.5) for k in range(10)]
    radii = [radius if k % 2 == 0 else radius * 0.42 for k in range(10)]
    return Polygon([(at[0] + r * math.cos(t), at[1] + r * math.sin(t)) for r, t in zip(radii, turns, strict=True)])


def anchor(style: MapStyle, at: Point) -> Iterator[Item]:
    """Yield the anchor of a port."""
    x, y = at
    bow = [(x + 7.2 * math.cos(t), y + 0.5 + 7.2 * math.sin(t)) for t in np.linspace(0.12, math.pi - 0.12, 13)]
    strokes = MultiLineString(
        [
            LineString([(x, y - 4.5), (x, y + 7.5)]),
            LineString([(x - 4.2, y - 2.2), (x + 4.2, y - 2.2)]),
            LineString(bow),
            LineString([(bow[0][0] - 2.6, bow[0][1] + 0.8), bow[0], (bow[0][0] + 1.4, bow[0][1] + 3.2)]),
            LineString([(bow[-1][0] + 2.6, bow[-1][1] + 0.8), bow[-1], (bow[-1][0] - 1.4, bow[-1][1] + 3.2)]),
        ]
    )
    ring = circle(x, y - 6.8, 2.8).boundary
    yield Area(circle(x, y, PORT_RADIUS), style["port"])
    yield Line(strokes, style["city_rim"], 1.9)
    yield Line(LineString(ring.coords), style["city_rim"], 1.7)


def port_place(scene: Scene, city: City) -> Point:
    """Return where the anchor of a port stands: towards its sea, as far from the rails as it gets."""
    return _port_place(scene.board, scene.layout, city.name)


@lru_cache(maxsize=256)
def _port_place(board: Board, layout: Layout, name: str) -> Point:
    city = board.cities[name]
    x, y = layout.centre(city.hex)
    members = board.seas.get(city.port or "", 0) & board.grid.neighbours[city.hex]
    sea = [layout.centre(h) for h in hexes(members)]
    ways = [layout.centre(h) for h in hexes(board.rail_links[city.hex])]

    def worth(turn: float) -> float:
        dx, dy = math.cos(turn), math.sin(turn)
        towards = max((_cosine(dx, dy, a - x, b - y) for a, b in sea), default=0.0)
        rail = max((_cosine(dx, dy, a - x, b - y) for a, b in ways), default=-1.0)
        return towards - 1.5 * max(rail - 0.6, 0.0) * 2.5 - (0.25 if dy < -0.7 else 0.0)

    best = max((k * math.pi / 12 for k in range(24)), key=worth)
    reach = (MAJOR_RADIUS if city.major else MINOR_RADIUS) + PORT_RADIUS - 1
    return x + reach * math.cos(best), y + reach * math.sin(best)


def _cosine(ax: float, ay: float, bx: float, by: float) -> float:
    return (ax * bx + ay * by) / max(math.hypot(ax, ay) * math.hypot(bx, by), 1e-9)


def derrick(style: MapStyle, at: Point) -> Iterator[Item]:
    """Yield the derrick of an oil well."""
    x, y = at
    yield Area(circle(x, y, OIL_RADIUS), style["city_rim"])
    yield Area(circle(x, y, OIL_RADIUS - 2), style["oil"])
    legs = [[(x - 7.5, y + 9), (x - 1.6, y - 8.5), (x + 1.6, y - 8.5), (x + 7.5, y + 9)]]
    struts = [
        [(x - 6, y + 4.5), (x + 6, y + 4.5)],
        [(x - 4.5, y), (x + 4.5, y)],
        [(x - 6, y + 4.5), (x + 3, y - 4.2)],
        [(x + 6, y + 4.5), (x - 3, y - 4.2)],
    ]
    yield Line(MultiLineString([LineString(p) for p in [*legs, *struts]]), style["city_rim"], 1.7)
    yield Area(shapely.box(x - 3.2, y - 11.4, x + 3.2, y - 8.2), style["city_rim"])


def lozenge(style: MapStyle, at: Point) -> Iterator[Item]:
    """Yield the lozenge of any other site."""
    x, y = at
    for reach, colour in ((OIL_RADIUS - 2, "city_rim"), (OIL_RADIUS - 4, "city"), (OIL_RADIUS - 9, "city_rim")):
        corners = [(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)]
        yield Area(Polygon(corners), style[colour])


def walls(style: MapStyle, at: Point) -> Iterator[Item]:
    """Yield the walls of a fortress, with four bastions, around a city."""
    x, y = at
    reach, bastion = MINOR_RADIUS + 8.0, 6.0
    wall = rectangle(x - reach, y - reach, 2 * reach, 2 * reach)
    corners = [(x + a * reach, y + b * reach) for a in (-1, 1) for b in (-1, 1)]
    yield outline_of(wall, style["wall"], 2.6)
    yield Area(
        MultiPolygon([shapely.box(a - bastion, b - bastion, a + bastion, b + bastion) for a, b in corners]),
        style["wall"],
    )


def beads(style: MapStyle, start: Point, end: Point) -> Iterator[Item]:
    """Yield the white beads along a closed hexside."""
    shares = (0.0, 0.25, 0.5, 0.75, 1.0)
    row = [circle(start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t, 5.4) for t in shares]
    yield Area(MultiPolygon(row), style["closed_rim"])
    yield Area(MultiPolygon([b.buffer(-1.5) for b in row]), style["closed"])


def arrows(style: MapStyle, at: Point, way: Point) -> Iterator[Item]:
    """Yield the pair of arrows across a strait; `way` is its direction, of length 1."""
    middle, along = np.array(at), np.array(way)
    across = np.array([-along[1], along[0]])
    heads, shafts = [], []
    for sign in (-1, 1):
        foot = middle + sign * 12 * along
        heads.append(Polygon([middle + sign * 25 * along, foot + 9 * across, foot - 9 * across]))
        shafts.append(LineString([middle, foot]))
    shaft = MultiLineString(shafts)
    yield Area(MultiPolygon([h.buffer(2.4) for h in heads]), style["closed"])
    yield Line(shaft, style["closed"], 9.5)
    yield Line(shaft, style["strait"], 5.0)
    yield Area(MultiPolygon(heads), style["strait"])


def _strait(style: MapStyle, at: Point) -> Iterator[Item]:
    yield from arrows(style, at, (1.0, 0.0))


_SITES = {"derrick": derrick, "arrows": _strait, "walls": walls}
"""The function that draws a site, by the word of the legend; any other word is a lozenge."""
