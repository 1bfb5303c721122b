"""Names, placed by search: no name hides another, a symbol or a hex number, nor, if it can be helped, a line."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, TypeAlias

import msgspec
import numpy as np
import shapely
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from shapely import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from trc_module.art.display import (
    Anchor,
    Area,
    Item,
    Line,
    Point,
    Text,
    cap_height,
    circle,
    text_box,
    text_outline,
    text_width,
)
from trc_module.art.fonts import Face
from trc_module.art.map.lattice import drawn_hexes, number_rooms
from trc_module.art.map.layout_cache import cached_layout, near
from trc_module.art.map.noise import Floats
from trc_module.art.map.places import MAJOR_RADIUS, MINOR_RADIUS, OIL_RADIUS, PORT_RADIUS, port_place, symbol_areas
from trc_module.art.map.rails import rail_net
from trc_module.art.map.rivers import lines_along, river_courses
from trc_module.art.map.scene import WATER, Scene
from trc_module.art.map.soft_areas import cells_of, hexagons, union
from trc_module.art.serialize import deserialize, serialize
from trc_module.art.shapes import lines_through, near_any, touching
from trc_module.art.strokes import pieces
from trc_module.board import Board, Gap
from trc_module.hexgrid import Hex, HexSet, hexes

SMALL, LARGE, HUGE = 19.0, 25.0, 50.0
"""The sizes of names; with the hex numbers these are the four sizes of the map."""

_GAP = 5.0
_LEADERS = (46.0, 62.0, 80.0)

_CROWDED = 14.0
"""The cost above which a city's name is tried further off, with a leader line."""

_MUDDLE = 60.0
"""The cost from which a river or district goes unnamed."""

_EDGE = 3.0
"""Pixels that a name keeps from the edge of a cropped picture."""

_PLACES, _STRETCHES = 240, 18
"""The number of places that are examined closely for a region's name, and for a river's."""

_TOUCHED = 0.4
"""The share of an obstacle's price for touching it at all."""

_AT_ONCE = 4
"""The number of places that are examined closely at once."""

_NAMED_SIDES, _LONG_SIDES = 4, 10
"""Hexsides of a river that has its name on the map, and of half of one that has it twice."""

_EVEN = 6.0
"""Pixels between the points of a line that letters follow."""


@dataclass(frozen=True)
class Label:
    """A name in a place: its text, the leader line to what it names, and how badly it lies there (0: freely)."""

    of: str
    """The thing that it names: 'city Kiev', 'river dnieper'."""
    text: Text
    cost: float
    leader: LineString | None = None
    spine: LineString | None = None
    """The middle line of the letters, for a name along a river."""

    @property
    def room(self) -> BaseGeometry:
        """Return the room the name takes up."""
        room: BaseGeometry = rooms_of([self])[0]
        return room


def rooms_of(labels: Sequence[Label]) -> NDArray[Any]:
    """Return the room that each name takes up."""
    rooms = np.empty(len(labels), dtype=object)
    along = [i for i, label in enumerate(labels) if label.spine is not None]
    if along:
        reach = [cap_height(labels[i].text.size, labels[i].text.face) / 2 + 3 for i in along]
        rooms[along] = shapely.buffer([labels[i].spine for i in along], reach, quad_segs=2, cap_style="flat")
    level = [i for i, label in enumerate(labels) if label.spine is None]
    if level:
        rooms[level] = shapely.box(*np.array([text_box(labels[i].text, 2.0) for i in level]).T)
    return rooms


def _pack(labels: tuple[Label, ...]) -> bytes:
    rest = [(label.of, label.cost, _wkb(label.leader), _wkb(label.spine)) for label in labels]
    return msgspec.msgpack.encode((serialize(label.text for label in labels), rest))


def _unpack(content: bytes, board: Board) -> tuple[Label, ...]:
    texts, rest = msgspec.msgpack.decode(content, type=_Packed)
    return tuple(
        Label(of, text, cost, _line(leader), _line(spine))
        for text, (of, cost, leader, spine) in zip(deserialize(texts), rest, strict=True)
        if isinstance(text, Text)
    )


_Packed: TypeAlias = tuple[bytes, list[tuple[str, float, bytes | None, bytes | None]]]


def _wkb(line: LineString | None) -> bytes | None:
    return None if line is None else shapely.to_wkb(line)


def _line(wkb: bytes | None) -> LineString | None:
    line = None if wkb is None else shapely.from_wkb(wkb)
    if not isinstance(line, LineString | None):
        raise ValueError(f"a line, found a {line.geom_type}")
    return line


class Obstacles:
    """The areas that names must keep clear of, each with the price of lying on it (of a whole letter's area)."""

    def __init__(self, shapes: Sequence[tuple[BaseGeometry, float]]) -> None:
        self._shapes = np.array([s for s, _ in shapes], dtype=object)
        self._prices = np.array([p for _, p in shapes])
        self._tree = shapely.STRtree(self._shapes.tolist())
        self._names: list[BaseGeometry] = []

    def add(self, room: BaseGeometry) -> None:
        """Take up the room of a name that has been placed."""
        self._names.append(room)

    def cheapest(self, rooms: NDArray[Any], costs: Floats) -> tuple[int, float]:
        """Return which room costs least with what is in its way, of several the first, and that cost."""
        place, obstacle = self._tree.query(rooms, predicate="intersects")
        pairs = np.stack([place, obstacle])
        # To touch something has a price of its own: what is dearer by that alone need not be looked at closely.
        least = np.round(costs + np.bincount(place, _TOUCHED * self._prices[obstacle], len(rooms)), 6)
        order = np.argsort(least, kind="stable")
        best = math.inf, len(rooms), math.inf
        for start in range(0, len(order), _AT_ONCE):
            chosen = order[start : start + _AT_ONCE]
            if least[chosen[0]] > best[0]:
                break
            totals = (costs + self._prices_of(rooms, chosen, pairs))[chosen].tolist()
            found = ((round(total, 6), i, total) for i, total in zip(chosen.tolist(), totals, strict=True))
            best = min(best, *found)
        return best[1], best[2]

    def _prices_of(self, rooms: NDArray[Any], chosen: NDArray[np.int64], pairs: NDArray[np.int64]) -> Floats:
        """Return the price of what the chosen rooms overlap; 0 for all others."""
        place, obstacle = pairs[:, np.isin(pairs[0], chosen)]
        total = np.zeros(len(rooms))
        if len(place):
            shared = shapely.area(shapely.intersection(rooms[place], self._shapes[obstacle]))
            np.add.at(total, place, (_TOUCHED + shared / 60) * self._prices[obstacle])
        if self._names:
            names = np.array(self._names, dtype=object)
            near, name = np.nonzero(_touching(shapely.bounds(rooms[chosen]), shapely.bounds(names)))
            shared = shapely.area(shapely.intersection(rooms[chosen[near]], names[name]))
            np.add.at(total, chosen[near], np.where(shared > 0, 400 + shared, 0.0))
        return total


def _touching(some: Floats, others: Floats) -> NDArray[np.bool_]:
    """Return which of some boxes touch which of others."""
    a, b = some[:, None, :], others[None, :, :]
    apart = (a[..., 0] > b[..., 2]) | (a[..., 2] < b[..., 0]) | (a[..., 1] > b[..., 3]) | (a[..., 3] < b[..., 1])
    return np.asarray(~apart)


def ground_names(scene: Scene) -> Iterator[Item]:
    """Yield the names of countries and waters, which lie beneath everything else."""
    yield from (label.text for label in region_labels(scene))
    yield from (label.text for label in water_labels(scene))


def names(scene: Scene) -> Iterator[Item]:
    """Yield the names of cities, wells, districts, provinces and rivers, with their leader lines."""
    labels = place_labels(scene)
    for label in labels:
        if label.leader is not None:
            yield Line(label.leader, scene.style["label_halo"], 3.4)
            yield Line(label.leader, scene.style["label"], 1.3)
            yield Area(circle(*_start(label.leader), 2.2), scene.style["label"])
    yield from (label.text for label in labels)


def place_labels(scene: Scene) -> list[Label]:
    """Return the names of cities and wells first, then those that can give way: districts, provinces, rivers.

    In a cropped picture they stand where they stand on the whole map; what would be cut off there is placed anew.
    """
    if scene.crop is None:
        return list(_all_place_labels(scene))
    labels = _uncut(scene, _all_place_labels(scene), {subject.of for subject in _subjects(scene)})
    found = {label.of for label in labels}
    left = [subject for subject in _subjects(scene) if subject.of not in found]
    return labels + _placed(scene, left, labels) if left else labels


@cached_layout("place-labels", _pack, _unpack)
def _all_place_labels(scene: Scene) -> tuple[Label, ...]:
    return tuple(_placed(scene, _subjects(scene)))


def _uncut(scene: Scene, labels: Iterable[Label], shown: Container[str]) -> list[Label]:
    """Return those names of the whole map that name something shown and that the picture's edge does not cut."""
    west, north, east, south = scene.around(-_EDGE)
    some = [label for label in labels if label.of in shown]
    if not some:
        return []
    rooms = shapely.bounds(rooms_of(some))
    inside = (rooms[:, 0] > west) & (rooms[:, 1] > north) & (rooms[:, 2] < east) & (rooms[:, 3] < south)
    return [label for label, whole in zip(some, inside.tolist(), strict=True) if whole]


@dataclass(frozen=True, slots=True)
class _Subject:
    """A thing to be named: the places for its name, and places further off if the name lies badly there."""

    of: str
    places: Callable[[], list[Label]]
    further: Callable[[], list[Label]] | None = None


def _subjects(scene: Scene) -> Iterator[_Subject]:
    """Yield what is to be named, in the order in which it is placed."""
    for place in _named_places(scene):
        if scene.board.legend.names_below and place.of.startswith("city "):
            yield _Subject(place.of, partial(_below, scene, place), list)
            continue
        yield _Subject(place.of, partial(_beside, scene, place), partial(_further_off, scene, place))
    yield from _district_subjects(scene)
    yield from _river_subjects(scene)


def _placed(scene: Scene, subjects: Iterable[_Subject], others: Iterable[Label] = ()) -> list[Label]:
    """Return names placed where nothing else is, nor one of the others."""
    obstacles = Obstacles(_obstacles(scene))
    for label in others:
        obstacles.add(label.room)
    labels: list[Label] = []
    for subject in subjects:
        candidates = subject.places()
        if not candidates:
            continue
        best = _best(candidates, obstacles)
        if subject.further is not None and best.cost > _CROWDED:
            further = subject.further()
            best = min(best, _best(further, obstacles), key=lambda label: label.cost) if further else best
        # A river or district is named again elsewhere or known from its line: better no name than a muddle.
        if subject.further is not None or best.cost < _MUDDLE:
            labels.append(best)
            obstacles.add(best.room)
    return labels


def _best(candidates: list[Label], obstacles: Obstacles) -> Label:
    """Return the label that costs least with what is in its way, at its cost; of several the first."""
    index, cost = obstacles.cheapest(rooms_of(candidates), np.array([c.cost for c in candidates]))
    return replace(candidates[index], cost=cost)


def _obstacles(scene: Scene) -> list[tuple[BaseGeometry, float]]:
    found: list[tuple[BaseGeometry, float]] = [(s, 90.0) for s in symbol_areas(scene)]
    found += [(room, 30.0) for room in number_rooms(scene, hexes(drawn_hexes(scene) & scene.window), 1.5)]
    found += [(p, 9.0) for p in _strips(scene, rail_net(scene), 4.5)]
    if river_courses(scene):
        ways = MultiLineString([course.points for course in river_courses(scene)])
        found += [(p, 7.0) for p in _strips(scene, ways, 3.5)]
    for sides in scene.board.river_sides.values():
        found += [(p, 7.0) for p in _strips(scene, lines_along(scene, sides), 3.5)]
    for side in scene.board.closed_sides | scene.board.straits:
        if scene.near >> side[0] & 1 and scene.near >> side[1] & 1:
            found.append((LineString(scene.layout.side(*side)).buffer(8), 40.0))
    found += [(text_outline(label.text), 0.6) for label in region_labels(scene)]
    # A water's name stands out: two names in one blue, one upon the other, are none.
    found += [(text_outline(label.text), 8.0) for label in water_labels(scene)]
    found += [(beyond, 60.0) for beyond in _beyond_the_frame(scene)]
    # On water a name of the land is out of place, but better there than on a symbol.
    water = scene.cells(*WATER)
    found += [(part, 0.25) for part in (hexagons(scene.layout, water) if water else ())]
    return found


def _beyond_the_frame(scene: Scene) -> list[BaseGeometry]:
    # Of a cropped picture, its own edge: a name that it cuts off is none.
    west, north, east, south = scene.crop or scene.frame
    wide = 4 * scene.layout.pitch
    return [
        shapely.box(west - wide, north - wide, west + _EDGE, south + wide),
        shapely.box(east - _EDGE, north - wide, east + wide, south + wide),
        shapely.box(west, north - wide, east, north + _EDGE),
        shapely.box(west, south - _EDGE, east, south + wide),
    ]


def _strips(scene: Scene, lines: MultiLineString, reach: float) -> list[BaseGeometry]:
    """Return the lines of the picture in short thick pieces, which a search tree tells apart."""
    close = near(scene, lines, reach)
    if close.is_empty:
        return []
    return list(shapely.buffer(touching(pieces(close, 7), scene.around(reach)), reach, quad_segs=2))


@dataclass(frozen=True, slots=True)
class _Place:
    """A city or well to be named: where its symbol is and how large, its type, and what is part of the symbol."""

    of: str
    name: str
    at: Point
    radius: float
    size: float
    face: Face
    taken: tuple[Point, ...] = ()

    def written(self, scene: Scene, x: float, y: float, anchor: Anchor) -> Text:
        """Return the name in a place."""
        style = scene.style
        return Text(
            self.name, (x, y), self.size, style["label"], self.face, anchor, halo=style["label_halo"], halo_width=2.6
        )


def _named_places(scene: Scene) -> Iterator[_Place]:
    board, layout = scene.board, scene.layout
    cities = sorted((c for c in board.cities.values() if scene.window >> c.hex & 1), key=lambda c: (not c.major, c.hex))
    for city in cities:
        size, face = (LARGE, Face.SEMIBOLD) if city.major else (SMALL, Face.MEDIUM)
        radius = MAJOR_RADIUS if city.major else MINOR_RADIUS
        taken = (port_place(scene, city),) if city.port else ()
        if scene.shows(layout.centre(city.hex)):
            yield _Place(f"city {city.name}", city.name, layout.centre(city.hex), radius, size, face, taken)
    kinds = board.legend.places
    named = (sites for kind, sites in board.sites.items() if kinds[kind].drawn not in ("nothing", "walls"))
    for name, h in sorted((name, h) for sites in named for name, h in sites.items()):
        if scene.window >> h & 1 and scene.shows(layout.centre(h)):
            yield _Place(f"well {name}", name, layout.centre(h), OIL_RADIUS, SMALL, Face.MEDIUM)


NAME_BELOW = 52.0
"""Pixels from a hex's centre to the middle of a name at its lower edge: under a counter, where plates lie."""


def _below(scene: Scene, place: _Place) -> list[Label]:
    """Return the one place at the lower edge of the hex."""
    x, y = place.at
    foot = y + NAME_BELOW + cap_height(place.size, place.face) / 2
    return [Label(place.of, place.written(scene, x, foot, "middle"), 0.0)]


def _beside(scene: Scene, place: _Place) -> list[Label]:
    """Return the places close about the symbol."""
    x, y = place.at
    height = cap_height(place.size, place.face)
    near, slant = place.radius + _GAP, 0.72 * place.radius + _GAP * 0.6
    middle = y + height / 2

    def label(tx: float, ty: float, anchor: Anchor, cost: float) -> Label:
        return Label(place.of, place.written(scene, tx, ty, anchor), cost)

    width = text_width(place.name, place.size, place.face)
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
    # Between the eight: slid along above and below, and up and down beside.
    for share in (-0.36, -0.18, 0.18, 0.36):
        found.append(label(x + share * width, y + near + height, "middle", 1.6 + abs(share)))
        found.append(label(x + share * width, y - near, "middle", 4.2 + abs(share)))
        found.append(label(x + near, middle + share * 2 * height, "start", 1.4 + abs(share)))
        found.append(label(x - near, middle + share * 2 * height, "end", 2.4 + abs(share)))
    for px, py in place.taken:
        # A port's anchor is part of its symbol: the name may also stand beyond it.
        reach = PORT_RADIUS + _GAP
        found.append(label(px + reach, py + height / 2, "start", 2.5))
        found.append(label(px - reach, py + height / 2, "end", 3.0))
        found.append(label(px, py + reach + height, "middle", 3.0))
    return found


def _further_off(scene: Scene, place: _Place) -> list[Label]:
    """Return the places further from the symbol, with a leader line."""
    x, y = place.at
    height = cap_height(place.size, place.face)
    far: list[Label] = []
    for distance in _LEADERS:
        for step in range(16):
            turn = step * math.pi / 8
            dx, dy = math.cos(turn), math.sin(turn)
            ex, ey = x + dx * distance, y + dy * distance
            anchor: Anchor = "start" if dx > 0.3 else "end" if dx < -0.3 else "middle"
            shift = 3 if anchor == "start" else -3 if anchor == "end" else 0
            ty = ey + height / 2 + dy * (height / 2 + 3 if anchor == "middle" else 0)
            leader = LineString([(x + dx * (place.radius - 1), y + dy * (place.radius - 1)), (ex, ey)])
            if any(leader.distance(shapely.Point(port)) < PORT_RADIUS for port in place.taken):
                continue
            far.append(Label(place.of, place.written(scene, ex + shift, ty, anchor), 6 + distance / 8, leader))
    return far


def _district_subjects(scene: Scene) -> Iterator[_Subject]:
    for region in scene.board.regions.values():
        if region.kind in ("district", "province") and region.hexes & scene.window:
            text = scene.board.legend.district_title(region.name) if region.kind == "district" else region.name
            lettering = text.upper(), SMALL, scene.style["district_label"], Face.SEMIBOLD, 0.12
            of = f"{region.kind} {region.name}"
            yield _Subject(of, partial(_within_region, scene, of, region.hexes, *lettering))


def _within_region(
    scene: Scene, of: str, members: HexSet, text: str, size: float, colour: str, face: Face, tracking: float
) -> list[Label]:
    """Return the places of a name within a set of hexes and the picture."""
    places = _within(scene, of, _room_for(scene, members), text, size, colour, face, tracking)
    # Among trees a name without a rim is lost.
    halo = scene.style["label_halo"]
    return [replace(label, text=replace(label.text, halo=halo, halo_width=1.8)) for label in places]


def _within(
    scene: Scene, of: str, members: HexSet, text: str, size: float, colour: str, face: Face, tracking: float
) -> list[Label]:
    """Return the places of a name that lie wholly in a set of hexes, those nearest its middle at the least cost."""
    if not members:
        return []
    area = union(scene.layout, cells_of(scene.board.grid, hexes(members)))
    # Middles of hexes and of hexsides, and between: as fine as a name needs.
    centres = np.array([scene.layout.centre(h) for h in hexes(members)])
    return _inside(scene, of, area, centres, text, size, colour, face, tracking)


def _inside(
    scene: Scene, of: str, area: BaseGeometry, centres: Floats, text: str, size: float, colour: str, face: Face,
    tracking: float,
) -> list[Label]:  # fmt: skip
    """Return the places of a name that lie wholly in an area about some centres of its hexes."""
    middle = area.centroid
    height, width = cap_height(size, face), text_width(text, size, face, tracking)
    shifts = np.array([(dx / 4, dy / 3) for dx in (-1, 0, 1, 2) for dy in (-1, 0, 1)])
    places = (centres[:, None, :] + shifts * (scene.layout.pitch, scene.layout.step)).reshape(-1, 2)
    margin = 6.0
    rooms = shapely.box(
        places[:, 0] - width / 2 - margin,
        places[:, 1] - height / 2 - margin,
        places[:, 0] + width / 2 + margin,
        places[:, 1] + height / 2 + margin,
    )
    shapely.prepare(area)
    chosen = places[shapely.covers(area, rooms)]
    off = np.hypot(chosen[:, 0] - middle.x, chosen[:, 1] - middle.y) / 40
    nearest = np.argsort(off, kind="stable")[:_PLACES]
    return [
        Label(of, Text(text, (x, y + height / 2), size, colour, face, "middle", tracking), float(off[i]))
        for i in nearest.tolist()
        for x, y in (chosen[i].tolist(),)
    ]


def _river_subjects(scene: Scene) -> Iterator[_Subject]:
    for course in sorted(river_courses(scene), key=lambda c: (-len(c.points), c.river.id)):
        # Tributaries and streams that the map does not name keep our working names to themselves.
        if len(course.river.hexes) < 4 or "tributary" in course.river.name or "stream" in course.river.name:
            continue
        if not near_any(course.points, scene.box):
            continue
        # On the whole map, a long river is named in its upper and in its lower course.
        long = scene.crop is None and len(course.river.hexes) > 17
        for stretch in ((0.0, 0.42), (0.58, 1.0)) if long else ((0.0, 1.0),):
            of = f"river {course.river.id}"
            yield _Subject(of, partial(_along, scene, of, course.river.name, course.points, stretch))
    for name, sides in sorted(scene.board.river_sides.items(), key=lambda found: (-len(found[1]), found[0])):
        longest = max(shapely.get_parts(lines_along(scene, sides)), key=shapely.length)
        points = shapely.get_coordinates(longest)
        if len(sides) >= _NAMED_SIDES and near_any(points, scene.box):
            long = scene.crop is None and len(sides) > 2 * _LONG_SIDES
            for stretch in ((0.0, 0.42), (0.58, 1.0)) if long else ((0.0, 1.0),):
                yield _Subject(f"river {name}", partial(_along, scene, f"river {name}", name, points, stretch))


def _along(scene: Scene, of: str, name: str, points: Floats, stretch: tuple[float, float]) -> list[Label]:
    """Return places of a river's name along a stretch of its course (shares of its length), above and below."""
    face = Face.ITALIC
    width, height = text_width(name, SMALL, face, 0.08), cap_height(SMALL, face)
    spine = _evened(points)
    steps = np.gradient(spine, axis=0)
    headings = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    normals = np.column_stack([steps[:, 1], -steps[:, 0]]) / np.hypot(steps[:, 0], steps[:, 1])[:, None]
    half = int(width / 2 / _EVEN) + 2
    first, last = (round(share * len(spine)) for share in stretch)
    middles = np.arange(max(half, first), min(len(spine) - half, last), 4)
    if scene.crop is not None:
        ends = np.stack([spine[middles - half], spine[middles], spine[middles + half]])
        west, north, east, south = scene.around(-height - _EDGE)
        inside = (ends > (west, north)) & (ends < (east, south))
        middles = middles[inside.all(axis=(0, 2))]
    if not len(middles):
        return []
    turned = sliding_window_view(headings, 2 * half + 1)[middles - half]
    whole = spine[middles + half] - spine[middles - half]
    steep = np.abs(whole[:, 1]) / np.maximum(np.hypot(whole[:, 0], whole[:, 1]), 1.0)
    bends = 9.0 * np.ptp(turned, axis=1) + 4.0 * steep**3
    # The straightest places are enough to choose from.
    chosen = np.sort(np.argsort(bends, kind="stable")[:_STRETCHES])
    costs: list[float] = []
    spines: list[Floats] = []
    paths: list[Floats] = []
    for bend, middle in zip(bends[chosen].tolist(), middles[chosen].tolist(), strict=True):
        window = slice(middle - half - 2 if middle - half >= 2 else 0, middle + half + 3)
        # Text reads eastwards: on a river that flows west, its right bank is above.
        east = 1 if spine[middle + half][0] >= spine[middle - half][0] else -1
        for above in (True, False):
            gap = 7.0 if above else 7.0 + height
            off = ((7.0 + height / 2) if above else -(7.0 + height / 2)) * east
            letters = slice(middle - half + 1, middle + half)
            spines.append(spine[letters] + normals[letters] * off)
            paths.append((spine[window] + normals[window] * (gap if above else -gap) * east)[::east])
            costs.append(bend + (0.0 if above else 0.4))
    ways = _lines(paths)
    places = shapely.get_coordinates(shapely.line_interpolate_point(ways, 0.5, normalized=True)).tolist()
    return [
        Label(
            of,
            Text(
                name, (x, y), SMALL, scene.style["river_label"], face, "middle", 0.08,
                along=way, halo=scene.style["label_halo"], halo_width=1.8,
            ),
            cost,
            spine=letters,
        )
        for cost, way, letters, (x, y) in zip(costs, ways, _lines(spines), places, strict=True)
    ]  # fmt: skip


def _lines(points: list[Floats]) -> NDArray[Any]:
    """Return lines through points, in one call."""
    return lines_through(np.concatenate(points), np.repeat(np.arange(len(points)), [len(p) for p in points]))


def _evened(points: Floats) -> Floats:
    """Return a line smoothed, with a point every few pixels: letters must not follow every turn of a river."""
    at = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    number = max(int(at[-1] / _EVEN), 3)
    where = np.linspace(0, at[-1], number + 1)
    even = np.column_stack([np.interp(where, at, points[:, axis]) for axis in (0, 1)])
    reach = min(8, len(even) - 1)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / 3.2) ** 2)
    padded = np.vstack([2 * even[0] - even[reach:0:-1], even, 2 * even[-1] - even[-2 : -reach - 2 : -1]])
    return np.column_stack([np.convolve(padded[:, axis], weights / weights.sum(), mode="valid") for axis in (0, 1)])


@lru_cache(maxsize=4)
def region_labels(scene: Scene) -> tuple[Label, ...]:
    """Return the names of countries, large and quiet."""
    laid = _all_region_labels(scene)
    return laid if scene.crop is None else _completed(scene, laid, _region_names)


@lru_cache(maxsize=4)
def water_labels(scene: Scene) -> tuple[Label, ...]:
    """Return the names of seas and lakes, in the largest size that fits."""
    laid = _all_water_labels(scene)
    return laid if scene.crop is None else _completed(scene, laid, _water_names)


def _completed(
    scene: Scene, laid: Sequence[Label], others: Callable[[Scene, Container[str]], Iterator[Label]]
) -> tuple[Label, ...]:
    """Return the names of the whole map that a cropped picture does not cut, and others placed anew."""
    uncut = _uncut(scene, laid, {label.of for label in laid})
    return (*uncut, *others(scene, {label.of for label in uncut}))


@cached_layout("region-labels", _pack, _unpack)
def _all_region_labels(scene: Scene) -> tuple[Label, ...]:
    return tuple(_region_names(scene, ()))


@cached_layout("water-labels", _pack, _unpack)
def _all_water_labels(scene: Scene) -> tuple[Label, ...]:
    return tuple(_water_names(scene, ()))


def _region_names(scene: Scene, but: Container[str]) -> Iterator[Label]:
    obstacles: Obstacles | None = None
    for region in scene.board.regions.values():
        of, room = f"country {region.name}", _room_for(scene, region.hexes)
        if region.kind == "country" and room and of not in but:
            obstacles = obstacles or _under_regions(scene)
            lettering = scene.style["region_label"], Face.BOLD, 0.35
            for label in _largest(scene, obstacles, of, room, region.name.upper(), *lettering):
                # In mountains a quiet name without a rim is lost.
                halo = scene.style["region_halo"]
                yield replace(label, text=replace(label.text, halo=halo, halo_width=2.4))


def _under_regions(scene: Scene) -> Obstacles:
    # Under rails and rivers a large name is hard to read, and beneath a city's name it is a muddle.
    ways = [(p, 1.0) for p in _strips(scene, rail_net(scene), 3)]
    if river_courses(scene):
        rivers = MultiLineString([course.points for course in river_courses(scene)])
        ways += [(p, 4.0) for p in _strips(scene, rivers, 3)]
    symbols = [(symbol, 3.0) for symbol in shapely.buffer(symbol_areas(scene), 14)]
    ranges = shapely.get_parts(union(scene.layout, scene.cells("mountain")))
    # On the whole map the names of cities come later and keep clear; in a crop they stand where they stood.
    laid = [] if scene.crop is None else [label for label in _all_place_labels(scene) if scene.shows(label.text.at)]
    names = [(room, 2.0) for room in rooms_of(laid)]
    return Obstacles([*ways, *symbols, *names, *_numbers(scene), *((mountains, 0.1) for mountains in ranges)])


def _numbers(scene: Scene) -> list[tuple[BaseGeometry, float]]:
    """Return what the numbers of hexes cost a large name: a number upon a letter is read as neither."""
    return [(room, 6.0) for room in number_rooms(scene, scene.shown(drawn_hexes(scene)), 2.0)]


def _water_names(scene: Scene, but: Container[str]) -> Iterator[Label]:
    obstacles: Obstacles | None = None
    for water in scene.board.waters.values():
        of, room = f"water {water.name}", _room_for(scene, water.hexes)
        if room and of not in but:
            obstacles = obstacles or Obstacles(_numbers(scene))
            lettering = scene.style["water_label"], Face.ITALIC, 0.12
            yield from _largest(scene, obstacles, of, room, water.name, *lettering)
    yield from _gap_names(scene, but)


def _gap_names(scene: Scene, but: Container[str]) -> Iterator[Label]:
    """Yield the names of seas, lakes and areas that fill places without a hex."""
    board = scene.board
    for gap in board.gaps:
        of = f"gap {gap.name}"
        if not gap.name or of in but:
            continue
        whole = gap.cells | (set() if gap.of is None else {board.grid.row_col(gap.of)})
        area = scene.framed(union(scene.layout, whole))
        water = gap.kind in WATER
        colour, face = (scene.style["water_label" if water else "ink_soft"], Face.ITALIC if water else Face.BOLD)
        centres = shapely.get_coordinates(shapely.centroid(hexagons(scene.layout, whole)))
        for size in (HUGE, LARGE, SMALL) if water else (LARGE, SMALL):
            text = gap.name if water else gap.name.upper()
            places = _inside(scene, of, area, centres, text, size, colour, face, 0.12)
            if places:
                yield _best(places, Obstacles([(room, 9.0) for room in number_rooms(scene, _named(gap), 4.0)]))
                break


def _named(gap: Gap) -> Iterator[Hex]:
    if gap.of is not None:
        yield gap.of


def _room_for(scene: Scene, members: HexSet) -> HexSet:
    """Return where a name may stand: in a cropped picture, within the picture."""
    if scene.crop is None:
        return members
    west, north, east, south = scene.crop
    inset = 0.45 * scene.layout.pitch
    room = 0
    for h in hexes(members & scene.window):
        x, y = scene.layout.centre(h)
        if west + inset < x < east - inset and north + inset < y < south - inset:
            room |= 1 << h
    return room


def _largest(
    scene: Scene, obstacles: Obstacles, of: str, members: HexSet, text: str, colour: str, face: Face, tracking: float
) -> list[Label]:
    for size in (HUGE, LARGE, SMALL):
        places = _within(scene, of, members, text, size, colour, face, tracking)
        if places:
            return [_best(places, obstacles)]
    return []


def _start(line: LineString) -> Point:
    x, y = line.coords[0][:2]
    return x, y
