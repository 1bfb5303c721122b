"""Print in the boxes of the turn track: the turn's label, and lines made of what the chart has in its box.

The catalogue of texts says how: `track.line-1 = "{weather}, Blitz! {blitz}"`, and so on. A line that speaks of what a
box does not have is left out. `track.<word>-<value>` translates a value, `track.<word>-<turn>` that of one turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from trc_module.charts import ChartSet
from trc_module.charts.turn_track import TrackTurn, TurnTrack
from trc_module.module.layout import Window
from trc_module.module.recipe import ModuleInputs
from trc_module.module.table_file import TableFile
from trc_module.roster import Roster

_TURN = "turn"
"""The kind of the marker that shows the turn: its box is that of the track."""


def track_printed(parts: ModuleInputs, table: TableFile, window: Window) -> Window:
    """Return a window with labels and lines in those of its boxes that are boxes of the turn track."""
    marker = table.marker.get(_TURN)
    charts: ChartSet = parts.charts
    tracks = list(charts.of_kind(TurnTrack).values())
    if marker is None or not tracks:
        return window
    labels = dated_labels(tracks[0], parts.texts.words)
    turns = {marker.box.format(turn=number): turn for number, turn in tracks[0].turns.items()}
    boxes = (
        replace(
            box,
            caption=_caption(labels[turns[box.key].number], box.title),
            lines=tuple(_lines(parts, turns[box.key])),
        )
        if box.key in turns
        else box
        for box in window.boxes
    )
    return replace(window, boxes=tuple(boxes))


def _caption(label: str, title: str) -> str:
    """Return the label of a turn, nothing if the box is called so anyway."""
    return "" if label == title else label


_YEAR = re.compile(r"\b(?:19)?(\d\d)$")
"""A year at the end of a label: `Jan-Feb 42`."""


def dated_labels(track: TurnTrack, words: Mapping[str, str]) -> dict[int, str]:
    """Return the labels of all turns: after one that ends in a year, the next ones have that year too."""
    labels, year = {}, ""
    for number, turn in track.turns.items():
        label = words.get(f"track.label-{number}", turn.label)
        found = _YEAR.search(label)
        year = found[0] if found else year
        labels[number] = label if found or not year else f"{label} {year}"
    return labels


def arriving(turn: int, roster: Roster, words: Mapping[str, str]) -> str:
    """Return how many units of each side arrive on a turn; '' if none does."""
    sides = [unit.side for unit in roster.units.values() if unit.entry == "turn" and unit.arrival == turn]
    counted = ((side, sides.count(side)) for side in dict.fromkeys(sides))
    return ", ".join(f"{words.get(f'phase.{side}', side.capitalize())} {number}" for side, number in counted)


def values_of(turn: TrackTurn, words: Mapping[str, str]) -> dict[str, str]:
    """Return what stands in the box of a turn in the words of a catalogue."""
    return {
        word: words.get(f"track.{word}-{turn.number}", words.get(f"track.{word}-{value}", str(value)))
        for word, value in turn.printed.items()
    }


def _lines(parts: ModuleInputs, turn: TrackTurn) -> Iterator[str]:
    words, values = parts.texts.words, values_of(turn, parts.texts.words)
    for key in sorted(key for key in words if key.startswith("track.line-")):
        wanted = re.findall(r"{([^{}]*)}", words[key])
        if all(word in values for word in wanted):
            yield words[key].format_map(values)
    arrivals = arriving(turn.number, parts.roster, words)
    if arrivals:
        yield f"{words.get('track.arrivals', 'Arrivals')}: {arrivals}"
