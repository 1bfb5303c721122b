"""What became of a battle's units in another order: what was done later first, or an accused step first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.reading.test_search import ATT, DEF, ROLL, evidence, said
from tests.untidy.other_plays import parts_of, told_of
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
