"""The map as a file: PNG, SVG or PDF by its name."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.art.backends.fills import Fill, fills
from trc_module.art.backends.png import painted_png, painters
from trc_module.art.map.drawing import build_layers, check_layers, draw_map, scene_of
from trc_module.art.map.keys import layer_key
from trc_module.art.map.scene import Scene
from trc_module.art.map.sheet import Scale
from trc_module.board import Board
from trc_module.charts import TerrainEffect
from trc_module.disk_cache import evict_oldest, load_cached, store_cached
from trc_module.errors import UserError
from trc_module.facts.choices import meant
from trc_module.files import write_file
from trc_module.hexgrid import Hex, hexes

if TYPE_CHECKING:
    from concurrent.futures import Executor


def find_place(board: Board, name: str) -> Hex:
    """Return the hex of a city, of another place or of a hex name, in any capitals; UserError if there is none."""
    wanted = name.strip().casefold()
    for city in board.cities.values():
        if city.name.casefold() == wanted:
            return city.hex
    for sites in board.sites.values():
        for site, h in sites.items():
            if site.casefold() == wanted:
                return h
    found = board.grid.find(wanted.upper())
    if found is None:
        examples = " or ".join([*list(board.cities)[:1], board.grid.name(next(hexes(board.grid.all)))])
        cities = (city.name for city in board.cities.values())
        like = meant(name.strip().title(), (*cities, *(site for sites in board.sites.values() for site in sites)))
        raise UserError(f"'{name}' is neither a city nor another place nor a hex of the map{like}: try {examples}.")
    return found


def render_png(
    board: Board,
    style: str = "colour",
    scale: Scale = 1,
    layers: Sequence[str] | None = None,
    around: tuple[Hex, int] | None = None,
    chart: Mapping[str, TerrainEffect] | None = None,
    cache: Path | None = None,
    workers: int | None = None,
) -> bytes:
    """Return the map as the bytes of a PNG; the arguments are those of `draw_map` and `to_png`.

    With a cache, an unchanged map is read from it whole, and a changed one draws only what has changed.
    """
    scene, chosen = scene_of(board, style, around, chart, cache), check_layers(layers)
    path = None if cache is None else cache / f"{_key(scene, chosen, scale)}.whole"
    content = None if path is None else load_cached(path)
    if content is None:
        # Hardly any other picture shows the same strips as a crop.
        strips = cache if scene.crop is None else None
        with painters(scene.box, scale, workers) as pool:
            painted = _painted(scene, chosen, scale, cache, pool)
            content = painted_png(painted, scene.box, scale, scene.style["paper"], strips, pool)
        if path is not None:
            store_cached(path, content)
            evict_oldest(path.parent)
    return content


_APART = ("ground-names", "rivers", "names")
"""Layers that have much in common and take about as long as all others."""


def _painted(
    scene: Scene, layers: Sequence[str], scale: Scale, cache: Path | None, pool: Executor | None
) -> list[Fill]:
    """Return the layers as fills; with a pool, another process builds some of them beside this one."""
    apart = [name for name in layers if pool is not None and name in _APART]
    # Packed at once: while a pool sends something, this process finds what the scene and its board remember.
    packed = pickle.dumps((replace(scene), apart, scale, cache)) if apart else b""
    elsewhere = pool.submit(_fills_of_packed, packed) if pool is not None and apart else None
    found = _fills_of(scene, [name for name in layers if name not in apart], scale, cache)
    if elsewhere is not None:
        found |= elsewhere.result()
    return [fill for name in layers for fill in found[name]]


def _fills_of_packed(packed: bytes) -> dict[str, list[Fill]]:
    return _fills_of(*pickle.loads(packed))


def _fills_of(scene: Scene, layers: Sequence[str], scale: Scale, cache: Path | None) -> dict[str, list[Fill]]:
    return {layer.name: list(fills(layer.items, scale, scene.box)) for layer in build_layers(scene, layers, cache)}


def write_map(
    board: Board,
    path: Path,
    style: str = "colour",
    scale: Scale = 1,
    layers: Sequence[str] | None = None,
    around: tuple[Hex, int] | None = None,
    chart: Mapping[str, TerrainEffect] | None = None,
    cache: Path | None = None,
) -> None:
    """Write the map as the kind of file that the path's ending names (UserError for another); whole or not at all."""
    kind = path.suffix.lower()
    if kind == ".png":
        content = render_png(board, style, scale, layers, around, chart, cache)
    elif kind == ".svg":
        from trc_module.art.backends.svg import to_svg

        content = to_svg(draw_map(board, style, layers, around, chart, cache), scale, board.legend.title).encode()
    elif kind == ".pdf":
        from trc_module.art.backends.pdf import to_pdf

        content = to_pdf([draw_map(board, style, layers, around, chart, cache)], title=board.legend.title)
    else:
        raise UserError(f"{path}: a picture must end in .png, .svg or .pdf.")
    _write(path, content)


def write_tiles(
    board: Board,
    path: Path,
    paper: str,
    style: str = "colour",
    layers: Sequence[str] | None = None,
    around: tuple[Hex, int] | None = None,
    chart: Mapping[str, TerrainEffect] | None = None,
    cache: Path | None = None,
) -> tuple[int, int]:
    """Write the map as a PDF of pages to cut and glue, and return how many columns and rows of them there are.

    `paper` is a name of `tiles.PAPERS`; the other arguments are those of `write_map`. UserError for another ending.
    """
    from trc_module.art.backends.pdf import to_pdf
    from trc_module.art.map.tiles import tile_pages, tiling_of

    if path.suffix.lower() != ".pdf":
        raise UserError(f"{path}: pages to print must end in .pdf.")
    drawing = draw_map(board, style, layers, around, chart, cache)
    tiling = tiling_of(drawing, paper)
    _write(path, to_pdf(tile_pages(drawing, tiling, board.legend.title), title=board.legend.title))
    return tiling.columns, tiling.rows


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path}: the folder cannot be made ({error.strerror}).") from error
    write_file(path, content)


def _key(scene: Scene, layers: Sequence[str], scale: Scale) -> str:
    keys = [layer_key(scene, name) for name in layers]
    return hashlib.sha256("\n".join([str(scale), *keys]).encode()).hexdigest()
