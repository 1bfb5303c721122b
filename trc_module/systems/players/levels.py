"""The levels of a game without players of its own."""

from __future__ import annotations

from functools import partial
from typing import Any

from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.rules.players import EASY, HARD, Opponent
from trc_module.systems.players.greedy_player import GreedyPlayer
from trc_module.systems.players.looking_ahead import LookingAhead
from trc_module.systems.random_player import RandomPlayer

LEVELS = ("random", "greedy")


def player_of(game: Any, level: str, seed: int) -> Opponent:
    """Return the player of a level, '' for the one that draws by lot; UserError if there is none."""
    if level and level not in LEVELS:
        raise UserError(f"There is no player {level!r} of {game.title}; expected {one_of(LEVELS, level)}.")
    return GreedyPlayer(game, seed) if level == "greedy" else RandomPlayer(game, seed)


def opponent_of(game: Any, level: str, seed: int, seconds: float) -> Opponent:
    """Return an opponent of a level; one that looks ahead thinks so many seconds before a phase of moves."""
    if level == EASY:
        return RandomPlayer(game, seed)
    if level == HARD:
        return LookingAhead(game, partial(GreedyPlayer, game), game.bearings.final, seed, seconds)
    return GreedyPlayer(game, seed)
