"""26.3: historical weather."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import WeatherRoll

option = book.option("26.3")


@option.check("26.3", WeatherRoll)
def weather_as_it_was(game: Trc, state: State, act: WeatherRoll) -> Iterator[Finding]:
    """The historical table gives the weather of every turn, without a die."""
    weather = weather_without_a_die(game, state)
    if weather is not None and not _by_the_book(game, state):
        turn = game.charts.turns[state.clock.turn]
        yield violation(
            "26.3",
            Sentence(
                "The weather of {turn} is {weather} by the historical table, without a die.",
                turn,
                spaced(weather),
            ),
        )


def _by_the_book(game: Trc, state: State) -> bool:
    turn = game.charts.turns.get(state.clock.turn)
    return turn is None or game.charts.weather.automatic(turn) is not None


@option.override(weather_without_a_die)
def settled_by_history(basic: Callable[[Trc, State], str | None], game: Trc, state: State) -> str | None:
    """Return the weather of the historical table."""
    turn = game.charts.turns.get(state.clock.turn)
    return basic(game, state) or (None if turn is None else game.charts.weather.historical(turn))
