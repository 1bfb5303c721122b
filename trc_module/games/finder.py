"""Finding a game's rules by its name: the package that its data name."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from trc_module.errors import UserError
from trc_module.gamespec import FILE, GameSpec, find_spec
from trc_module.gamespec import game_names as game_names

if TYPE_CHECKING:
    from trc_module.rules.game import Game


def load_game(name: str, options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Game:
    """Read a game's data and return it; UserError if there is none of that name, or none of its rules.

    Its map is as the options change it, its data as an owner's overlay corrects them.
    """
    game: Game = _package(find_spec(name)).load(options, overlay)
    return game


@lru_cache(maxsize=16)
def find_game(name: str, options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Game:
    """Return a game as `load_game` does, the same again whenever it is asked for."""
    return load_game(name, options, overlay)


def options_by_lot(name: str, seed: int) -> frozenset[str]:
    """Return the options that a seed draws for a game, a set that can be played together; UserError as above."""
    found: frozenset[str] = _package(find_spec(name)).options_by_lot(seed)
    return found


def module_of_game(spec: GameSpec, name: str) -> ModuleType | None:
    """Return one of the modules of a game's package, imported; None if the game has no rules or no such module."""
    if not spec.package:
        return None
    _package(spec)
    if importlib.util.find_spec(f"{spec.package}.{name}") is None:
        return None
    return importlib.import_module(f"{spec.package}.{name}")


def _package(spec: GameSpec) -> ModuleType:
    if not spec.package:
        raise UserError(
            f"The game {spec.name!r} has data alone, no rules: 'package' in {spec.folder / FILE} names where they are."
        )
    # A game from elsewhere has its package beside its folder of data.
    beside = str(spec.folder.parent)
    if importlib.util.find_spec(spec.package.partition(".")[0]) is None and beside not in sys.path:
        sys.path.append(beside)
    try:
        return importlib.import_module(spec.package)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{spec.package}.".startswith(f"{error.name}."):
            raise
        raise UserError(
            f"{spec.folder / FILE}: expected a Python package that can be imported, found {spec.package!r}."
        ) from None
