"""Finding a game by the name of its package."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.rules.game import Game


def game_names() -> tuple[str, ...]:
    """Return the names of the games that are here."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]) if found.ispkg))


def load_game(name: str, options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Game:
    """Read a game's data and return it; UserError if there is none of that name.

    Its map is as the options change it, its data as an owner's overlay corrects them.
    """
    if name not in game_names():
        raise UserError(f"There is no game {name!r}; the games are: {', '.join(game_names())}.")
    game: Game = importlib.import_module(f"trc_module.games.{name}").load(options, overlay)
    return game


@lru_cache(maxsize=16)
def find_game(name: str, options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Game:
    """Return a game as `load_game` does, the same again whenever it is asked for."""
    return load_game(name, options, overlay)


def options_by_lot(name: str, seed: int) -> frozenset[str]:
    """Return the options that a seed draws for a game, a set that can be played together; UserError as above."""
    if name not in game_names():
        raise UserError(f"There is no game {name!r}; the games are: {', '.join(game_names())}.")
    found: frozenset[str] = importlib.import_module(f"trc_module.games.{name}").options_by_lot(seed)
    return found
