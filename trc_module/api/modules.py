"""Modules and saves as files: built from a game's data, and read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

    from trc_module.module.build import Built
    from trc_module.vassal import Metadata, SavedGame


@dataclass(frozen=True)
class ModuleFile:
    """A module or an extension as it was read."""

    path: Path
    metadata: Metadata | None
    """What it says of itself: name, version, the engine that wrote it; None if it does not."""
    root: _Element
    """The tree of its components; `trc_module.vassal.buildfile.serialize` writes it."""
    entries: tuple[str, ...]
    """The names of the files in the archive."""


def load(path: str | Path) -> SavedGame | ModuleFile:
    """Read a save or log (.vsav, .vlog), or a module or extension (.vmod, .vmdx), of any game.

    Raises:
        UserError: There is no such file, or it is none of these.
    """
    from trc_module.vassal import MODULE_DATA, Archive, read_build_file, read_metadata, read_saved_game
    from trc_module.vassal.archive import SAVED_GAME

    file = Path(path)
    with Archive(file) as archive:
        if SAVED_GAME not in archive.names:
            root = read_build_file(archive)
            return ModuleFile(file, read_metadata(archive, MODULE_DATA), root, tuple(archive.names))
    return read_saved_game(file)


def build(
    game: str, path: str | Path, *, language: str = "en", vassal: str = "3.5", data: str | Path | None = None
) -> Built:
    """Write the module of a game (.vmod), as `trc-module build` does; counters without a number are given one.

    Raises:
        UserError: There is no such game, or its data cannot be read.
    """
    from trc_module.disk_cache import cache_root
    from trc_module.gamespec import game_folder
    from trc_module.module.build import BuildRequest, build_game
    from trc_module.roster import assign_numbers, load_roster
    from trc_module.version import __version__

    overlay = None if data is None else Path(data)
    assign_numbers(load_roster(game_folder(game), overlay))
    request = BuildRequest(game, __version__, overlay, language=language, vassal=vassal)
    return build_game(request, Path(path), cache_root())
