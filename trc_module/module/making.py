"""Making a module as its maker orders it: from a frame that was kept where one fits, else from all data."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.module.build import Built, build_module, rebuild_module
from trc_module.module.frame import frame_key, read_frame
from trc_module.module.painting import Painters
from trc_module.resources import data_dir
from trc_module.roster import assign_numbers, load_roster, roster_files

if TYPE_CHECKING:
    from trc_module.art.counters import FactorSize, Look


@dataclass(frozen=True, slots=True)
class Order:
    """Which module is wanted: of which game, with whose corrections, of which version, look and language."""

    game: str
    version: str
    overlay: Path | None = None
    look: Look = "nato"
    factors: FactorSize = "normal"
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Made:
    """A module that was written, and whether counters got their numbers on the way, which changes the data."""

    built: Built
    numbered: bool


def make_module(order: Order, path: Path, painters: Painters, inputs_without: Callable[[Collection[str]], str]) -> Made:
    """Write the module to `path`; what is kept from one build to the next is in the painters' folder.

    `inputs_without` tells apart all that a module is made from (code, libraries, settings, files) but for the contents
    of some files, which the caller of it reads itself.
    """
    folder = data_dir() / order.game
    read = load_roster(folder, order.overlay)
    roster = assign_numbers(read)
    key = frame_key(inputs_without(roster_files(folder, order.overlay)), roster)
    frame = read_frame(painters.folder, key)
    built = None
    if frame is not None:
        built = rebuild_module(frame, roster, order.language, path, painters, order.look, order.factors)
    if built is None:
        built = _from_all_data(order, path, painters, key)
    return Made(built, roster.numbers != read.numbers)


def _from_all_data(order: Order, path: Path, painters: Painters, key: str) -> Built:
    from trc_module.games import load_game
    from trc_module.module.parts import load_parts

    parts = load_parts(load_game(order.game, overlay=order.overlay), data_dir() / order.game, order.language)
    return build_module(parts, path, order.version, painters.folder, painters, order.look, order.factors, key)
