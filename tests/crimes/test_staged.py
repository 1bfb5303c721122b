"""A sample of the crimes in drawn positions: all are found, under the right number, and nothing is said before them."""

from __future__ import annotations

import random

from tests.crimes.crime import BOOK
from tests.crimes.staged import drawn, plant, stages
from tests.crimes.with_options import BOOK as WITH_OPTIONS

SHARE = 6
"""One in so many stages is planted here; `python -m tests.crimes` plants all."""


def test_crimes_in_drawn_positions_are_found_and_named() -> None:
    tallies = plant(1, 2, lambda number: number % SHARE == 0)
    assert len(tallies) >= len(stages()) // SHARE
    assert [miss for tally in tallies.values() for miss in tally.misses] == []


def test_each_stage_has_a_name_and_a_row_of_its_own() -> None:
    names = [stage.name for stage in stages()]
    assert len({*names, *BOOK, *WITH_OPTIONS}) == len(names) + len(BOOK) + len(WITH_OPTIONS)
    rows = [stage.row for stage in stages()]
    assert len(set(rows)) == len(rows)


def test_each_gap_is_filled_anew() -> None:
    (stage,) = (stage for stage in stages() if stage.row == "16.2a")
    assert len({drawn(stage, random.Random(seed)) for seed in range(20)}) == 20
    assert drawn(stage, random.Random(1)) == drawn(stage, random.Random(1))
