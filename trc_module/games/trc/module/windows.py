"""Print in the windows of boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from trc_module.games.trc.charts import Turn
from trc_module.games.trc.module.arrivals import entry_words
from trc_module.games.trc.module.chart_tables import words
from trc_module.games.trc.module.chart_words import translated
from trc_module.games.trc.module.status import months
from trc_module.games.trc.module.tables import charts_of
from trc_module.module.layout import BoxPlace, Window
from trc_module.module.recipe import ModuleInputs
from trc_module.module.table.track import arriving

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
        entered = ", ".join(sorted(entry_words(parts.texts, area) for area in areas))
        if len(f"{caption} \u00b7 {entered}") <= _WIDEST:
            caption = f"{caption} \u00b7 {entered}"
    lines = () if match[1] else tuple(_record_lines(parts, turn))
    return replace(box, title=title, caption=caption, lines=lines)


def _record_lines(parts: ModuleInputs, turn: Turn) -> Iterator[str]:
    """Yield what a box of the turn record says: its weather, where no die decides it, and how many units arrive."""
    automatic = charts_of(parts).weather.months[turn.key].automatic
    in_words = translated(parts.folder, parts.texts.language, "weather")
    yield in_words(words(automatic)) if automatic else parts.texts("track.by-die")
    arrivals = arriving(turn.number, parts.roster, parts.texts.words)
    if arrivals:
        yield arrivals
