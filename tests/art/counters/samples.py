"""Counters made for tests."""

from __future__ import annotations

from typing import Any

from trc_module.facts import Source
from trc_module.roster import Marker, Unit

_UNIT: dict[str, Any] = {
    "id": "ger-47-pz",
    "side": "axis",
    "nation": "german",
    "formation": "",
    "name": "47",
    "type": "armor",
    "size": "corps",
    "stacks": "corps",
    "combat": 7,
    "move": 7,
    "setup": "C",
    "area": "Army Group Center",
    "entry": "start",
    "arrival": None,
    "month": None,
    "option": "",
    "sources": {"": Source("rulebook", "2.2")},
}
_MARKER: dict[str, Any] = {
    "id": "invasion-axis",
    "side": "axis",
    "kind": "invasion",
    "front": "Invasion 1",
    "back": "Invasion 2",
    "count": 1,
    "box": "",
    "option": "",
    "liveries": {"axis": "german", "russian": "russian"},
}


def unit(**fields: Any) -> Unit:
    """Return the 47th Panzer Corps, or what the fields make of it."""
    return Unit(**(_UNIT | fields))


def marker(**fields: Any) -> Marker:
    """Return the Axis invasion marker, or what the fields make of it."""
    return Marker(**(_MARKER | fields))
