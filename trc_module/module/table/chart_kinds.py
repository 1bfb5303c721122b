"""Charts that say more than their files' keys: the turn track, terrain, single numbers.

The catalogue's `column.<word>` is the heading of a column, `ground.<kind>` what terrain is called, `value.<name>` what
a number is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trc_module.charts.terrain_costs import ANY, TerrainCost, TerrainCosts
from trc_module.charts.turn_track import TurnTrack
from trc_module.charts.values import Values
from trc_module.facts import Fact
from trc_module.module.pages import table
from trc_module.module.palette_paths import list_title
from trc_module.module.table.track import values_of


def known_tables(chart: Any, words: Mapping[str, str]) -> Iterator[str] | None:
    """Return the tables of a chart of these kinds; None for any other."""
    match chart:
        case TurnTrack():
            return _track(chart, words)
        case TerrainCosts():
            return _terrain(chart, words)
        case Values():
            return _values(chart, words)
    return None


def _track(chart: TurnTrack, words: Mapping[str, str]) -> Iterator[str]:
    columns = list(dict.fromkeys(word for turn in chart.turns.values() for word in turn.printed))
    rows = []
    for number, turn in chart.turns.items():
        said = values_of(turn, words)
        label = words.get(f"track.label-{number}", turn.label)
        rows.append([f"{number}{_mark(turn.fact)}", label, *(said.get(column, "") for column in columns)])
    yield table(["", _head("turn", words), *(_head(column, words) for column in columns)], rows)


def _terrain(chart: TerrainCosts, words: Mapping[str, str]) -> Iterator[str]:
    for rows in (chart.terrain, chart.hexside):
        told = {name: row for name, row in rows.items() if _says_something(row)}
        movers = list(dict.fromkeys(mover for row in told.values() for mover in row.costs))
        # A class without its own word stands at the end.
        movers.sort(key=lambda mover: mover == ANY)
        if told:
            # Alone it means everybody, and not those who are left.
            heads = [_head("all" if movers == [ANY] else mover, words) for mover in movers]
            yield table(
                ["", *heads, _head("shift", words), _head("note", words)],
                [[f"{_ground(name, words)}{_mark(row.fact)}", *_row(row, movers, words)] for name, row in told.items()],
            )


def _says_something(row: TerrainCost) -> bool:
    return bool(row.shift or row.stops or row.note or any(row.costs.values()))


def _row(row: TerrainCost, movers: list[str], words: Mapping[str, str]) -> list[str]:
    costs = [row.costs.get(mover, row.costs.get(ANY, "")) for mover in movers]
    notes = [_head("stops", words)] if row.stops else []
    notes += [words.get(f"note.{row.note}", row.note)] if row.note else []
    shown = [words.get(f"cost.{cost}", str(cost)) for cost in costs]
    return [*shown, f"{row.shift:+d}" if row.shift else "", ", ".join(notes)]


def _values(chart: Values, words: Mapping[str, str]) -> Iterator[str]:
    rows = [
        [f"{words.get(f'value.{name}', chart.texts[name])}{_mark(chart.facts[name])}", str(number)]
        for name, number in chart.numbers.items()
    ]
    yield table(["", ""], rows)


def _ground(name: str, words: Mapping[str, str]) -> str:
    said = words.get(f"ground.{name}") or list_title(name)
    return said[:1].upper() + said[1:]


def _head(word: str, words: Mapping[str, str]) -> str:
    return words.get(f"column.{word}") or list_title(word)


def _mark(fact: Fact) -> str:
    """Return the mark of a row that was not read off a chart."""
    return "" if fact.source.trust.carries_violation else " ?"
