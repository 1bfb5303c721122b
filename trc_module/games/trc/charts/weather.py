"""Weather: what a die brings in each pair of months, and how the running modifier changes (4.1.1, 26.3)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from trc_module.facts import DataError
from trc_module.facts.toml_file import line_of, shape, table_at
from trc_module.games.trc.charts.turns import PAIRS, Turn
from trc_module.games.trc.charts.years import read_year

Weather = Literal["clear", "light-mud", "mud", "snow"]


class _Months(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    automatic: Weather | None = None
    weather: list[Weather] = []
    drm: list[int] = []


class _Year(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    source: str
    mar_apr: Weather | None = None
    sep_oct: Weather | None = None
    nov_dec: Weather | None = None


class WeatherOutcome(Struct, frozen=True):
    """The result of a weather die."""

    adjusted: int
    """The die with the modifier, cut to the ends of the chart."""
    weather: str
    change: int
    """The number that the cell adds to the running modifier."""
    drm: int
    """The running modifier from now on."""


class WeatherChart(Struct, frozen=True):
    """The weather of every turn: automatic, by a die, or as history had it."""

    months: Mapping[str, _Months]
    history: Mapping[tuple[int, str], str]

    def automatic(self, turn: Turn) -> str | None:
        """Return the weather of a turn that has no die, None if it has one."""
        return self.months[turn.key].automatic

    def roll(self, turn: Turn, die: int, drm: int) -> WeatherOutcome:
        """Return what a die brings on a turn that has one, with the running modifier; KeyError if it has none."""
        column = self.months[turn.key]
        if column.automatic:
            raise KeyError(f"{turn} has no weather die: it is {column.automatic}")
        adjusted = max(0, min(die + drm, len(column.weather) - 1))
        change = column.drm[adjusted]
        return WeatherOutcome(adjusted, column.weather[adjusted], change, drm + change)

    def historical(self, turn: Turn) -> str | None:
        """Return the weather of optional rule 26.3, which has a word for each turn with a die; None if it has none."""
        return self.months[turn.key].automatic or self.history.get((turn.year, turn.key))


def read_weather(tree: Mapping[str, Any], path: Path) -> WeatherChart:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    rows = table_at(tree, path, "months")
    months = {name: shape(entry, _Months, path, at=["months", name]) for name, entry in rows.items()}
    for name, column in months.items():
        if (column.automatic is None) != bool(column.weather) or len(column.weather) != len(column.drm):
            expected = "an automatic weather, or as many weathers as modifiers"
            raise DataError(path, expected, line=line_of(path, ["months", name]), field=f"months.{name}")
    missing = next((pair for pair in PAIRS if pair not in months), None)
    if missing is not None:
        raise DataError(path, f"the weather of {missing}", "none", line=line_of(path, ["months"]), field="months")
    history = {}
    for year, entry in table_at(tree, path, "historical").items():
        number = read_year(year, path, "historical")
        row = shape(entry, _Year, path, at=["historical", year])
        for key in ("mar-apr", "sep-oct", "nov-dec"):
            weather: str | None = getattr(row, key.replace("-", "_"))
            if weather:
                history[number, key] = weather
    return WeatherChart(months, history)
