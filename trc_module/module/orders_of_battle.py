"""Orders of battle on paper: a sheet for each side, with its counters where and when they come."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from trc_module.art.chart_sheet import Strip, heading_strip, title_strips
from trc_module.art.counters.faces import draw
from trc_module.art.counters.plate import PLATE
from trc_module.art.counters.subjects import face_of
from trc_module.art.display import Item, Text, placed, text_width
from trc_module.art.fonts import Face
from trc_module.art.map.style import MapStyle
from trc_module.hexgrid import Hex
from trc_module.module.place_names import printed_title
from trc_module.module.printed import printed
from trc_module.module.recipe import ModuleInputs
from trc_module.roster import Unit

_TURN = re.compile(r"turn-(?:record-)?(\d+)$")
"""The key of a box of the turn track."""
_SIDE, _GAP = 54.0, 5.0
"""Pixels of a counter's side, and between two."""
_SIZE, _APART = 13.5, 16.0
"""The size of the text above counters, and the pixels between two groups of them."""
_ORDER = ("start", "turn", "event", "unknown")


def orders_of_battle(parts: ModuleInputs, width: float, style: MapStyle) -> Iterator[list[Strip]]:
    """Yield the sheet of each side that has units, of that width."""
    for side in parts.game.sides:
        units = [unit for unit in parts.roster.units.values() if unit.side == side]
        if units:
            yield list(_sheet(parts, side, units, width, style))


def _sheet(parts: ModuleInputs, side: str, units: Sequence[Unit], width: float, style: MapStyle) -> Iterator[Strip]:
    texts = parts.texts
    named = texts.words.get(f"phase.{side}", side.capitalize())
    title = texts("print.order-of-battle", side=named)
    yield from title_strips(title, printed_title(parts.board, parts.texts), width, style)
    places = parts.game.start(_scenario(parts), frozenset()).forces[side].places
    turns = turn_titles(parts)
    groups: dict[tuple[int, int], list[Unit]] = defaultdict(list)
    for unit in units:
        groups[_ORDER.index(unit.entry), unit.arrival or 0].append(unit)
    for (order, turn), members in sorted(groups.items()):
        entry = _ORDER[order]
        yield heading_strip(turns.get(turn, str(turn)) if entry == "turn" else texts(f"print.{entry}"), width, style)
        rows: dict[str, list[Unit]] = defaultdict(list)
        for unit in members:
            rows[_place(parts, unit, places.get(unit.id) if entry == "start" else None)].append(unit)
        yield from _lines(parts, rows, width, style)
        yield Strip((), 8.0)


def _scenario(parts: ModuleInputs) -> str:
    """Return the scenario of the whole game: the campaign, where one is called so."""
    named = [name for name in parts.game.scenarios if name != "none"]
    return "campaign" if "campaign" in named or not named else named[0]


def turn_titles(parts: ModuleInputs) -> Mapping[int, str]:
    """Return what the boxes of the turn track are called, by their turns: `Turn 3, Sep/Oct 1941`."""
    found = {}
    for window in parts.layout.windows:
        for box in parts.recipe.captioned(parts, window).boxes:
            match = _TURN.match(box.key)
            if match:
                found[int(match[1])] = ", ".join(filter(None, (box.title, box.caption)))
    return found


def _place(parts: ModuleInputs, unit: Unit, place: Hex | str | None) -> str:
    """Return where a unit begins or arrives, in words; '' if nothing says so."""
    if unit.area:
        area = unit.shown_area or unit.area
        said = parts.texts.words.get(f"area.{area.replace(' ', '-')}", area)
        return said[:1].upper() + said[1:]
    return "" if place is None or isinstance(place, str) else parts.board.grid.name(place)


@dataclass(frozen=True, slots=True)
class _Group:
    """Counters side by side, and the place under whose name they stand."""

    place: str
    units: Sequence[Unit]

    @property
    def width(self) -> float:
        return max(len(self.units) * (_SIDE + _GAP), text_width(self.place, _SIZE, Face.MEDIUM) + _GAP)


def _lines(parts: ModuleInputs, rows: Mapping[str, Sequence[Unit]], width: float, style: MapStyle) -> Iterator[Strip]:
    """Yield lines of groups, each as full as the width lets it be."""
    across = max(1, int(width // (_SIDE + _GAP)))
    groups = [
        _Group(place, units[start : start + across])
        for place, units in rows.items()
        for start in range(0, len(units), across)
    ]
    line: list[_Group] = []
    for group in groups:
        if line and sum(each.width + _APART for each in line) + group.width > width:
            yield _line(parts, line, style)
            line = []
        line.append(group)
    if line:
        yield _line(parts, line, style)


def _line(parts: ModuleInputs, groups: Sequence[_Group], style: MapStyle) -> Strip:
    items: list[Item] = []
    x, top = 0.0, 20.0 if any(group.place for group in groups) else 2.0
    for group in groups:
        items.append(Text(group.place, (x, 14.0), _SIZE, style["ink"], Face.MEDIUM))
        for column, unit in enumerate(group.units):
            face = face_of(printed(unit, parts.texts))
            if face is not None:
                drawn = draw(face, "nato", "normal", "standard")
                items += placed(drawn.items, x + column * (_SIDE + _GAP), top, _SIDE / PLATE)
        x += group.width + _APART
    return Strip(tuple(items), top + _SIDE + 8)
