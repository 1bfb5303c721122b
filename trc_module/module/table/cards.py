"""Decks: cards are markers with a back, which lie face down in a deck, then in a side's hand, then on the pile.

A card is drawn and played from its menu or the deck's, which print the lines; no player sees the hand of another side
[VASSAL.build.module.PlayerHand, VASSAL.build.module.map.DrawPile].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

from trc_module.art.counters.card_size import HEIGHT as CARD_HEIGHT
from trc_module.art.counters.card_size import WIDTH as CARD_WIDTH
from trc_module.digits import is_number
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.module.buttons import number_property
from trc_module.module.icons import faced
from trc_module.module.keys import Keys
from trc_module.module.layout import COUNTER, BoxKey, BoxPlace, Window
from trc_module.module.maps import handling
from trc_module.module.palette import piece_slot
from trc_module.module.prototype import Prototype
from trc_module.module.recipe import ModuleInputs
from trc_module.module.table_file import TABLE_FILE, DeckData
from trc_module.roster import Marker
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, report, set_global_property, set_to, trigger
from trc_module.vassal.values import Key

DRAW = Key.named("DrawCard")
"""The key by which a deck draws its first card."""
MASK = Key.named("MaskCard")
"""The key that hides a card from others, and shows it."""
_REVEAL = Key.named("RevealCard")
_TO_HAND, _TO_PILE, _SAY_DRAW = Key.named("ToHand"), Key.named("ToPile"), Key.named("SayDraw")
_NEXT_PLACE = Key.named("NextPlace")
OUTLINE = "107,95,73"
"""The colour of the frame of an empty deck."""


def hand_name(side: str) -> str:
    """Return the VASSAL name of the window with a side's hand; saves hold it, in every language."""
    return f"{side.capitalize()} hand"


@dataclass(frozen=True, slots=True)
class _Hand:
    """The window of a hand: the size of a card, how far cards lie apart, and how they are placed."""

    card: tuple[int, int]
    apart: int
    in_a_row: int
    rows: int = 1
    next_place: str = ""
    """The module's property with the place of the next card that is drawn; without it a card has its own place."""

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of the window."""
        width, height = self.card
        return width + (self.in_a_row - 1) * (width + self.apart) + COUNTER, self.rows * (height + self.apart) + COUNTER

    @property
    def places(self) -> int:
        """Return how many cards lie apart."""
        return self.in_a_row * self.rows

    def place(self, number: int) -> tuple[int, int]:
        """Return where the card in a place lies."""
        row, column = divmod(number % self.places, self.in_a_row)
        (x, y), (width, height) = self._first, self.card
        return x + column * (width + self.apart), y + row * (height + self.apart)

    @property
    def _first(self) -> tuple[int, int]:
        return (self.card[0] + COUNTER) // 2, (self.card[1] + COUNTER) // 2

    def expressions(self) -> tuple[str, str]:
        """Return the same as VASSAL works it out."""
        (x, y), (width, height) = self._first, self.card
        place = self.next_place or "Cell"
        column = f"{place}%{self.in_a_row}"
        across = f"{{{x}+({column})*{width + self.apart}}}"
        if self.rows == 1:
            return across, str(y)
        return across, f"{{{y}+({place}-{column})/{self.in_a_row}*{height + self.apart}}}"


_COUNTERS = _Hand((COUNTER, COUNTER), 14, 9)
_CARDS = _Hand((CARD_WIDTH, CARD_HEIGHT), 8, 6, 2, "HandPlace")
"""Hands of cards that are drawn as counters, and of cards with text."""


def card_number(card: Marker) -> int:
    """Return the number at the end of a card's id; 0 if it has none."""
    number = card.id.rpartition("-")[2]
    return int(number) if is_number(number) else 0


@dataclass(frozen=True)
class ModuleDeck:
    """A deck of one game's module."""

    parts: ModuleInputs
    data: DeckData
    keys: Keys

    @property
    def cards(self) -> list[Marker]:
        """The cards, in the order of the roster."""
        return [marker for marker in self.parts.roster.markers.values() if marker.kind == self.data.kind]

    @property
    def hand(self) -> _Hand:
        """The arrangement of its cards in a hand."""
        return _CARDS if any(card.events for card in self.cards) else _COUNTERS

    def prototype(self) -> Prototype:
        """Return what its cards can do: be drawn, and played for each purpose."""
        return Prototype(f"Card {self.data.kind}", "What a card can do", tuple(self._traits()))

    def _traits(self) -> Iterator[Trait]:
        grammar, words = self.parts.grammar, self.parts.texts.words
        then = (_NEXT_PLACE,) if self.hand.next_place else ()
        yield trigger((_SAY_DRAW, _TO_HAND, *then), watch=(DRAW,))
        yield report((_SAY_DRAW,), grammar.report_format(self._verb("draw"), count="1"))
        for purpose in self.data.purposes:
            name = f"play-{purpose}"
            say = Key.named(f"Say{name}")
            text = words.get(f"menu.{name}") or words["menu.play-card"].format(purpose=purpose)
            # First it goes, so that the line is printed where everybody may see it.
            yield trigger((_REVEAL, _TO_PILE, say), command=text, key=self.keys.command(name))
            yield report((say,), grammar.report_format(self._verb("play"), **{"for": purpose}))
        # The same key would hide a card that was drawn with its face up.
        yield trigger((MASK,), watch=(_REVEAL,), when="{ObscuredToOthers==true}")
        # Cards lie apart in the hand.
        x, y = self.hand.expressions()
        if self.hand.next_place:
            further = set_to(f"{{({self.hand.next_place}+1)%{self.hand.places}}}")
            yield set_global_property(self.hand.next_place, (PropertyChange(_NEXT_PLACE, further),))
        yield Trait.make("sendto", command="", key=_TO_HAND, map="$PlayerSide$ hand", x=x, y=y)
        pile = self.pile
        at_x, at_y = pile.cell(0)
        yield Trait.make(
            "sendto",
            command="",
            key=_TO_PILE,
            map=self.parts.layout.window_of(pile.key).name,
            x=str(at_x),
            y=str(at_y),
        )

    def _verb(self, field: str) -> str:
        verb: str = getattr(self.data, field)
        verbs = self.parts.grammar.verbs
        if verb not in verbs:
            raise DataError(self.parts.folder / TABLE_FILE, one_of(verbs, verb), verb, field=field)
        return verb

    @property
    def at_start(self) -> list[Marker]:
        """The cards that lie in the deck when a game begins."""
        return [card for card in self.cards if not self.data.reserve or card.box != self.data.reserve]

    @property
    def reserve(self) -> BoxPlace | None:
        """The box of the cards that are not in play then, if there are any."""
        return self._place(self.data.reserve) if self.data.reserve else None

    def properties(self) -> Iterator[etree._Element]:
        """Yield the module's properties that its hands need."""
        if self.hand.next_place:
            yield number_property(self.hand.next_place, "0")

    @property
    def place(self) -> BoxPlace:
        """The box in which it lies."""
        return self._place(self.data.box)

    @property
    def pile(self) -> BoxPlace:
        """The box of its discards."""
        return self._place(self.data.discards)

    @property
    def shuffle_line(self) -> str:
        """The report that tells that the discards were shuffled into it."""
        return self.parts.grammar.report_format(self._verb("shuffle"))

    def _place(self, box: BoxKey) -> BoxPlace:
        boxes = self.parts.board.boxes
        if box not in boxes:
            raise DataError(self.parts.folder / TABLE_FILE, one_of(boxes, box), box, field="deck")
        return self.parts.layout.box(box)

    def in_window(self, window: Window) -> Iterator[etree._Element]:
        """Yield the deck and its piles, as far as they lie in this window."""
        keys = {place.key for place in window.boxes}
        deck, pile = self.place, self.pile
        if deck.key in keys:
            draw = component(
                "module.map.DeckGlobalKeyCommand",
                name=self.parts.texts("menu.draw-card"),
                hotkey=DRAW,
                deckCount=1,
                reportSingle=False,
                reportFormat="",
            )
            slots = (piece_slot("CardSlot", self.parts.maker, card) for card in self.at_start)
            yield _pile(
                deck, window, self.hand.card, (draw, *slots), faceDown="Always", shuffle="Always", reversible=False
            )
        if pile.key in keys:
            yield self._open_pile(pile, window, (), "menu.shuffle", self.shuffle_line)
        reserve = self.reserve
        if reserve is not None and reserve.key in keys:
            kept = [card for card in self.cards if card not in self.at_start]
            slots = (piece_slot("CardSlot", self.parts.maker, card) for card in kept)
            yield self._open_pile(reserve, window, slots, "menu.into-deck", "")

    def _open_pile(
        self, place: BoxPlace, window: Window, cards: Iterable[etree._Element], command: str, line: str
    ) -> etree._Element:
        """Return a pile that lies face up, with a command that puts it into the deck and prints a line."""
        return _pile(
            place,
            window,
            self.hand.card,
            cards,
            faceDown="Never",
            shuffle="Never",
            drawFaceUp=True,
            reversible=False,
            reshufflable=True,
            reshuffleCommand=self.parts.texts(command),
            reshuffleTarget=self.place.title,
            reshuffleMessage=line,
        )

    def hands(self) -> Iterator[etree._Element]:
        """Yield the windows of the hands, each for the eyes of its side alone.

        A map that is not `visible` to all opens for its own sides only; for others VASSAL switches its button off
        [VASSAL.build.module.PrivateMap].
        """
        words = self.parts.texts.words
        for side in self.parts.game.sides:
            name = hand_name(side)
            width, height = self.hand.size
            edges = f"0,0;{width},0;{width},{height};0,{height}"
            zone = component(
                "module.map.boardPicker.board.mapgrid.Zone",
                name=name,
                locationFormat="$name$",
                path=edges,
                useParentGrid=False,
            )
            grid = component("module.map.boardPicker.board.ZonedGrid", zone)
            board = component(
                "module.map.boardPicker.Board",
                grid,
                name=name,
                width=width,
                height=height,
                color="239,232,212",
            )
            yield component(
                "module.PlayerHand",
                component("module.map.BoardPicker", board),
                *handling(zoom_start=7),
                mapName=name,
                side=(side.capitalize(),),
                visible=False,
                launch=True,
                **faced(
                    words.get(f"window.{side}-hand-button", name),
                    words.get(f"window.{side}-hand", name),
                    self.parts.recipe.icons(self.parts).get(f"{side}-hand", ""),
                    text="buttonName",
                ),
                markMoved="Never",
                moveWithinFormat="",
                moveToFormat="",
                createFormat="",
                changeFormat="$message$",
                backgroundcolor="64,60,52",
            )


def _pile(
    place: BoxPlace, window: Window, size: tuple[int, int], contents: Iterable[etree._Element], **how: bool | str
) -> etree._Element:
    # A counter that is sent or dropped there snaps to a cell, and must find the deck.
    x, y = place.cell(0)
    own: dict[str, Any] = dict(how)
    return component(
        "module.map.DrawPile",
        *contents,
        name=place.title,
        owningBoard=window.name,
        x=x,
        y=y,
        width=size[0],
        height=size[1],
        draw=True,
        color=OUTLINE,
        allowMultiple=False,
        allowSelect=False,
        canSave=False,
        maxStack=4,
        **own,
    )
