"""Ground of a rulebook's pictures: the map in tiles, and the faces of counters, each drawn once as a file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from trc_module.art.backends.raster import render
from trc_module.art.counters.faces import draw_face, face_image, has_back
from trc_module.art.display import Box
from trc_module.art.map.drawing import draw_map
from trc_module.art.map.sheet import sheet_of
from trc_module.board import Board
from trc_module.files import write_file
from trc_module.hexgrid import Layout
from trc_module.roster import Marker, Unit

SCALE = 0.8
"""Pixels of a tile a pixel of the map; sharp on a picture as wide as half a screen."""
TILE = 600
"""The side of a tile in pixels of the map."""
_OVERLAP = 2
"""The width by which a tile reaches into the next, so that no seam is seen between them."""
COUNTER_PIXELS = 132


class RulebookGround:
    """The maps and counters of a game; `used` files are written by `write` when all pages have asked for theirs."""

    def __init__(self, cache: Path | None = None) -> None:
        self._cache = cache
        self._boards: dict[str, Board] = {}
        self._tiles: dict[str, set[tuple[int, int]]] = {}
        self._faces: dict[str, tuple[Unit | Marker, bool]] = {}
        self._named: dict[str, str] = {}

    def layout(self, board: Board) -> Layout:
        """Return where the hexes of a board lie, in pixels of the map."""
        return sheet_of(board).layout

    def frame(self, board: Board) -> Box:
        """Return what of the sheet is drawn ground."""
        return sheet_of(board).frame

    def tiles(self, board: Board, box: Box) -> Iterator[tuple[str, Box]]:
        """Yield the tiles that a box needs: the file of each, and what of the map it shows."""
        name = "map" + "".join(f"-{switch}" for switch in sorted(board.switches))
        self._boards.setdefault(name, board)
        width, height = sheet_of(board).size
        for row in range(max(0, int(box[1] // TILE)), int(min(box[3], height - 1) // TILE) + 1):
            for column in range(max(0, int(box[0] // TILE)), int(min(box[2], width - 1) // TILE) + 1):
                self._tiles.setdefault(name, set()).add((column, row))
                yield f"{name}/{column}-{row}.webp", _tile_box(column, row, width, height)

    def face(self, item: Unit | Marker, *, back: bool = False) -> str:
        """Return the file of a counter's face."""
        back = back and has_back(item)
        look = repr(tuple(getattr(item, name) for name in item.__slots__ if name not in ("note", "sources", "doubts")))
        key = f"{look} {back}"
        if key not in self._named:
            name = f"{item.id}-back" if back else item.id
            # An option may change what stands on a counter.
            number = sum(each.partition("~")[0] == name for each in self._faces)
            self._named[key] = name = f"{name}~{number}" if number else name
            self._faces[name] = item, back
        return f"counters/{self._named[key]}.webp"

    def write(self, folder: Path) -> None:
        """Write every file that was asked for below a folder."""
        for name, tiles in self._tiles.items():
            board = self._boards[name]
            image = render(draw_map(board, cache=self._cache), SCALE).convert("RGB")
            width, height = sheet_of(board).size
            for column, row in sorted(tiles):
                box = _tile_box(column, row, width, height)
                west, north, east, south = (round(edge * SCALE) for edge in box)
                part = image.crop((west, north, east, south))
                write_file(_made(folder / name) / f"{column}-{row}.webp", _webp(part, 74))
        for name, (item, back) in self._faces.items():
            face = face_image(draw_face(item, "back" if back else "front"), COUNTER_PIXELS)
            write_file(_made(folder / "counters") / f"{name}.webp", _webp(face, 88))


def _tile_box(column: int, row: int, width: int, height: int) -> Box:
    return (
        column * TILE,
        row * TILE,
        min((column + 1) * TILE + _OVERLAP / SCALE, width),
        min((row + 1) * TILE + _OVERLAP / SCALE, height),
    )


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _webp(image: Image.Image, quality: int) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "WEBP", quality=quality, method=4)
    return stream.getvalue()
