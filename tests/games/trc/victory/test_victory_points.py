"""Victory points: what assumed data and unknown routes leave open."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.games.trc.victory.scenario_victories import breaking_storm_by_points
from trc_module.games.trc.victory.victory_points import tally

CLOSE = (
    "Kiev axis, Minsk axis, Riga axis, Odessa axis, Brest axis, Lvov axis, Tallinn axis, Dnepropetrovsk axis, "
    "Bryansk axis, Vitebsk axis, Kaunas axis"
)


def storm(control: str, rest: str) -> str:
    return f"scenario: breaking-storm\nat: turn 5 russian impulse 2 end snow\ncontrol: {control}\n{rest}"


def test_points_that_assumed_sides_of_the_line_decide_win_by_what_is_taken_for_true() -> None:
    enough = CLOSE + ", Kharkov axis, Stalino axis, Kursk axis"
    points = tally(GAME, position(storm(enough, "")))
    assert points is not None
    assert (points.total, points.reaches(-1)) == (-1, None)
    assert told(storm(enough, "win axis because 27.2b\n")) == []
    assert told(storm(enough, "win russian because 27.2e\n")) == ["doubt 27.2e"]
    assert told(storm(CLOSE, "win axis because 27.2b\n")) == ["doubt 27.2b"]
    assert told(storm(CLOSE, "win russian because 27.2e\n")) == []


def test_points_that_a_way_not_known_decides_win_for_nobody() -> None:
    unsure = f"before: unsure-control {GAME.hex_name(GAME.places['Kiev'])}\n"
    assert told(storm(CLOSE, unsure + "win axis because 27.2b\n")) == ["undecided 27.2b"]
    assert told(storm(CLOSE, unsure + "win russian because 27.2e\n")) == ["undecided 27.2e"]
    beyond_doubt = storm("Minsk axis", unsure + "win axis because 27.2b\n")
    assert told(beyond_doubt) == ["violation 27.2b"]


@pytest.mark.parametrize("over", [-1, 0, 1])
@pytest.mark.parametrize("bound", ["least", "most"])
def test_points_that_no_assumption_allows_are_a_violation(bound: str, over: int) -> None:
    at = "scenario: breaking-storm\nat: turn 3 axis impulse 1 movement clear\non R9: rus-3-inf\n"
    points = tally(GAME, position(at))
    assert points is not None
    assert points.least < points.total < points.most
    shown = getattr(points, bound) + over
    inside = points.least <= shown <= points.most
    assert told(at + f"mark victory-points {shown:+d}\n") == ["doubt 27.12b" if inside else "violation 27.12b"]


def test_points_are_stated_with_what_assumptions_leave_open() -> None:
    at = "scenario: breaking-storm\nat: turn 5 russian impulse 2 end snow\non R9: rus-3-inf\n"
    points = tally(GAME, position(at))
    assert points is not None
    met, text = breaking_storm_by_points(GAME, position(at))
    assert f"{points.total} victory points ({points.least} to {points.most} as far as the log shows)" in text
    assert met is (points.total >= -1)
