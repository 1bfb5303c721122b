"""A side that fires a second time before the other side has fired: its next round, or the same one rolled again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import TABLE, parts_of, told_of

TEXT = TABLE["record"]["m41"]["text"]
BOTH = "fire 1: attack 4 1 = 1\nfire 1: defend 1\n"


@pytest.mark.parametrize(
    ("fire", "told"),
    [
        ("fire 1: attack 1 1\nfire 1: attack 4 1 = 1\nfire 1: defend 1\n", ["undecided M41-OPC-2"]),
        ("fire 1: defend 1\nfire 1: defend 1\nfire 1: attack 4 1 = 1\n", ["undecided M41-OPC-2"]),
        ("fire 1: attack 1 1\nfire 1: defend 1\nfire 1: attack 4 1 = 1\nfire 1: defend 1\n", []),
        ("fire 1: attack 1 1\nfire 1: defend 1\nfire 1: attack 4 1 = 1\n", []),
        ("fire 1: attack 4 1 = 1\n", []),
    ],
)
def test_a_second_fire_before_the_other_side_has_fired_is_undecided(tmp_path: Path, fire: str, told: list[str]) -> None:
    found = told_of(parts_of("m41"), TEXT.replace(BOTH, fire), (), tmp_path)
    assert [each.split(":")[0] for each in found] == told


def test_who_has_no_dice_left_is_not_waited_for(tmp_path: Path) -> None:
    hit = "fire 1: attack 4 1 = 1\nhit 1: rus-20-army\nfire 1: attack 4 1 = 1\nlose 1: rus-20-army\n"
    text = TEXT.replace(BOTH, hit).replace("hit 1: rus-20-army\nretreat 1: rus-20-army C2 C3\n", "")
    assert told_of(parts_of("m41"), text, (), tmp_path) == []


STRIKE = """
at: turn 2 russian replacement good
on B4: ger-4-pzgr
box russian air: rus-west-air
end
attack 1: rus-west-air x ger-4-pzgr
end
table 1: attack 5 at 1 full
table 1: attack 5 at 1 full
end
"""


def test_nobody_fires_at_aircraft_that_attack_alone(tmp_path: Path) -> None:
    assert told_of(parts_of("m41"), STRIKE, (), tmp_path) == []
