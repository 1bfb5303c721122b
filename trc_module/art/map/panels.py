"""Panels beside and upon the map: the frame, the title, the compass, and the key, which is the terrain chart."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Polygon

from trc_module.art.counters.lettering import wrapped
from trc_module.art.display import (
    Area,
    Box,
    Item,
    Line,
    Point,
    Text,
    circle,
    outline_of,
    placed,
    rectangle,
    text_outline,
    text_width,
)
from trc_module.art.fonts import Face
from trc_module.art.map.key_kinds import ground_sample, is_city, key_kinds, side_sample, signs_on
from trc_module.art.map.names import LARGE, SMALL, water_labels
from trc_module.art.map.samples import SAMPLE, SAMPLES, SIGNS, Sample, sample_named
from trc_module.art.map.scene import Scene
from trc_module.art.map.sheet import KEY_COLUMN, KEY_HEAD, KEY_LINE, rooms_off_play
from trc_module.charts.terrain import NO_EFFECT
from trc_module.hexgrid import hexes

PRINT = 14.0
"""The size of running text in the key."""

_LEADING = 15.5
_PAD = 16.0
_SWATCH = 48.0
_COMPASS = 92.0


def panels(scene: Scene) -> Iterator[Item]:
    """Yield everything about the map that is not the map; a cropped picture has none of it."""
    if not scene.whole:
        return
    yield from _frame(scene)
    yield from _title(scene)
    yield from _compass(scene)
    rooms = key_rooms(scene)
    if scene.sheet.key is not None:
        yield from _strip(scene, scene.sheet.key)
    if rooms:
        yield from _key(scene, rooms[0])
    if len(rooms) > 1 and len(_signs_of(scene)) > 1:
        yield from _signs(scene, rooms[1])


def _frame(scene: Scene) -> Iterator[Item]:
    frame = shapely.box(*scene.frame)
    yield outline_of(frame.buffer(5, join_style="mitre"), scene.style["panel_rim"], 2.0)
    yield outline_of(frame, scene.style["ink"], 2.4)


def _title(scene: Scene) -> Iterator[Item]:
    if not scene.board.legend.title:
        return
    width, _ = scene.sheet.size
    middle, foot = width / 2, scene.frame[1] - 78
    legend, tracking = scene.board.legend, 0.14
    title, size = legend.title.upper(), _fitting(legend.title.upper(), 92.0, tracking, Face.BOLD, scene)
    yield Text(title, (middle, foot), size, scene.style["ink"], Face.BOLD, "middle", tracking)
    subtitle, small = legend.subtitle, _fitting(legend.subtitle, LARGE, 0.06, Face.ITALIC, scene)
    yield Text(subtitle, (middle, foot + 46), small, scene.style["panel_accent"], Face.ITALIC, "middle", 0.06)
    reach = text_width(title, size, Face.BOLD, tracking) / 2 + 46
    # A narrow sheet has no room for the rules beside the title.
    for sign in (-1, 1) if reach + 520 <= middle else ():
        start, end = middle + sign * reach, middle + sign * (reach + 520)
        rules = MultiLineString([LineString([(start, foot - y), (end, foot - y)]) for y in (26.0, 38.0)])
        yield Line(rules, scene.style["panel_accent"], 2.2, cap="flat")
        yield Area(_lozenge(start + sign * 8, foot - 32, 17), scene.style["paper"])
        yield Area(_lozenge(start + sign * 8, foot - 32, 11), scene.style["panel_accent"])


def _fitting(text: str, size: float, tracking: float, face: Face, scene: Scene) -> float:
    """Return the size of a line that is not wider than the frame, at most `size`."""
    west, _, east, _ = scene.frame
    width = text_width(text, size, face, tracking) if text else 0.0
    return size if width <= east - west else size * (east - west) / width


def _lozenge(x: float, y: float, reach: float) -> Polygon:
    return Polygon([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)])


def _compass(scene: Scene) -> Iterator[Item]:
    at = compass_place(scene)
    if at is None:
        return
    x, y = at
    ink, light = scene.style["water_label"], scene.style["sea_rim"]
    yield outline_of(circle(x, y, 0.72 * _COMPASS), ink, 1.4)
    yield outline_of(circle(x, y, 0.66 * _COMPASS), ink, 1.0)
    dark, pale = [], []
    for step in (1, 3, 5, 7, 0, 2, 4, 6):
        reach = _COMPASS if step % 2 == 0 else 0.55 * _COMPASS
        turn = step * math.pi / 4 - math.pi / 2
        tip = (x + reach * math.cos(turn), y + reach * math.sin(turn))
        waist = [(x + 15 * math.cos(turn + s), y + 15 * math.sin(turn + s)) for s in (-math.pi / 4, math.pi / 4)]
        pale.append(Polygon([at, tip, waist[0]]))
        dark.append(Polygon([at, tip, waist[1]]))
    yield Area(MultiPolygon(pale), light)
    yield Area(MultiPolygon(dark), ink)
    yield Line(MultiLineString([p.exterior for p in pale]), ink, 0.9)
    yield Text("N", (x, y - _COMPASS - 8), LARGE, ink, Face.BOLD, "middle")


def compass_place(scene: Scene) -> Point | None:
    """Return the middle of the most open water that no name lies on, or None if there is too little of it."""
    water = scene.framed(shapely.difference(shapely.box(*scene.frame), scene.land))
    taken = [text_outline(label.text, 20) for label in water_labels(scene)]
    free = shapely.difference(water, shapely.union_all(taken))
    sea = [h for members in scene.board.seas.values() for h in hexes(members)]
    if not sea:
        return None
    places = shapely.points([scene.layout.centre(h) for h in sorted(sea)])
    room = shapely.distance(places, free.boundary)
    # A name cuts its own hole into the free water: a place inside one is no place.
    room[~shapely.within(places, free)] = 0
    best = int(np.argmax(room))
    return (places[best].x, places[best].y) if room[best] > _COMPASS + 24 else None


def key_rooms(scene: Scene) -> list[Box]:
    """Return the rectangles within the land off play in which there is room for a key, the largest first."""
    grid, layout = scene.board.grid, scene.layout
    west, north, east, south = scene.sheet.frame
    rooms: list[Box] = []
    for top, left, bottom, right in rooms_off_play(scene.board):
        # Hexes in play reach into the first row by the points at their feet, and into the next column by half.
        x1 = west if left == 0 else layout.origin[0] + layout.pitch * (left + 0.0)
        x2 = east if right == grid.cols - 1 else layout.origin[0] + layout.pitch * (right + 0.5)
        y1 = north if top == 0 else layout.origin[1] + layout.step * top - layout.step / 3
        y2 = south if bottom == grid.rows - 1 else layout.origin[1] + layout.step * bottom + layout.step / 3
        rooms.append((x1 + 8, y1 + 8, x2 - 8, y2 - 8))
    return rooms


@dataclass(frozen=True)
class _Entry:
    """A line of the key: a sample to draw, a name, and the lines of text below it."""

    sample: Callable[[Scene, Point], Iterator[Item]]
    name: str
    lines: tuple[tuple[str, Face], ...]

    @property
    def height(self) -> float:
        return max(_SWATCH + 10.0, SMALL + 8 + _LEADING * len(self.lines) + 6)


def _key(scene: Scene, room: Box) -> Iterator[Item]:
    """Yield the terrain effects chart, in as many columns as it needs."""
    top, foot = room[1] + KEY_HEAD, room[3] - 8
    for columns in (2, 3, 4, 5):
        width = (room[2] - room[0] - 2 * _PAD) / columns
        entries = _entries(scene, width - _SWATCH - 30)
        flow = _flow(entries, foot - top, columns)
        if flow is not None:
            # Columns of even length: as short as they can all be.
            heights = np.arange(120.0, foot - top, 6.0)
            flow = next((f for h in heights if (f := _flow(entries, float(h), columns)) is not None), flow)
            break
    # No more paper than there is to say, at the foot of the room.
    used = max((y + entry.height for entry, _, y in flow or []), default=foot - top)
    top = foot - used
    yield from _sheet_of_paper(scene, (room[0], top - KEY_HEAD, room[2], room[3]), "Terrain effects")
    for entry, column, y in flow or []:
        x = room[0] + _PAD + column * width
        sample = entry.sample(scene, (0.0, 0.0))
        yield from placed(sample, x + _SWATCH / 2 + 2, top + y + _SWATCH / 2 + 2, _SWATCH / SAMPLE)
        tx = x + _SWATCH + 14
        yield Text(entry.name, (tx, top + y + 20), SMALL, scene.style["ink"], Face.SEMIBOLD)
        for number, (line, face) in enumerate(entry.lines):
            yield Text(line, (tx, top + y + 38 + number * _LEADING), PRINT, scene.style["ink"], face)


def _strip(scene: Scene, room: Box) -> Iterator[Item]:
    """Yield the key that stands under the map, in rows."""
    kinds = key_kinds(scene.board)
    columns = max(1, int(room[2] - room[0]) // KEY_COLUMN)
    rows = math.ceil(len(kinds) / columns)
    width = (room[2] - room[0] - 2 * _PAD) / math.ceil(len(kinds) / rows)
    yield from _sheet_of_paper(scene, room, "Signs")
    for number, (name, words) in enumerate(kinds):
        x = room[0] + _PAD + number // rows * width
        y = room[1] + KEY_HEAD + number % rows * KEY_LINE
        sample = sample_named(name)(scene, (0.0, 0.0))
        yield from placed(sample, x + SAMPLE / 2, y + KEY_LINE / 2 - 4, _SWATCH / SAMPLE)
        lines = wrapped(words, width - SAMPLE - 18, SMALL)
        for line, text in enumerate(lines):
            at = (x + SAMPLE + 8, y + KEY_LINE / 2 + 3 + (line - (len(lines) - 1) / 2) * 21)
            yield Text(text, at, SMALL, scene.style["ink"])


def _entries(scene: Scene, width: float) -> list[_Entry]:
    entries = []
    for name, sample in _samples(scene):
        effect = scene.chart.get(name)
        lines: list[tuple[str, Face]] = []
        if effect is not None:
            lines += [(line, Face.MEDIUM) for line in wrapped(_sentence(effect.movement), width, PRINT)]
            if effect.combat != NO_EFFECT:
                lines += [(line, Face.ITALIC) for line in wrapped(_sentence(effect.combat), width, PRINT)]
        called = scene.board.legend.words.get(name, name.replace("-", " "))
        entries.append(_Entry(sample, _sentence(called), tuple(lines)))
    return entries


def _samples(scene: Scene) -> Iterator[tuple[str, Sample]]:
    """Yield what the key shows: all samples that the chart names, else each kind of the legend that can be drawn."""
    charted = {effect.drawn or name: name for name, effect in scene.chart.items()}
    if SAMPLES.keys() <= charted.keys():
        yield from ((charted[drawn], sample) for drawn, sample in SAMPLES.items())
        return
    legend = scene.board.legend
    for name, terrain in legend.terrain.items():
        city = is_city(scene.board, name)
        yield name, sample_named("minor-city" if city else ground_sample(terrain))
    for name, kind in legend.hexsides.items():
        drawn = side_sample(name, kind)
        if drawn:
            yield name, sample_named(drawn)


def _flow(entries: list[_Entry], height: float, columns: int) -> list[tuple[_Entry, int, float]] | None:
    """Return where entries come to stand, column by column, or None if there is too little room."""
    found: list[tuple[_Entry, int, float]] = []
    column, y = 0, 0.0
    for entry in entries:
        if y + entry.height > height:
            column, y = column + 1, 0.0
        if column >= columns or entry.height > height:
            return None
        found.append((entry, column, y))
        y += entry.height
    return found


def _signs(scene: Scene, room: Box) -> Iterator[Item]:
    """Yield the signs that the terrain chart does not speak of."""
    signs = _signs_of(scene)
    width, rows = (room[2] - room[0] - 2 * _PAD) / 2, math.ceil(len(signs) / 2)
    step = min((room[3] - room[1] - KEY_HEAD - 10) / rows, 74.0)
    top = room[3] - rows * step - 6
    yield from _sheet_of_paper(scene, (room[0], top - KEY_HEAD, room[2], room[3]), "Signs")
    for number, (name, sample) in enumerate(signs.items()):
        x, y = room[0] + _PAD + number % 2 * width, top + number // 2 * step
        yield from sample(scene, (x + SAMPLE / 2, y + step / 2 - 8))
        for line, text in enumerate(wrapped(_said(scene, name), width - SAMPLE - 18, SMALL)):
            yield Text(text, (x + SAMPLE + 12, y + step / 2 - 2 + line * 21), SMALL, scene.style["ink"])


def _signs_of(scene: Scene) -> dict[str, Sample]:
    """Return those signs that the map has."""
    there = signs_on(scene.board)
    return {name: sample for name, sample in SIGNS.items() if name in there}


def _sheet_of_paper(scene: Scene, room: Box, title: str) -> Iterator[Item]:
    west, north, east, south = room
    title = _said(scene, title).upper()
    paper = rectangle(west, north, east - west, south - north, 8)
    yield Area(paper, scene.style["panel"])
    yield outline_of(paper, scene.style["panel_rim"], 1.6)
    middle = (west + east) / 2
    yield Text(title, (middle, north + 34), LARGE, scene.style["panel_accent"], Face.BOLD, "middle", 0.14)
    half = min(text_width(title, LARGE, Face.BOLD, 0.14) / 2 + 18, (east - west) / 2 - 20)
    rules = [LineString([(west + 16, north + 26), (middle - half, north + 26)])]
    rules.append(LineString([(middle + half, north + 26), (east - 16, north + 26)]))
    yield Line(MultiLineString(rules), scene.style["panel_rim"], 1.4, cap="flat")


def _said(scene: Scene, words: str) -> str:
    return scene.board.legend.words.get(words, words)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
