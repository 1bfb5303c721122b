"""Chapter 27.21: the weather that balances Breaking Storm."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import ROLLED
from trc_module.games.trc.steps import WEATHER
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import WeatherRoll, weather_of

NOVEMBER = 4
"""November/December 1941."""
_FOLLOWS = {"clear": "snow", "light-mud": "light-mud"}


@book.rule("27.21-3")
def weather_of_a_scenario(state: State) -> str | None:
    """November/December 1941 has snow after a clear September/October, and light mud after light mud."""
    if state.scenario != "breaking-storm" or state.clock.turn != NOVEMBER or state.clock.phase != WEATHER:
        return None
    return _FOLLOWS.get(weather_of(state))


@book.judge(WeatherRoll)
def judge_a_needless_die(game: Trc, state: State, act: WeatherRoll) -> Iterator[Finding]:
    """Judge a die where the weather of the turn before settles that of this one."""
    weather = weather_of_a_scenario(state)
    if weather is not None and ROLLED not in state.marks:
        then, now = spaced(weather_of(state)), spaced(weather)
        yield violation(
            "27.21-3",
            Sentence("After {then} in Sep/Oct 1941 the weather of Nov/Dec is {now} without a die.", then, now),
        )
