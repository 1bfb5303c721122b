"""A key that only says something was not pressed: what a battle may have said, and what none without a die has."""

from __future__ import annotations

from pathlib import Path

from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import parts_of, told_of

CANCELLED_TWICE = """
at: turn 1 axis attacks-2 good
on K4: ger-18-army ger-1-inf
on K5: sov-8-army
attack 1: ger-18-army ger-1-inf x sov-8-army
cancel 1:
attack 2: ger-18-army x sov-8-army
cancel 2:
attack 3: ger-18-army x sov-8-army
odds 3: 3-1
roll 3: 6
result 3: DE
lose 3: sov-8-army
advance 3: ger-18-army K4 K5
end
"""


def test_a_result_that_nobody_pressed_is_found_behind_battles_that_were_cancelled(tmp_path: Path) -> None:
    """No result is looked for in a battle without a die: there are too many of them to try."""
    assert told_of(parts_of("trp"), CANCELLED_TWICE, ["drop RESULT"], tmp_path) == []


TAKEN_FIRST = """
at: turn 1 axis attacks good
on K4: ger-18-army ger-1-inf
on K5: sov-8-army
attack 1: ger-18-army ger-1-inf x sov-8-army
odds 1: 3-1
roll 1: 6
result 1: DE
lose 1: sov-8-army
advance 1: ger-18-army K4 K5
end
"""
BEFORE_THE_DIE = ["drop RESULT", "later ROLL 1"]


def test_a_result_that_nobody_pressed_was_carried_out_before_the_die(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), TAKEN_FIRST, BEFORE_THE_DIE, tmp_path) == []


def test_what_no_result_of_that_die_brings_is_told(tmp_path: Path) -> None:
    crime = TAKEN_FIRST.replace("roll 1: 6", "roll 1: 1").replace("result 1: DE", "result 1: AE")
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    found = told_of(parts, crime, BEFORE_THE_DIE, tmp_path)
    assert "violation XIII.C2: sov-8-army was lost in battle 1, which has no result yet." in found
