"""Chapter 4.1.1: the weather."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.charts import Turn
from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.games.trc.turns import WEATHER
from trc_module.rules.actions import End, WeatherRoll
from trc_module.rules.finding import Finding, breach
from trc_module.rules.state import State

ROLLED = ("rolled", "weather")


def _turn(game: Trc, state: State) -> Turn | None:
    return game.charts.turns.get(state.clock.turn)


def _settled(game: Trc, state: State) -> str | None:
    turn = _turn(game, state)
    return None if turn is None else game.charts.weather.automatic(turn)


def _needless(rule: str, game: Trc, state: State, weather: str) -> Iterator[Finding]:
    if _settled(game, state) == weather and state.clock.phase == WEATHER:
        yield breach(rule, f"The weather of {_turn(game, state)} is {weather} without a die.")


@book.check("4.1.1a", WeatherRoll, End)
def one_die_a_turn(game: Trc, state: State, act: WeatherRoll | End) -> Iterator[Finding]:
    """Determine the weather once, at the start of the game turn, for both sides.

    The Axis player rolls in the months that need a die; in the others the weather is settled.

    Log: the weather die and its result (D03).
    Data: the weather chart.

    Legal::

        at: turn 3 axis impulse 1 weather clear
        weather 3
        end
        expect ok

    Illegal::

        at: turn 3 axis impulse 1 weather clear
        end
        expect 4.1.1
    """
    if state.clock.phase != WEATHER:
        return
    if isinstance(act, WeatherRoll):
        if ROLLED in state.marks:
            yield breach("4.1.1a", f"The weather of {_turn(game, state)} was rolled a second time.")
    elif _turn(game, state) is not None and _settled(game, state) is None and ROLLED not in state.marks:
        yield breach("4.1.1a", f"The weather of {_turn(game, state)} was not rolled.")


@book.check("4.1.1b", WeatherRoll)
def summer_is_clear(game: Trc, state: State, act: WeatherRoll) -> Iterator[Finding]:
    """Have clear weather from May to August without a die.

    May/June and July/August are clear in every year.

    Log: the turn.
    Data: the weather chart.

    Legal::

        at: turn 1 axis impulse 1 weather clear
        end
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 weather clear
        weather 3
        expect 4.1.1
    """
    yield from _needless("4.1.1b", game, state, "clear")


@book.check("4.1.1c", WeatherRoll)
def winter_is_snow(game: Trc, state: State, act: WeatherRoll) -> Iterator[Finding]:
    """Have snow in January and February without a die.

    The running modifier waits for the next die.

    Log: the turn.
    Data: the weather chart.

    Legal::

        at: turn 5 axis impulse 1 weather snow
        end
        expect ok

    Illegal::

        at: turn 5 axis impulse 1 weather snow
        weather 3
        expect 4.1.1
    """
    yield from _needless("4.1.1c", game, state, "snow")


@book.effect(WeatherRoll)
def set_weather(game: Trc, state: State, act: WeatherRoll) -> State:
    """Set the weather and the running modifier as the die says; a die that nobody may roll changes nothing."""
    turn = _turn(game, state)
    if state.clock.phase != WEATHER or turn is None or _settled(game, state) is not None or ROLLED in state.marks:
        return state
    rolled = game.charts.weather.roll(turn, act.die, state.drm)
    return replace(state, weather=rolled.weather, drm=rolled.drm, marks=state.marks | {ROLLED})


@book.effect(End)
def settle_weather(game: Trc, state: State, act: End) -> State:
    """Set the weather of the months that need no die when their weather phase ends."""
    settled = _settled(game, state)
    if state.clock.phase != WEATHER or settled is None:
        return state
    return replace(state, weather=settled)
