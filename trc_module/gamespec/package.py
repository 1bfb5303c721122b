"""The Python package that a game's data name: its rules, its readers of charts, its checks; found by name alone."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from trc_module.errors import UserError
from trc_module.files import real_path
from trc_module.gamespec.finding import is_named
from trc_module.gamespec.spec import FILE, GameSpec
from trc_module.gamespec.trusted import is_trusted, refusal


def game_package(spec: GameSpec) -> ModuleType:
    """Return a game's package, imported.

    Raises:
        UserError: The game has data alone, its package is not there, or may not run (see `trusted`).
    """
    if not spec.package:
        raise UserError(
            f"The game {spec.name!r} has data alone, no rules: 'package' in {spec.folder / FILE} names where they are."
        )
    # A game from elsewhere has its package in its folder of data, or beside it; a package that runs already is known.
    first = spec.package.partition(".")[0]
    found = importlib.util.find_spec(first)
    if (
        first not in sys.modules
        and (found is None or _lies_beside(found, spec))
        and not (is_named(spec.folder) or is_trusted(spec.folder))
    ):
        raise refusal(spec.folder, spec.package)
    if found is None:
        where = spec.folder if (spec.folder / first).is_dir() else spec.folder.parent
        sys.path.append(str(real_path(where)))
        importlib.invalidate_caches()
    try:
        return importlib.import_module(spec.package)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{spec.package}.".startswith(f"{error.name}."):
            raise
        raise UserError(
            f"{spec.folder / FILE}: expected a Python package that can be imported, found {spec.package!r}."
        ) from None


def _lies_beside(found: ModuleSpec, spec: GameSpec) -> bool:
    """Tell whether Python finds a package only because it is started in a game's folder (`python -m`)."""
    beside, here = real_path(spec.folder).parent, real_path(Path.cwd())
    if here not in (beside, real_path(spec.folder)):
        return False
    return any(real_path(Path(place)).is_relative_to(beside) for place in found.submodule_search_locations or ())


def module_of_game(spec: GameSpec, name: str) -> ModuleType | None:
    """Return one of the modules of a game's package, imported; None if the game has no package or no such module."""
    if not spec.package:
        return None
    game_package(spec)
    if importlib.util.find_spec(f"{spec.package}.{name}") is None:
        return None
    return importlib.import_module(f"{spec.package}.{name}")
