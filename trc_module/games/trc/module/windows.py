"""Print in the windows of boxes."""

from __future__ import annotations

import re
from dataclasses import replace

from trc_module.games.trc.module.arrivals import entry_words
from trc_module.games.trc.module.status import months
from trc_module.games.trc.module.tables import charts_of
from trc_module.module.layout import BoxPlace, Window
from trc_module.module.recipe import ModuleInputs

_OF_A_TURN = re.compile(r"(?:\b(\w+) )?turn-(?:record-)?(\d+)$")
"""The key of a box that belongs to one turn: where its units arrive, or its place on the turn record."""
_WIDEST = 34
"""Letters of a caption beside the title of the narrowest box."""


def captioned(window: Window, parts: ModuleInputs) -> Window:
    """Return a window in the players' language, in which each turn's box says which months it stands for, and where
    units enter if all enter in one place."""
    return replace(window, boxes=tuple(_captioned(box, parts) for box in window.boxes))


def _captioned(box: BoxPlace, parts: ModuleInputs) -> BoxPlace:
    title = parts.texts.words.get(f"box.{re.sub('[^a-z0-9]+', '-', box.key)}", "")
    match = _OF_A_TURN.search(box.key)
    turn = charts_of(parts).turns.get(int(match[2])) if match else None
    if match is None or turn is None:
        return replace(box, title=title or box.title)
    if not title:
        of = "arrivals" if match[1] else "record"
        side = parts.texts(f"phase.{match[1]}") if match[1] else ""
        title = parts.texts(f"box.{of}", turn=turn.number, **({"side": side} if side else {}))
    areas = {
        unit.area
        for unit in parts.roster.units.values()
        if match[1] and unit.side == match[1] and unit.arrival == turn.number and unit.area and not unit.option
    }
    # A box of the turn record is two counters wide: long names of months would make its whole title small.
    caption = months(parts.texts, turn, short=not match[1])
    if areas:
        words = ", ".join(sorted(entry_words(parts.texts, area) for area in areas))
        if len(f"{caption} \u00b7 {words}") <= _WIDEST:
            caption = f"{caption} \u00b7 {words}"
    return replace(box, title=title, caption=caption)
