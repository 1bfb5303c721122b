"""Finding a game's rules by its name: the package that its data name."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.board.loader import load_board
from trc_module.charts.turn_track import TurnTrack
from trc_module.gamespec import GameSpec, find_spec, game_package
from trc_module.rules.options import AGREED_MAP

if TYPE_CHECKING:
    from trc_module.rules.game import Game

KIT = "trc_module.systems.kit.game"
"""What stands for the package of a game whose rules are data: found by name, as every game's package is."""


def load_game(name: str, options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Game:
    """Read a game's data and return it; UserError if there is none of that name, or none of its rules.

    Its map is as the options change it, its data as an owner's overlay corrects them.
    """
    return load_rules(find_spec(name), options, overlay)


def load_rules(
    spec: GameSpec, options: frozenset[str] = frozenset(), overlay: Path | None = None, *, named: bool = False
) -> Game:
    """Read a game's data and return it as `load_game` does, wherever its folder lies.

    With the option `agreed-map` what is assumed of its map and its turn track stands as agreed.
    `named` if somebody has named the folder, so that its rules may run.
    """
    if AGREED_MAP in options:
        return _agreed(load_rules(spec, options - {AGREED_MAP}, overlay, named=named), spec.folder, overlay)
    if not spec.package and spec.has_rules:
        made: Game = import_module(KIT).load_game_of_data(spec.folder, options, overlay)
        return made
    game: Game = game_package(spec, named=named).load(options, overlay)
    return game


def _agreed(game: Game, folder: Path, overlay: Path | None) -> Game:
    """Return a game whose players agree on its map and track as they are here."""
    board = load_board(folder, overlay, game.board.switches, agreed=True)
    tracks = {name: track.agreed() for name, track in game.charts.of_kind(TurnTrack).items()}
    return game.with_data(board, game.roster, replace(game.charts, by_name={**game.charts.by_name, **tracks}))


def find_game(name: str, options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Game:
    """Return a game as `load_game` does, the same again whenever it is asked for."""
    return known_game(name, options, overlay)


@lru_cache(maxsize=16)
def known_game(name: str, options: frozenset[str], overlay: Path | None, /) -> Game:
    """Return a game as `find_game` does, given all arguments: a game asked for in other words would be kept twice."""
    return load_game(name, options, overlay)


def options_by_lot(name: str, seed: int) -> frozenset[str]:
    """Return the options that a seed draws for a game, a set that can be played together; UserError as above."""
    found: frozenset[str] = game_package(find_spec(name)).options_by_lot(seed)
    return found
