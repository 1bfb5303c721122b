"""Lines skip the number of a battle: it was fought, and no key declared it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.reading.test_left_out import NO_DIE
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import number_passed_over


@pytest.mark.parametrize("target", [[], ["drop TARGET sov-southwest"]], ids=["its target named", "and not named"])
def test_a_battle_without_a_die_of_which_no_line_tells_has_the_number_that_lines_pass_over(
    target: list[str], tmp_path: Path
) -> None:
    """That it was fought its player alone knows: the counterattack on it is undecided."""
    found = told_of(parts_of("nr"), NO_DIE, ["drop ATT 1", "drop DEF 1", *target], tmp_path)
    assert [text.split(": ")[0] for text in found] == ["undecided 10.7"]


def passed(*lines: str, **given: Any) -> Sequence[str]:
    return briefs(number_passed_over.proposals(phase(*lines, **given)))


def test_a_battle_whose_number_lines_have_passed_over_may_have_been_declared_without_a_die() -> None:
    lines = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 ROLL b=1 die=5")
    next_one = ("4 ATT b=3 u=red-3", "5 DEF b=3 u=blue-4", "6 ROLL b=3 die=2")
    world = {"red-2": 1, "red-3": 5, "blue-4": 6, "blue-3": 0}
    assert passed(*lines, *next_one, units=["red-2"], at=world) == [
        "3, +4 ATT b=2 u=red-2, +4 DEF b=2 u=blue-1, chosen",
        "3, +4 ATT b=2 u=red-2, +4 DEF b=2 u=blue-3, chosen",
        "5, +4 ATT b=2 u=blue-1, +4 DEF b=2 u=red-2, +4 DEF b=2 u=red-1, chosen",
        "5, +4 ATT b=2 u=blue-3, +4 DEF b=2 u=red-2, +4 DEF b=2 u=red-1, chosen",
        "6, +4 ATT b=2 u=blue-1, +4 ATT b=2 u=blue-3, +4 DEF b=2 u=red-2, +4 DEF b=2 u=red-1, chosen",
    ]
    assert passed(*lines, units=["red-2"], at=world) == []
