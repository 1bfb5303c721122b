"""A sample of the crimes in drawn positions: all are found, under the right number, and nothing is said before them."""

from __future__ import annotations

import random
import tomllib

from tests.crimes.crime import BOOK
from tests.crimes.staged import STAGES, drawn, plant, stages
from tests.crimes.with_options import BOOK as WITH_OPTIONS

REMOVALS = STAGES / "removals.toml"
SHARE = 6
"""One in so many stages is planted here; `python -m tests.crimes` plants all."""


def test_crimes_in_drawn_positions_are_found_and_named() -> None:
    tallies = plant(1, 2, lambda number: number % SHARE == 0)
    assert len(tallies) >= len(stages()) // SHARE
    assert [miss for tally in tallies.values() for miss in tally.misses] == []


def test_each_stage_has_a_name_of_its_own_and_each_row_one_stage_and_perhaps_a_false_removal() -> None:
    names = [stage.name for stage in stages()]
    assert len({*names, *BOOK, *WITH_OPTIONS}) == len(names) + len(BOOK) + len(WITH_OPTIONS)
    removals = {entry["name"] for entry in tomllib.loads(REMOVALS.read_text(encoding="utf-8"))["crime"]}
    for rows in ([s.row for s in stages() if s.name not in removals], [s.row for s in stages() if s.name in removals]):
        assert len(set(rows)) == len(rows)


def test_a_removal_whose_reason_the_position_does_not_show_is_found() -> None:
    removals = {entry["name"] for entry in tomllib.loads(REMOVALS.read_text(encoding="utf-8"))["crime"]}
    wanted = [number for number, stage in enumerate(stages()) if stage.name in removals]
    tallies = plant(2, 3, wanted.__contains__)
    assert set(tallies) == removals
    assert {(tally.planted, tally.right, tally.false) for tally in tallies.values()} == {(2, 2, 0)}


def test_each_gap_is_filled_anew() -> None:
    (stage,) = (stage for stage in stages() if stage.row == "16.2a")
    assert len({drawn(stage, random.Random(seed)) for seed in range(20)}) == 20
    assert drawn(stage, random.Random(1)) == drawn(stage, random.Random(1))
