"""Positions of a log as pictures: the map about a place with the counters on it, and many of them as an animation."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PIL import Image
from shapely import LineString

from trc_module.art.backends.raster import render
from trc_module.art.counters.faces import has_back
from trc_module.art.display import Area, Drawing, Item, Layer, Line, Text, circle
from trc_module.art.fonts import Face
from trc_module.art.map.drawing import draw_map
from trc_module.errors import UserError
from trc_module.hexgrid import Hex
from trc_module.replay.gamelog import GameLog
from trc_module.report.page.timeline import PieceSite, Timeline
from trc_module.report.stack import lay_stack
from trc_module.roster import Marker, Unit

_WAY = "#0b57a4"
_CASING = "#fffdf7d0"
_INK = "#26211c"
_HALO = "#f6f1e4e0"
MOST_FRAMES = 400
"""More would make an animation that no mail takes."""


@dataclass(frozen=True, slots=True)
class MapWindow:
    """The part of the map that is shown: the hexes around one, at a scale in pixels per pixel of the module's map."""

    centre: Hex
    radius: int
    scale: float = 1.0


class Camera:
    """Takes pictures of a film's positions from one view; the ground is drawn once (`cache` as for `draw_map`)."""

    def __init__(self, log: GameLog, timeline: Timeline, view: MapWindow, cache: Path | None = None) -> None:
        self._timeline = timeline
        self._scale = view.scale
        ground = draw_map(log.parts.board, around=(view.centre, view.radius), cache=cache)
        self.box = ground.box
        """The part of the map that is shown, in its pixels."""
        self._ground = render(ground, view.scale).convert("RGBA")

    def picture(self, step: int) -> Image.Image:
        """Return the position after a step, with the ways that it moved counters."""
        image = self._ground.copy()
        for site in sorted(self._timeline.sites, key=lambda site: (site.point or (0, 0))[::-1]):
            if site.point is not None:
                lay_stack(image, self._stack(step, site), site.point, self.box, self._scale)
        marks = Drawing(self.box, (Layer("marks", (*self._ways(step), self._caption(step))),))
        return Image.alpha_composite(image, render(marks, self._scale)).convert("RGB")

    def sees(self, step: int) -> bool:
        """Tell whether a step puts a counter elsewhere within the view."""
        return any(self._within(point) for points in self._points(step) for point in points)

    def _within(self, point: tuple[int, int]) -> bool:
        west, north, east, south = self.box
        return west < point[0] < east and north < point[1] < south

    def _stack(self, step: int, site: PieceSite) -> Iterator[tuple[Unit | Marker, bool]]:
        """Yield the counters of a point, bottom first, each with whether it shows its back."""
        for piece in site.at(step):
            item = self._timeline.item(self._timeline.pieces[piece])
            if item is not None:
                yield item, self._timeline.shows_back(piece, step) and has_back(item)

    def _points(self, step: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield where each counter that a step moved came from and went to, as far as that is on the map."""
        for piece in self._timeline.moved.get(step, ()):
            sites = (self._timeline.site_of(piece, step - 1), self._timeline.site_of(piece, step))
            yield tuple(site.point for site in sites if site is not None and site.point is not None)

    def _ways(self, step: int) -> Iterator[Item]:
        for way in dict.fromkeys(points for points in self._points(step) if len(set(points)) == 2):
            line = LineString(way)
            short = LineString([way[0], line.interpolate(max(line.length - 46, line.length / 3)).coords[0]])
            yield Line(short, _CASING, 15)
            yield Line(short, _WAY, 8)
            yield Area(circle(*way[0], 11), _WAY)
            yield Area(circle(*way[0], 6), _CASING[:7])
            yield Line(_barbs(short), _WAY, 8)

    def _caption(self, step: int) -> Text:
        west, _, _, south = self.box
        words = f"Step {step}: {self._timeline.clock(step)}"
        # As large in a small picture as in a large one.
        size = 22 / min(self._scale, 1)
        return Text(
            words, (west + size / 2, south - size / 2), size, _INK, Face.SEMIBOLD, halo=_HALO, halo_width=size / 5
        )


def moved_view(
    log: GameLog, timeline: Timeline, steps: Sequence[int], scale: float = 1.0, margin: int = 3
) -> MapWindow:
    """Return the view of what some steps moved on the map; UserError if they moved nothing there."""
    hexes = []
    for step in steps:
        for piece in timeline.moved.get(step, ()):
            for site in (timeline.site_of(piece, step - 1), timeline.site_of(piece, step)):
                found = None if site is None or site.point is None else log.parts.layout.map_layout.hex_at(site.point)
                hexes += [] if found is None else [found]
    if not hexes:
        raise UserError(f"{log.path}: nothing was moved on the map in these steps; say what to show with --around.")
    return _view_of(log, hexes, scale, margin)


def _view_of(log: GameLog, hexes: Sequence[Hex], scale: float, margin: int) -> MapWindow:
    """Return the view that holds some hexes."""
    layout, grid = log.parts.layout.map_layout, log.parts.board.grid
    points = [layout.centre(h) for h in hexes]
    middle = tuple((min(p[i] for p in points) + max(p[i] for p in points)) / 2 for i in (0, 1))
    centre = layout.hex_at((middle[0], middle[1]))
    centre = hexes[0] if centre is None else centre
    radius = next(r for r in range(grid.rows + grid.cols) if all(grid.disc(centre, r) >> h & 1 for h in hexes))
    return MapWindow(centre, radius + margin, scale)


def moved_last(timeline: Timeline, last: int) -> int | None:
    """Return the last step up to one that put a counter elsewhere on the map; None if there is none."""
    on_the_map = (
        step for step, pieces in timeline.moved.items() if step <= last and _moves_on_the_map(timeline, step, pieces)
    )
    return max(on_the_map, default=None)


def _moves_on_the_map(timeline: Timeline, step: int, pieces: Sequence[int]) -> bool:
    sites = (timeline.site_of(piece, at) for piece in pieces for at in (step - 1, step))
    return any(site is not None and site.point is not None for site in sites)


def counters_view(log: GameLog, timeline: Timeline, step: int, scale: float = 1.0) -> MapWindow:
    """Return the view of all that lies on the map after a step; UserError if nothing does."""
    points = [site.point for site in timeline.sites if site.point is not None and site.at(step)]
    found = [at for at in map(log.parts.layout.map_layout.hex_at, points) if at is not None]
    if not found:
        raise UserError(f"{log.path}: nothing lies on the map after step {step}; say what to show with --around.")
    return _view_of(log, found, scale, margin=1)


class Takes(Protocol):
    """An object that takes pictures of positions, as `Camera` does."""

    def picture(self, step: int) -> Image.Image:
        """Return the position after a step."""

    def sees(self, step: int) -> bool:
        """Tell whether a step puts a counter elsewhere within the view."""


def animation(
    camera: Takes, steps: Sequence[int], seconds: float, on_frame: Callable[[int, int], None] = lambda *_: None
) -> bytes:
    """Return an animated GIF of the steps that move something in view, before which it shows how things lay.

    `on_frame` hears of each frame that is drawn, and how many there will be. UserError if that is nothing, or more
    than anybody would look at.
    """
    shown = [step for step in steps if camera.sees(step)]
    if not shown:
        raise UserError("No step of that range moves anything in view: choose other steps or another place.")
    if len(shown) > MOST_FRAMES:
        raise UserError(
            f"{len(shown)} steps move something in view, {MOST_FRAMES} fit an animation: narrow --from, --to."
        )
    drawn = (shown[0] - 1, *shown)
    # All frames share the colours of the first and the last, so that what stays the same is written once.
    colours = _side_by_side(camera.picture(drawn[0]), camera.picture(drawn[-1])).quantize(256)
    frames = []
    for number, step in enumerate(drawn, 1):
        frames.append(camera.picture(step).quantize(palette=colours, dither=Image.Dither.NONE))
        on_frame(number, len(drawn))
    first, *others = frames
    stream = io.BytesIO()
    durations = [round(1000 * seconds)] * len(others) + [2000]
    first.save(stream, "GIF", save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
    return stream.getvalue()


def _side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    both = Image.new("RGB", (left.width + right.width, left.height))
    both.paste(left, (0, 0))
    both.paste(right, (left.width, 0))
    return both


def png(image: Image.Image) -> bytes:
    """Return a picture as PNG."""
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def _barbs(way: LineString) -> LineString:
    """Return the arrow's head at the end of a way."""
    (ax, ay), (bx, by) = way.coords[0], way.coords[-1]
    length = way.length or 1.0
    dx, dy = 22 * (bx - ax) / length, 22 * (by - ay) / length
    return LineString([(bx - dx - dy * 0.7, by - dy + dx * 0.7), (bx, by), (bx - dx + dy * 0.7, by - dy - dx * 0.7)])
