"""What is open in a phase: the battles in question, where units stood, what lines are about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reading.phases import line, phase
from trc_module.declarations.policy import Slot
from trc_module.hexgrid import Hex
from trc_module.reading.battle import Fight
from trc_module.reading.evidence import ByHand, said_by

BATTLE = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "5 ROLL b=1 die=5")


def test_who_was_put_into_a_battle_stood_where_it_was_declared_and_any_other_where_its_die_fell() -> None:
    found = phase(*BATTLE, at={"red-2": 3, "red-3": None}, goes={"red-1": {3: 7}, "red-2": {3: 7}, "red-3": {4: 1}})
    fight = found.fights["1"]
    assert [found.place(unit, fight) for unit in ("red-1", "red-2", "red-3")] == [1, 7, 1]
    late = phase(*BATTLE, "6 ATT b=1 u=red-3", at={"red-3": None}, goes={"red-3": {4: 1}})
    assert late.place("red-3", late.fights["1"]) == 1
    assert late.place("red-3", Fight("1", {"red-3": None}, declared=[1])) is None


def test_a_battle_is_fought_at_the_end_of_the_phase_if_its_die_falls_later_or_no_line_tells_of_it() -> None:
    ahead = phase(*BATTLE[:2], goes={"red-1": {3: 7}}, later=[line("9 ROLL b=1 die=5")])
    assert ahead.place("red-1", ahead.fights["1"]) == 7
    assert phase(goes={"red-1": {3: 7}}).place("red-1", Fight("1")) == 7
    told = phase("2 LOSS b=1 u=blue-1", goes={"red-1": {3: 7}})
    assert told.place("red-1", told.fights["1"]) == 1


def test_who_is_not_on_the_map_is_next_to_nobody() -> None:
    found = phase()
    pairs = ((Hex(1), Hex(2)), (Hex(1), Hex(3)), (None, Hex(2)), (Hex(1), None))
    assert [found.adjacent(one, other) for one, other in pairs] == [True, False, False, False]


@pytest.mark.parametrize(
    ("fight", "side"),
    [
        (Fight("1"), "red"),
        (Fight("1", {"blue-1": None}, {"red-1": None}), "blue"),
        (Fight("1", {}, {"blue-1": None}), "red"),
        (Fight("1", {}, {"red-1": None}), "blue"),
    ],
)
def test_who_attacks_follows_from_the_lines_and_the_side_on_turn(fight: Fight, side: str) -> None:
    assert phase().attacker(fight) == side


TWO = (*BATTLE, "6 ATT b=2 u=red-2", "7 DEF b=2 u=blue-2", "8 RETREAT b=2 u=blue-3")


@pytest.mark.parametrize(
    ("held", "numbers"),
    [
        ({}, []),
        ({"units": ["red-1"]}, ["1"]),
        ({"units": ["blue-3"]}, ["2"]),
        ({"units": ["red-1", "blue-2"]}, ["2", "1"]),
        ({"steps": [5]}, ["1"]),
        ({"steps": [6]}, ["2"]),
        ({"hexes": [2]}, []),
        ({"hexes": [4]}, ["2"]),
        ({"hexes": [3]}, []),
    ],
)
def test_battles_in_question_are_those_of_what_is_accused_the_latest_first(
    held: dict[str, Any], numbers: list[str]
) -> None:
    """The hex of a battle whose die fell is not in question."""
    found = phase(*TWO, at={"red-2": 3, "blue-2": 4, "blue-3": 4}, **held)
    assert [fight.number for fight in found.concerned] == numbers


def test_words_name_battles_that_there_are() -> None:
    assert phase(*TWO).named("battle 2, not battle 7") == {"2"}


def test_a_line_is_in_question_by_its_step_its_unit_or_its_battle() -> None:
    lines = (*TWO, "9 DIE die=3")
    own = [one.step for one in phase(*lines, units=["red-1"]).lines if phase(*lines, units=["red-1"]).concerns(one)]
    assert own == [1, 2, 5]
    found = phase(*lines, steps=[9])
    assert [one.step for one in found.lines if found.concerns(one)] == [9]
    found = phase(*lines, units=["blue-9"])
    assert [one.step for one in (*found.lines, line("9 FORTIFY u=blue-9")) if found.concerns(one)] == [9]


def test_the_deeds_of_a_unit_are_its_ways_what_was_done_by_hand_and_keys_that_do_more_than_to_say() -> None:
    found = phase(
        *BATTLE,
        "6 LOSS b=1 u=blue-1",
        "7 LOSS b=1 u=blue-2",
        at={"blue-2": 2},
        goes={"blue-1": {3: 4}, "blue-2": {4: 5}},
        by_hand=[ByHand(9, "blue-1", ()), ByHand(10, "red-1", ())],
    )
    assert [found.deeds_of(unit) for unit in ("blue-1", "blue-2", "red-1")] == [[3, 6, 9], [4, 7], [10]]


def test_plain_dice_are_dice_of_the_phase_and_those_that_are_no_battles_are_not() -> None:
    found = phase("1 AIRDIE b=1 die=3", "2 DIE die=4", "3 GAMBLE die=5", "4 HIT b=1 u=red-1", game="m41")
    assert found.dice == [1, 2]
    assert [found.is_any_die(one) for one in found.lines] == [True, True, True, False]


def test_what_a_die_was_rolled_for_is_all_that_is_not_read_off_it() -> None:
    found = phase("1 TABLE b=1 as=attack die=3 strength=4 sheet=full hits=1", game="m41")
    assert found.purpose(found.lines[0]) == (("as", "attack"), ("b", "1"))


def test_a_battle_has_a_die_of_a_kind_if_a_line_says_as_much() -> None:
    found = phase("1 TABLE b=1 as=attack die=3", "2 FIRE b=1 as=defend dice=3", game="m41")
    slots = [Slot("TABLE", {"as": side}) for side in ("attack", "defend")] + [Slot("AIRDIE")]
    assert [found.has_die(Fight("1"), slot) for slot in slots] == [True, False, False]
    assert not found.has_die(Fight("2"), slots[0])
    assert phase("1 ROLL b=1").has_die(Fight("1"), Slot("ROLL"))


def test_a_line_is_said_of_the_die_of_its_battle_before_it() -> None:
    die = line("3 ROLL b=1 die=5")
    said = ["4 RESULT b=1 result=X", "4 RESULT b=2 result=X", "2 RESULT b=1 result=X", "3 RESULT b=1 result=X"]
    other = ["4 LOSS b=1 u=red-1", "4 RETREAT b=1 u=red-1", "4 ATT b=1 u=red-1", "4 STAND u=red-1"]
    found = phase(*said, *other, game="trp")
    assert [found.is_said_of(one, die) for one in found.lines] == [True, *[False] * 7]


def test_what_a_line_says_is_neither_its_player_nor_where_its_unit_stands() -> None:
    assert said_by(line("1 ATT b=1 u=red-1 at=0101 by=red")) == (("b", "1"), ("u", "red-1"))
    assert said_by(line("1 FORTIFY at=0101 by=red")) == (("at", "0101"),)
