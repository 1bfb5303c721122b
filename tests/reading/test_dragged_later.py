"""A way whose key was pressed, and whose counter was dragged when something else had been done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.habits import dragged_later

TWO_BATTLES = """
at: turn 2 german weather good
on A1: ger-9-army
on A2: rus-13-army
on A3: rus-16-army rus-rzhev
on A4: ger-2-army
weather good
end
attack 1: ger-9-army x rus-13-army
attack 2: ger-2-army x rus-16-army rus-rzhev
end
end
fire 1: attack 4
fire 1: defend 4
fire 2: attack 6
{}
advance 1: ger-9-army disrupted A1 A2
end
"""
TO_SHELTER = "retreat 1: rus-13-army A2 A3\nhit 2: rus-16-army"
TOO_LATE = "hit 2: rus-16-army\nretreat 1: rus-13-army A2 A3"


def told(what: str, edits: list[str], folder: Path) -> list[str]:
    return [text.split(": ")[0] for text in told_of(parts_of("m41"), TWO_BATTLES.format(what), edits, folder)]


def test_a_retreat_counts_when_its_key_was_pressed_though_its_own_way_alone_is_accused(tmp_path: Path) -> None:
    assert told(TO_SHELTER, [], tmp_path) == []
    assert told(TO_SHELTER, ["earlier HIT 1"], tmp_path) == []


def test_a_retreat_whose_key_came_too_late_is_told(tmp_path: Path) -> None:
    assert told(TOO_LATE, [], tmp_path) == ["doubt M41-RET-1"]


BETWEEN = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 RETREAT b=1 u=blue-1", "4 LOSS b=1 u=red-1")


@pytest.mark.parametrize(
    ("drags", "steps", "lines", "told"),
    [
        ([5, 6], [4], (), ["1, 5>3.5, 6>3.5"]),
        ([5, 6], [9], (), []),
        # What is told of the way may come of anything that was done in between.
        ([5, 6], [6], (), ["1, 5>3.5, 6>3.5"]),
        ([3, 5], [4], (), ["1, 5>3.5"]),
        ([5, 8], [4], ("7 DIE die=3",), ["1, 5>3.5"]),
        ([8], [4], ("7 DIE die=3",), []),
        ([5, 7], [6], ("2 DIE die=3",), ["1, 5>3.5, 7>3.5"]),
    ],
)
def test_the_drags_behind_a_way_are_read_with_it_if_something_else_was_done_before_them(
    drags: list[int], steps: list[int], lines: tuple[str, ...], told: list[str]
) -> None:
    found = phase(*BETWEEN, *lines, goes={"blue-1": dict.fromkeys(drags, 3)}, steps=steps)
    assert briefs(dragged_later.proposals(found)) == told


def test_where_nothing_was_done_in_between_a_way_is_read_as_it_stands() -> None:
    found = phase(*BETWEEN[:3], goes={"blue-1": {4: 3, 5: 4}}, steps=[5])
    assert briefs(dragged_later.proposals(found)) == []
    # Nor does the key of a loss tell of a way.
    assert briefs(dragged_later.proposals(phase(*BETWEEN, goes={"red-1": {5: 3, 7: 4}}, steps=[6]))) == []
