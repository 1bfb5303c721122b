"""The levels of opponents of this game."""

from __future__ import annotations

import random

from trc_module.games.trc.data import Trc
from trc_module.games.trc.players.evaluation import Taste
from trc_module.games.trc.players.greedy import Greedy
from trc_module.games.trc.players.player import TrcPlayer
from trc_module.games.trc.players.search import SearchingPlayer
from trc_module.rules.players import EASY, HARD, Opponent


def opponent(game: Trc, level: str, seed: int, seconds: float) -> Opponent:
    """Return a player of a level; one that looks ahead thinks so many seconds before an impulse."""
    if level == HARD:
        return SearchingPlayer(game, seed, seconds)
    # Who only weighs otherwise than the greedy level is no easier to beat: measured.
    taste = Taste if level == EASY else Greedy
    return TrcPlayer(game, taste(game, random.Random(f"{level} {seed}")))
