"""Players: one that draws by lot among what may be done, and one that plays to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.errors import UserError
from trc_module.games.nr.players.player import NrPlayer
from trc_module.games.nr.players.tastes import ByLot, Greedy, Taste

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from trc_module.games.nr.data import Nr

LEVELS: dict[str, Callable[[Nr, random.Random], Taste]] = {"greedy": Greedy, "random": ByLot}


def player_of(game: Nr, level: str, seed: int) -> NrPlayer:
    """Return the player of a level, '' for the best; UserError if there is none."""
    import random

    if level and level not in LEVELS:
        raise UserError(f"There is no player {level!r} of {game.title}; the players are: {', '.join(LEVELS)}.")
    rng = random.Random(seed)
    return NrPlayer(game, LEVELS[level or "greedy"](game, rng), rng)
