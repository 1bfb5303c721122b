"""Counts by turn: turns are few."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.charts.counts import read_counts
from trc_module.facts import DataError


def counts(turns: str) -> dict[str, object]:
    return {"counts": {"tanks": {turns: {"number": 3, "source": "assumed:a count"}}}}


def test_a_count_holds_for_each_of_its_turns() -> None:
    assert [read_counts(counts("2-3"), Path("x.toml")).on("tanks", turn) for turn in (1, 2, 3, 4)] == [0, 3, 3, 0]


@pytest.mark.parametrize("turns", ["3-2", "1-99999999999", "9" * 5000, "one"])
def test_turns_without_end_are_none(turns: str) -> None:
    with pytest.raises(DataError, match="expected a turn, or two from the first to the last"):
        read_counts(counts(turns), Path("x.toml"))
