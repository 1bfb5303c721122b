"""The combat results table: odds, a die, a result (13.1 to 13.3)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import line_of, shape

RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
"""All results, from the worst for the attacker to the best."""


class _Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    odds: list[str]
    source: str


class _Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    odds: str
    russian_from: int
    source: str


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: list[str]
    source: str


class _Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    source: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    ladder: _Ladder
    automatic_victory: _Victory
    columns: _Ladder
    results: dict[str, dict[str, Any]]
    meanings: dict[str, dict[str, Any]]


class CombatChart(Struct, frozen=True):
    """Combat results table: the results of each odds and die, and how odds shift."""

    ladder: tuple[str, ...]
    """All odds from the lowest legal one to that of an automatic victory."""
    results: Mapping[str, tuple[str, ...]]
    """By odds, the results for a die of 1 to 6; the odds of an automatic victory have none."""
    columns: tuple[str, ...]
    """The column headings as printed, where neighbouring odds share one."""
    meanings: Mapping[str, str]
    automatic_victory: str
    """The odds at which no die is rolled (16.1)."""
    russian_victory_from: int
    """The first turn on which the Russians too may win without a die (16.4)."""
    sources: Mapping[str, Source]

    def result(self, odds: str, die: int) -> str:
        """Return the result of a die, 1 to 6, at those odds; KeyError if the table has no such odds or die."""
        if odds not in self.results or not 1 <= die <= 6:
            raise KeyError(f"the results table has no odds {odds} with a die of {die}")
        return self.results[odds][die - 1]

    def shifted(self, odds: str, steps: int) -> str:
        """Return the odds so many steps up (or down) the ladder, never beyond its ends (15.5, 15.7)."""
        index = self.ladder.index(odds) + steps
        return self.ladder[max(0, min(index, len(self.ladder) - 1))]

    def column(self, odds: str) -> str:
        """Return the heading of the printed column under which those odds are read; KeyError if there is none."""
        for heading in self.columns:
            if odds in heading.split("/"):
                return heading
        raise KeyError(f"the results table has no column for {odds}")

    def fact(self, odds: str, die: int) -> Fact:
        """Return one cell as a fact."""
        return Fact(f"combat results, {odds}, die {die}: {self.result(odds, die)}", self.sources[odds])


def read_combat(tree: Mapping[str, Any], path: Path) -> CombatChart:
    """Shape the table out of its tree; DataError names the line that is wrong."""
    file = shape(tree, _File, path)
    rows = {odds: shape(row, _Row, path, at=["results", odds]) for odds, row in file.results.items()}
    for odds, row in rows.items():
        unknown = [result for result in row.dice if result not in RESULTS]
        if odds not in file.ladder.odds or len(row.dice) != 6 or unknown:
            expected = "six results among " + ", ".join(RESULTS) + " for odds of the ladder"
            line = line_of(path, ["results", odds])
            raise DataError(path, expected, ", ".join(row.dice), line=line, field=f"results.{odds}")
    missing = [odds for odds in file.ladder.odds if odds not in rows and odds != file.automatic_victory.odds]
    if missing:
        raise DataError(path, f"results for the odds {missing[0]}", line=line_of(path, ["results"]), field="results")
    return CombatChart(
        ladder=tuple(file.ladder.odds),
        results={odds: tuple(rows[odds].dice) for odds in file.ladder.odds if odds in rows},
        columns=tuple(file.columns.odds),
        meanings={
            name: shape(entry, _Meaning, path, at=["meanings", name]).text for name, entry in file.meanings.items()
        },
        automatic_victory=file.automatic_victory.odds,
        russian_victory_from=file.automatic_victory.russian_from,
        sources={odds: Source.parse(row.source) for odds, row in rows.items()},
    )
