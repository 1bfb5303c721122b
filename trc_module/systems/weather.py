"""Weather: a word that holds for a turn, and a modifier of its die that runs through the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trc_module.rules.actions import Action
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import OnTable, Slice
from trc_module.rules.state import State
from trc_module.systems.turn_words import TurnWord

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

_WEATHER_PROPERTY, _MODIFIER_PROPERTY = "Weather", "WeatherDrm"
"""The module's properties that hold the weather and the running modifier of its die."""
_MODIFIER = re.compile(r"[+-]?[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Weather:
    """The weather of this turn (before it is known, that of the turn before), and the modifier of its die."""

    word: str = ""
    modifier: int = 0


_UNTOLD = Weather()
_KEY = "weather"
WEATHER = Slice(_KEY, _UNTOLD)


@dataclass(frozen=True, slots=True)
class WeatherRoll(Action):
    """Roll the die of the weather phase, with what the players read out of it, if they say so."""

    die: int
    weather: str = ""
    """The weather; '' where the record does not say."""
    drm: int | None = None
    """The running modifier from then on; None where the record does not say."""


def weather_of(state: State) -> str:
    """Return the weather of this turn; before it is known, that of the turn before."""
    # Read straight from the position: a checked move asks five times.
    word: str = state.slices.get(_KEY, _UNTOLD).word
    return word


def modifier_of(state: State) -> int:
    """Return the running modifier of the weather die."""
    return WEATHER.of(state).modifier


def with_weather(state: State, word: str | None = None, modifier: int | None = None) -> State:
    """Return a position with other weather or another modifier; None leaves either as it is."""
    now = WEATHER.of(state)
    return WEATHER.put(
        state, Weather(now.word if word is None else word, now.modifier if modifier is None else modifier)
    )


@dataclass(frozen=True)
class WeatherSystem(TurnWord):
    """The weather in records: a word after the moment, and `drm:`."""

    moment_words: tuple[str, ...]
    """The words for the weather."""
    fixed: Callable[[Any, int], str | None] = lambda game, turn: None
    """The weather that a turn of a game has without a die; None if it has one, or is no turn."""
    moment = "the weather"
    called = "weather"
    box = "weather"
    """The box in which the weather's marker lies (`weather-snow`)."""
    keys = FrozenMap({"drm": "the running modifier of the weather die, with its sign"})

    def read_moment(self, game: Ground, state: State, tokens: Tokens) -> State:
        """Read the weather."""
        if tokens.peek() not in self.moment_words:
            raise tokens.error("the weather (" + ", ".join(self.moment_words) + ")")
        return with_weather(state, tokens.take("the weather"))

    def write_moment(self, game: Ground, state: State) -> str:
        """Write the weather."""
        return weather_of(state)

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the modifier from the module's property, the weather from its marker; without one all weathers.

        Where the turn has its weather by rule, a marker that nobody has moved yet says nothing.
        """
        told = shown.properties.get(_MODIFIER_PROPERTY, "")
        if re.fullmatch(r"[+-]?\d{1,2}", told):
            state = with_weather(state, modifier=int(told))
        settled = state.clock.phase != game.sequence.steps[0].phase
        by_rule = self.fixed(game, state.clock.turn) if settled else None
        if by_rule is not None:
            return (with_weather(state, by_rule),)
        for marker, box in shown.markers.items():
            word = marker.removeprefix(f"{self.box}-")
            if box == self.box and word in self.moment_words:
                return (with_weather(state, word),)
        # The first turn of all has its weather by rule, and in the weather phase it is about to be told.
        return tuple(with_weather(state, word) for word in self.moment_words) if late and settled else (state,)

    def on_table(self, game: Ground, state: State) -> Mapping[str, str]:
        """Keep weather and modifier."""
        return {_WEATHER_PROPERTY: weather_of(state), _MODIFIER_PROPERTY: str(modifier_of(state))}

    def with_word(self, state: State, word: str) -> State:
        """Return the position with another weather."""
        return with_weather(state, word)

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read the modifier."""
        tokens = lines[-1]
        text = tokens.take("the running weather modifier")
        if not _MODIFIER.fullmatch(text):
            raise tokens.error("the running weather modifier, as in '+1'", text)
        tokens.end()
        return with_weather(state, modifier=int(text))

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the modifier where there is one, or was one when the scenario began."""
        modifier = modifier_of(state)
        if modifier or modifier_of(begin):
            yield "drm", f"{modifier:+d}" if modifier else "0"


@dataclass(frozen=True)
class DeclaredWeather(WeatherSystem):
    """Weather that players read off a track and declare: on a table the module's own property holds it."""

    keys = FrozenMap()
    """It has no running modifier."""

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the weather from the module's property; without one all weathers where the game had begun before."""
        word = shown.properties.get(_WEATHER_PROPERTY, "")
        if word in self.moment_words:
            return (with_weather(state, word),)
        unknown = late and state.clock.phase != game.sequence.steps[0].phase
        return tuple(with_weather(state, each) for each in self.moment_words) if unknown else (state,)

    def on_table(self, game: Ground, state: State) -> Mapping[str, str]:
        """Keep the weather."""
        return {_WEATHER_PROPERTY: weather_of(state)}

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write nothing beside the moment."""
        return iter(())
