"""The map under the counters: the layers of the printed map that a reader of positions needs, as light vectors."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from trc_module.art.colour import Colour
from trc_module.art.map.drawing import LAYERS, scene_of
from trc_module.art.map.style import load_style
from trc_module.board import Board
from trc_module.facts import DataError
from trc_module.report.page.vectors import Inks
from trc_module.resources import source_art_dir

STYLE = "colour"

_COARSE = ("water", "land", "relief", "swamp", "woods", "off-play", "coast", "tints")
"""What is soft: it is drawn with fewer points than the lines on it."""
_LEFT_OUT = ("areas", "panels")
"""Frames of areas, and the key."""
_UPPERMOST = ("places", "numbers", "names")
_FINE = (*(name for name in LAYERS if name not in {*_COARSE, *_LEFT_OUT, *_UPPERMOST}), *_UPPERMOST)


def ground_svg(board: Board, inks: Inks) -> Iterator[tuple[str, str]]:
    """Yield each layer's name and its content, from the bottom to the top."""
    scene = scene_of(board, STYLE, None, None)
    for name in _COARSE:
        yield name, inks.svg(LAYERS[name](scene), tolerance=1.4, places=0)
    for name in _FINE:
        yield name, inks.svg(LAYERS[name](scene), tolerance=0.3)


def dark_colours() -> dict[Colour, Colour]:
    """Return the dark counterpart of each colour of the map; DataError names a role that the map does not have."""
    path = source_art_dir() / "page" / "dark.toml"
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    style = load_style(STYLE)
    dark: dict[Colour, Colour] = {}
    for part, light in (("colours", style.colours), ("tints", style.tints)):
        for role, colour in raw[part].items():
            if role not in light:
                raise DataError(path, f"a role of {STYLE}.toml", role, field=part)
            dark[light[role]] = colour
    return dark
