"""Cards where a position has them, in a save or a log that begins in the midst of a game.

A position counts the cards of a hand without naming them: a hand gets first what its side plays in the acts that
follow, then what nobody plays.
"""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.errors import UserError
from trc_module.module.layout import BoxPlace
from trc_module.module.recipe import Dealt
from trc_module.module.table.cards import DRAW, OUTLINE, ModuleDeck, card_number, hand_name
from trc_module.roster import Marker
from trc_module.rules.actions import Action
from trc_module.rules.state import State
from trc_module.systems.cards import CARDS, Cards, Play, Shuffle
from trc_module.vassal import sequence
from trc_module.vassal.traits import Trait, Value
from trc_module.vassal.values import Color

_ALL_OF_DECK = ("DECK", "false", "MAP", "", "", "", "", "0", "0", "", "false", "", "", "EQUALS")
"""The target of a deck's own command as the engine writes it [VASSAL.counters.GlobalCommandTarget]."""


def deal(table: Dealt, deck: ModuleDeck, state: State, acts: Iterable[Action]) -> None:
    """Put the cards where a position has them; UserError if it has more cards than the deck.

    All cards are put on the table, if all lie in the deck too: VASSAL would do so by itself, with counters of which the
    log could not say where they go.
    """
    cards = CARDS.of(state)
    in_play = deck.parts.game.cards_in_play(state)
    dealt = deck.at_start if in_play is None else [card for card in deck.cards if card.id in in_play]
    left = {card.id: card for card in dealt}
    pile = [_taken(left, card) for card in cards.played]
    hands = _hands(left, cards, _played(acts))
    for side, hand in hands.items():
        for place, card in enumerate(hand):
            own = place if deck.hand.next_place else card_number(card)
            table.put_in_hand(card, hand_name(side), *deck.hand.place(own))
    table.put_in_deck(drawing_deck(deck), left.values())
    table.put_in_deck(discards(deck), pile)
    kept = [card for card in deck.cards if card not in dealt]
    if kept and deck.reserve is not None:
        table.put_in_deck(reserved(deck, deck.reserve), kept)


def _taken(left: dict[str, Marker], card: str) -> Marker:
    if card not in left:
        raise UserError(f"the record has '{card}' among the discards; the deck has no such card, or it is there twice.")
    return left.pop(card)


def _played(acts: Iterable[Action]) -> list[tuple[str, str]]:
    """Return who plays which cards before any may come back from the pile."""
    found = []
    for act in acts:
        if isinstance(act, Shuffle):
            break
        if isinstance(act, Play):
            found.append((act.side, act.card))
    return found


def _hands(left: dict[str, Marker], cards: Cards, played: list[tuple[str, str]]) -> dict[str, list[Marker]]:
    if sum(cards.held.values()) > len(left):
        raise UserError(f"the record's hands hold {sum(cards.held.values())} cards; the deck has {len(left)} for them.")
    hands: dict[str, list[Marker]] = {side: [] for side in sorted(cards.held)}
    for side, card in played:
        if card in left and len(hands.get(side, ())) < cards.held.get(side, 0):
            hands[side].append(left.pop(card))
    wanted = {card for _, card in played}
    others = sorted(left, key=lambda card: card in wanted)
    for side, hand in hands.items():
        while len(hand) < cards.held[side]:
            hand.append(left.pop(others.pop(0)))
    return hands


def drawing_deck(deck: ModuleDeck) -> Trait:
    """Return the deck from which cards are drawn, as the module's `DrawPile` makes it, without its cards."""
    name = deck.parts.texts("menu.draw-card")
    draw = sequence.encode((name, DRAW.encode(), "", "1", "", name, sequence.encode(_ALL_OF_DECK, "|"), "false"), "|")
    return _deck(
        deck,
        deck.place,
        state_face_down=True,
        face_down="Always",
        shuffle="Always",
        global_commands=(draw,),
        draw_face_up=False,
    )


def discards(deck: ModuleDeck) -> Trait:
    """Return the pile of discards likewise."""
    return _open_pile(deck, deck.pile, "menu.shuffle", deck.shuffle_line)


def reserved(deck: ModuleDeck, place: BoxPlace) -> Trait:
    """Return the pile of cards that are not in play likewise."""
    return _open_pile(deck, place, "menu.into-deck", "")


def _open_pile(deck: ModuleDeck, place: BoxPlace, command: str, line: str) -> Trait:
    """Return a pile that lies face up, with a command that puts it into the deck and prints a line."""
    return _deck(
        deck,
        place,
        state_face_down=False,
        face_down="Never",
        shuffle="Never",
        draw_face_up=True,
        send_command=deck.parts.texts(command),
        send_target=deck.place.title,
        send_format=line,
    )


def _deck(deck: ModuleDeck, place: BoxPlace, **own: Value) -> Trait:
    x, y = place.cell(0)
    return Trait.make(
        "deck",
        name=place.title,
        draw_outline=True,
        outline_color=Color.decode(OUTLINE),
        width=deck.hand.card[0],
        height=deck.hand.card[1],
        draw_multiple=False,
        draw_specific=False,
        reversible=False,
        can_save=False,
        max_stack=4,
        map=deck.parts.layout.window_of(place.key).name,
        x=x,
        y=y,
        **own,
    )
