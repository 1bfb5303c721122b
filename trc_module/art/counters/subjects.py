"""Faces of the roster's units and markers: the content that the drawing of each shows."""

from __future__ import annotations

import re

from trc_module.art.counters.spec import CounterFace, MarkerFace, Side, UnitFace
from trc_module.facts import Trust
from trc_module.roster import Face, Marker, Unit
from trc_module.roster.cards import EVERY

_SIZE_MARKS = {
    "none": "",
    "regiment": "III",
    "corps": "XXX",
    "army": "XXXX",
    "army-group": "XXXXX",
    "high-command": "XXXXXX",
}
_FORMATION_WORDS = {"SS", "Gd", "LW"}
_FIGURE = re.compile(r"(.+?) ([+-]|x?\d+)")
"""A marker's text that ends in what is shown large: `Invasion 2`, `RP Bid -`, `Worker RPs x2`."""
_TYPOGRAPHIC = str.maketrans("-x", "−×")


def face_of(item: Unit | Marker, side: Side = "front") -> CounterFace | None:
    """Return what a face of a counter shows, None for a back that is blank."""
    if isinstance(item, Marker):
        return _marker(item, side)
    return _unit_back(item) if side == "back" else _unit_front(item)


def livery_of(unit: Unit) -> str:
    """Return the livery of a unit: its formation's if it has one of its own, else its nation's."""
    return unit.livery or unit.formation or unit.nation


def _unit_front(unit: Unit, shown: Unit | Face | None = None) -> UnitFace:
    """Return a face that shows what a unit is worth: its front, or another face that it has."""
    face = shown if isinstance(shown, Face) else None
    kind = (face.type if face else "") or unit.type
    headquarters = kind == "hq"
    name = _short((face.called if face else "") or unit.name)
    return UnitFace(
        livery=livery_of(unit),
        symbol=(face.symbol if face else "") or unit.symbol or kind,
        size_mark=_SIZE_MARKS.get((face.size if face else "") or unit.size, ""),
        designation="" if headquarters else name,
        code=unit.code,
        factors=_factors(unit, shown or unit),
        field_name=name if headquarters else "",
    )


def _unit_back(unit: Unit) -> UnitFace:
    if unit.faces:
        return _unit_front(unit, unit.faces[0])
    name = "HQ" if unit.type == "hq" else ""
    return UnitFace(livery_of(unit), unit.symbol or unit.type, code=unit.code, lines=unit.back, field_name=name)


def _factors(unit: Unit, shown: Unit | Face) -> tuple[str, ...]:
    """Return the factors as printed: a worker has only its value; a question mark is an unknown factor."""
    names = ("combat",) if unit.type == "worker" else unit.printed
    values = [_factor(shown, name) for name in names]
    while values and not values[-1]:
        # A unit that does not move has no dash behind its one factor.
        values.pop()
    return tuple(values)


def _factor(shown: Unit | Face, name: str) -> str:
    value = shown.own[name] if name in shown.own else getattr(shown, name)
    if value is not None:
        return f"({value})" if shown.bracketed and name == "combat" else str(value)
    return "?" if shown.source_of(name).trust is Trust.MISSING else ""


def _short(name: str) -> str:
    """Return a designation that has room beside the symbol.

    A long name of several words becomes its initials; of three words the formation goes: the livery tells it.
    """
    words = name.split()
    if len(words) > 1 and all(len(word) > 4 for word in words):
        return "".join(word[0] for word in words)
    if len(words) > 2:
        return " ".join(word for word in words if word not in _FORMATION_WORDS)
    return name


def _marker(marker: Marker, side: Side) -> MarkerFace | None:
    text = marker.front if side == "front" else marker.back
    if not text:
        return None
    match = _FIGURE.fullmatch(text)
    caption, figure = match.groups() if match else (text, "")
    name = f"{marker.kind}-{text.lower().replace(' ', '-')}" if marker.by_text else marker.kind
    # The captions of another language leave the pictogram's name as it is.
    said = marker.captions.get(caption, caption)
    return MarkerFace(_marker_livery(marker, text), name, said, figure.translate(_TYPOGRAPHIC))


def _marker_livery(marker: Marker, text: str) -> str:
    """Return the colours that a face bears: those of the side that it names, else of the one that uses the marker."""
    words = text.lower().split()
    for side, livery in marker.liveries.items():
        if side in words:
            return livery
    return "neutral" if marker.side == EVERY else marker.liveries.get(marker.side, marker.side)
