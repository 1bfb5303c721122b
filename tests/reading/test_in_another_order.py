"""What became of a battle's units in another order: what was done later first, or an accused step first."""

from __future__ import annotations

from dataclasses import replace

from tests.reading.test_search import ATT, DEF, ROLL, evidence, said
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
