"""Movement allowances of any game: what a class of units may spend, by condition (a weather, a season).

[allowances.horse]
any  = { value = "printed", source = "rulebook:M1" }    # the counter's own factor
mud  = { value = "half", source = "rulebook:M1" }       # half of it, rounded up; or a number
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import line_of, shape

ANY = "any"

Formula = Literal["printed", "half"] | int


class _Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: Formula
    source: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Allowances:
    """By class of units and condition."""

    cells: Mapping[tuple[str, str], Formula]
    facts: Mapping[tuple[str, str], Fact]

    def value(self, name: str, condition: str, printed: int | None) -> int | None:
        """Return what a class may spend, given the factor on the counter; None if it depends on one that is unknown.

        KeyError if the chart has no such class, or no word for the condition nor for any.
        """
        formula = self.cells[self._key(name, condition)]
        if isinstance(formula, int):
            return formula
        if printed is None:
            return None
        return printed if formula == "printed" else (printed + 1) // 2

    def fact(self, name: str, condition: str) -> Fact:
        """Return the cell as a fact; KeyError as `value`."""
        return self.facts[self._key(name, condition)]

    def _key(self, name: str, condition: str) -> tuple[str, str]:
        return (name, condition) if (name, condition) in self.cells else (name, ANY)


def read_allowances(tree: Mapping[str, Any], path: Path) -> Allowances:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    if not isinstance(tree.get("allowances"), dict) or set(tree) != {"allowances"}:
        raise DataError(path, "tables [allowances.<class>] and no others", ", ".join(tree) or "none")
    cells: dict[tuple[str, str], Formula] = {}
    facts: dict[tuple[str, str], Fact] = {}
    for name, row in tree["allowances"].items():
        for condition, entry in row.items():
            steps = ["allowances", name, condition]
            cell = shape(entry, _Cell, path, at=steps)
            if isinstance(cell.value, int) and cell.value < 0:
                line = line_of(path, steps)
                raise DataError(path, "0 or more points", str(cell.value), line=line, field=".".join(steps))
            cells[name, condition] = cell.value
            said = f"allowance of {name}, {condition}: {cell.value}"
            facts[name, condition] = Fact(said, Source.parse(cell.source), cell.doubt)
    return Allowances(cells, facts)
