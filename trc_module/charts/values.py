"""Single numbers that rules ask for: costs, limits, scores.

[values]
start = { value = 12, text = "victory points at the start", source = "rulebook:V1" }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import shape


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    text: str
    source: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Values:
    """Numbers by name."""

    numbers: Mapping[str, int]
    texts: Mapping[str, str]
    """The meaning of each number, in words."""
    facts: Mapping[str, Fact]

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]


def read_values(tree: Mapping[str, Any], path: Path) -> Values:
    """Shape the chart out of its tree; DataError names the line that is wrong."""
    if not isinstance(tree.get("values"), dict) or set(tree) != {"values"}:
        raise DataError(path, "a table [values] and no others", ", ".join(tree) or "none")
    found = {name: shape(entry, _Value, path, at=["values", name]) for name, entry in tree["values"].items()}
    return Values(
        {name: entry.value for name, entry in found.items()},
        {name: entry.text for name, entry in found.items()},
        {
            name: Fact(f"{entry.text}: {entry.value}", Source.parse(entry.source), entry.doubt)
            for name, entry in found.items()
        },
    )
