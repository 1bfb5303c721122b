"""Titles of boxes and counters for players, in the language of the module's texts.

Saves and logs know boxes, windows and counters by names and marks that are the same in every language; these titles are
only shown. A catalogue of texts says `box.axis-rail` for a box, `box.turn-n` for all boxes of a row of numbers,
`marker.<id>` or `marker.<kind>`, `nation.<nation>`, `unit.<id>` and `type.<type>`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from trc_module.facts import Trust
from trc_module.module.layout import BoxPlace, Window
from trc_module.module.palette_paths import list_title
from trc_module.module.texts import DEFAULT, Texts
from trc_module.roster import Marker, Unit

_NUMBERED = re.compile(r"(.+)-(\d+)")
_NO_TEXTS = Texts("", {})


def titled(texts: Texts, window: Window) -> Window:
    """Return a window whose boxes have titles in the language of the texts."""
    return replace(window, boxes=tuple(replace(box, title=_box_title(texts, box)) for box in window.boxes))


def _box_title(texts: Texts, box: BoxPlace) -> str:
    key = box.key.replace(" ", "-")
    if own := texts.words.get(f"box.{key}"):
        return own
    row = _NUMBERED.fullmatch(key)
    pattern = texts.words.get(f"box.{row[1]}-n") if row else None
    return pattern.format(number=row[2]) if row and pattern else box.title


def counter_title(item: Unit | Marker, texts: Texts = _NO_TEXTS) -> str:
    """Return what players call a counter: `German 4 Infantry 4-4`, `Target`, or the titles of a card's events."""
    return _marker_title(item, texts) if isinstance(item, Marker) else _unit_title(item, texts)


def _marker_title(marker: Marker, texts: Texts) -> str:
    words = texts.words
    if marker.events:
        titles = (words.get(f"card.{marker.id}-{event.side}-title", event.title) for event in marker.events)
        return " / ".join(titles)
    return words.get(f"marker.{marker.id}") or words.get(f"marker.{marker.kind}") or marker.name


def counter_name(item: Unit | Marker, texts: Texts) -> str:
    """Return what sentences call a counter: `German 4th Infantry Army`, or its title without factors."""
    if isinstance(item, Marker):
        return _marker_title(item, texts)
    return item.spoken if texts.language == DEFAULT and item.spoken else _unit_words(item, texts)


def _unit_title(unit: Unit, texts: Texts) -> str:
    known = ((name, unit.own[name] if name in unit.own else getattr(unit, name)) for name in unit.printed)
    factors = "-".join(
        "?" if value is None else str(value)
        for name, value in known
        if value is not None or unit.source_of(name).trust is Trust.MISSING
    )
    return f"{_unit_words(unit, texts)} {factors}".strip()


def _unit_words(unit: Unit, texts: Texts) -> str:
    words = texts.words
    name = words.get(f"unit.{unit.id}", unit.name)
    if unit.spoken == unit.name:
        # The game's vocabulary says that units of its type are called by their names alone.
        return name
    nation = words.get(f"nation.{unit.nation}", unit.nation.capitalize())
    kind = words.get(f"type.{unit.type}", list_title(unit.type))
    return " ".join(word for word in (nation, name, kind) if word)
