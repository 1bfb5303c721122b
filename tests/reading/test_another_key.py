"""Units that the key of another removal sent into a box."""

from __future__ import annotations

from pathlib import Path

from tests.untidy.other_plays import parts_of, told_of

BACK_AT_ONCE = """
at: turn 3 soviet combat
on I11: sov-southwest
on I10: ger-16
hand: soviet 1
target ger-16
attack 1: sov-southwest x ger-16
card soviet card-1 event
roll 1: 4
lose 1: sov-southwest
reduce 1: ger-16
replace sov-southwest H20
end
"""


def test_a_unit_that_a_wrong_key_removed_may_come_back_in_the_same_phase(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), BACK_AT_ONCE, ["box LOSS ENTRAIN rail"], tmp_path) == []
