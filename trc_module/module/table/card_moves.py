"""The counters of cards on the virtual table: where each lies, and the commands with which it goes elsewhere.

They are those of the module's own commands: a card that is drawn goes into the hand and is hidden there; one that is
played is shown and goes onto the pile; a shuffle puts the pile into the deck, the uppermost card first.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.module.recipe import CardTable
from trc_module.module.table.cards import ModuleDeck, card_number, hand_name
from trc_module.systems.card_places import DECK, OUT, PILE, CardMove
from trc_module.vassal.commands import ChangeProperty, Command


class CardMoves:
    """The cards of one deck on a table."""

    def __init__(self, table: CardTable, deck: ModuleDeck) -> None:
        self._table, self._deck = table, deck
        layout = deck.parts.layout
        boxes = {DECK: deck.place, PILE: deck.pile} | ({OUT: deck.reserve} if deck.reserve is not None else {})
        self._points = {name: (layout.window_of(place.key).name, *place.cell(0)) for name, place in boxes.items()}
        self._named = {point: name for name, point in self._points.items()}
        self._sides = {hand_name(side): side for side in deck.parts.game.sides}

    def places(self) -> dict[str, str]:
        """Return where each card lies: in which hand, by its side, in the deck, on the pile or out of play."""
        found = {}
        for card in self._deck.cards:
            lying = self._table.lies(card.id)
            place = None if lying is None else self._sides.get(lying[0]) or self._named.get(lying)
            if place is not None:
                found[card.id] = place
        return found

    def go(self, way: CardMove, password: str, owner: str) -> Iterator[Command]:
        """Yield the commands with which a card goes; in a hand it is hidden from all but its `owner`."""
        card, table = way.card, self._table
        hides = owner if way.goal in self._sides.values() else ""
        if table.is_masked(card) and not hides:
            yield table.mask(card, "")
        yield table.carry(card, self._points.get(way.goal) or self._in_hand(card, way.goal), password)
        if hides:
            yield table.mask(card, hides)
        name = self._deck.hand.next_place
        if name and way.goal in self._sides.values():
            now = table.value(name) or "0"
            after = str((int(now) + 1) % self._deck.hand.places)
            table.values[name] = after
            yield ChangeProperty(name, now, after, "Module")

    def _in_hand(self, card: str, side: str) -> tuple[str, int, int]:
        hand = self._deck.hand
        marker = self._deck.parts.roster.markers[card]
        place = int(self._table.value(hand.next_place) or 0) if hand.next_place else card_number(marker)
        return (hand_name(side), *hand.place(place))
