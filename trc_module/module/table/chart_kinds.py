"""Charts that say more than their files' keys: the turn track, terrain, single numbers.

The catalogue's `column.<word>` is the heading of a column, `ground.<kind>` what terrain is called, `value.<name>` what
a number is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trc_module.charts.allowances import Allowances
from trc_module.charts.sheet import GROUND, SIDE, UNIT, Block, grid
from trc_module.charts.terrain_costs import ANY, TerrainCost, TerrainCosts
from trc_module.charts.terrain_words import WordedTerrain
from trc_module.charts.turn_track import TurnTrack
from trc_module.charts.values import Values
from trc_module.facts import Fact
from trc_module.module.palette_paths import list_title
from trc_module.module.table.track import arriving, dated_labels, values_of
from trc_module.roster import Roster


def known_tables(chart: Any, words: Mapping[str, str], roster: Roster) -> Iterator[Block] | None:
    """Return the tables of a chart of these kinds; None for any other."""
    match chart:
        case TurnTrack():
            return _track(chart, words, roster)
        case TerrainCosts():
            return _terrain(chart, words)
        case WordedTerrain():
            return _worded(chart, words)
        case Values():
            return _values(chart, words)
        case Allowances() if len({name for name, _ in chart.cells}) > 1:
            return _allowances(chart, words, roster)
    return None


def _track(chart: TurnTrack, words: Mapping[str, str], roster: Roster) -> Iterator[Block]:
    columns = list(dict.fromkeys(word for turn in chart.turns.values() for word in turn.printed))
    columns = [word for word in columns if words.get(f"column.{word}", word) != ""]
    labels = dated_labels(chart, words)
    # A label that says the number alone says it twice.
    named = len({label.replace(str(number), "") for number, label in labels.items()}) > 1
    arrivals = {number: arriving(number, roster, words) for number in chart.turns}
    rows = []
    for number, turn in chart.turns.items():
        said = values_of(turn, words)
        row = [f"{number}{_mark(turn.fact)}", *([labels[number]] if named else [])]
        row += [said.get(column, "") for column in columns]
        rows.append(row + ([arrivals[number]] if any(arrivals.values()) else []))
    heads = [_head("turn", words) if not named else "", *([_head("turn", words)] if named else [])]
    heads += [_head(column, words) for column in columns]
    yield grid(heads + ([words.get("track.arrivals", "Arrivals")] if any(arrivals.values()) else []), rows)


def _allowances(chart: Allowances, words: Mapping[str, str], roster: Roster) -> Iterator[Block]:
    """Yield one table: a row for each class of units, a column for each condition."""
    classes = list(dict.fromkeys(name for name, _ in chart.cells))
    conditions = list(dict.fromkeys(condition for _, condition in chart.cells))
    symbols = {unit.type: unit.symbol or unit.type for unit in reversed(list(roster.units.values()))}
    rows = [
        [f"{_head(name, words)}", *(_allowance(chart, name, each, words) for each in conditions)] for name in classes
    ]
    signs = [f"{UNIT}{symbols[name]}" if name in symbols else "" for name in classes]
    yield grid([words.get("column.units", ""), *(_head(each, words) for each in conditions)], rows, signs)


def _allowance(chart: Allowances, name: str, condition: str, words: Mapping[str, str]) -> str:
    if (name, condition) not in chart.cells and (name, ANY) not in chart.cells:
        return ""
    said = str(chart.cells.get((name, condition), chart.cells.get((name, ANY))))
    said = words.get(f"cell.{said}", said)
    most = chart.most.get((name, condition))
    known = "" if most is None else f" ({_head('most', words).lower()} {most})"
    return f"{said}{known}{_mark(chart.fact(name, condition))}"


def _terrain(chart: TerrainCosts, words: Mapping[str, str]) -> Iterator[Block]:
    for kind, rows in ((GROUND, chart.terrain), (SIDE, chart.hexside)):
        told = {name: row for name, row in rows.items() if _says_something(row)}
        movers = list(dict.fromkeys(mover for row in told.values() for mover in row.costs))
        # A class without its own word stands at the end.
        movers.sort(key=lambda mover: mover == ANY)
        if told:
            # Alone it means everybody, and not those who are left.
            heads = [_head("all" if movers == [ANY] else mover, words) for mover in movers]
            yield grid(
                ["", *heads, _head("shift", words), _head("note", words)],
                [[f"{_ground(name, words)}{_mark(row.fact)}", *_row(row, movers, words)] for name, row in told.items()],
                [f"{kind}{name}" for name in told],
            )


def _worded(chart: WordedTerrain, words: Mapping[str, str]) -> Iterator[Block]:
    for kind, rows in ((GROUND, chart.terrain), (SIDE, chart.hexside)):
        told = [
            [
                f"{_ground(name, words)}{_mark(row.fact)}",
                words.get(f"effect.{name}-movement", row.movement),
                words.get(f"effect.{name}-combat", words.get(f"effect.{row.combat}", row.combat)),
            ]
            for name, row in rows.items()
        ]
        if told:
            yield grid(["", _head("movement", words), _head("combat", words)], told, [f"{kind}{name}" for name in rows])


def _says_something(row: TerrainCost) -> bool:
    return bool(row.shift or row.stops or row.note or any(row.costs.values()))


def _row(row: TerrainCost, movers: list[str], words: Mapping[str, str]) -> list[str]:
    costs = [row.costs.get(mover, row.costs.get(ANY, "")) for mover in movers]
    notes = [_head("stops", words)] if row.stops else []
    notes += [words.get(f"note.{row.note}", row.note)] if row.note else []
    shown = [words.get(f"cost.{cost}", str(cost)) for cost in costs]
    return [*shown, f"{row.shift:+d}" if row.shift else "", ", ".join(notes)]


def _values(chart: Values, words: Mapping[str, str]) -> Iterator[Block]:
    rows = [
        [f"{words.get(f'value.{name}', chart.texts[name])}{_mark(chart.facts[name])}", str(number)]
        for name, number in chart.numbers.items()
    ]
    yield grid(["", ""], rows)


def _ground(name: str, words: Mapping[str, str]) -> str:
    said = words.get(f"ground.{name}") or list_title(name)
    return said[:1].upper() + said[1:]


def _head(word: str, words: Mapping[str, str]) -> str:
    return words.get(f"column.{word}") or list_title(word)


def _mark(fact: Fact) -> str:
    """Return the mark of a row that was not read off a chart."""
    return "" if fact.source.trust.carries_violation else " ?"
