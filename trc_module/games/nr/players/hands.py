"""The cards as a player of both sides deals them: a position counts them and does not name them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from trc_module.games.nr.cards.playing import LATE, cards_of
from trc_module.games.nr.data import SIDES
from trc_module.rules.actions import Action
from trc_module.rules.state import State
from trc_module.systems.cards import CARDS, Draw, Play, Shuffle


class Hands:
    """Deck and hands of one game."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._deck: list[str] = []
        self.of: dict[str, list[str]] = {side: [] for side in SIDES}
        self._turn = 0
        self.known: dict[str, list[str]] = {}
        """The cards that sides hold, where a table shows them."""
        self._shown: Mapping[str, Sequence[str]] = {}
        """The hands that lie on a table, as they are now."""

    def goes_on(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Take up a game that has gone on meanwhile: with the cards that a table shows, or a side's own as they were.

        What somebody else has drawn and played nobody has told; the rest is dealt anew.
        """
        self._shown = cards
        known = {each: list(held) for each, held in cards.items()}
        self.known = known or {side: list(self.of[side])}
        self._turn = 0

    def begin(self, state: State) -> None:
        """Deal the cards that a position counts; anew when another deck comes into play."""
        late = state.clock.turn >= LATE
        if self._turn and late == (self._turn >= LATE):
            self._turn = state.clock.turn
            return
        self._turn = state.clock.turn
        cards = CARDS.of(state)
        known = {side: held for side, held in self.known.items() if len(held) == cards.held.get(side, 0)}
        self._deck = sorted(cards_of(state) - set(cards.played) - {card for held in known.values() for card in held})
        self._rng.shuffle(self._deck)
        for side in SIDES:
            self.of[side] = known.get(side) or [self._deck.pop() for _ in range(cards.held.get(side, 0))]
        self.known = {}

    def left(self) -> int:
        """Return how many cards lie in the deck."""
        return len(self._deck)

    def done(self, before: State, after: State, act: Action) -> None:
        """Follow an act that was carried out."""
        if isinstance(act, Draw):
            self.of[act.side] += [self._deck.pop() for _ in range(min(act.count, len(self._deck)))]
        elif isinstance(act, Play):
            if act.card in self.of[act.side]:
                self.of[act.side].remove(act.card)
            # An event may bring a card back from the pile.
            gone = set(CARDS.of(before).played) - set(CARDS.of(after).played)
            self.of[act.side] += sorted(gone)
        elif isinstance(act, Shuffle):
            self._deck += CARDS.of(before).played
            self._rng.shuffle(self._deck)
        for side, held in self._shown.items():
            self.of[side] = list(held)

    def refused(self, act: Action) -> None:
        """Learn from the refusal of an act that hand or deck is not as it was dealt here: others drew meanwhile."""
        if isinstance(act, Play) and act.card in self.of.get(act.side, ()):
            self.of[act.side].remove(act.card)
        elif isinstance(act, Draw):
            self._deck.clear()
