"""The counters as sheets to compare with one's own copy: one sheet a nation or option, doubtful counters first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from trc_module.facts import ChecklistItem, ChecklistSheet, Trust
from trc_module.roster.roster import Roster
from trc_module.roster.units import Unit

_NOT_SHOWN = ("stacks", "option")
"""The columns of units.csv that no counter shows."""


def sheets(roster: Roster) -> tuple[ChecklistSheet, ...]:
    """Return the sheets of all units; a unit with an unknown month or factor asks for it."""
    found = []
    for title, units in groupby(roster.units.values(), key=_title):
        items = [_item(unit, roster.fields) for unit in units]
        doubtful = tuple(item for item in items if item.doubt)
        sound = tuple(item for item in items if not item.doubt)
        sections = (("Please look closely", doubtful), ("The others", sound))
        found.append(ChecklistSheet(title, tuple(section for section in sections if section[1])))
    return tuple(found)


def _title(unit: Unit) -> str:
    side = unit.side.capitalize()
    return f"{side} counters of option {unit.option}" if unit.option else f"{side} counters: {unit.nation}"


def _item(unit: Unit, fields: Sequence[str]) -> ChecklistItem:
    words = [unit.name, unit.type, _factors(unit)]
    words += [f"{name} {_shown(value)}" for name, value in unit.own.items() if value not in (None, "", False)]
    words += [f"({unit.setup})" if unit.setup else "", unit.area]
    if unit.entry != "start":
        words.append({"turn": f"turn {unit.arrival}", "event": "by event", "unknown": "turn ?"}[unit.entry])
    if unit.entry == "turn":
        words.append({1: "first month", 2: "second month"}.get(unit.month or 0, ""))
    doubts = [_doubt(unit, field) for field in ("name", *fields) if field not in _NOT_SHOWN]
    return ChecklistItem(" ".join(filter(None, words)), "; ".join(filter(None, doubts)))


def _factors(unit: Unit) -> str:
    """Return both factors: `7-7`, `7-?` where one is unknown; what a counter does not have is left out."""
    return "-".join(
        "?" if factor is None else str(factor)
        for name, factor in (("combat", unit.combat), ("move", unit.move))
        if factor is not None or unit.source_of(name).trust is Trust.MISSING
    )


def _shown(value: object) -> str:
    return "" if value is True else str(value)


def _doubt(unit: Unit, field: str) -> str:
    if field == "month" and unit.entry != "turn":
        return ""
    fact = unit.fact(field)
    if fact.doubt:
        return f"{field}: {fact.doubt}"
    words = {Trust.MISSING: f"{field} not known to us", Trust.ASSUMED: f"{field} assumed"}
    return words.get(fact.trust, "")
