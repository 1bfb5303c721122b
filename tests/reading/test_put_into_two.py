"""A unit is put into a battle by mistake, and the key by which it leaves is forgotten, early or late."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of

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
        ([MISTAKEN], ["undecided 10.1.3", "undecided 10.1.3"]),
        (["before ATT OUT ger-6 2", MISTAKEN], ["undecided 10.1.3", "undecided 10.1.3"]),
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
