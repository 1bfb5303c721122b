"""A unit is put into a battle by mistake, and the key by which it leaves is forgotten, early or late."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import put_into_two

PLAY = """
at: turn 2 axis combat
on L15: ger-6
on L16: sov-south
on H15: ger-16
on H16: sov-west
target sov-south
target sov-west
attack 1: ger-6 x sov-south
roll 1: 3
counterblow ger-6
attack 2: ger-16 x sov-west
roll 2: 2
end
"""
MISTAKEN = "before ATT ATT ger-6 2"


def _told(edits: list[str], folder: Path) -> list[str]:
    return [text.split(": ")[0] for text in told_of(parts_of("nr"), PLAY, edits, folder)]


@pytest.mark.parametrize(
    ("edits", "left"),
    [
        ([MISTAKEN], ["undecided 10.1.3"]),
        (["before ATT OUT ger-6 2", MISTAKEN], ["undecided 10.1.3"]),
        (["behind ATT OUT ger-6 2", MISTAKEN], []),
        (["behind ATT OUT ger-6 1"], ["undecided 10.1.2"]),
    ],
    ids=["left out", "early", "late", "behind the last key"],
)
def test_whoever_is_put_into_another_battle_by_mistake_is_accused_of_nothing(
    edits: list[str], left: list[str], tmp_path: Path
) -> None:
    assert _told(edits, tmp_path) == left


TWICE = """
at: turn 2 german weather good
on B1: ger-4-army ger-9-army
on C2: rus-20-army
on B2: rus-western
weather good
end
attack 1: ger-4-army x rus-20-army
attack 2: ger-4-army ger-9-army x rus-western
end
"""


def test_whoever_is_put_into_two_battles_of_which_each_is_declared_attacks_twice(tmp_path: Path) -> None:
    """A key for the first one's defender lies between."""
    told = told_of(parts_of("m41"), TWICE, [], tmp_path)
    assert told == ["violation M41-OPC-1: ger-4-army is in another battle of this phase already."]


def parts(*lines: str, steps: tuple[int, ...] = (1,)) -> list[tuple[str, ...]]:
    """Return the lines that are read otherwise and as what, each as a free choice."""
    found = briefs(put_into_two.proposals(phase(*lines, at={"red-2": 1, "blue-2": 2}, steps=steps)))
    assert all(told.endswith(", chosen") for told in found)
    return [tuple(told.removesuffix(", chosen").split(", ")) for told in found]


@pytest.mark.parametrize(("verb", "unit"), [("ATT", "red-1"), ("DEF", "blue-1")])
def test_a_unit_in_two_battles_is_in_the_last_rather_than_in_the_first(verb: str, unit: str) -> None:
    first, last = f"1 {verb} b=1 u={unit}", f"2 {verb} b=2 u={unit}"
    both = [("1", f"-{first}", f"+1 {verb} b=2 u={unit}"), ("2", f"-{last}", f"+2 {verb} b=1 u={unit}")]
    assert parts(first, last, "3 DEF b=2 u=blue-2") == both
    assert parts(first, last, "3 DEF b=2 u=blue-2", steps=(9,)) == []


def test_only_keys_of_that_side_come_between_the_two_and_the_next_of_the_unit_counts() -> None:
    first, other, last = "1 ATT b=1 u=red-1", "2 ATT b=1 u=red-2", "3 ATT b=2 u=red-1"
    both = [("1", f"-{first}", "+1 ATT b=2 u=red-1"), ("2", f"-{last}", "+3 ATT b=1 u=red-1")]
    assert parts(first, other, last, "4 ATT b=3 u=red-1") == both
    assert parts(first, "2 DEF b=1 u=blue-1", last) == []
    assert parts(first, "2 DEF b=2 u=red-1") == []
    assert parts("1 LOSS b=1 u=red-1", "2 LOSS b=2 u=red-1") == []


def test_a_unit_that_leaves_a_battle_may_have_left_it_before_it_was_put_there() -> None:
    first, left, last = "1 ATT b=1 u=red-1", "2 OUT b=1 u=red-1", "3 ATT b=2 u=red-1"
    assert parts(first, left, "2 OUT b=2 u=red-1", last) == [
        ("1", f"-{left}", "+1 OUT b=1 u=red-1"),
        ("1", f"-{first}", "+1 ATT b=2 u=red-1"),
        ("2", f"-{last}", "+3 ATT b=1 u=red-1"),
    ]
