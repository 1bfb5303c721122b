"""What became of a battle's units in another order: what was done later first, or an accused step first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.reading.phases import Goes, briefs, phase
from tests.reading.test_search import ATT, DEF, ROLL, evidence, said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.evidence import ByHand
from trc_module.reading.habits import in_another_order

FIRST, SECOND = said(4, "LOSS", b="1", u="blue-1"), said(6, "LOSS", b="1", u="red-1")


def moved(accused: int, *, die: int = 3) -> set[tuple[int, float]]:
    """Return the steps that may count at other moments if one is accused, and a die fell in another."""
    lines = (ATT, DEF, replace(ROLL, step=die), FIRST, SECOND)
    found = replace(evidence(*lines), steps=frozenset((accused,)))
    return {step for change in in_another_order.proposals(found) for step in change.moved}


def test_what_was_done_after_an_accused_step_may_have_come_before_it() -> None:
    assert moved(4) == {(6, 3.5)}


def test_an_accused_step_may_have_come_before_what_was_done_with_another() -> None:
    assert moved(6) == {(6, 3.5)}


def test_no_die_lies_between() -> None:
    assert moved(6, die=5) == set()


ADVANCED_FIRST = """
at: turn 9 axis combat
on I22: ger-16
on I23: ger-1-pz ger-4-pz
on J22: sov-south
target sov-south
attack 1: ger-16 ger-1-pz ger-4-pz x sov-south
roll 1: 6
lose 1: sov-south
advance 1: ger-16 I22 J22
end
"""


def test_a_loss_without_a_key_may_have_come_before_the_advance_too(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), ADVANCED_FIRST, ["later LOSS 2", "drop LOSS"], tmp_path) == []


BATTLE = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "5 ROLL b=1 die=5")
AFTER: Goes = {"red-1": {6: 2}, "blue-1": {7: None, 9: None}}


def told(*lines: str, goes: Goes, steps: list[int], **given: Any) -> Sequence[str]:
    return briefs(in_another_order.proposals(phase(*BATTLE, *lines, goes=goes, steps=steps, units=["red-1"], **given)))


def test_what_was_done_with_others_up_to_the_next_die_may_come_before_the_accused_step() -> None:
    assert told(goes=AFTER, steps=[6]) == ["1, 7>5.33333, 9>5.66667"]
    assert told("8 DIE die=2", goes=AFTER, steps=[6]) == ["1, 7>5.5"]
    # A counter that was turned in the accused step itself was not turned after it.
    assert told(goes={"red-1": {6: 0}}, steps=[6], by_hand=[ByHand(6, "blue-1", ())]) == []
    assert told(goes=AFTER, steps=[4]) == []


def test_an_accused_step_may_come_before_what_was_done_with_others_since_the_last_die() -> None:
    gone: Goes = {"red-1": {8: 0}, "blue-1": {7: None}, "blue-2": {4: None}}
    lost = "6 LOSS b=1 u=blue-2"
    assert told(lost, goes=gone, steps=[8], at={"blue-2": 2}) == ["1, 8>6.5", "1, 8>5.5"]
    assert told("9 DIE die=2", goes={**gone, "blue-1": {10: None}}, steps=[8]) == []
    assert told(goes={"red-1": {8: 0}}, steps=[8], by_hand=[ByHand(8, "blue-1", ())]) == []


def test_nobody_goes_where_an_enemy_still_stands() -> None:
    """Red goes off first, and blue comes onto his hex; a friend may have come at once."""
    assert told(goes={"red-1": {6: None}, "blue-1": {7: 1}}, steps=[6]) == []
    assert told(goes={"red-1": {6: None}, "blue-1": {7: 3}}, steps=[6]) == ["1, 7>5.5"]
    friends: Goes = {"red-1": {6: None}, "red-2": {7: 1}}
    assert told("3 ATT b=1 u=red-2", goes=friends, steps=[6], at={"red-2": 3}) == ["1, 7>5.5"]
    assert told(goes={"blue-1": {6: None}, "red-1": {7: 2}}, steps=[7]) == []
    assert told(goes={"blue-1": {6: None}, "red-1": {7: 0}}, steps=[7]) == ["1, 7>5.5"]


def test_who_has_no_part_in_a_battle_may_come_behind_what_was_done_in_it() -> None:
    """A cadre is placed for a unit that is lost, and its key was pressed a moment before the loss."""
    placed: Goes = {"blue-2": {7: 2}, "blue-1": {8: None}}
    battle = phase(*BATTLE, goes=placed, steps=[7], units=["blue-2"], at={"blue-2": 3})
    assert briefs(in_another_order.proposals(battle)) == ["1, 8>6.5"]
    # Who fights in another battle has no business in this one.
    other = phase(*BATTLE, "3 DEF b=2 u=blue-2", goes=placed, steps=[7], units=["blue-2"], at={"blue-2": 3})
    assert briefs(in_another_order.proposals(other)) == []
