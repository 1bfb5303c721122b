"""A scene as SVG: a crop of the map, the counters on it, and over them zones, supply, ways and attacks.

The map and the counters are files beside the page, which many pictures share; all else is drawn in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from trc_module.art.display import Box
from trc_module.art.map.sheet import COUNTER, PITCH, STEP
from trc_module.hexgrid import Hex, Layout, hexes
from trc_module.report.rulebook.ground import RulebookGround
from trc_module.report.rulebook.scene import DrawnWay, ExampleScene
from trc_module.report.stack import SHIFT
from trc_module.rules.state import UnitId
from trc_module.systems.steps import steps_lost

MOST = 16
"""Hexes from one side of a picture to the other; who stands farther off is named below it."""
_LEAST = (6.6, 4.6)
_MARGIN = 1.4
_SHORT = 34
"""The distance from the centre of its last hex at which an arrow ends."""


def frames_of(scenes: Sequence[ExampleScene], ground: RulebookGround) -> list[Box | None]:
    """Return what the pictures of an example show: the same part of the map, or one each where that is much smaller."""
    together = _frame(scenes, ground)
    apart = [_frame([scene], ground) for scene in scenes]
    if together is not None and all(box is not None and _area(box) > 0.6 * _area(together) for box in apart):
        return [together] * len(scenes)
    return apart


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _frame(scenes: Sequence[ExampleScene], ground: RulebookGround) -> Box | None:
    """Return the part of the map that shows some scenes; None if nothing of them is on the map."""
    focus = [h for scene in scenes for h in scene.focus]
    if not focus:
        return None
    board = scenes[0].game.board
    layout = ground.layout(board)
    around = _bounds(layout, focus)
    near = [h for scene in scenes for h in scene.stacks if _fits(_bounds(layout, [*focus, h]), around)]
    west, north, east, south = _bounds(layout, [*focus, *near])
    wide = max(east - west + 2 * _MARGIN * PITCH, _LEAST[0] * PITCH)
    high = max(south - north + 2 * _MARGIN * STEP, _LEAST[1] * STEP)
    wide, high = max(wide, high * 1.15), max(high, wide / 1.9)
    x, y = (west + east) / 2, (north + south) / 2
    frame = ground.frame(board)
    return _within((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), frame)


def not_shown(scene: ExampleScene, box: Box, ground: RulebookGround) -> list[tuple[UnitId, Hex]]:
    """Return the units that stand outside of a picture."""
    layout = ground.layout(scene.game.board)
    return [(unit, at) for at, stack in scene.stacks.items() if not _inside(layout.centre(at), box) for unit in stack]


def scene_svg(scene: ExampleScene, box: Box, ground: RulebookGround, root: str, words: str, *, broken: bool) -> str:
    """Return the picture; `root` leads from the page to the folder of the game, `words` say what is to be seen."""
    painter = _Painter(scene, box, ground, root)
    parts = "".join(painter.parts())
    west, north, east, south = (round(edge) for edge in box)
    kind = "broken" if broken else "kept"
    return (
        f'<svg class="scene {kind}" viewBox="{west} {north} {east - west} {south - north}" role="img" '
        f'aria-label="{escape(words)}">{parts}</svg>'
    )


class _Painter:
    """Writes the parts of a picture, from the bottom to the top."""

    def __init__(self, scene: ExampleScene, box: Box, ground: RulebookGround, root: str) -> None:
        self._scene = scene
        self._box = box
        self._ground = ground
        self._root = root
        self._layout: Layout = ground.layout(scene.game.board)

    def parts(self) -> Iterator[str]:
        for file, (west, north, east, south) in self._ground.tiles(self._scene.game.board, self._box):
            where = f'x="{_n(west)}" y="{_n(north)}" width="{_n(east - west)}" height="{_n(south - north)}"'
            yield f'<image href="{escape(self._root + file)}" {where}/>'
        for members in self._scene.zones.values():
            yield from (self._hex(h, "zone") for h in self._seen(hexes(members)))
        yield from (self._hex(h, "named") for h in self._seen(self._scene.named))
        yield from self._supply()
        yield from (self._way(way) for way in self._scene.ways if way.kind in ("earlier", "fought"))
        yield from self._stacks()
        yield from self._arriving()
        yield from (self._way(way) for way in self._scene.ways if way.kind in ("move", "attack"))
        yield from (self._label(way) for way in self._scene.ways if way.label)

    def _seen(self, found: Iterable[Hex]) -> list[Hex]:
        west, north, east, south = self._box
        box = (west - PITCH, north - PITCH, east + PITCH, south + PITCH)
        return sorted(h for h in found if _inside(self._layout.centre(h), box))

    def _hex(self, h: Hex, kind: str) -> str:
        return f'<path class="{kind}" d="{_path(self._layout.corners(h))}z"/>'

    def _supply(self) -> Iterator[str]:
        drawn = set()
        for unit, line in sorted(self._scene.supply.items()):
            place = self._scene.state.place(unit)
            if line is not None and len(line) > 1 and line not in drawn:
                drawn.add(line)
                x, y = self._layout.centre(line[-1])
                yield f'<path class="supply" d="{self._line(line)}"/>'
                yield f'<circle class="source" cx="{_n(x)}" cy="{_n(y)}" r="13"/>'
            elif line is None and isinstance(place, int):
                yield self._hex(place, "unfed")

    def _stacks(self) -> Iterator[str]:
        stacks = self._scene.stacks
        for at in sorted(self._seen(stacks), key=lambda at: self._layout.centre(at)[::-1]):
            for level, unit in enumerate(stacks[at]):
                yield self._counter(unit, at, level, "counter")
                if unit in self._scene.leaving:
                    yield self._cross(at, level)

    def _arriving(self) -> Iterator[str]:
        for at, units in sorted(self._scene.arriving.items()):
            level = len(set(self._scene.stacks.get(at, ())) - set(units))
            for more, unit in enumerate(units):
                yield self._counter(unit, at, level + more, "counter arrives")

    def _counter(self, unit: UnitId, at: Hex, level: int, kind: str) -> str:
        x, y = self._corner(at, level)
        item = self._scene.game.roster.units[unit]
        file = escape(self._root + self._ground.face(item, back=steps_lost(self._scene.state, unit) > 0))
        frame = f'<rect x="{_n(x)}" y="{_n(y)}" width="{COUNTER}" height="{COUNTER}" rx="7"/>'
        picture = f'<image href="{file}" x="{_n(x)}" y="{_n(y)}" width="{COUNTER}" height="{COUNTER}"/>'
        # A reader who points at a counter learns what the record calls it.
        return f'<g class="{kind}"><title>{escape(unit)}</title>{picture}{frame}</g>'

    def _corner(self, at: Hex, level: int) -> tuple[float, float]:
        x, y = self._layout.centre(at)
        return x + level * SHIFT[0] - COUNTER / 2, y + level * SHIFT[1] - COUNTER / 2

    def _cross(self, at: Hex, level: int) -> str:
        x, y = self._corner(at, level)
        a, b = 10, COUNTER - 10
        return f'<path class="cross" d="M{_n(x + a)} {_n(y + a)}l{b - a} {b - a}m0 {a - b}l{a - b} {b - a}"/>'

    def _line(self, way: Sequence[Hex]) -> str:
        return _path(map(self._layout.centre, way))

    def _way(self, way: DrawnWay) -> str:
        """Return an arrow; one that attacks begins and ends beside the counters."""
        points = [self._layout.centre(h) for h in way.hexes]
        short = _SHORT if way.kind in ("attack", "fought") else 0
        (ax, ay), (bx, by) = points[-2:] if len(points) > 1 else (points[0], points[0])
        length = math.hypot(bx - ax, by - ay)
        if not length:
            return ""
        dx, dy = (bx - ax) / length, (by - ay) / length
        tip = bx - dx * short, by - dy * short
        back = tip[0] - dx * 26, tip[1] - dy * 26
        points[0] = points[0][0] + dx * short, points[0][1] + dy * short
        line = _path([*points[:-1], back])
        head = _path([tip, (back[0] - dy * 19, back[1] + dx * 19), (back[0] + dy * 19, back[1] - dx * 19)])
        x, y = points[0]
        start = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="9"/>' if way.kind == "move" else ""
        shaft = f'<path class="casing" d="{line}"/><path d="{line}"/>'
        return f'<g class="way {way.kind}">{shaft}<path class="head" d="{head}z"/>{start}</g>'

    def _label(self, way: DrawnWay) -> str:
        (ax, ay), (bx, by) = self._layout.centre(way.hexes[0]), self._layout.centre(way.hexes[-1])
        return f'<text class="odds" x="{_n((ax + bx) / 2)}" y="{_n((ay + by) / 2 + 11)}">{escape(way.label)}</text>'


def _bounds(layout: Layout, found: Iterable[Hex]) -> Box:
    points = [layout.centre(h) for h in found]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _fits(box: Box, around: Box) -> bool:
    """Tell whether a box that grew for a stack is not too large, or hardly larger than it was."""
    wide, high = (box[2] - box[0]) / PITCH, (box[3] - box[1]) / STEP
    grown = wide - (around[2] - around[0]) / PITCH + high - (around[3] - around[1]) / STEP
    return grown < 0.01 or (max(wide, high) <= MOST and grown <= MOST / 2)


def _inside(point: tuple[float, float], box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _within(box: Box, frame: Box) -> Box:
    """Return a box moved into the frame, and cut where it is larger."""
    west, north, east, south = box
    x = max(frame[0] - west, 0) or min(frame[2] - east, 0)
    y = max(frame[1] - north, 0) or min(frame[3] - south, 0)
    return max(west + x, frame[0]), max(north + y, frame[1]), min(east + x, frame[2]), min(south + y, frame[3])


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
