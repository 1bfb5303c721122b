"""The hex grid and its numbers: thin, translucent, always readable and never loud."""

from __future__ import annotations

from collections.abc import Iterator

import shapely
from shapely import MultiLineString

from trc_module.art.display import Item, Line, Text
from trc_module.art.map.outline import cells_of, hexagons
from trc_module.art.map.scene import Scene
from trc_module.hexgrid import Hex, HexSet

NUMBER_SIZE = 14.0


def lattice(scene: Scene) -> Iterator[Item]:
    """Yield the hexsides, each once."""
    shown = drawn_hexes(scene)
    outlines = hexagons(scene.layout, cells_of(scene.board.grid, scene.shown(shown)))
    # Boundaries are merged first: a hexside drawn for both of its hexes would be twice as dense.
    once = shapely.get_parts(shapely.line_merge(shapely.union_all(shapely.boundary(outlines))))
    yield Line(MultiLineString(once.tolist()), scene.look["grid"], scene.look.width("grid"))


def numbers(scene: Scene) -> Iterator[Item]:
    """Yield the hex numbers, at the top of their hexes."""
    for h in scene.shown(drawn_hexes(scene)):
        yield number_at(scene, h)


def number_at(scene: Scene, h: Hex) -> Text:
    """Return the number of a hex."""
    x, y = scene.layout.centre(h)
    return Text(
        scene.board.grid.name(h),
        (x, y - 0.385 * scene.layout.pitch),
        NUMBER_SIZE,
        scene.look["number"],
        anchor="middle",
    )


def drawn_hexes(scene: Scene) -> HexSet:
    """Return the hexes that are drawn as such: all but those off play."""
    return scene.board.grid.all & ~scene.board.off_play
