"""Logs that begin in the midst of a game: which cities a side can have entered before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of

REPLACED = """
at: turn {} russian replacement good
on A1: ger-9-army ger-4-army
on B1: ger-3-pzgr
on D1: ger-2-army
on {}: ger-2-pzgr
on B2: ger-4-pzgr
on E5: rus-western
box russian reserve: rus-50-army
replace rus-50-army disrupted D5
end
"""


@pytest.mark.parametrize(
    ("turn", "panzers", "open_"),
    [(1, "D2", False), (1, "D3", True), (2, "D2", True)],
    ids=["too far from where they stand", "on their way", "a turn later"],
)
def test_a_city_is_known_in_the_first_turn_if_no_german_can_have_been_there(
    turn: int, panzers: str, open_: bool, tmp_path: Path
) -> None:
    """From where they start it is four hexes to D5; with an advance before and after, they go six."""
    told = "undecided M41-REP-5: rus-50-army came back in D5; who was last there is unknown."
    assert told_of(parts_of("m41"), REPLACED.format(turn, panzers), [], tmp_path) == [told] * open_


LOST = REPLACED.format(1, "D2").replace("on B2: ger-4-pzgr\n", "box german lost: ger-4-pzgr\n")


def test_who_was_lost_may_have_been_lost_anywhere_within_reach(tmp_path: Path) -> None:
    assert told_of(parts_of("m41"), LOST, [], tmp_path) == [
        "undecided M41-REP-5: rus-50-army came back in D5; who was last there is unknown."
    ]
