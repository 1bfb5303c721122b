"""What is printed on cards, in the players' language: the words of `cards.csv`, or a catalogue's in their place.

A catalogue may have `card.<id>-<side>-title`, `-when` and `-effect`, and says by `card.mark-<mark>` and
`card.period-<period>` what those words of the data mean.
"""

from __future__ import annotations

from trc_module.art.counters.card_face import CardFace, CardPart
from trc_module.module.texts import Texts
from trc_module.roster import Marker
from trc_module.roster.cards import EVERY, CardEvent


def card_face(card: Marker, texts: Texts) -> CardFace:
    """Return what stands on the front of a card."""
    words = texts.words
    periods = dict.fromkeys(words.get(f"card.period-{event.period}", event.period) for event in card.events)
    number = words.get("card.number", "{number}").format(number=card.id.rpartition("-")[2])
    return CardFace(
        tuple(_part(card, event, texts) for event in card.events), ", ".join(filter(None, (number, *periods)))
    )


def _part(card: Marker, event: CardEvent, texts: Texts) -> CardPart:
    def said(word: str, given: str) -> str:
        return texts.words.get(f"card.{card.id}-{event.side}-{word}", given)

    mark = texts.words.get(f"card.mark-{event.mark}", event.mark) if event.mark else ""
    livery = "neutral" if event.side == EVERY else card.liveries.get(event.side, event.side)
    return CardPart(livery, said("title", event.title), mark, said("when", event.when), said("effect", event.effect))
