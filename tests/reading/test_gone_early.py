"""A counter goes the whole way of a battle before the die that sends it there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import gone_early

BEFORE_THE_SECOND_ROUND = """
at: turn 2 russian replacement good
on B4: ger-4-pzgr
on A7: rus-16-army
box russian air: rus-west-air
end
attack 1: rus-west-air x ger-4-pzgr
end
table 1: attack 1 at 1 full
hit 1: ger-4-pzgr
retreat 1: ger-4-pzgr B4 B3
table 1: attack 5 at 1 full
{}end
"""


@pytest.mark.parametrize(
    ("more", "expected"),
    [("", ["undecided M41-OPC-1"]), ("table 1: attack 5 at 1 full\n", ["violation M41-OPC-1"] * 2)],
)
def test_a_whole_retreat_may_have_come_too_early(more: str, expected: list[str], tmp_path: Path) -> None:
    """Two rounds may be fought; whether a die was rolled before a way or was one too many the log does not tell."""
    found = told_of(parts_of("m41"), BEFORE_THE_SECOND_ROUND.format(more), [], tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


DECLARED = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")


def early(*lines: str, **given: Any) -> list[str]:
    return list(briefs(gone_early.proposals(phase(*lines, **{"at": {"red-2": 1}, **given}))))


def test_a_way_that_was_gone_before_the_die_in_question_was_gone_behind_it() -> None:
    way, die = "3 RETREAT b=1 u=blue-1", "6 ROLL b=1 die=5"
    goes = {"blue-1": {4: 5, 5: 6}}
    behind = ["4, 4>6.33333, 5>6.66667, chosen"]
    assert early(*DECLARED, way, die, goes=goes, steps=[6]) == behind
    assert early(*DECLARED, way, die, goes={"blue-1": {4: 5}}, steps=[6]) == []
    assert early(*DECLARED, way, die, goes=goes, steps=[1]) == []
    # The key of a removal moves its counter itself.
    removed = ["4, 3>6.33333, 4>6.66667, chosen"]
    assert early(*DECLARED, "3 LOSS b=1 u=blue-1", die, goes={"blue-1": {4: 5}}, steps=[6]) == removed
    assert early(*DECLARED, way, "6 ROLL b=2 die=5", die.replace("6", "7"), goes=goes, steps=[7]) == []
