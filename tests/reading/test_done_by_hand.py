"""A counter dragged into a box without a key, before the die that sends it there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.evidence import ByHand
from trc_module.reading.habits import done_by_hand

SECOND_ROUND = """
at: turn 2 german weather good
on B1: ger-4-army
on C2: rus-20-army
weather good
end
attack 1: ger-4-army x rus-20-army
end
end
fire 1: attack 4 1 = 1
fire 1: defend 1
hit 1: rus-20-army
fire 1: attack {}
lose 1: rus-20-army
advance 1: ger-4-army disrupted B1 C2
end
"""
EARLY = ["earlier LOSS 1", "drop LOSS"]


def test_the_die_that_follows_may_be_what_a_counter_was_taken_off_for(tmp_path: Path) -> None:
    assert told_of(parts_of("m41"), SECOND_ROUND.format("4 2 = 1"), EARLY, tmp_path) == []


def test_a_die_that_brings_no_hit_takes_nobody_off(tmp_path: Path) -> None:
    told = told_of(parts_of("m41"), SECOND_ROUND.format("3 2"), EARLY, tmp_path)
    assert "violation M41-OPC-1: Battle 1 went on; no defender is left in C2." in told


TWO = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 ATT b=2 u=red-2", "4 DEF b=2 u=blue-2")


@pytest.mark.parametrize(
    ("held", "tried"),
    [
        ({}, False),
        ({"units": ["blue-2"]}, True),
        ({"units": ["red-2"]}, True),
        ({"units": ["red-1"]}, False),
        ({"steps": [6]}, True),
    ],
)
def test_a_turned_counter_is_asked_about_if_it_or_its_battle_is_in_question(held: dict[str, Any], tried: bool) -> None:
    """The battle in which it fought comes first."""
    found = phase(*TWO, at={"red-2": 3, "blue-2": 4}, by_hand=[ByHand(6, "blue-2", ("REDUCE",))], **held)
    told = ["2, +6 REDUCE b=2 u=blue-2", "2, +6 REDUCE b=1 u=blue-2"]
    assert briefs(done_by_hand.proposals(found)) == (told if tried else [])


def test_a_key_outside_battles_tells_of_it_alone() -> None:
    found = phase(*TWO, game="nr", by_hand=[ByHand(6, "blue-1", ("REVERT", "LOWER"))], units=["blue-1"])
    assert briefs(done_by_hand.proposals(found)) == [
        "2, +6 REVERT u=blue-1",
        "2, +6 LOWER b=1 u=blue-1",
        "2, +6 LOWER b=2 u=blue-1",
    ]
