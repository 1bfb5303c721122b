"""A unit of an option that was not agreed on does not come in, whichever rule brings it."""

from __future__ import annotations

import pytest

from tests.games.trc.play import told


@pytest.mark.parametrize(
    ("act", "at"),
    [
        ("enter ger-11-para K6", "turn 3 axis impulse 1 weather clear"),
        ("enter rus-5-para-partisan H29", "turn 1 russian impulse 2 movement clear"),
    ],
)
def test_a_unit_of_a_variant_that_is_not_played_does_not_come_in(act: str, at: str) -> None:
    assert told(act, at) == ["violation 28.1"]
    assert "violation 28.1" not in told(f"options: 28.6, 28.7\n{act}", at)
