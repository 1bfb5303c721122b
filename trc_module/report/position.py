"""A position as a picture: the map where units stand, with their counters."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from trc_module.art.backends.raster import render
from trc_module.art.display import Box, Drawing, Layer, Line, Text, circle
from trc_module.art.fonts import Face
from trc_module.art.map import PITCH, STEP, map_layout
from trc_module.art.map.drawing import draw_map
from trc_module.errors import UserError
from trc_module.hexgrid import Hex, HexGrid
from trc_module.report.stack import lay_stack
from trc_module.rules.game import Game
from trc_module.rules.state import State, UnitId
from trc_module.systems.turn_words import moment_text

MARGIN = 2
"""The number of hexes that are shown around the outermost units."""
_INK, _HALO = "#26211c", "#f6f1e4f0"
_HOLDERS = ("#3f5a46", "#a8322a")
"""The rings of cities and wells that changed hands, by side."""


def position_png(game: Game, state: State, scale: float = 1.0, cache: Path | None = None) -> bytes:
    """Return the position as a PNG: the map cropped to where units stand, in pixels of the module's map times `scale`.

    Places that are controlled otherwise than at the start have a ring in the holder's colour, a white one if there
    is none.
    `cache` is the folder of `draw_map`. UserError if no unit is on the map.
    """
    stacks = _stacks(state)
    if not stacks:
        raise UserError("No unit of this position is on the map, so there is nothing to draw.")
    layout = map_layout(game.board)
    centres = [layout.centre(at) for at in stacks]
    box = _box(centres)
    middle = layout.hex_at((round((box[0] + box[2]) / 2), round((box[1] + box[3]) / 2))) or next(iter(stacks))
    around = middle, _radius(game.board.grid, middle, list(stacks)) + MARGIN
    ground = draw_map(game.board, around=around, cache=cache)
    box = _within(box, ground.box)
    image = render(Drawing(box, ground.layers, ground.background), scale).convert("RGBA")
    image = Image.alpha_composite(image, render(Drawing(box, (Layer("rings", tuple(_rings(game, state))),)), scale))
    for at in sorted(stacks, key=lambda at: (layout.centre(at)[1], layout.centre(at)[0])):
        items = ((game.roster.units[unit], False) for unit in stacks[at])
        lay_stack(image, items, layout.centre(at), box, scale)
    caption = Drawing(box, (Layer("caption", (_caption(game, state, box, scale),)),))
    stream = io.BytesIO()
    Image.alpha_composite(image, render(caption, scale)).convert("RGB").save(stream, "PNG")
    return stream.getvalue()


def _stacks(state: State) -> dict[Hex, tuple[UnitId, ...]]:
    found: dict[Hex, tuple[UnitId, ...]] = {}
    for deployment in state.forces.values():
        for at, stack in deployment.stacks.items():
            found[at] = (*found.get(at, ()), *stack)
    return found


def _box(centres: list[tuple[float, float]]) -> Box:
    """Return the rectangle around some hexes and their margin."""
    wide, high = (MARGIN + 0.5) * PITCH, (MARGIN + 0.5) * STEP
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return (min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high)


def _radius(grid: HexGrid, middle: Hex, found: list[Hex]) -> int:
    return max(grid.distance(middle, at) for at in found)


def _within(box: Box, limits: Box) -> Box:
    """Return the part of a rectangle that lies in another, in whole pixels."""
    return (
        float(round(max(box[0], limits[0]))),
        float(round(max(box[1], limits[1]))),
        float(round(min(box[2], limits[2]))),
        float(round(min(box[3], limits[3]))),
    )


def _rings(game: Game, state: State) -> Iterator[Line]:
    layout = map_layout(game.board)
    begin = game.start(state.scenario, state.options).control
    for at in game.places.values():
        side = state.control.get(at, "")
        if side != begin.get(at, ""):
            ring = circle(*layout.centre(at), PITCH * 0.475).exterior
            yield Line(ring, "#ffffff", 10)
            if side:
                yield Line(ring, _HOLDERS[game.sides.index(side)], 6)


def _caption(game: Game, state: State, box: Box, scale: float) -> Text:
    size = 22 / min(scale, 1)
    return Text(
        f"{game.title}: {moment_text(game, state)}",
        (box[0] + size / 2, box[3] - size / 2),
        size,
        _INK,
        Face.SEMIBOLD,
        halo=_HALO,
        halo_width=size / 4,
    )
