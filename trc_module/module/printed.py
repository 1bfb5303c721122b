"""Printed words of counters, in the language of the module's texts.

A catalogue says `unit.<id>` for a unit's name and `short.<id>` for what of it stands on its front, and `marker.<id>` or
`marker.<kind>` for a marker's text. With `back.start` and `back.turn` backs speak its language: `area.<area>` is a
place on them, `type.<type>` a type.
"""

from __future__ import annotations

from dataclasses import replace

from trc_module.module.texts import DEFAULT, Texts
from trc_module.roster import Marker, Unit


def printed(item: Unit | Marker, texts: Texts) -> Unit | Marker:
    """Return a counter with the words that its picture shows in the language of the texts."""
    if texts.language == DEFAULT:
        return item
    return _marker(item, texts) if isinstance(item, Marker) else _unit(item, texts)


def _marker(marker: Marker, texts: Texts) -> Marker:
    # A text that names one of several markers of a kind, or a figure, is its own.
    if marker.events or marker.back or marker.front != marker.name or marker.by_text:
        return marker
    words = texts.words
    return replace(marker, front=words.get(f"marker.{marker.id}") or words.get(f"marker.{marker.kind}") or marker.front)


def _unit(unit: Unit, texts: Texts) -> Unit:
    words = texts.words
    name = words.get(f"unit.{unit.id}", unit.name)
    back = tuple(_back(unit, name, texts)) if "back.start" in words else ()
    return replace(unit, name=words.get(f"short.{unit.id}", name), back_words=back)


def _back(unit: Unit, name: str, texts: Texts) -> list[str]:
    """Return the lines of a back: what it is, where it starts or arrives, and when."""
    words = texts.words
    # Some units say by their names alone what they are.
    kind = "" if unit.back[0] == unit.name else words.get(f"type.{unit.type}", unit.type.capitalize())
    title = f"{name} {kind}".rstrip()
    area = unit.shown_area or unit.area
    place = words.get(f"area.{area.replace(' ', '-')}", area)
    when = words[f"back.{unit.entry}"].format(turn=unit.arrival)
    return [line for line in (title, place[:1].upper() + place[1:], when) if line]
