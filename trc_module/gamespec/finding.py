"""The games that are installed: in our folder of data, in folders that somebody names, and in other packages.

Inside a game's folder that game is meant: the current folder counts too, before any other of its name.

A package of somebody else's says by an entry point of the group `trc_module.games` that it holds a game: its name is
the game's, its value the package, whose folder `data` is the game's folder of data.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.files import real_path
from trc_module.gamespec.spec import FILE, GameSpec, read_spec
from trc_module.resources import data_dir

GAMES_PATH = "TRC_MODULE_GAMES"
"""The variable of the environment that names more folders of games, parted as in PATH: helpers see it too."""

GROUP = "trc_module.games"
"""The group of entry points by which packages of others bring games."""


def first_game() -> str:
    """Return the game that is meant where neither a file nor anybody says which: a file among the data names it."""
    return (data_dir() / "first-game").read_text(encoding="utf-8").strip()


def find_spec(name: str) -> GameSpec:
    """Return the installed game of a name; UserError tells which there are if it is none of them."""
    folder = installed_games().get(name)
    if folder is None:
        here = current_game()
        if here is not None:
            # A folder that is called otherwise than its game is told there.
            _read(here, _stamp(here))
        raise UserError(f"There is no game {name!r}; expected {one_of(installed_games(), name)}.")
    return _read(folder, _stamp(folder))


def game_folder(name: str) -> Path:
    """Return the folder of data of an installed game; UserError as `find_spec`."""
    return find_spec(name).folder


def game_names() -> tuple[str, ...]:
    """Return the names of the installed games."""
    return tuple(sorted(installed_games()))


def game_of_module(module: str) -> GameSpec | None:
    """Return the installed game whose module calls itself so, as logs say; None if there is none."""
    specs = (_read(folder, _stamp(folder)) for _, folder in sorted(installed_games().items()))
    return next((spec for spec in specs if spec.module == module), None)


def installed_games() -> dict[str, Path]:
    """Return the folders of data of all installed games by name; UserError if two games have one name."""
    found: dict[str, Path] = {}
    here = current_game()
    for name, folder in _places():
        if real_path(found.setdefault(name, folder)) != real_path(folder):
            raise UserError(f"Two games are called {name!r}, in {found[name]} and in {folder}: rename one of them.")
    return found if here is None else {**found, here.name: here}


def current_game() -> Path | None:
    """Return the current folder if it is a game's folder of data, else None."""
    here = Path.cwd()
    return here if (here / FILE).is_file() else None


def is_named(folder: Path) -> bool:
    """Tell whether a game's folder is one of those that are installed or named, not just the current one."""
    return any(real_path(place) == real_path(folder) for _, place in _places())


def is_known(module: str) -> bool:
    """Tell whether a module of Python's is the package of a game that is installed or named, or a recipe of ours."""
    if module.startswith(_OURS):
        return True
    return any(_read(folder, _stamp(folder)).package == module for _, folder in _places())


_OURS = "trc_module.games."
"""What is in this package of ours does nothing when it is imported."""


def _places() -> Iterator[tuple[str, Path]]:
    for games in (data_dir(), *_named()):
        yield from ((path.parent.name, path.parent) for path in sorted(games.glob(f"*/{FILE}")))
    yield from _brought(tuple(sys.path))


@lru_cache(maxsize=4)
def _brought(path: tuple[str, ...]) -> tuple[tuple[str, Path], ...]:
    """Return the games of other packages, with their folders of data; to look through all packages takes a while.

    `path` is where Python looks for packages now.
    """
    if not _may_bring(path):
        return ()
    # With all that they import they take longer than any module of an audit.
    from importlib.metadata import entry_points
    from importlib.util import find_spec as find_package

    found = []
    for point in entry_points(group=GROUP):
        package = find_package(point.value)
        where = package.submodule_search_locations if package is not None else None
        found += [(point.name, Path(place) / "data") for place in where or ()]
    return tuple(found)


def _may_bring(path: Sequence[str]) -> bool:
    """Tell whether the entry points of any package speak of games; what lies in archives may."""
    for place in path:
        try:
            packages = [each for each in Path(place).iterdir() if each.suffix in (".dist-info", ".egg-info")]
        except NotADirectoryError:
            return True
        except OSError:
            continue
        for package in packages:
            with suppress(OSError):
                if GROUP.encode() in (package / "entry_points.txt").read_bytes():
                    return True
    return False


def _named() -> tuple[Path, ...]:
    """Return the folders of GAMES_PATH; UserError for one that is not there or holds no game."""
    folders = tuple(Path(each) for each in os.environ.get(GAMES_PATH, "").split(os.pathsep) if each)
    for folder in folders:
        if not any(folder.glob(f"*/{FILE}")):
            raise UserError(f"{folder}: expected a folder of games, each a folder of its own with a file {FILE}.")
    return folders


def _stamp(folder: Path) -> int:
    return (folder / FILE).stat().st_mtime_ns if (folder / FILE).is_file() else 0


@lru_cache(maxsize=32)
def _read(folder: Path, stamp: int) -> GameSpec:
    spec = read_spec(folder)
    if spec.folder.name not in (spec.name, "data"):
        raise UserError(f"{folder / FILE}: expected the name of its folder, {folder.name!r}, found {spec.name!r}.")
    return spec
