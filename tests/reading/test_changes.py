"""Lines of a phase as changes leave them, and the moments at which its steps count."""

from __future__ import annotations

import pytest

from tests.reading.phases import line
from trc_module.reading.changes import Change, beside_dice, with_changes

ATT, DEF, SECOND = line("1 ATT b=1 u=red-1"), line("2 DEF b=1 u=blue-1"), line("2 DEF b=1 u=blue-2")
BETWEEN, ROLL = line("2 OUT b=1 u=red-1"), line("3 ROLL b=1 die=5")


def test_each_line_that_comes_back_otherwise_stands_where_it_stood() -> None:
    first, second = line("2 DEF b=2 u=blue-1"), line("2 DEF b=2 u=blue-2")
    change = Change(1, "habit", "", (DEF, SECOND), (first, second))
    assert with_changes([ATT, DEF, BETWEEN, SECOND, ROLL], [change]) == [ATT, first, BETWEEN, second, ROLL]


def test_of_lines_of_two_steps_each_is_put_where_its_own_stood() -> None:
    first, more, rolled = line("2 DEF b=2 u=blue-1"), line("2 DEF b=2 u=blue-3"), line("3 ROLL b=2 die=5")
    change = Change(1, "habit", "", (DEF, ROLL), (first, more, rolled))
    assert with_changes([ATT, BETWEEN, DEF, ROLL], [change]) == [ATT, BETWEEN, first, more, rolled]


@pytest.mark.parametrize(("moved", "kept"), [((3, 1.5), True), ((3, 4.5), True), ((2, 3.5), False), ((4, 2.5), False)])
def test_no_die_parts_a_step_from_its_moment_unless_it_lies_between_them(moved: tuple[int, float], kept: bool) -> None:
    change = Change(1, "habit", "", moved=(moved,))
    assert beside_dice([ATT, ROLL], [change]) == (dict([moved]) if kept else {})
