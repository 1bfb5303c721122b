"""The Python package that a game's data name: its rules, its readers of charts, its checks; found by name alone."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType

from trc_module.errors import UserError
from trc_module.gamespec.spec import FILE, GameSpec


def game_package(spec: GameSpec) -> ModuleType:
    """Return a game's package, imported; UserError if it has data alone, or names one that is not there."""
    if not spec.package:
        raise UserError(
            f"The game {spec.name!r} has data alone, no rules: 'package' in {spec.folder / FILE} names where they are."
        )
    # A game from elsewhere has its package in its folder of data, or beside it.
    first = spec.package.partition(".")[0]
    if importlib.util.find_spec(first) is None:
        where = spec.folder if (spec.folder / first).is_dir() else spec.folder.parent
        sys.path.append(str(where.resolve()))
        importlib.invalidate_caches()
    try:
        return importlib.import_module(spec.package)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{spec.package}.".startswith(f"{error.name}."):
            raise
        raise UserError(
            f"{spec.folder / FILE}: expected a Python package that can be imported, found {spec.package!r}."
        ) from None


def module_of_game(spec: GameSpec, name: str) -> ModuleType | None:
    """Return one of the modules of a game's package, imported; None if the game has no package or no such module."""
    if not spec.package:
        return None
    game_package(spec)
    if importlib.util.find_spec(f"{spec.package}.{name}") is None:
        return None
    return importlib.import_module(f"{spec.package}.{name}")
