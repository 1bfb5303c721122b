"""The readers of this game's charts: terrain effects and the weather table, any datum of which may be unknown.

[terrain]                                # also [place] and [hexside]
forest = { cost = 2, defence = "?", source = "..." }
[hexside]
river = { cost = 1, shift = -1, listed = "all", source = "..." }   # all: the map has every river
[months]
Jun41 = { dice = ["good", "good", "good", "good", "mud", "mud"], source = "..." }
[shifts]
winter = { columns = 1, first = 7, last = 9, source = "..." }
[counts]
victory-cities = { number = 10, source = "..." }
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from trc_module.charts.reader import Reader
from trc_module.facts import DataError, Fact, Source
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of, shape, table_at

UNKNOWN = "?"
WEATHERS = ("good", "mud", "snow")
SHIFTS = ("winter", "other")
COUNTS = ("victory-cities", "soviet-armor")
_DICE = 6
_TABLES = ("terrain", "place", "hexside")

_Number = int | Literal["?"] | None


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    cost: _Number = None
    defence: _Number = None
    shift: _Number = None
    listed: Literal["all", "some", "?"] = "some"
    doubt: str = ""


class _Month(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: list[str]
    source: str
    doubt: str = ""


class Effect(Struct, frozen=True):
    """The effects of one kind of terrain, place or hexside; None for no such effect or an unknown one."""

    cost: int | None
    """Movement points."""
    defence: int | None
    """Factors that it adds to the defence."""
    shift: int | None
    """Columns of the results table, for an attack across it."""
    all_listed: bool
    """Whether the map has every hexside of the kind, so that there is none where it has none."""
    fact: Fact


class Effects(Struct, frozen=True):
    """The chart, by table and kind."""

    rows: Mapping[tuple[str, str], Effect]

    def of(self, table: str, kind: str) -> Effect:
        """Return what a kind does; KeyError if the chart does not have it."""
        return self.rows[table, kind]


class WeatherTable(Struct, frozen=True):
    """The weather by month and die."""

    dice: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Fact]


def read_effects(tree: Mapping[str, Any], path: Path) -> Effects:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    rows = {}
    for table in tree:
        if table not in _TABLES:
            raise DataError(path, one_of(_TABLES, table), table, line=line_of(path, [table]))
        for kind, entry in table_at(tree, path, table).items():
            row = shape(entry, _Row, path, at=[table, kind])
            told = {name: value for name in ("cost", "defence", "shift") if (value := getattr(row, name)) is not None}
            said = ", ".join(f"{name} {'unknown' if value == UNKNOWN else value}" for name, value in told.items())
            known = {name: value for name, value in told.items() if value != UNKNOWN}
            fact = Fact(f"{kind}: {said}", Source.parse(row.source), row.doubt)
            rows[table, kind] = Effect(
                known.get("cost"), known.get("defence"), known.get("shift"), row.listed == "all", fact
            )
    return Effects(rows)


def read_weather(tree: Mapping[str, Any], path: Path) -> WeatherTable:
    """Shape the table out of its tree; DataError names the line that is wrong."""
    if set(tree) != {"months"}:
        raise DataError(path, "a table [months] and no other", ", ".join(tree) or "none")
    dice: dict[str, tuple[str, ...]] = {}
    facts: dict[str, Fact] = {}
    for month, entry in table_at(tree, path, "months").items():
        row = shape(entry, _Month, path, at=["months", month])
        if len(row.dice) != _DICE:
            expected, line = f"{_DICE} words, for a die of 1 to {_DICE}", line_of(path, ["months", month])
            raise DataError(path, expected, str(len(row.dice)), line=line, field=month)
        source = Source.parse(row.source)
        for word in row.dice:
            if word not in WEATHERS and not (word == UNKNOWN and source.kind == "missing"):
                line = line_of(path, ["months", month])
                raise DataError(path, one_of(WEATHERS, word), word, line=line, field=month)
        dice[month] = tuple(row.dice)
        facts[month] = Fact(f"weather of {month}: {' '.join(row.dice)}", source, row.doubt)
    return WeatherTable(dice, facts)


class _Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int | Literal["?"]
    source: str
    doubt: str = ""


class Bonus(Struct, frozen=True):
    """The operational movement bonus in one weather; None where it is unknown."""

    points: int | None
    fact: Fact


def read_bonus(tree: Mapping[str, Any], path: Path) -> dict[str, Bonus]:
    """Shape the bonus by weather out of its tree; DataError names the line that is wrong."""
    if set(tree) != {"bonus"}:
        raise DataError(path, "a table [bonus] and no other", ", ".join(tree) or "none")
    found = {}
    for weather, entry in table_at(tree, path, "bonus").items():
        if weather not in WEATHERS:
            line = line_of(path, ["bonus", weather])
            raise DataError(path, one_of(WEATHERS, weather), weather, line=line, field="bonus")
        row = shape(entry, _Bonus, path, at=["bonus", weather])
        points = row.points if isinstance(row.points, int) else None
        said = "unknown" if points is None else points
        found[weather] = Bonus(
            points, Fact(f"operational bonus in {weather} weather: {said}", Source.parse(row.source))
        )
    return found


class _Shift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    columns: int | Literal["?"]
    first: int | Literal["?"]
    last: int | Literal["?"]
    listed: Literal["all", "some"] = "all"
    doubt: str = ""


class ShiftByMonth(Struct, frozen=True):
    """A shift of the column in some months, counted from June 1941; None where a number is unknown."""

    columns: int | None
    first: int | None
    last: int | None
    all_listed: bool
    """Whether the text names every further shift."""
    fact: Fact


def read_shifts(tree: Mapping[str, Any], path: Path) -> dict[str, ShiftByMonth]:
    """Shape the shifts by name out of their tree; DataError names the line that is wrong."""
    if set(tree) != {"shifts"}:
        raise DataError(path, "a table [shifts] and no other", ", ".join(tree) or "none")
    found = {}
    for name, entry in table_at(tree, path, "shifts").items():
        if name not in SHIFTS:
            raise DataError(path, one_of(SHIFTS, name), name, line=line_of(path, ["shifts", name]), field="shifts")
        row = shape(entry, _Shift, path, at=["shifts", name])
        columns, first, last = (_known(value) for value in (row.columns, row.first, row.last))
        said = row.listed if name == "other" else f"{row.columns} columns in months {row.first} to {row.last}"
        fact = Fact(f"shift {name}: {said}", Source.parse(row.source), row.doubt)
        found[name] = ShiftByMonth(columns, first, last, row.listed == "all", fact)
    return found


def _known(value: int | Literal["?"]) -> int | None:
    return value if isinstance(value, int) else None


class _Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int | Literal["?"]
    source: str
    doubt: str = ""


class Count(Struct, frozen=True):
    """A number that the text does not give; None where it is unknown."""

    number: int | None
    fact: Fact


def read_counts(tree: Mapping[str, Any], path: Path) -> dict[str, Count]:
    """Shape the numbers by name out of their tree; DataError names the line that is wrong."""
    if set(tree) != {"counts"}:
        raise DataError(path, "a table [counts] and no other", ", ".join(tree) or "none")
    found = {}
    for name, entry in table_at(tree, path, "counts").items():
        if name not in COUNTS:
            raise DataError(path, one_of(COUNTS, name), name, line=line_of(path, ["counts", name]), field="counts")
        row = shape(entry, _Count, path, at=["counts", name])
        number = _known(row.number)
        said = "unknown" if number is None else number
        found[name] = Count(number, Fact(f"{name}: {said}", Source.parse(row.source), row.doubt))
    return found


READERS = {
    "column-shifts": Reader(read_shifts),
    "movement-bonus": Reader(read_bonus),
    "terrain-effects": Reader(read_effects),
    "unknown-counts": Reader(read_counts),
    "weather-dice": Reader(read_weather),
}
