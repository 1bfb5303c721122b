"""Cards: a deck, a hand for each side that the others do not see, and a pile of discards.

What a hand holds is known of cards that were seen: played, discarded, or drawn face up. A log shows how many cards
are drawn and which are played; so a position remembers the number in each hand, and the cards that have left the deck
for certain. No player is accused over a card that a log hides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.digits import is_number
from trc_module.rules.actions import Action
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, number, side_word, word
from trc_module.rules.slices import OnTable, Quiet, Slice
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line
from trc_module.systems.ground import SystemGame

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

Card: TypeAlias = str
"""A card by its id: `card-7`."""

CARD = r"[a-z][a-z0-9-]*"


@dataclass(frozen=True, slots=True)
class Cards:
    """The places of the cards, as far as they are known."""

    held: FrozenMap[str, int] = FrozenMap()  # noqa: RUF009 - a value
    """The number of cards that each side holds."""
    played: tuple[Card, ...] = ()
    """The cards on the pile of discards, the last one on top."""
    shuffles: int = 0
    """The number of times that the discards have been shuffled into the deck."""


CARDS: Slice[Cards] = Slice("cards", Cards())


def held_by(state: State, side: str) -> int:
    """Return how many cards a side holds."""
    return CARDS.of(state).held.get(side, 0)


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw cards from the deck."""

    side: str
    count: int


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play or discard a card: from the hand to the pile."""

    side: str
    card: Card
    purpose: str
    """The purpose, in the game's own word: `event`, `discard`."""


ANY_CARD = "?"
"""The card of a play that a side owes, and chooses itself."""


@dataclass(frozen=True, slots=True)
class Shuffle(Action):
    """Shuffle the discards into the deck."""


def drawing(section: str, most: int = 9) -> Act:
    """Return the draw of cards, which the other side does not see."""
    verb = Verb(
        "DRAW",
        "A side draws cards from the deck.",
        (Field("side", "$PlayerSide$", "who draws"), Field("count", "", "how many cards"), BY),
        "D30",
        ANYBODY,
    )

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        side, count = says["side"].lower(), says["count"]
        return Draw(side, int(count)) if side in game.sides and is_number(count) else None

    def says(game: SystemGame, state: State, act: Draw) -> Iterator[LogStep]:
        yield line("DRAW", side=act.side, count=str(act.count))

    parts = (side_word(), number("count", "the number of cards", 1, most))
    return Act(RecordSyntax("draw", Draw, section, parts), (verb,), hears, says, _no_side)


def _cards(game: Any, state: State) -> tuple[Card, ...]:
    """Return the cards that can be played; none where the game does not name those of its deck."""
    return tuple(sorted(game.cards_in_play(state) or ()))


def playing(section: str, purposes: tuple[str, ...]) -> Act:
    """Return the play of a card for one of some purposes."""
    verb = Verb(
        "CARD",
        "A side plays or discards a card.",
        (
            Field("side", "$PlayerSide$", "whose card it is"),
            Field("card", "$card$", "the card, by its id in the data"),
            Field("for", "", "what for: " + ", ".join(purposes)),
            BY,
        ),
        "D30",
        ANYBODY,
    )

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        side = says["side"].lower()
        return Play(side, says["card"], says["for"]) if side in game.sides and says["for"] in purposes else None

    def says(game: SystemGame, state: State, act: Play) -> Iterator[LogStep]:
        yield line("CARD", side=act.side, card=act.card, **{"for": act.purpose})

    parts = (
        side_word(),
        word("card", "a card", CARD, _cards),
        word("purpose", " or ".join(purposes), "|".join(purposes)),
    )
    return Act(RecordSyntax("card", Play, section, parts), (verb,), hears, says, _no_side)


def shuffling(section: str) -> Act:
    """Return the shuffling of the discards into the deck."""
    verb = Verb("SHUFFLE", "The discards are shuffled into the deck.", (BY,), "D30", ANYBODY)
    return Act(
        RecordSyntax("shuffle", Shuffle, section),
        (verb,),
        lambda game, says, track: Shuffle(),
        lambda game, state, act: (line("SHUFFLE"),),
    )


def draw(game: SystemGame, state: State, act: Draw) -> State:
    """Add cards to a hand."""
    cards = CARDS.of(state)
    held = cards.held.put(act.side, cards.held.get(act.side, 0) + act.count)
    return CARDS.put(state, replace(cards, held=held))


def play(game: SystemGame, state: State, act: Play) -> State:
    """Put a card from a hand on the pile."""
    cards = CARDS.of(state)
    left = cards.held.get(act.side, 0) - 1
    held = cards.held.put(act.side, left) if left > 0 else cards.held.without((act.side,))
    return CARDS.put(state, replace(cards, held=held, played=(*cards.played, act.card)))


def shuffle(game: SystemGame, state: State, act: Shuffle) -> State:
    """Put the pile back into the deck."""
    cards = CARDS.of(state)
    return CARDS.put(state, replace(cards, played=(), shuffles=cards.shuffles + 1))


def left_in_deck(state: State, deck: int) -> int:
    """Return how many cards of a deck of so many lie in it still."""
    cards = CARDS.of(state)
    return deck - sum(cards.held.values()) - len(cards.played)


def _no_side(game: SystemGame, state: State, act: Draw | Play) -> str:
    return "" if act.side in game.sides else f"there is no side {act.side!r}"


class CardSystem(Quiet):
    """Cards in records: `hand:` a side and how many cards it holds; `discards:` the cards of the pile.

    `pile` is the box in which the discards lie on a table.
    """

    def __init__(self, pile: str = "discards") -> None:
        self._pile = pile

    keys = FrozenMap(
        {
            "hand": "a side and how many cards it holds; again after a comma",
            "discards": "the cards on the pile, the last one on top",
            "shuffles": "how often the discards were shuffled into the deck",
        }
    )

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read hands, pile and shuffles."""
        cards = CARDS.of(state)
        if key == "hand":
            held = dict(cards.held)
            for tokens in (entry for each in lines for entry in each.entries()):
                if tokens.peek() not in game.sides:
                    raise tokens.error(" or ".join(game.sides))
                side = tokens.take("a side")
                held[side] = _count(tokens, "the number of cards")
                tokens.end()
            return CARDS.put(state, replace(cards, held=FrozenMap({side: n for side, n in held.items() if n})))
        tokens = lines[-1]
        if key == "shuffles":
            return CARDS.put(state, replace(cards, shuffles=_count(tokens, "how often")))
        played = []
        while tokens.peek():
            played.append(tokens.take("a card"))
        return CARDS.put(state, replace(cards, played=tuple(played)))

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write hands, pile and shuffles."""
        cards = CARDS.of(state)
        if held := [f"{side} {count}" for side, count in sorted(cards.held.items()) if count]:
            yield "hand", ", ".join(held)
        if cards.played:
            yield "discards", " ".join(cards.played)
        if cards.shuffles:
            yield "shuffles", str(cards.shuffles)

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the number of cards in each hand, and the cards on the pile; how often it was shuffled is not shown."""
        if not shown.hands:
            return (state,)
        held = FrozenMap({side: count for side, count in shown.hands.items() if count})
        played = tuple(marker for marker, box in shown.markers.items() if box == self._pile)
        return (CARDS.put(state, replace(CARDS.of(state), held=held, played=played)),)


def _count(tokens: Tokens, expected: str) -> int:
    word = tokens.peek()
    if not (word.isascii() and word.isdecimal()) or len(word) > 3:
        raise tokens.error(expected)
    return int(tokens.take(expected))
