"""Where each card of a deck lies, and how cards go from place to place with an act.

A position counts the cards of a hand without naming them. Whoever has a table before him, or deals himself, knows where
each lies; which card of the deck is drawn, somebody chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from trc_module.rules.actions import Action
from trc_module.rules.state import State
from trc_module.systems.cards import CARDS, Card, held_by

DECK, PILE, OUT = "deck", "pile", "out"
"""The places of cards beside the hands, which are called as their sides: the last is that of cards not in play."""

Chooses: TypeAlias = Callable[[str, list[Card]], Card]
"""Chooses the card that a side draws, of those that lie in the deck."""


@dataclass(frozen=True, slots=True)
class CardMove:
    """The way of a card from one place to another."""

    card: Card
    """The card; '' for any of those in the place that it leaves."""
    goal: str
    origin: str = ""
    """The place that it leaves; '' if that is wherever it lies."""


def card_moves(game: Any, before: State, after: State, act: Action) -> Iterator[CardMove]:
    """Yield the ways that cards go with an act: draws, plays, what comes back from the pile, shuffles, other decks."""
    was, now = CARDS.of(before), CARDS.of(after)
    left, comes = _other_deck(game, before, after)
    if was == now and not left and not comes:
        return
    yield from (CardMove(card, OUT) for card in left)
    yield from (CardMove(card, DECK, OUT) for card in comes)
    many = {side: held_by(after, side) - held_by(before, side) for side in game.sides}
    own = getattr(act, "side", "")
    for card in now.played:
        if card not in was.played:
            yield CardMove(card, PILE, own)
            many[own] = many.get(own, 0) + (held_by(before, own) > 0)
    # A card of the pile that is not shuffled comes back into the hand of who has played the event.
    back = own if now.shuffles == was.shuffles else ""
    for card in reversed(was.played):
        if card not in now.played and card not in left:
            many[back] = many.get(back, 0) - 1
            yield CardMove(card, back or DECK, PILE)
    for side in game.sides:
        if many[side] > 0:
            yield from [CardMove("", side, DECK)] * many[side]
        elif many[side] < 0:
            yield from [CardMove("", DECK, side)] * -many[side]


def _other_deck(game: Any, before: State, after: State) -> tuple[list[Card], list[Card]]:
    """Return the cards that leave play with an act, and those that come into it."""
    was, now = game.cards_in_play(before), game.cards_in_play(after)
    if was is None or now is None or was == now:
        return [], []
    return sorted(was - now), sorted(now - was)


class CardPlaces:
    """Where each card lies."""

    def __init__(self, places: Mapping[Card, str], sides: Iterable[str], chooses: Chooses) -> None:
        self._places = dict(places)
        self._chooses = chooses
        self.hands: dict[str, list[Card]] = {side: [] for side in sides}
        """The cards in each hand, in the order in which they came there; they change with every act."""
        for card, place in self._places.items():
            if place in self.hands:
                self.hands[place].append(card)

    def __bool__(self) -> bool:
        """Tell whether any card is known at all."""
        return bool(self._places)

    def follow(self, ways: Iterable[CardMove]) -> Iterator[CardMove]:
        """Let cards go their ways, and yield these with the cards named; one that is nowhere does not go."""
        for way in ways:
            card = way.card or self._any(way)
            if card in self._places and self._places[card] != way.goal:
                yield self._go(card, way.goal)

    def fill(self, side: str, count: int) -> Iterator[CardMove]:
        """Bring a hand to the number of cards that a position counts, from the deck or into it."""
        while len(self.hands[side]) != count:
            less = len(self.hands[side]) > count
            way = CardMove("", DECK, side) if less else CardMove("", side, DECK)
            card = self._any(way)
            if not card:
                return
            yield self._go(card, way.goal)

    def _any(self, way: CardMove) -> Card:
        lying = sorted(card for card, place in self._places.items() if place == way.origin)
        if not lying:
            return ""
        return self._chooses(way.goal, lying) if way.goal in self.hands else lying[-1]

    def _go(self, card: Card, goal: str) -> CardMove:
        origin = self._places[card]
        self._places[card] = goal
        if origin in self.hands:
            self.hands[origin].remove(card)
        if goal in self.hands:
            self.hands[goal].append(card)
        return CardMove(card, goal, origin)
