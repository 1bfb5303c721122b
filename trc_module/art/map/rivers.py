"""Rivers: smooth lines of growing width that run through their hexes, beside the rails and not beneath them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.display import Area, Item, Line
from trc_module.art.map.curves import spline, tapering
from trc_module.art.map.layout_cache import cached_layout, near
from trc_module.art.map.noise import Floats, noise
from trc_module.art.map.scene import Scene
from trc_module.art.map.soft_areas import soft_lines
from trc_module.art.shapes import Shapes, near_any, touching
from trc_module.board import Board, River, Side
from trc_module.board.drawings import LineDrawing
from trc_module.hexgrid import Hex, HexSet, hexes

_THIN, _WIDE, _GROWTH = 2.6, 7.4, 0.25
"""Width at the source, at most, and gained by each hex on the way."""

_ALONG_SIDES, _SIDES_SEED, _SIDES_ROUGHNESS = 7.0, 8, 0.8
"""The width and the winding of rivers along hexsides."""

_TURNS = np.arange(12) * (np.pi / 6)
_RING = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_AROUND = np.vstack([np.zeros((1, 2)), 14 * _RING[::2], 27 * _RING])
"""The places in a hex, from its centre, to choose from."""

_ALONG = np.array([-19, -13, -7, 0, 7, 13, 19])[:, None]
"""The places on a hexside, from its middle, to choose from."""

_CLEAR = 15.0
"""The distance from rails and symbols that a river tries to keep."""


@dataclass(frozen=True)
class Course:
    """The course of a river on the map, from source to mouth, and its width at each point."""

    river: River
    points: Floats
    widths: Floats


def rivers(scene: Scene) -> Iterator[Item]:
    """Yield the rivers on a light casing, cut off at the coast."""
    beds, streams = [], []
    for course in river_courses(scene):
        if near_any(course.points, scene.around(_WIDE)):
            beds.append(tapering(course.points, course.widths + 3.4))
            streams.append(tapering(course.points, course.widths))
    if beds:
        yield Area(_on_land(scene, np.concatenate(beds)), scene.style["river_casing"])
        yield Area(_on_land(scene, np.concatenate(streams)), scene.style["river"])
    yield from _along_hexsides(scene)


def _along_hexsides(scene: Scene) -> Iterator[Item]:
    """Yield the rivers that run between hexes, from corner to corner of the grid."""
    own = (name for name, kind in scene.board.legend.hexsides.items() if isinstance(kind.drawn, LineDrawing))
    sides = set().union(*scene.board.river_sides.values()).difference(*(scene.board.sides[name] for name in own))
    lines = near(scene, lines_along(scene, sides), _ALONG_SIDES + 3.4)
    if not lines.is_empty:
        yield Line(lines, scene.style["river_casing"], _ALONG_SIDES + 3.4)
        yield Line(lines, scene.style["river"], _ALONG_SIDES)


def lines_along(scene: Scene, sides: Iterable[Side]) -> MultiLineString:
    """Return the lines that a river makes along hexsides, none for none."""
    chosen = [LineString(scene.layout.side(*side)) for side in sorted(sides) if scene.board.grid.adjacent(*side)]
    if not chosen:
        return MultiLineString()
    return soft_lines(scene.layout, chosen, _SIDES_SEED, _SIDES_ROUGHNESS)


def _on_land(scene: Scene, parts: Shapes) -> MultiPolygon:
    """Return what of the picture lies on land; where two rivers meet they overlap, which one colour does not show."""
    parts = touching(parts, scene.box)
    shapely.prepare(scene.land)
    wet = ~shapely.contains_properly(scene.land, parts)
    cut = shapely.get_parts(shapely.intersection(parts[wet], scene.land))
    return MultiPolygon([p for p in (*parts[~wet], *cut) if isinstance(p, Polygon)])


def _pack(courses: tuple[Course, ...]) -> bytes:
    return msgspec.msgpack.encode([(c.river.id, c.points.tobytes(), c.widths.tobytes()) for c in courses])


def _unpack(content: bytes, board: Board) -> tuple[Course, ...]:
    rivers = {river.id: river for river in board.rivers}
    found = []
    for name, points, widths in msgspec.msgpack.decode(content, type=list[tuple[str, bytes, bytes]]):
        course = Course(rivers[name], np.frombuffer(points).reshape(-1, 2), np.frombuffer(widths))
        if len(course.points) != len(course.widths):
            raise ValueError("a width for each point")
        found.append(course)
    return tuple(found)


@cached_layout("courses", _pack, _unpack)
def river_courses(scene: Scene) -> tuple[Course, ...]:
    """Return the courses of the board's rivers, the longest laid first."""
    return _Bed(scene).courses()


class _Bed:
    """Lays rivers one after the other, so that a tributary ends where its river already runs."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.layout = scene.layout
        self.board = scene.board
        self.nodes: dict[Hex, Floats] = {}
        water = self.board.grid.all & ~self.board.land & ~self.board.off_play
        self.water: HexSet = water

    def courses(self) -> tuple[Course, ...]:
        found = []
        for river in sorted(self.board.rivers, key=lambda r: (-len(r.hexes), r.id)):
            points = self._lay(river)
            if len(points) > 1:
                found.append(self._course(river, points, self._before(river)))
        return tuple(found)

    def _course(self, river: River, nodes: Floats, before: float) -> Course:
        points = spline(nodes)
        # A last small meander, the same for everything that runs through a place.
        for axis in (0, 1):
            points = points + 0
            points[:, axis] += 2.6 * noise(points[:, 0], points[:, 1], 34, 51 + axis)
        way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))]) / self.layout.pitch
        return Course(river, points, np.minimum(_THIN + _GROWTH * (way + before), _WIDE))

    def _before(self, river: River) -> float:
        """Return how many hexes a river has behind it where a chain of it begins."""
        first = river.hexes[0]
        if self.water & self.board.grid.neighbours[first]:
            return 4.0 if len(river.hexes) < 9 else 0.0
        earlier = [r for r in self.board.rivers if r.name == river.name and r.id < river.id]
        return float(sum(len(r.hexes) for r in earlier)) if len(river.hexes) > 2 else 0.0

    def _lay(self, river: River) -> Floats:
        chain = self._chain(river)
        stages = [np.array(s) for s in self._stages(river, chain)]
        best = self._cheapest(stages, chain)
        # Hexes and hexsides alternate, after the point on the frame if there is one.
        for h, place in zip(chain, best[self._lead(river) :: 2], strict=False):
            self.nodes.setdefault(h, place)
        return np.array(best)

    def _chain(self, river: River) -> list[Hex]:
        """Return the hexes of a river; a river of a single hex is joined to the waters beside it."""
        chain = list(river.hexes)
        if len(chain) > 1:
            return chain + self._mouth(river)
        only = chain[0]
        beside = list(hexes(self.board.grid.neighbours[only] & self.water))
        if not beside:
            return chain

        def spread(a: Hex) -> float:
            return float(np.hypot(*(np.array(self.layout.centre(a)) - self.layout.centre(beside[0]))))

        far = max(beside, key=spread)
        # Waters on both sides: the river joins them. On one side only: it rises in the hex.
        if far != beside[0] and spread(far) > 1.2 * self.layout.pitch:
            return [beside[0], only, far]
        return [only, beside[0]]

    def _mouth(self, river: River) -> list[Hex]:
        """Return the water beside a river's last hex, unless the river ends in a larger one there."""
        last = river.hexes[-1]
        if self.water >> last & 1:
            return []
        others = [r for r in self.board.rivers if r.id != river.id and last in r.hexes]
        if any(len(r.hexes) >= len(river.hexes) for r in others):
            return []
        before = np.array(self.layout.centre(river.hexes[-2]))
        beside = list(hexes(self.board.grid.neighbours[last] & self.water))
        # The mouth lies ahead, not back along the way.
        return (
            [max(beside, key=lambda h: float(np.hypot(*(np.array(self.layout.centre(h)) - before))))] if beside else []
        )

    def _lead(self, river: River) -> int:
        return 1 if self._beyond(river.hexes[0], river) is not None else 0

    def _stages(self, river: River, chain: list[Hex]) -> Iterator[Floats]:
        """Yield the places to choose from: for each hex, and for each hexside between."""
        before = self._beyond(chain[0], river)
        if before is not None:
            yield before[None]
        for i, h in enumerate(chain):
            if i:
                yield self._crossings(chain[i - 1], h)
            yield self._places(h)
        after = self._beyond(chain[-1], river) if len(chain) > 1 else None
        if after is not None:
            yield after[None]

    def _beyond(self, end: Hex, river: River) -> Floats | None:
        """Return the point on the frame where a river leaves the map at one of its ends, if it does."""
        if self.water >> end & 1 or len(river.hexes) < 2:
            return None
        others = [r for r in self.board.rivers if r.id != river.id and end in r.hexes]
        row, col = self.board.grid.row_col(end)
        x, y = self.layout.centre(end)
        west, north, east, south = self.scene.frame
        if others:
            return None
        if col == 0:
            return np.array([west - 8, y + 6])
        if col == self.board.grid.cols - 1:
            return np.array([east + 8, y + 6])
        if row == 0:
            return np.array([x + 8, north - 8])
        if row == self.board.grid.rows - 1:
            return np.array([x + 8, south + 8])
        return None

    def _places(self, h: Hex) -> Floats:
        centre = np.array(self.layout.centre(h))
        if h in self.nodes:
            return self.nodes[h][None]
        if self.water >> h & 1:
            return centre[None]
        return np.asarray(centre + _AROUND)

    def _crossings(self, a: Hex, b: Hex) -> Floats:
        pa, pb = np.array(self.layout.centre(a)), np.array(self.layout.centre(b))
        middle: Floats = (pa + pb) / 2
        way = (pb - pa) / np.hypot(*(pb - pa))
        along = np.array([-way[1], way[0]])
        if self.water >> a & 1 or self.water >> b & 1:
            return middle[None]
        places: Floats = middle + _ALONG * along
        return places

    def _cheapest(self, stages: list[Floats], chain: list[Hex]) -> list[Floats]:
        """Return one place of each stage, such that the whole costs least (dynamic programming)."""
        rails = self._rail_segments(chain)
        keep_off = self._symbols(chain)
        steps = [(before[:, None, :] + here[None, :, :]) / 2 for before, here in pairwise(stages)]
        # One call for all places and all steps: the array machinery costs more than the sums.
        shapes = [s.shape[:-1] for s in [*stages, *steps]]
        prices = self._dislike(np.vstack([s.reshape(-1, 2) for s in [*stages, *steps]]), rails, keep_off)
        ends = list(accumulate(math.prod(shape) for shape in shapes))
        priced = [prices[e - math.prod(shape) : e].reshape(shape) for e, shape in zip(ends, shapes, strict=True)]
        total = priced[0]
        near = _between(stages, rails)
        crossing: list[bool] = np.any(near, axis=1).tolist()
        back = []
        for i, (before, here) in enumerate(pairwise(stages)):
            step = here[None, :, :] - before[:, None, :]
            length = np.hypot(step[..., 0], step[..., 1])
            cost = total[:, None] + 0.055 * length**1.25 + priced[len(stages) + i]
            if crossing[i]:
                cost += 22 * _crossed(before, here, rails[near[i]])
            back.append(cost.argmin(axis=0))
            total = cost.min(axis=0) + priced[i + 1]
        index = int(total.argmin())
        chosen = [index]
        for choice in reversed(back):
            index = int(choice[index])
            chosen.append(index)
        return [stage[i] for stage, i in zip(stages, reversed(chosen), strict=True)]

    def _rail_segments(self, chain: list[Hex]) -> Floats:
        segments = []
        for h in dict.fromkeys(chain):
            centre = np.array(self.layout.centre(h))
            for other in hexes(self.board.rail_links[h]):
                segments.append([centre, (centre + self.layout.centre(other)) / 2])
        return np.array(segments).reshape(-1, 2, 2)

    def _symbols(self, chain: list[Hex]) -> Floats:
        marked = self.board.city_hexes | self.board.site_hexes | self.board.junctions
        return np.array([self.layout.centre(h) for h in chain if marked >> h & 1]).reshape(-1, 2)

    def _dislike(self, points: Floats, rails: Floats, keep_off: Floats) -> Floats:
        """Return the price of passing points (n x 2): much near rails and symbols; and a whim makes rivers wind."""
        x, y = points[:, 0], points[:, 1]
        cost = 2.2 * noise(x, y, 46, 55)
        if len(rails):
            near = np.min(_distance(x, y, rails), axis=1)
            cost = cost + 16 * np.exp(-((near / (0.62 * _CLEAR)) ** 2))
        if len(keep_off):
            gap = np.min(np.hypot(x[:, None] - keep_off[:, 0], y[:, None] - keep_off[:, 1]), axis=1)
            cost = cost + 14 * np.clip(1.6 - gap / 19, 0, None)
        return np.asarray(cost, dtype=np.float64)


def _distance(x: Floats, y: Floats, segments: Floats) -> Floats:
    """Return how far points (n) lie from segments (m): n x m."""
    (sx, sy), (ex, ey) = segments[:, 0].T, segments[:, 1].T
    wx, wy = ex - sx, ey - sy
    dx, dy = x[:, None] - sx, y[:, None] - sy
    share = np.clip((dx * wx + dy * wy) / (wx * wx + wy * wy), 0, 1)
    dx -= share * wx
    dy -= share * wy
    return np.asarray(np.hypot(dx, dy), dtype=np.float64)


def _between(stages: list[Floats], rails: Floats) -> NDArray[np.bool_]:
    """Return which rail segments (m) each step from stage to stage (n) could cross: n x m."""
    begins = np.cumsum([0, *(len(stage) for stage in stages[:-1])])
    places = np.vstack(stages)
    least, most = np.minimum.reduceat(places, begins), np.maximum.reduceat(places, begins)
    low, high = np.minimum(least[:-1], least[1:]), np.maximum(most[:-1], most[1:])
    near = (rails.min(axis=1)[None] <= high[:, None]) & (rails.max(axis=1)[None] >= low[:, None])
    return np.asarray(near.all(axis=2))


def _crossed(before: Floats, here: Floats, rails: Floats) -> Floats:
    """Return how many rail segments each step from a place to the next crosses."""
    p, q = before[:, None, None, :], here[None, :, None, :]
    a, b = rails[None, None, :, 0], rails[None, None, :, 1]

    def side(o: Floats, u: Floats, v: Floats) -> Floats:
        return np.asarray((u - o)[..., 0] * (v - o)[..., 1] - (u - o)[..., 1] * (v - o)[..., 0])

    across = (side(a, b, p) * side(a, b, q) < 0) & (side(p, q, a) * side(p, q, b) < 0)
    return np.asarray(across.sum(axis=-1), dtype=np.float64)
