"""Markers are placed where the position has what they show."""

from __future__ import annotations

import pytest

from tests.games.trc.play import told


def test_a_railhead_is_where_the_rails_end_that_the_end_phase_leaves() -> None:
    lost = "control: Bryansk russian\nrail: axis T14 T13\nbefore: passed T14\non T14: rus-24-inf\nmark railhead T14\n"
    assert told(lost, "turn 3 russian impulse 2 combat clear") == []
    assert told(lost, "turn 3 russian impulse 2 end clear") == ["violation 2.1f"]
    won = "control: Bryansk axis\nrail: axis T14\nbefore: passed T13\non T13: ger-47-pz\nmark railhead T13\n"
    assert told(won, "turn 3 axis impulse 2 end clear") == []
    assert told(won, "turn 3 axis impulse 1 combat clear") == ["violation 2.1f"]


@pytest.mark.parametrize(("scenario", "turn", "rule"), [("campaign", 1, "2.1l"), ("fall-blau", 7, "27.11a")])
def test_a_turn_marker_on_the_wrong_turn_before_play(scenario: str, turn: int, rule: str) -> None:
    text = f"scenario: {scenario}\nat: turn {turn} axis impulse 1 weather clear\nmark turn {turn + 1}\n"
    assert f"violation {rule}" in told(text)
