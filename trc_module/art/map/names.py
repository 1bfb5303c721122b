"""Names, placed by search: no name hides another, a symbol or a hex number, nor, if it can be helped, a line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.ops
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from trc_module.art.display import Anchor, Area, Item, Line, Point, Text, cap_height, circle, text_outline, text_width
from trc_module.art.fonts import Face
from trc_module.art.map.lattice import drawn_hexes, number_at
from trc_module.art.map.noise import Floats
from trc_module.art.map.outline import cells_of, union
from trc_module.art.map.places import MAJOR_RADIUS, MINOR_RADIUS, OIL_RADIUS, PORT_RADIUS, port_place, symbol_areas
from trc_module.art.map.rails import rail_net
from trc_module.art.map.rivers import Course, river_courses
from trc_module.art.map.scene import Scene
from trc_module.hexgrid import HexSet, hexes

SMALL, LARGE, HUGE = 19.0, 25.0, 50.0
"""The sizes of names; with the hex numbers these are the four sizes of the map."""

_GAP = 5.0
_LEADERS = (46.0, 62.0, 80.0)


@dataclass(frozen=True)
class Label:
    """A name in a place: its text, the leader line to what it names, and how badly it lies there (0: freely)."""

    text: Text
    cost: float
    leader: LineString | None = None

    @property
    def room(self) -> BaseGeometry:
        """Return the room the name takes up."""
        return text_outline(self.text, 2.0)


class Obstacles:
    """What names must keep clear of, each with the price of lying on it (of a whole letter's area)."""

    def __init__(self, shapes: Sequence[tuple[BaseGeometry, float]]) -> None:
        self._shapes = np.array([s for s, _ in shapes], dtype=object)
        self._prices = np.array([p for _, p in shapes])
        self._tree = shapely.STRtree(self._shapes)
        self._names: list[BaseGeometry] = []

    def add(self, room: BaseGeometry) -> None:
        """Take up the room of a name that has been placed."""
        self._names.append(room)

    def prices(self, rooms: Sequence[BaseGeometry]) -> Floats:
        """Return what it costs to write in each of some rooms; 0 where nothing is in the way."""
        places = np.array(rooms, dtype=object)
        total = np.zeros(len(places))
        which, obstacle = self._tree.query(places, predicate="intersects")
        if len(which):
            shared = shapely.area(shapely.intersection(places[which], self._shapes[obstacle]))
            np.add.at(total, which, (0.4 + shared / 60) * self._prices[obstacle])
        for name in self._names:
            shared = shapely.area(shapely.intersection(places, name))
            total += np.where(shared > 0, 400 + shared, 0.0)
        return total


def ground_names(scene: Scene) -> Iterator[Item]:
    """Yield the names of countries and waters, which lie beneath everything else."""
    yield from (label.text for label in region_labels(scene))
    yield from (label.text for label in water_labels(scene))


def names(scene: Scene) -> Iterator[Item]:
    """Yield the names of cities, wells, districts, provinces and rivers, with their leader lines."""
    labels = place_labels(scene)
    for label in labels:
        if label.leader is not None:
            yield Line(label.leader, scene.look["label_halo"], 3.4)
            yield Line(label.leader, scene.look["label"], 1.3)
            yield Area(circle(*_start(label.leader), 2.2), scene.look["label"])
    yield from (label.text for label in labels)


def place_labels(scene: Scene) -> list[Label]:
    """Return the names of cities and wells first, then those that can give way: districts, provinces, rivers."""
    obstacles = Obstacles(_obstacles(scene))
    labels: list[Label] = []
    for candidates in _city_candidates(scene):
        labels.append(_best(candidates, obstacles))
        obstacles.add(labels[-1].room)
    for candidates in [*_district_candidates(scene), *_river_candidates(scene)]:
        if candidates:
            best = _best(candidates, obstacles)
            # A river or district is named again elsewhere or known from its line: better no name than a muddle.
            if best.cost < 60:
                labels.append(best)
                obstacles.add(best.room)
    return labels


def _best(candidates: list[Label], obstacles: Obstacles) -> Label:
    prices = obstacles.prices([c.room for c in candidates])
    totals = [c.cost + p for c, p in zip(candidates, prices, strict=True)]
    index = min(range(len(candidates)), key=lambda i: (round(totals[i], 6), i))
    chosen = candidates[index]
    return Label(chosen.text, totals[index], chosen.leader)


def _obstacles(scene: Scene) -> list[tuple[BaseGeometry, float]]:
    found: list[tuple[BaseGeometry, float]] = [(s, 90.0) for s in symbol_areas(scene)]
    found += [(text_outline(number_at(scene, h), 1.5), 30.0) for h in scene.shown(drawn_hexes(scene))]
    for part in shapely.get_parts(rail_net(scene)):
        found += [(p, 9.0) for p in _pieces(shapely.get_coordinates(part), 4.5)]
    for course in river_courses(scene):
        found += [(p, 7.0) for p in _pieces(course.points, 3.5)]
    for side in scene.board.closed_sides | {scene.board.kerch}:
        if scene.near >> side[0] & 1 and scene.near >> side[1] & 1:
            found.append((LineString(scene.layout.side(*side)).buffer(8), 40.0))
    return found


def _pieces(points: Floats, reach: float) -> list[BaseGeometry]:
    """Return a line in short thick pieces, which a search tree tells apart."""
    cuts = range(0, max(len(points) - 1, 1), 6)
    lines = [LineString(points[i : i + 7]) for i in cuts if len(points[i : i + 7]) > 1]
    return list(shapely.buffer(lines, reach, quad_segs=2))


def _city_candidates(scene: Scene) -> Iterator[list[Label]]:
    board, layout = scene.board, scene.layout
    cities = sorted((c for c in board.cities.values() if scene.near >> c.hex & 1), key=lambda c: (not c.major, c.hex))
    for city in cities:
        size, face = (LARGE, Face.SEMIBOLD) if city.major else (SMALL, Face.MEDIUM)
        radius = MAJOR_RADIUS if city.major else MINOR_RADIUS
        taken = [port_place(scene, city)] if city.port else []
        yield _around(scene, city.name, layout.centre(city.hex), radius, size, face, taken)
    for name, h in sorted(board.oil_wells.items()):
        if scene.near >> h & 1:
            yield _around(scene, name, layout.centre(h), OIL_RADIUS, SMALL, Face.MEDIUM, [])


def _around(
    scene: Scene, name: str, at: Point, radius: float, size: float, face: Face, taken: list[Point]
) -> list[Label]:
    """Return the eight places about a symbol, best first, then those further off with a leader line."""
    x, y = at
    height = cap_height(size, face)
    near, slant = radius + _GAP, 0.72 * radius + _GAP * 0.6
    middle = y + height / 2
    look = scene.look

    def label(tx: float, ty: float, anchor: Anchor, cost: float, leader: LineString | None = None) -> Label:
        run = Text(name, (tx, ty), size, look["label"], face, anchor, halo=look["label_halo"], halo_width=2.6)
        return Label(run, cost, leader)

    found = [
        label(x + near, middle, "start", 0.0),
        label(x, y + near + height, "middle", 0.5),
        label(x - near, middle, "end", 1.5),
        label(x + slant, y + slant + height, "start", 1.0),
        label(x - slant, y + slant + height, "end", 2.0),
        label(x + slant, y - slant, "start", 2.0),
        label(x - slant, y - slant, "end", 3.0),
        label(x, y - near, "middle", 3.5),
    ]
    for px, py in taken:
        # A port's anchor is part of its symbol: the name may also stand beyond it.
        reach = PORT_RADIUS + _GAP
        found.append(label(px + reach, py + height / 2, "start", 2.5))
        found.append(label(px - reach, py + height / 2, "end", 3.0))
        found.append(label(px, py + reach + height, "middle", 3.0))
    for distance in _LEADERS:
        for step in range(16):
            turn = step * math.pi / 8
            dx, dy = math.cos(turn), math.sin(turn)
            ex, ey = x + dx * distance, y + dy * distance
            anchor: Anchor = "start" if dx > 0.3 else "end" if dx < -0.3 else "middle"
            shift = 3 if anchor == "start" else -3 if anchor == "end" else 0
            ty = ey + height / 2 + dy * (height / 2 + 3 if anchor == "middle" else 0)
            leader = LineString([(x + dx * (radius - 1), y + dy * (radius - 1)), (ex, ey)])
            found.append(label(ex + shift, ty, anchor, 16 + distance / 8, leader))
    return found


def _district_candidates(scene: Scene) -> Iterator[list[Label]]:
    for region in scene.board.regions.values():
        if region.kind == "district" and region.hexes & scene.near:
            text, size, colour = f"{region.name} M. D.".upper(), SMALL, scene.look["district_label"]
        elif region.kind == "province" and region.hexes & scene.near:
            text, size, colour = region.name.upper(), SMALL, scene.look["district_label"]
        else:
            continue
        yield _within(scene, region.hexes, text, size, colour, Face.MEDIUM, 0.12)


def _within(
    scene: Scene, members: HexSet, text: str, size: float, colour: str, face: Face, tracking: float
) -> list[Label]:
    """Return the places of a name that lie wholly in a set of hexes, those nearest its middle first."""
    area = union(scene.layout, cells_of(scene.board.grid, hexes(members)))
    middle = area.centroid
    labels = []
    step_x, step_y = scene.layout.pitch / 4, scene.layout.step / 3
    for h in hexes(members):
        cx, cy = scene.layout.centre(h)
        for dx in (-1, 0, 1, 2):
            for dy in (-1, 0, 1):
                at = cx + dx * step_x, cy + dy * step_y + cap_height(size, face) / 2
                run = Text(text, at, size, colour, face, "middle", tracking)
                off = math.hypot(at[0] - middle.x, at[1] - middle.y) / 40
                labels.append(Label(run, off))
    rooms = shapely.buffer([text_outline(c.text, 6.0) for c in labels], 0)
    shapely.prepare(area)
    inside = shapely.covers(area, rooms)
    return [label for label, ok in zip(labels, inside, strict=True) if ok]


def _river_candidates(scene: Scene) -> Iterator[list[Label]]:
    for course in sorted(river_courses(scene), key=lambda c: (-len(c.points), c.river.id)):
        # Tributaries and streams that the map does not name keep our working names to themselves.
        if len(course.river.hexes) < 4 or "tributary" in course.river.name or "stream" in course.river.name:
            continue
        places = _along(scene, course)
        if len(course.river.hexes) > 17:
            half = len(places) // 2
            yield places[:half]
            yield places[half:]
        else:
            yield places


def _along(scene: Scene, course: Course) -> list[Label]:
    """Return places of a river's name along its course, above and below, from source to mouth."""
    line = LineString(course.points if course.points[0][0] <= course.points[-1][0] else course.points[::-1])
    width = text_width(course.river.name, SMALL, Face.ITALIC, 0.08)
    labels = []
    for middle in np.arange(width / 2 + 14, line.length - width / 2 - 14, 15.0):
        start, end = middle - width / 2 - 12, middle + width / 2 + 12
        stretch = shapely.ops.substring(line, start, end)
        path = shapely.simplify(stretch, 2.5)
        points = shapely.get_coordinates(path)
        if points[-1][0] < points[0][0]:
            path = LineString(points[::-1])
        bend = _bend(shapely.get_coordinates(stretch))
        for side in (1, -1):
            # The baseline runs beside the river: close above it, or below by the height of the letters.
            gap = 6.5 if side == 1 else 6.5 + cap_height(SMALL, Face.ITALIC)
            beside = shapely.offset_curve(path, -side * gap, join_style="round", quad_segs=6)
            if beside.geom_type != "LineString" or beside.length < width:
                continue
            at = beside.interpolate(beside.length / 2)
            smooth = _smooth(shapely.get_coordinates(beside))
            run = Text(
                course.river.name, (at.x, at.y), SMALL, scene.look["river_label"], Face.ITALIC, "middle", 0.08,
                along=smooth, halo=scene.look["label_halo"], halo_width=1.8,
            )  # fmt: skip
            labels.append(Label(run, 9.0 * bend + (0.4 if side == -1 else 0.0)))
    return labels


def _bend(points: Floats) -> float:
    """Return by how much a line turns in all, in radians, plus how steeply it stands."""
    steps = np.diff(points, axis=0)
    turns = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    whole = points[-1] - points[0]
    steep = abs(whole[1]) / max(float(np.hypot(*whole)), 1e-9)
    return float(np.ptp(turns)) + 0.5 * float(steep) ** 3


def _smooth(points: Floats) -> LineString:
    line = LineString(points)
    number = max(int(line.length // 6), 4)
    even = np.array([line.interpolate(k / number, normalized=True).coords[0] for k in range(number + 1)])
    kernel = np.array([1, 4, 6, 4, 1]) / 16
    for _ in range(3):
        padded = np.vstack([2 * even[0] - even[2:0:-1], even, 2 * even[-1] - even[-2:-4:-1]])
        even = np.column_stack([np.convolve(padded[:, axis], kernel, mode="valid") for axis in (0, 1)])
    return LineString(even)


def region_labels(scene: Scene) -> list[Label]:
    """Return the names of countries, large and quiet."""
    labels = []
    for region in scene.board.regions.values():
        if region.kind == "country" and region.hexes & scene.near:
            labels += _largest(scene, region.hexes, region.name.upper(), scene.look["region_label"], Face.BOLD, 0.35)
    return labels


def water_labels(scene: Scene) -> list[Label]:
    """Return the names of seas and lakes, in the largest size that fits."""
    labels = []
    for water in scene.board.waters.values():
        if water.hexes & scene.near:
            labels += _largest(scene, water.hexes, water.name, scene.look["water_label"], Face.ITALIC, 0.12)
    return labels


def _largest(scene: Scene, members: HexSet, text: str, colour: str, face: Face, tracking: float) -> list[Label]:
    for size in (HUGE, LARGE, SMALL):
        places = _within(scene, members, text, size, colour, face, tracking)
        if places:
            return [min(places, key=lambda c: c.cost)]
    return []


def _start(line: LineString) -> Point:
    x, y = line.coords[0][:2]
    return x, y
