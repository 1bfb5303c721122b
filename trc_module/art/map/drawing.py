"""The layers of the map, from the bottom to the top, and the drawing made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec
import shapely

from trc_module.art.display import Box, Drawing, Item, Layer
from trc_module.art.map import borders, ground, lattice, names, own_drawings, panels, places, rails, relief, rivers
from trc_module.art.map.keys import layer_key
from trc_module.art.map.scene import Scene, hexes_within
from trc_module.art.map.sheet import PITCH, Scale, sheet_of
from trc_module.art.map.style import load_style
from trc_module.art.serialize import deserialize, serialize
from trc_module.board import Board
from trc_module.charts import TerrainEffect
from trc_module.disk_cache import load_cached, store_cached
from trc_module.errors import UserError
from trc_module.hexgrid import Hex, HexSet, Layout, hexes

LAYERS: MappingProxyType[str, Callable[[Scene], Iterator[Item]]] = MappingProxyType(
    {
        "water": ground.water,
        "land": ground.land,
        "relief": relief.relief,
        "swamp": ground.swamp,
        "woods": ground.woods,
        "patterns": own_drawings.patterns,
        "off-play": ground.off_play,
        "coast": ground.coast,
        "tints": borders.tints,
        "ground-names": names.ground_names,
        "grid": lattice.lattice,
        "areas": borders.areas,
        "districts": borders.districts,
        "borders": borders.borders,
        "rivers": rivers.rivers,
        "rails": rails.rails,
        "hexsides": borders.hexsides,
        "numbers": lattice.numbers,
        "places": places.places,
        "names": names.names,
        "panels": panels.panels,
    }
)
"""Every layer by its name, in the order of painting."""


def map_layout(board: Board, scale: Scale = 1) -> Layout:
    """Return where the hex centres lie in the picture: pitch 104 and step 90 pixels, doubled at scale 2."""
    layout = sheet_of(board).layout
    return Layout(
        board.grid, layout.pitch * scale, layout.step * scale, (layout.origin[0] * scale, layout.origin[1] * scale)
    )


def map_size(board: Board, scale: Scale = 1) -> tuple[int, int]:
    """Return the width and height of the whole picture in pixels."""
    width, height = sheet_of(board).size
    return width * scale, height * scale


def draw_map(
    board: Board,
    style: str = "colour",
    layers: Sequence[str] | None = None,
    around: tuple[Hex, int] | None = None,
    chart: Mapping[str, TerrainEffect] | None = None,
    cache: Path | None = None,
) -> Drawing:
    """Return the map as a display list, in pixels at scale 1.

    `layers` chooses some of `LAYERS` (None: all); `around` a hex and a radius, for a picture of those hexes only;
    `chart` is the terrain effects chart (`Charts.terrain`), which the key prints under its samples;
    `cache` a folder in which layers of the whole map, and of a crop what is laid out for the whole map, are kept for as
    long as nothing they depend on changes.
    UserError names the layers if one is unknown.
    """
    scene = scene_of(board, style, around, chart, cache)
    return Drawing(scene.box, tuple(build_layers(scene, check_layers(layers), cache)), scene.style["paper"])


def scene_of(
    board: Board,
    style: str,
    around: tuple[Hex, int] | None,
    chart: Mapping[str, TerrainEffect] | None,
    cache: Path | None = None,
) -> Scene:
    """Return the scene of a picture; UserError lists the styles if this one is unknown."""
    if around is None:
        return Scene(board, load_style(style), board.grid.all, chart or {}, cache=cache)
    layout = sheet_of(board).layout
    # A disc of hexes in a rectangular picture: what fills its corners is drawn as well.
    box = crop_box(layout, board.grid.disc(*around))
    west, north, east, south = box
    window = hexes_within(layout, (west - PITCH, north - PITCH, east + PITCH, south + PITCH))
    return Scene(board, load_style(style), window, chart or {}, box, cache)


def check_layers(layers: Sequence[str] | None) -> list[str]:
    """Return the chosen layers in the order of painting; UserError if one is unknown."""
    if layers is None:
        return list(LAYERS)
    for name in layers:
        if name not in LAYERS:
            raise UserError(f"There is no layer '{name}': choose from {', '.join(LAYERS)}.")
    return [name for name in LAYERS if name in set(layers)]


def build_layers(scene: Scene, layers: Iterable[str], cache: Path | None = None) -> Iterator[Layer]:
    """Yield layers of a scene, of the whole board those that the cache holds from there.

    Those of a crop are not kept: few ask for the same one again.
    """
    for name in layers:
        path = None if cache is None or scene.crop is not None else cache / f"{layer_key(scene, name)}.layer"
        items = None if path is None else _kept(path)
        if items is None:
            items = tuple(LAYERS[name](scene))
            if path is not None:
                store_cached(path, serialize(items))
        yield Layer(name, items)


def _kept(path: Path) -> tuple[Item, ...] | None:
    content = load_cached(path)
    try:
        return None if content is None else deserialize(content)
    except (ValueError, msgspec.DecodeError, shapely.errors.ShapelyError):
        # A layer that cannot be understood is drawn anew.
        return None


def crop_box(layout: Layout, window: HexSet) -> Box:
    """Return the box around hexes, in whole pixels."""
    corners = [corner for h in hexes(window) for corner in layout.corners(h)]
    west, east = min(x for x, _ in corners), max(x for x, _ in corners)
    north, south = min(y for _, y in corners), max(y for _, y in corners)
    return (float(round(west - 6)), float(round(north - 6)), float(round(east + 6)), float(round(south + 6)))
