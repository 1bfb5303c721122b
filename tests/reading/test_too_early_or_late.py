"""A card that lets a die be rolled again is played a moment too early."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.evidence import ByHand
from trc_module.reading.habits import too_early_or_late

AGAIN = """
at: turn 2 axis combat
hand: axis 4
on L15: ger-6 ger-9
on L16: sov-south
on H15: ger-16
on H16: sov-west
target sov-west
target sov-south
attack 1: ger-16 x sov-west
roll 1: 2
attack 2: ger-6 ger-9 x sov-south
roll 2: 1
card axis card-16 event
roll 2: 5
retreat 2: sov-south L16 L17 L18
advance 2: ger-6 L15 L16
end
"""
TWICE = "violation 10.6: Battle 2 was rolled a second time, and no event lets it be rolled again."


def test_a_card_that_was_played_before_the_die_lets_it_be_rolled_again(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), AGAIN, [], tmp_path) == []
    assert told_of(parts_of("nr"), AGAIN, ["earlier CARD 1"], tmp_path) == []


def test_a_card_that_says_nothing_of_dice_does_not(tmp_path: Path) -> None:
    other = AGAIN.replace("card-16 event", "card-27 discard")
    assert told_of(parts_of("nr"), other, ["earlier CARD 1"], tmp_path) == [TWICE]


DECLARED = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
LOST = (*DECLARED, "3 LOSS b=1 u=blue-1", "4 ROLL b=1 die=5", "6 DIE die=1", "8 DIE die=2")
LATER = ["1, 3>4.5", "3, 3>6.5", "5, 3>8.5"]
"""The moments of a step that is accused, behind each of the dice."""


def timed(*lines: str, **given: Any) -> list[str]:
    return list(briefs(too_early_or_late.proposals(phase(*lines, **{"at": {"red-2": 1}, **given}))))


def test_an_accused_step_costs_less_than_another_one_of_its_battle() -> None:
    assert timed(*LOST, steps=[3]) == ["4, 1>4.5", "4, 2>4.5", *LATER]
    assert timed(*LOST, units=["blue-1"]) == ["4, 1>4.5", "1, 2>4.5", *LATER]
    unaccused = ["4, 3>4.5", "5, 3>6.5", "6, 3>8.5"]
    assert timed(*LOST, steps=[1]) == ["1, 1>4.5", "4, 2>4.5", *unaccused]
    assert timed(*LOST, steps=[99]) == []


def test_a_step_may_have_come_before_a_die_as_well() -> None:
    assert timed(*DECLARED, "4 ROLL b=1 die=5", "5 LOSS b=1 u=blue-1", "6 DIE die=3", steps=[5])[2:] == [
        "1, 5>6.5",
        "1, 5>3.5",
    ]
    assert timed(*DECLARED, "4 ROLL b=1 die=5", steps=[5], by_hand=[ByHand(5, "red-9", ())]) == ["1, 5>3.5"]
    assert timed(*DECLARED, "4 ROLL b=1 die=5", steps=[5], goes={"red-1": {5: 3}})[-1] == "1, 5>3.5"


@pytest.mark.parametrize(
    ("die", "chosen"),
    [
        ("4 TABLE b=1 as=attack die=4 strength=5 sheet=full hits=", ""),
        ("4 TABLE b=1 as=attack die=4", ", chosen"),
        ("4 DIE die=4", ", chosen"),
        ("4 AIRDIE b=1 die=4", ""),
    ],
    ids=["its key states its strength", "dealt", "plain", "a die that has none"],
)
def test_what_came_late_is_left_to_its_player_where_the_die_before_states_no_strength(die: str, chosen: str) -> None:
    """Who was hit before the die made it weaker."""
    assert timed(*DECLARED, die, "5 HIT b=1 u=red-1", steps=[5], game="m41")[-1] == f"1, 5>3.5{chosen}"
    # Of what names no battle, or no unit of it, no die depends so.
    assert timed(*DECLARED, die, "5 FORTIFY u=red-1", steps=[5], game="m41")[-1] == "1, 5>3.5"


def test_all_that_was_done_with_a_unit_up_to_the_next_die_may_have_been_early() -> None:
    done = ["2 HIT b=1 u=red-1", "3 RETREAT b=1 u=red-1", "4 HIT b=1 u=red-2", "5 DIE die=4", "6 DIE die=5"]
    assert "2, 2>5.5, 3>5.5" in timed(*done, steps=[2], game="m41")
    # Alone it is the step itself, and behind a die that does not follow it was seen.
    assert [each for each in timed(*done, steps=[3, 4], game="m41") if each.count(">") > 1] == []


def test_no_more_than_four_dice_to_either_side_are_tried() -> None:
    dice = [f"{step} DIE die=1" for step in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11)]
    behind = [f"{price}, 6>{die + 0.5}" for price, die in ((1, 7), (3, 8), (5, 9), (7, 10))]
    before = [f"{price}, 6>{die - 0.5}" for price, die in ((1, 5), (3, 4), (5, 3), (7, 2))]
    assert timed(*dice, "6 LOSS b=1 u=blue-1", steps=[6]) == [*behind, *before]


def test_what_declares_a_battle_is_moved_over_its_own_dice_alone() -> None:
    found = timed("1 ATT b=1 u=red-1", "2 ROLL b=9 die=3", "3 DEF b=1 u=blue-1", "5 ROLL b=1 die=5", steps=[3])
    assert found == ["4, 1>5.5", "1, 3>5.5"]


def test_a_card_since_the_die_before_a_battle_in_question_may_be_for_either_die() -> None:
    cards = [f"{step} CARD side=axis card=c{step} for=event" for step in (2, 4, 6, 8)]
    lines = ("1 ROLL b=9 die=3", "3 ATT b=1 u=red-1", "5 ROLL b=1 die=5", "7 LOSS b=1 u=blue-1")
    moved = [told for told in timed(*lines, *cards, steps=[3], game="nr") if told[3] in "2468"]
    assert moved == [
        "2, 2>5.5",
        "2, 2>0.5",
        "2, 4>5.5",
        "2, 4>0.5",
        "2, 6>4.5",
        "3, 6>0.5",
        "2, 8>4.5, chosen",
        "3, 8>0.5, chosen",
    ]
    # The die is the last that is done in the battle.
    assert "2, 6>4.5, chosen" in timed(*lines[:3], cards[2], steps=[3], game="nr")
    undecided = [told for told in timed(lines[1], lines[3], *cards, steps=[3], game="nr") if told[3] in "2468"]
    assert undecided == []


def test_a_key_by_which_its_player_chooses_stays_behind_the_die_that_he_has_seen() -> None:
    lines = (*DECLARED, "3 ROLL b=1 die=3", "4 SUPPORT b=1 count=1")
    assert timed(*lines, steps=[4], game="nr") == ["4, 1>3.5", "4, 2>3.5"]


HIT_LATE = """
at: turn 1 german weather good
on A1: ger-4-pzgr
on B1: ger-9-army ger-3-pzgr
on B2: rus-20-army
weather good
end
attack 1: ger-4-pzgr ger-9-army ger-3-pzgr x rus-20-army
end
end
fire 1: defend 4 = 1
table 1: attack 4 at 5 full
hit 1: ger-4-pzgr
hit 1: rus-20-army
end
"""


@pytest.mark.parametrize("edits", [[], ["plain TABLE"]])
def test_a_hit_that_is_not_taken_is_not_excused_by_a_plain_die(edits: list[str], tmp_path: Path) -> None:
    """Both sides roll at the same time: who was hit before the die is no weaker for it."""
    found = told_of(parts_of("m41"), HIT_LATE, edits, tmp_path)
    assert found == ["violation M41-DIS-3: The defenders of battle 1 have not taken 1 of their hits."]


HIT_BEFORE = HIT_LATE.replace("hit 1: ger-4-pzgr\n", "").replace("table", "hit 1: ger-4-pzgr\ntable")


@pytest.mark.parametrize("edits", [[], ["plain TABLE"]])
def test_who_was_hit_before_his_sides_die_is_no_weaker_either(edits: list[str], tmp_path: Path) -> None:
    assert told_of(parts_of("m41"), HIT_BEFORE, edits, tmp_path) == told_of(parts_of("m41"), HIT_LATE, [], tmp_path)
