"""The position in every world that a log's beginning allows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.reading.phases import TOY
from trc_module.auditing.worlds import Worlds


@pytest.mark.parametrize(
    ("since", "until", "passed"), [(0, 0, 0), (0, 1, 1), (0, 4, 4), (0, 12, 12), (4, 2, 0), (12, 3, 0)]
)
def test_the_phases_on_the_way_to_a_later_moment_are_counted(since: int, until: int, passed: int) -> None:
    clocks = [TOY.start("campaign", frozenset()).clock]
    while len(clocks) <= 12:
        clocks.append(TOY.sequence.after(clocks[-1]))
    assert clocks[12].turn > clocks[0].turn
    worlds: Any = cast("Any", SimpleNamespace(_game=TOY))
    assert Worlds.passed(worlds, clocks[since], clocks[until]) == passed
