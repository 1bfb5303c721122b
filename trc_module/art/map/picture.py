"""The map as a file: PNG, SVG or PDF by its name."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from trc_module.art.backends.pdf import to_pdf
from trc_module.art.backends.raster import render
from trc_module.art.backends.svg import to_svg
from trc_module.art.map.drawing import draw_map
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
) -> bytes:
    """Return the map as the bytes of a PNG; the arguments are those of `draw_map`."""
    buffer = io.BytesIO()
    render(draw_map(board, look, layers, around, chart), scale).save(buffer, "PNG")
    return buffer.getvalue()


def write_map(
    board: Board,
    path: Path,
    look: str = "colour",
    scale: Scale = 1,
    layers: Sequence[str] | None = None,
    around: tuple[Hex, int] | None = None,
    chart: Mapping[str, TerrainEffect] | None = None,
) -> None:
    """Write the map as the kind of file that the path's ending names (UserError for another); whole or not at all."""
    kind = path.suffix.lower()
    if kind == ".png":
        content = render_png(board, look, scale, layers, around, chart)
    elif kind == ".svg":
        content = to_svg(draw_map(board, look, layers, around, chart), scale, TITLE).encode()
    elif kind == ".pdf":
        content = to_pdf([draw_map(board, look, layers, around, chart)], title=TITLE)
    else:
        raise UserError(f"{path}: a picture must end in .png, .svg or .pdf.")
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)
