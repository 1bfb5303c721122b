"""Air units: what one does to the odds, how far it reaches, and how many may be used (15.5 to 15.9)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from trc_module.facts.toml_file import shape
from trc_module.games.trc.charts.turns import Turn
from trc_module.games.trc.charts.years import read_year


class AirKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The effect of one air unit of a kind, and its limits."""

    shift: int
    """Steps up the odds ladder."""
    range: int
    """Hexes between its headquarters and every defender."""
    first_turn: int
    source: str


class _Year(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    clear: int
    light_mud: int
    mud: int
    snow: int
    source: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stuka: AirKind
    sturmovik: AirKind
    stukas: dict[str, dict[str, Any]]
    sturmoviks: dict[str, dict[str, Any]]


class AirChart(Struct, frozen=True):
    """Stukas and Sturmoviks."""

    stuka: AirKind
    sturmovik: AirKind
    numbers: Mapping[tuple[str, int, str], int]
    """By kind (`stuka`, `sturmovik`), year and weather; a year without a row has none."""

    def stukas(self, turn: Turn, weather: str) -> int:
        """Return how many Stukas may be used on a turn in that weather."""
        return self.numbers.get(("stuka", turn.year, weather), 0) if turn.number >= self.stuka.first_turn else 0

    def sturmoviks(self, turn: Turn, weather: str) -> int:
        """Return how many Sturmoviks may be used on a turn in that weather."""
        return self.numbers.get(("sturmovik", turn.year, weather), 0) if turn.number >= self.sturmovik.first_turn else 0


def read_air(tree: Mapping[str, Any], path: Path) -> AirChart:
    """Shape the tables out of their tree; DataError names the line that is wrong."""
    file = shape(tree, _File, path)
    numbers = {}
    for kind, table in (("stuka", file.stukas), ("sturmovik", file.sturmoviks)):
        for year, entry in table.items():
            number = read_year(year, path, f"{kind}s")
            row = shape(entry, _Year, path, at=[f"{kind}s", year])
            for weather in ("clear", "light-mud", "mud", "snow"):
                numbers[kind, number, weather] = int(getattr(row, weather.replace("-", "_")))
    return AirChart(file.stuka, file.sturmovik, numbers)
