"""A key with a number is pressed twice: what is too much in all may be accused in another battle."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import pressed_twice

MARKERS = """
at: turn 3 axis combat
on F12: ger-4-pz
on F13: sov-northwest
on L15: ger-6
on L16: sov-south
target sov-northwest
target sov-south
attack 1: ger-4-pz x sov-northwest
support 1: {}
support 1: 1
roll 1: 1
attack 2: ger-6 x sov-south
support 2: 1
roll 2: 1
end
"""
"""The Axis has two markers on the turn."""


@pytest.mark.parametrize(("first", "verdict"), [(1, "undecided"), (2, "violation")])
def test_a_number_of_another_battle_may_have_been_said_twice(first: int, verdict: str, tmp_path: Path) -> None:
    told = {text.split(": ")[0] for text in told_of(parts_of("nr"), MARKERS.format(first), [], tmp_path)}
    assert told == {f"{verdict} 13.3"}


PAID = """
at: turn 2 soviet combat
hand: axis 4
on G15: sov-west
on F14: ger-2-pz ger-4-pz
counterblow ger-2-pz
card axis card-5 {}
counterblow ger-2-pz
attack 1: sov-west x ger-2-pz ger-4-pz
roll 1: 1
end
"""


@pytest.mark.parametrize(("purpose", "accused"), [("counterblow", False), ("discard", True)])
def test_the_first_of_two_may_be_the_one_too_many(purpose: str, accused: bool, tmp_path: Path) -> None:
    told = [text.split(": ")[0] for text in told_of(parts_of("nr"), PAID.format(purpose), [], tmp_path)]
    assert ("violation 10.1.2" in told) is accused


HIT_TWICE = """
at: turn 2 german blitzkrieg good
on B1: ger-3-pzgr
on C2: rus-43-army
attack 1: ger-3-pzgr x rus-43-army
end
table 1: attack 6 at 2 full
table 1: defend {} at 2 full
hit 1: ger-3-pzgr
hit 1: ger-3-pzgr
retreat 1: rus-43-army C2 B3
end
"""


@pytest.mark.parametrize(
    ("die", "expected"),
    [(5, []), (2, ["violation M41-DIS-3: ger-3-pzgr took a hit in battle 1; its side has none to take."])],
)
def test_two_lines_alike_may_be_two(die: int, expected: list[str], tmp_path: Path) -> None:
    """The die of the defenders was rolled plain: with it both hits are taken, and neither line is one too many."""
    assert told_of(parts_of("m41"), HIT_TWICE.format(die), ["plain TABLE 2"], tmp_path) == expected


SUPPLIES = """
at: turn 2 german blitz-combat good
on C2: ger-4-army
on D1: ger-2-army
box german air: ger-8-fk
box russian air: rus-west-air
end
air-supply ger-4-army by ger-8-fk
intercept 1: rus-west-air x ger-8-fk
{}
end
"""
AGAIN = "intercept 1: rus-west-air x ger-8-fk\nairdie 1: 3"


@pytest.mark.parametrize(
    ("dice", "expected"),
    [(AGAIN, []), (f"airdie 1: 3\n{AGAIN}", ["violation M41-AIR-1"])],
    ids=["pressed twice", "rolled twice"],
)
def test_who_meets_a_flight_may_be_named_twice_though_there_is_no_battle(
    dice: str, expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("m41"), SUPPLIES.format(dice), [], tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


FIRST, AGAIN, ENEMY = "1 ATT b=1 u=red-1", "2 ATT b=1 u=red-1", "3 DEF b=1 u=blue-1"


def twice(*lines: str, steps: list[int], game: str = "toy") -> Sequence[str]:
    return briefs(pressed_twice.proposals(phase(*lines, steps=steps, game=game)))


def test_the_second_of_two_lines_is_the_one_too_many_and_the_first_if_it_is_accused() -> None:
    assert twice(FIRST, AGAIN, ENEMY, steps=[2]) == [f"1, -{AGAIN}"]
    assert twice(FIRST, AGAIN, ENEMY, steps=[1]) == [f"1, -{AGAIN}", f"1, -{FIRST}"]
    assert twice(FIRST, AGAIN, ENEMY, steps=[9]) == []
    assert twice(FIRST, "2 ROLL b=1 die=5", "4 ROLL b=1 die=5", ENEMY, steps=[4]) == []


def test_a_number_that_is_too_great_in_all_may_have_been_said_twice_of_any_battle() -> None:
    first, again, other = "1 SUPPORT b=1 count=2", "2 SUPPORT b=1 count=2", "3 SUPPORT b=2 count=1"
    assert twice(FIRST, first, again, "3 ATT b=2 u=red-2", other, steps=[3], game="nr") == [f"1, -{again}, chosen"]
    assert twice(FIRST, first, again, "3 ATT b=2 u=red-2", steps=[3], game="nr") == []
    # Nobody knows who fights in the battle.
    assert twice(first, again, steps=[2], game="nr") == []


def test_what_holds_for_the_turn_may_be_said_twice_and_what_does_more_may_not() -> None:
    said, again = "1 WEATHER weather=snow", "2 WEATHER weather=snow"
    assert twice(said, again, steps=[2], game="trp") == [f"1, -{again}"]
    assert twice("1 DRAW side=axis count=1", "2 DRAW side=axis count=1", steps=[2], game="nr") == []
