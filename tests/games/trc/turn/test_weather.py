"""The weather: a die that the log does not show, and a modifier that is unknown since."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.systems.weather import modifier_of, weather_of

SAID = "before: said-weather snow\nend\n"
UNKNOWN = "before: untold weather-drm\n"


def test_a_weather_that_players_named_without_a_die_is_taken_and_undecided() -> None:
    at = "turn 4 axis impulse 1 weather clear"
    assert told("end\n", at) == ["violation 4.1.1a"]
    assert told(SAID, at) == ["undecided 4.1.1a"]
    after = position(SAID, at)
    assert weather_of(after) == "snow"
    assert ("untold", "weather-drm") in after.marks


def test_a_weather_that_was_named_beside_a_die_says_nothing() -> None:
    text = "before: said-weather snow\nweather 1\nend\n"
    at = "turn 4 axis impulse 1 weather clear"
    assert told(text, at) == []
    assert weather_of(position(text, at)) == "light-mud"


@pytest.mark.parametrize(
    ("act", "heard", "weather", "modifier", "known"),
    [
        ("weather 5", ["undecided 4.1.1d"], None, None, False),
        ("weather 5 snow", [], "snow", None, False),
        ("weather 5 snow -2", [], "snow", -2, True),
        ("mark weather-drm +1", [], "clear", 1, True),
    ],
)
def test_while_the_modifier_is_unknown_what_the_players_read_counts(
    act: str, heard: list[str], weather: str | None, modifier: int | None, known: bool
) -> None:
    at = "turn 6 axis impulse 1 weather clear"
    assert told(f"{UNKNOWN}{act}\n", at) == heard
    after = position(f"{UNKNOWN}{act}\n", at)
    assert weather in (None, weather_of(after))
    assert modifier in (None, modifier_of(after))
    assert (("untold", "weather-drm") not in after.marks) is known


def test_a_known_modifier_is_judged() -> None:
    at = "turn 6 axis impulse 1 weather clear"
    assert told("weather 5 clear -2\n", at)[0].startswith("violation 4.1.1")
    assert told("mark weather-drm +1\n", at) == ["violation 4.1.1g"]
