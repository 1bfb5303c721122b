"""The hex grid and its numbers: thin, quieter than any name, and always readable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import shapely

from trc_module.art.display import Item, Line, Text, cap_height, text_width
from trc_module.art.map.scene import Scene
from trc_module.art.map.soft_areas import cells_of, hexagons
from trc_module.art.shapes import as_lines, lines_through
from trc_module.hexgrid import Hex, HexSet

NUMBER_SIZE = 14.0

_FOOT = 0.34
"""Hexes between the foot of a number and its hex's centre: a name of four letters still has room between the sides."""


def lattice(scene: Scene) -> Iterator[Item]:
    """Yield the hexsides, each once; an area larger than a hex has an outline instead."""
    shown = drawn_hexes(scene) & ~sum(1 << gap.of for gap in scene.board.gaps if gap.of is not None)
    outlines = hexagons(scene.layout, cells_of(scene.board.grid, scene.shown(shown)))
    corners = shapely.get_coordinates(outlines).reshape(len(outlines), -1, 2)
    sides = np.concatenate([corners[:, :-1], corners[:, 1:]], axis=2).reshape(-1, 4)
    # A hexside drawn for both of its hexes would be twice as dense.
    x0, y0, x1, y1 = sides.T
    back = (x0 > x1) | ((x0 == x1) & (y0 > y1))
    sides[back] = sides[back][:, [2, 3, 0, 1]]
    sides = sides[np.lexsort(sides.T)]
    fresh = np.concatenate([[True], (sides[1:] != sides[:-1]).any(axis=1)])
    once = sides[fresh].reshape(-1, 2, 2)
    merged = shapely.get_parts(shapely.line_merge(as_lines(lines_through(once))))
    yield Line(as_lines(merged), scene.style["grid"], scene.style.width("grid"))


def numbers(scene: Scene) -> Iterator[Item]:
    """Yield the hex numbers, at the top of their hexes."""
    for h in scene.shown(drawn_hexes(scene)):
        yield number_at(scene, h)


def number_at(scene: Scene, h: Hex) -> Text:
    """Return the number of a hex."""
    x, y = scene.layout.centre(h)
    return Text(
        scene.board.grid.name(h),
        (x, y - _FOOT * scene.layout.pitch),
        NUMBER_SIZE,
        scene.style["number"],
        anchor="middle",
        # Rails and rivers run below: without a rim a digit that they cross is lost.
        halo=scene.style["label_halo"],
        halo_width=1.6,
    )


def number_rooms(scene: Scene, of: Iterable[Hex], margin: float) -> list[shapely.Polygon]:
    """Return the room that each hex's number takes up, with a margin."""
    chosen = list(of)
    if not chosen:
        return []
    x, y = (np.array(v) for v in zip(*(scene.layout.centre(h) for h in chosen), strict=True))
    half = np.array([text_width(scene.board.grid.name(h), NUMBER_SIZE) for h in chosen]) / 2 + margin
    foot = y - _FOOT * scene.layout.pitch
    top = foot - cap_height(NUMBER_SIZE) - margin
    return list(shapely.box(x - half, top, x + half, foot + 0.08 * NUMBER_SIZE + margin))


def drawn_hexes(scene: Scene) -> HexSet:
    """Return the hexes that are drawn as such: all but those off play."""
    return scene.board.grid.all & ~scene.board.off_play
