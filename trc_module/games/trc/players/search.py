"""The player who looks ahead: plans of a movement phase, and what is to be expected of the battles that follow."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import chain

from trc_module.games.trc.data import Trc
from trc_module.games.trc.players.arrivals import Arrivals
from trc_module.games.trc.players.greedy import Greedy
from trc_module.games.trc.players.legal_actions import legal_claims
from trc_module.games.trc.players.moves import Moves
from trc_module.games.trc.players.player import TrcPlayer
from trc_module.games.trc.players.worth import worth_to
from trc_module.rules.actions import Action, End
from trc_module.rules.players import Observer, Opponent
from trc_module.rules.state import State
from trc_module.systems.players.attitude import Attitude
from trc_module.systems.players.looking_ahead import LookingAhead


def fair_player(game: Trc, seed: int, attitude: Attitude) -> TrcPlayer:
    """Return a greedy player with an attitude."""
    taste = Greedy(game, random.Random(f"hard {seed}"))
    taste.attitude = attitude
    return TrcPlayer(game, taste)


class SearchingPlayer(LookingAhead):
    """Plays the movement phases by search, and all others as the greedy level does."""

    def __init__(self, game: Trc, seed: int, seconds: float, tries: int = 0) -> None:
        """Make a player that thinks so many seconds before an impulse; with `tries`, looks at so many plans at most."""
        super().__init__(game, partial(fair_player, game), partial(worth_to, game), seed, seconds, tries)

    def claim(self, state: State) -> Action | None:
        """Return the first claim that the rules allow."""
        return next(iter(legal_claims(self.game, state)), None)

    def before(self, look: Observer) -> Iterator[Action]:
        """Let come what may come: it depends on a die that no plan can know."""
        yield from Arrivals(self.game, self._taste_of(self.usual), look).acts()

    def moving(self, player: Opponent, look: Observer) -> Iterator[Action]:
        """Yield the moves alone: what comes has come."""
        return chain(Moves(self.game, self._taste_of(player), look).acts(), (End(),))

    @staticmethod
    def _taste_of(player: Opponent) -> Greedy:
        assert isinstance(player, TrcPlayer)
        assert isinstance(player.taste, Greedy)
        return player.taste
