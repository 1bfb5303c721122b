"""A key that only says something was not pressed: what a battle may have said, and what none without a die has."""

from __future__ import annotations

from pathlib import Path

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
