"""The player who looks ahead: he knows his own hand, and takes the enemy's for any cards."""

from __future__ import annotations

import random

from trc_module.games.nr.data import Nr
from trc_module.games.nr.players.player import NrPlayer
from trc_module.games.nr.players.tastes import Greedy
from trc_module.rules.actions import Action
from trc_module.rules.players import Opponent
from trc_module.rules.state import State
from trc_module.systems.players.attitude import Attitude
from trc_module.systems.players.bearings import Bearings
from trc_module.systems.players.looking_ahead import LookingAhead


class SearchingPlayer(LookingAhead):
    """Plays the movement phases by search, and all others as the greedy level does."""

    def __init__(self, game: Nr, bearings: Bearings, seed: int, seconds: float, tries: int = 0) -> None:
        """Make a player that thinks so many seconds before it moves; with `tries`, looks at so many plans at most."""
        self._first: NrPlayer | None = None
        super().__init__(game, self._made, bearings.final, seed, seconds, tries)

    def done(self, before: State, after: State, act: Action) -> None:
        """Follow the cards."""
        if self._first is not None:
            self._first.hands.done(before, after, act)

    def _made(self, seed: int, attitude: Attitude) -> Opponent:
        rng = random.Random(seed)
        taste = Greedy(self.game, rng)
        taste.attitude = attitude
        player = NrPlayer(self.game, taste, rng)
        if self._first is None:
            self._first = player
        else:
            hands = self._first.hands.of
            player.hands.known = {side: list(hands[side]) for side in hands if self.side in ("", side)}
        return player
