"""What the roster's units and markers show on their faces."""

from __future__ import annotations

import re

from trc_module.art.counters.spec import CounterFace, MarkerFace, Side, UnitFace
from trc_module.facts import Trust
from trc_module.roster import Marker, Unit

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
    return unit.formation or unit.nation


def _unit_front(unit: Unit) -> UnitFace:
    headquarters = unit.type == "hq"
    name = _short(unit.name)
    return UnitFace(
        livery=livery_of(unit),
        symbol=unit.type,
        size_mark=_SIZE_MARKS[unit.size],
        designation="" if headquarters else name,
        code=unit.code,
        factors=_factors(unit),
        field_name=name if headquarters else "",
    )


def _unit_back(unit: Unit) -> UnitFace:
    name = "HQ" if unit.type == "hq" else ""
    return UnitFace(livery_of(unit), unit.type, code=unit.code, lines=unit.back, field_name=name)


def _factors(unit: Unit) -> tuple[str, ...]:
    """Return the factors as printed: a worker has only its value; a question mark is a factor nobody has told us."""
    names = ("combat",) if unit.type == "worker" else ("combat", "move")
    values = [_factor(unit, name) for name in names]
    return tuple(values) if any(values) else ()


def _factor(unit: Unit, name: str) -> str:
    value = getattr(unit, name)
    if value is not None:
        return str(value)
    return "?" if unit.fact(name).trust is Trust.MISSING else ""


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
    # There is one marker of the weather to each weather, and one pictogram.
    name = f"weather-{marker.front.lower().replace(' ', '-')}" if marker.kind == "weather" else marker.kind
    return MarkerFace(_marker_livery(marker, text), name, caption, figure.translate(_TYPOGRAPHIC))


def _marker_livery(marker: Marker, text: str) -> str:
    """Return the side whose colours a face bears: the one that it names, else the one that uses the marker."""
    words = text.lower().split()
    for side in ("axis", "russian"):
        if side in words:
            return side
    return "neutral" if marker.side == "both" else marker.side
