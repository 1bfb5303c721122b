"""The reader of this game's own chart: what its events do.

[events.card-3.axis]
phases = ["organization"]
whose  = "own"
does   = ["replacement 1"]
source = "transcribed:event cards"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from trc_module.charts.reader import Reader
from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import line_of, shape, table_at

_ON_BATTLES = (
    r"(shift(-all)? [+-]\d|plus(-both)? \d|result(-all)? ([A-Z]{2}>)?[A-Z]{2}|advance \+?1|double axis-defenders)"
    r"( \?)?( if [a-z0-9-]+)?|double-one axis|no-river|no-forts|either-table|armor-wide-all|bonus-two|step-more"
    r"|no-zones|after-roll [+-]\d|reroll( [A-Z]{2})*|works"
)
_ON_CARDS = r"draw \d|redraw|take|reshuffle|discards \d|counterblows \d|as-top|cancel|skip-check|ally-leaves \d+"
_ON_POINTS = r"points (\?|[+-]\d( [+-]\d (axis|soviet)-(holds|in) [\w,+]+)?)|attacks (own|enemy) \d \d"
_ON_RULES = (
    r"weather (this|next) [a-z-]+|grant [a-z-]+ (\d|all|stack)( [a-z0-9-]+)*"
    r"|demand (discard \d|counterattack)( enemy)?|open(-turn)? \S+"
)
DOES = re.compile("|".join((_ON_BATTLES, _ON_CARDS, _ON_POINTS, _ON_RULES)))
"""The words for what an event does."""


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    source: str
    phases: tuple[str, ...] = ()
    whose: Literal["own", "enemy", "any"] = "any"
    on_draw: bool = False
    paying: str = ""
    from_: int = msgspec.field(default=1, name="from")
    weather: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    doubt: str = ""


class Event(Struct, frozen=True):
    """One event of a card: when it may be played, and what it does."""

    phases: tuple[str, ...]
    """The phases in which it may be played; all if there are none."""
    whose: str
    """`own`, `enemy` or `any`: in whose phase."""
    on_draw: bool
    """Whether it is played as soon as it is drawn."""
    paying: str
    """The purpose for which its card is discarded when it acts; empty if it is played as an event."""
    first: int
    """The first turn on which it may be played."""
    weather: tuple[str, ...]
    """The weather that it needs; any if there is none."""
    does: tuple[tuple[str, ...], ...]
    """Its effects, each a word and the values that belong to it."""
    fact: Fact


class Events(Struct, frozen=True):
    """The events by card and side."""

    of: Mapping[tuple[str, str], Event]


def read_events(tree: Mapping[str, Any], path: Path) -> Events:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    if not isinstance(tree.get("events"), dict) or set(tree) != {"events"}:
        raise DataError(path, "tables [events.<card>.<side>] and no others", ", ".join(tree) or "none")
    found: dict[tuple[str, str], Event] = {}
    for card in tree["events"]:
        sides = table_at(tree, path, "events", card)
        for side, entry in sides.items():
            steps = ["events", card, side]
            event = shape(entry, _Event, path, at=steps)
            for text in event.does:
                if not DOES.fullmatch(text):
                    raise DataError(path, "words that the rules know", text, line=line_of(path, steps), field="does")
            said = f"event of {side} on {card}: {', '.join(event.does) or 'nothing that the rules follow'}"
            found[card, side] = Event(
                event.phases,
                event.whose,
                event.on_draw,
                event.paying,
                event.from_,
                event.weather,
                tuple(tuple(text.split()) for text in event.does),
                Fact(said, Source.parse(event.source), event.doubt),
            )
    return Events(found)


READERS = {"events": Reader(read_events)}
"""The readers of this game's charts, by the word that a chart's file names."""
