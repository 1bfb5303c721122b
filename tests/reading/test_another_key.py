"""Units that the key of another removal sent into a box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.reading.phases import Goes, briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import another_key

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


FORGOTTEN_BESIDES = """
at: turn 6 axis combat
on K13: sov-leningrad
on J13: ger-9 ger-2
on L13: ger-17
on K14: ger-4-pz
target sov-leningrad
attack 1: ger-9 ger-2 ger-4-pz ger-17 x sov-leningrad
roll 1: 5
lose 1: sov-leningrad
advance 1: ger-9 J13 K13
end
"""


def test_a_wrong_key_and_an_attacker_that_was_forgotten_explain_together(tmp_path: Path) -> None:
    """Without the key the way of the counter is open too, until the attacker is there; who fought its player knows."""
    told = told_of(parts_of("nr"), FORGOTTEN_BESIDES, ["drop ATT ger-17", "box LOSS ENTRAIN rail"], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["undecided 10.7"]


def removals(*lines: str, goes: Goes, **given: Any) -> list[str]:
    return list(briefs(another_key.proposals(phase(*lines, goes=goes, at={"blue-2": 2}, **given))))


def test_a_unit_that_is_put_elsewhere_behind_the_key_was_not_removed_by_it() -> None:
    lines = ("1 LOSS b=1 u=blue-1", "2 LOSS b=1 u=blue-2")
    gone: Goes = {"blue-1": {1: None, 4: 3}, "blue-2": {2: None}}
    assert removals(*lines, goes=gone, units=["blue-1", "blue-2"]) == ["1, -1 LOSS b=1 u=blue-1"]
    assert removals(*lines, goes=gone, units=["blue-2"]) == ["1, -1 LOSS b=1 u=blue-1"]
    assert removals(*lines, goes=gone) == []
    # The key that tells of a way, and one that has put nobody anywhere, are no removals.
    assert removals("1 RETREAT b=1 u=blue-1", goes=gone, units=["blue-1"]) == []
    assert removals("3 LOSS b=1 u=blue-1", goes=gone, units=["blue-1"]) == []


def test_a_unit_that_fought_may_have_been_removed_by_the_key_of_a_removal_outside_battles() -> None:
    gone: Goes = {"blue-1": {3: None}, "blue-2": {4: None}}
    lines = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 GONE u=blue-1", "4 GONE u=blue-2")
    found = removals(*lines, goes=gone, units=["blue-1", "blue-2"], game="m41")
    in_battle = [f"2, -3 GONE u=blue-1, +3 {verb} b=1 u=blue-1" for verb in ("DOWN", "LOSS")]
    assert found == ["1, -3 GONE u=blue-1", *in_battle]
    found = removals(*lines, "5 HIT b=1 u=blue-2", goes=gone, units=["blue-2"], game="m41")
    assert found == ["1, -4 GONE u=blue-2"]


IN_THE_SECOND_ROUND = """
at: turn 2 german weather good
status: rus-24-army disrupted
on A1: ger-4-pzgr
on B2: rus-24-army
weather good
end
attack 1: ger-4-pzgr x rus-24-army
end
end
table 1: attack 5 at 2 full
table 1: attack 1 at 2 full = 2
lose 1: rus-24-army
advance 1: ger-4-pzgr ready A1 B2
end
"""


def test_a_wrong_key_pressed_before_the_die_may_tell_of_the_loss_behind_it(tmp_path: Path) -> None:
    """The counter's way alone is not read on the other side of a die."""
    for edits in ([], ["other LOSS GONE rus-24-army"], ["other LOSS GONE rus-24-army", "earlier GONE 1"]):
        assert told_of(parts_of("m41"), IN_THE_SECOND_ROUND, edits, tmp_path) == []


def test_who_was_put_by_hand_from_the_wrong_box_into_the_right_one_was_lost_then() -> None:
    lines = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 LOSS b=1 u=blue-1")
    gone: Goes = {"blue-1": {3: None, 5: None}}
    assert removals(*lines, goes=gone, units=["blue-1"], game="nr") == [
        "1, -3 LOSS b=1 u=blue-1",
        *(f"2, -3 LOSS b=1 u=blue-1, +5 {verb} b=1 u=blue-1" for verb in ("LOSS", "SHATTER")),
    ]
    # Who lies on the map again was not.
    back: Goes = {"blue-1": {3: None, 5: 4}}
    assert removals(*lines, goes=back, units=["blue-1"], game="nr") == ["1, -3 LOSS b=1 u=blue-1"]


GONE_AT_ONCE = """
at: turn 2 soviet organization
on J23: sov-west
box soviet shattered: sov-bryansk
hand: soviet 2
hand: axis 1
replace sov-bryansk P24
card soviet card-1 reorganize
reorganize sov-bryansk
card axis card-7 event
lose 1: sov-bryansk
end
"""
"""A card of the enemy takes a unit away that has just come."""


def test_a_wrong_key_takes_nothing_of_how_its_unit_came(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), GONE_AT_ONCE, ["box LOSS ENTRAIN rail"], tmp_path) == []
