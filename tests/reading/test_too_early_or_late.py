"""A card that lets a die be rolled again is played a moment too early."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reading.test_search import evidence, said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
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


def test_a_battle_in_question_may_have_been_declared_just_before_the_next_that_is_said_of_it() -> None:
    trp = find_game("trp")
    lines = [said(1, "ATT", b="1", u="red-1"), said(2, "DEF", b="1", u="blue-1")]
    lines += [said(5, "ODDS", b="1", odds="1-1"), said(6, "ROLL", b="1", die="5")]
    asked = replace(evidence(*lines, units=["blue-2"]), grammar=trp.grammar, policy=trp.line_policy)
    for steps, expected in ((frozenset({1, 2}), [(1, 2)]), (frozenset({6}), [])):
        found = too_early_or_late.proposals(replace(asked, steps=steps))
        moves = [change.moved for change in found if len(change.moved) > 1]
        assert [tuple(step for step, _ in moved) for moved in moves] == expected
        assert all(4 < moment < 5 for moved in moves for _, moment in moved)


BEFORE_THE_SECOND_ROUND = """
at: turn 2 russian replacement good
on B4: ger-4-pzgr
on A7: rus-16-army
box russian air: rus-west-air
end
attack 1: rus-west-air x ger-4-pzgr
end
table 1: attack 1 at 1 full
hit 1: ger-4-pzgr
retreat 1: ger-4-pzgr B4 B3
table 1: attack 5 at 1 full
{}end
"""


@pytest.mark.parametrize(
    ("more", "expected"),
    [("", ["undecided M41-OPC-1"]), ("table 1: attack 5 at 1 full\n", ["violation M41-OPC-1"] * 2)],
)
def test_a_whole_retreat_may_have_come_too_early(more: str, expected: list[str], tmp_path: Path) -> None:
    """Two rounds may be fought; whether a die was rolled before a way or was one too many the log does not tell."""
    found = told_of(parts_of("m41"), BEFORE_THE_SECOND_ROUND.format(more), [], tmp_path)
    assert [text.split(": ")[0] for text in found] == expected
