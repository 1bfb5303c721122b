"""Movement allowances of any game: what a class of units may spend, by condition (a weather, a season).

[allowances.horse]
any  = { value = "printed", source = "rulebook:M1" }    # the counter's own factor
mud  = { value = "half", source = "rulebook:M1" }       # half of it, rounded up; or a number
snow = { value = "printed", most = 4, source = "rulebook:M1" }    # and never more than that
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import line_of, shape, table_at

ANY = "any"

Formula = Literal["printed", "half"] | int


class _Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: Formula
    source: str
    most: int | None = None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Allowances:
    """By class of units and condition."""

    cells: Mapping[tuple[str, str], Formula]
    most: Mapping[tuple[str, str], int]
    """The greatest allowance, where there is one; what a class has beyond it is lost."""
    facts: Mapping[tuple[str, str], Fact]

    def value(self, name: str, condition: str, printed: int | None) -> int | None:
        """Return what a class may spend, given the factor on the counter; None if it depends on one that is unknown.

        KeyError if the chart has no such class, or no word for the condition nor for any.
        """
        key = self._key(name, condition)
        formula = self.cells[key]
        if isinstance(formula, int):
            return formula
        if printed is None:
            return None
        value = printed if formula == "printed" else (printed + 1) // 2
        return min(value, self.most.get(key, value))

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
    most: dict[tuple[str, str], int] = {}
    facts: dict[tuple[str, str], Fact] = {}
    for name in tree["allowances"]:
        for condition, entry in table_at(tree, path, "allowances", name).items():
            steps = ["allowances", name, condition]
            cell = shape(entry, _Cell, path, at=steps)
            if isinstance(cell.value, int) and cell.value < 0:
                line = line_of(path, steps)
                raise DataError(path, "0 or more points", str(cell.value), line=line, field=".".join(steps))
            cells[name, condition] = cell.value
            said = f"allowance of {name}, {condition}: {cell.value}"
            if cell.most is not None:
                most[name, condition] = cell.most
                said += f", at most {cell.most}"
            facts[name, condition] = Fact(said, Source.parse(cell.source), cell.doubt)
    return Allowances(cells, most, facts)
