"""The levels of opponents of this game."""

from __future__ import annotations

import random

from trc_module.games.trc.data import Trc
from trc_module.games.trc.players.greedy import Attitude, Greedy
from trc_module.games.trc.players.player import TrcPlayer
from trc_module.games.trc.players.search import SearchingPlayer
from trc_module.rules.players import EASY, HARD

ERRING = Attitude("erring", columns=2, there=0.5, stake=0.2, whim=6.0)
"""How the level easy goes about an impulse: it attacks at bad odds, and its units often stand where they do no good."""


def opponent(game: Trc, level: str, seed: int, seconds: float) -> TrcPlayer:
    """Return a player of a level; one that looks ahead thinks so many seconds before an impulse."""
    if level == HARD:
        return SearchingPlayer(game, seed, seconds)
    taste = Greedy(game, random.Random(f"{level} {seed}"))
    if level == EASY:
        taste.attitude = ERRING
    return TrcPlayer(game, taste)
