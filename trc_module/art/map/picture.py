"""The map as a file: PNG, SVG or PDF by its name."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from trc_module.art.backends.pdf import to_pdf
from trc_module.art.backends.png import to_png
from trc_module.art.backends.svg import to_svg
from trc_module.art.map.drawing import check_layers, draw_map, scene_of
from trc_module.art.map.keys import layer_key
from trc_module.art.map.sheet import Scale
from trc_module.board import Board
from trc_module.charts import TerrainEffect
from trc_module.errors import UserError
from trc_module.hexgrid import Hex

TITLE = "The Russian Campaign"


def find_place(board: Board, name: str) -> Hex:
    """Return the hex of a city, an oil well or a hex name, whatever its capitals; UserError if there is none."""
    wanted = name.strip().casefold()
    for city in board.cities.values():
        if city.name.casefold() == wanted:
            return city.hex
    for well, h in board.oil_wells.items():
        if well.casefold() == wanted:
            return h
    found = board.grid.find(wanted.upper())
    if found is None:
        raise UserError(f"'{name}' is neither a city nor an oil well nor a hex of the map: try Kiev, Maikop or W19.")
    return found


def render_png(
    board: Board,
    look: str = "colour",
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
    kept = None if cache is None else cache / f"{_key(board, look, scale, layers, around, chart)}.png"
    if kept is not None and kept.is_file():
        return kept.read_bytes()
    content = to_png(draw_map(board, look, layers, around, chart, cache), scale, cache, workers)
    if kept is not None:
        _write(kept, content)
    return content


def write_map(
    board: Board,
    path: Path,
    look: str = "colour",
    scale: Scale = 1,
    layers: Sequence[str] | None = None,
    around: tuple[Hex, int] | None = None,
    chart: Mapping[str, TerrainEffect] | None = None,
    cache: Path | None = None,
) -> None:
    """Write the map as the kind of file that the path's ending names (UserError for another); whole or not at all."""
    kind = path.suffix.lower()
    if kind == ".png":
        content = render_png(board, look, scale, layers, around, chart, cache)
    elif kind == ".svg":
        content = to_svg(draw_map(board, look, layers, around, chart, cache), scale, TITLE).encode()
    elif kind == ".pdf":
        content = to_pdf([draw_map(board, look, layers, around, chart, cache)], title=TITLE)
    else:
        raise UserError(f"{path}: a picture must end in .png, .svg or .pdf.")
    _write(path, content)


def _key(
    board: Board,
    look: str,
    scale: Scale,
    layers: Sequence[str] | None,
    around: tuple[Hex, int] | None,
    chart: Mapping[str, TerrainEffect] | None,
) -> str:
    scene = scene_of(board, look, around, chart)
    keys = [layer_key(scene, name) for name in check_layers(layers)]
    return hashlib.sha256("\n".join([str(scale), *keys]).encode()).hexdigest()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(path)
