"""The Python package that a game's data name: its rules, its readers of charts, its checks; found by name alone."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from trc_module.errors import UserError
from trc_module.files import real_path
from trc_module.gamespec.finding import is_known, is_named
from trc_module.gamespec.spec import BASICS, FILE, GameSpec
from trc_module.gamespec.trusted import is_trusted, refusal


def game_package(spec: GameSpec, *, named: bool = False) -> ModuleType:
    """Return a game's package, imported; `named` if somebody has named its folder, so that it may run.

    Raises:
        UserError: The game has data alone; its package is not there, is none of a game's rules, or may not run (see
            `trusted`).
    """
    if not spec.package:
        raise UserError(
            f"The game {spec.name!r} has no rules: expected a file {BASICS}, or 'package' in {spec.folder / FILE}."
        )
    return imported(spec, spec.package, "load", spec.folder / FILE, named=named)


def imported(spec: GameSpec, name: str, function: str, file: Path, *, named: bool = False) -> ModuleType:
    """Return a module of Python's that a game's `file` names, imported; `function` is what it has to hold.

    To import is to run. What an untrusted folder names is imported only if it is the package of a game that is
    installed, or a recipe of ours: neither what lies in the folder nor what lies anywhere else on this machine. A
    package of rules that runs already is known.

    Raises:
        UserError: It is not there, holds no such function, or may not run.
    """
    first = name.partition(".")[0]
    if not all(part.isidentifier() for part in name.split(".")) or first in sys.stdlib_module_names:
        raise _none(file, name, function)
    runs = callable(getattr(sys.modules.get(name), function, None))
    if not (runs or named or is_known(name) or is_named(spec.folder) or is_trusted(spec.folder)):
        raise refusal(spec.folder, name)
    if importlib.util.find_spec(first) is None:
        # A game from elsewhere has its package in its folder of data, or beside it.
        where = spec.folder if (spec.folder / first).is_dir() else spec.folder.parent
        sys.path.append(str(real_path(where)))
        importlib.invalidate_caches()
    try:
        found = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise UserError(f"{file}: expected a Python package that can be imported, found {name!r}.") from None
    if not callable(getattr(found, function, None)):
        raise _none(file, name, function)
    return found


def _none(file: Path, name: str, function: str) -> UserError:
    return UserError(f"{file}: expected a Python package with a function {function}, found {name!r}.")


def module_of_game(spec: GameSpec, name: str) -> ModuleType | None:
    """Return one of the modules of a game's package, imported; None if the game has no package or no such module."""
    if not spec.package:
        return None
    game_package(spec)
    if importlib.util.find_spec(f"{spec.package}.{name}") is None:
        return None
    return importlib.import_module(f"{spec.package}.{name}")
