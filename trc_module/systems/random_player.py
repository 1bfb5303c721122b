"""A player that draws among all legal acts: it tries out the rules of games that have no better player."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Verdict
from trc_module.rules.players import Observer

if TYPE_CHECKING:
    from trc_module.rules.game import Game

_EAGER = 0.85
"""The probability that a player who may end a phase does something else first."""


class RandomPlayer:
    """Plays all sides: draws among the legal acts, and ends a phase when it may and likes to."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.side = ""
        """The side that it plays; '' for all."""

    def acts(self, look: Observer) -> Iterator[Action]:
        """Yield act after act until the game is over; before each next one is asked for, the last is carried out."""
        while not ((score := self.game.score(look())).won or score.over):
            yield self._act(look)

    def plays(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Play one side alone from now on; the game has no cards, or cards that anybody may see."""
        self.side = side

    def answer(self, look: Observer, options: Sequence[Action]) -> Action | None:
        """Draw one of the acts; one that need not be done is done or not by lot."""
        act = self.rng.choice(list(options))
        return act if self.game.owed(look(), act) or self.rng.random() < _EAGER / 2 else None

    def _act(self, look: Observer) -> Action:
        end = End()
        may_end = self._legal(look, end)
        if may_end and self.rng.random() > _EAGER:
            return end
        for act in self._listed(look):
            if self._legal(look, act):
                return act
        return end

    def _listed(self, look: Observer) -> list[Action]:
        """Return all acts that the rules list in this position, in an order drawn by lot."""
        found = [act for lister in self.game.book.listers.values() for act in lister(self.game, look())]
        if self.side:
            found = [act for act in found if self.game.decides(look(), act) == self.side]
        self.rng.shuffle(found)
        return found

    @staticmethod
    def _legal(look: Observer, act: Action) -> bool:
        return all(finding.verdict is Verdict.NOTE for finding in look.found(act))
