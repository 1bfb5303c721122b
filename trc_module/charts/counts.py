"""Chart of counts: the number of markers, replacements or cards on each turn.

[counts.cards]
"1-3" = { number = 2, source = "rulebook:D1" }    # from turn to turn
"4"   = { number = 1, source = "rulebook:D1" }    # a turn that is not named has none
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import line_of, shape, table_at

_TURNS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


class _Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    source: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """By what is counted and turn."""

    numbers: Mapping[tuple[str, int], int]
    facts: Mapping[tuple[str, int], Fact]

    def on(self, what: str, turn: int) -> int:
        """Return the number on a turn; 0 if the chart does not name the turn."""
        return self.numbers.get((what, turn), 0)


def read_counts(tree: Mapping[str, Any], path: Path) -> Counts:
    """Shape the chart out of its tree; DataError names the line that is wrong, as of a turn that is given twice."""
    if not isinstance(tree.get("counts"), dict) or set(tree) != {"counts"}:
        raise DataError(path, "tables [counts.<what>] and no others", ", ".join(tree) or "none")
    numbers: dict[tuple[str, int], int] = {}
    facts: dict[tuple[str, int], Fact] = {}
    for what in tree["counts"]:
        for key, entry in table_at(tree, path, "counts", what).items():
            steps = ["counts", what, key]
            cell = shape(entry, _Cell, path, at=steps)
            fact = Fact(f"{what} on turn {key}: {cell.number}", Source.parse(cell.source), cell.doubt)
            for turn in _turns(path, key, steps):
                if (what, turn) in numbers:
                    line = line_of(path, steps)
                    raise DataError(path, f"each turn once, turn {turn} is given twice", key, line=line, field=what)
                numbers[what, turn] = cell.number
                facts[what, turn] = fact
    return Counts(numbers, facts)


def _turns(path: Path, key: str, steps: list[str]) -> range:
    match = _TURNS.fullmatch(key)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if first > last:
        expected = "a turn, or two from the first to the last (1-3)"
        raise DataError(path, expected, key, line=line_of(path, steps), field=steps[1])
    return range(first, last + 1)
