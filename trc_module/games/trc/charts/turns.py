"""The turn record: which months and which year each turn stands for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from trc_module.digits import is_number
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of, shape, table_at

PAIRS = ("jan-feb", "mar-apr", "may-june", "jul-aug", "sep-oct", "nov-dec")
"""The months of a turn, as data files write them."""


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    months: tuple[str, str]
    year: int
    source: str


class Turn(Struct, frozen=True):
    """One turn of two months; each month is an impulse."""

    number: int
    months: tuple[str, str]
    year: int

    @property
    def label(self) -> str:
        """Return the pair of months as the weather chart heads its columns: `May/June`."""
        return "/".join(self.months)

    @property
    def key(self) -> str:
        """Return the pair of months as data files write it: `may-june`."""
        return "-".join(self.months).lower()

    def __str__(self) -> str:
        return f"{self.label} {self.year}"


def read_turns(tree: Mapping[str, Any], path: Path) -> dict[int, Turn]:
    """Shape the record out of its tree: turns by number, without a gap; DataError names the line that is wrong."""
    turns: dict[int, Turn] = {}
    for key, entry in table_at(tree, path, "turns").items():
        steps = ["turns", key]
        if not is_number(key) or (turns and int(key) != max(turns) + 1):
            raise DataError(path, "turn numbers one after the other", key, line=line_of(path, steps), field="turns")
        turn = shape(entry, _Turn, path, at=steps)
        turns[int(key)] = Turn(int(key), turn.months, turn.year)
        pair = turns[int(key)].key
        if pair not in PAIRS:
            raise DataError(path, one_of(PAIRS, pair), pair, line=line_of(path, steps), field="months")
    if not turns:
        raise DataError(path, "a table [turns]")
    return turns
