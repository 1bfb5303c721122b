"""Dice that were rolled elsewhere, and typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from trc_module.reading.evidence import TypedDie
from trc_module.reading.habits import rolled_elsewhere

TWO = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "5 ATT b=2 u=red-2", "6 DEF b=2 u=blue-2")


def typed(*lines: str, step: int = 7, words: str = "die 3", **given: Any) -> Sequence[str]:
    found = phase(*lines, typed=[TypedDie(step, 3, words)], units=["red-1", "red-2"], **given)
    return briefs(rolled_elsewhere.proposals(found))


def test_a_typed_die_is_of_the_nearest_battle_that_lacks_one() -> None:
    assert typed(*TWO) == ["1, +7 ROLL b=2 die=3", "2, +7 ROLL b=1 die=3"]
    assert typed(*TWO, step=3) == ["1, +3 ROLL b=1 die=3", "2, +3 ROLL b=2 die=3"]
    assert typed(*TWO, words="battle 1: die 3") == ["1, +7 ROLL b=1 die=3"]
    assert typed(*TWO, "8 ROLL b=1 die=3") == ["1, +7 ROLL b=2 die=3"]


def test_a_die_that_a_line_holds_has_been_used() -> None:
    assert typed(*TWO, "7 DIE die=3") == []
    assert len(typed(*TWO, "7 LOSS b=2 u=blue-2")) == 2


@pytest.mark.parametrize(("lost", "moved"), [(1, False), (2, False), (3, True), (6, True), (7, False), (8, False)])
def test_the_die_lay_there_before_what_it_has_brought(lost: int, moved: bool) -> None:
    found = typed(*TWO[:2], f"{lost} LOSS b=1 u=blue-1")
    assert found == ["1, +7 ROLL b=1 die=3" + (", 7>2.5" if moved else "")]


@pytest.mark.parametrize(
    ("words", "sides"),
    [
        ("attackers 3", ["attack"]),
        ("defenders 3", ["defend"]),
        ("attackers and defenders 3", ["attack", "defend"]),
        ("attack 1: die 3", ["attack", "defend"]),
    ],
)
def test_words_name_the_side_that_has_rolled(words: str, sides: list[str]) -> None:
    dice = ["1, +7 AIRDIE b=1 die=3", *(f"1, +7 TABLE b=1 as={side} die=3" for side in sides)]
    assert typed(*TWO[:2], words=words, game="m41") == dice
