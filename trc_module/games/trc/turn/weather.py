"""Chapter 4.1.1: the weather."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trc_module.games.trc.book import book
from trc_module.games.trc.charts import Turn
from trc_module.games.trc.charts.weather import WeatherOutcome
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import ROLLED, UNTOLD_MODIFIER, SaidWeather, Untold
from trc_module.games.trc.scenarios import MODIFIER_RULES, before_play
from trc_module.games.trc.steps import WEATHER
from trc_module.games.trc.turn.scenario_weather import weather_of_a_scenario
from trc_module.rules.actions import End, Marker
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import spaced
from trc_module.rules.hooks import hook
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import WeatherRoll, modifier_of, with_weather


def _turn(game: Trc, state: State) -> Turn | None:
    return game.charts.turns.get(state.clock.turn)


@hook
def weather_without_a_die(game: Trc, state: State) -> str | None:
    """Return the weather of a turn that has no die, None if it has one."""
    turn = _turn(game, state)
    if turn is None:
        return None
    return game.charts.weather.automatic(turn) or weather_of_a_scenario(state)


@hook
def perhaps_another_turn(game: Trc, state: State) -> str:
    """Return the unknown fact that might make this another turn, in words; '' if there is none."""
    return ""


@book.check("4.1.1a", WeatherRoll, End)
def one_die_a_turn(game: Trc, state: State, act: WeatherRoll | End) -> Iterator[Finding]:
    """The weather is determined once, at the start of the game turn, for both sides."""
    if state.clock.phase != WEATHER:
        return
    if isinstance(act, WeatherRoll):
        if ROLLED in state.marks:
            yield violation("4.1.1a", Sentence("The weather of {turn} was rolled a second time.", _turn(game, state)))
    elif _turn(game, state) is not None and weather_without_a_die(game, state) is None and ROLLED not in state.marks:
        yield _not_rolled(game, state)


def _not_rolled(game: Trc, state: State) -> Finding:
    turn = _turn(game, state)
    for said in SaidWeather.all(state):
        text = Sentence(
            "The log has no die for the weather of {turn}; {in_words} is taken, as the chat says.",
            turn,
            spaced(said.weather),
        )
        return Finding("4.1.1a", Verdict.UNDECIDED, text)
    return violation("4.1.1a", Sentence("The weather of {turn} was not rolled.", turn))


_WITHOUT_A_DIE = {"clear": "4.1.1b", "snow": "4.1.1c"}


@book.check("4.1.1b", "4.1.1c", WeatherRoll)
def summer_and_winter_have_no_die(game: Trc, state: State, act: WeatherRoll) -> Iterator[Finding]:
    """The weather is clear from May to August and snow in January and February, without a die."""
    turn = _turn(game, state)
    weather = None if turn is None else game.charts.weather.automatic(turn)
    if state.clock.phase != WEATHER or weather not in _WITHOUT_A_DIE:
        return
    rule = _WITHOUT_A_DIE[weather]
    if untold := perhaps_another_turn(game, state):
        yield Finding(
            rule, Verdict.UNDECIDED, Sentence("A die was rolled for the weather of {turn}. {untold}", turn, untold)
        )
    else:
        yield violation(rule, Sentence("The weather of {turn} is {weather} without a die.", turn, spaced(weather)))


def _rolled(game: Trc, state: State, act: WeatherRoll) -> WeatherOutcome | None:
    """Return what a die brings, or None where no die may be rolled."""
    turn = _turn(game, state)
    if (
        state.clock.phase != WEATHER
        or turn is None
        or weather_without_a_die(game, state) is not None
        or ROLLED in state.marks
    ):
        return None
    return game.charts.weather.roll(turn, act.die, modifier_of(state))


def _sign(drm: int) -> str:
    return f"{drm:+d}" if drm else "0"


@book.rule("4.1.1e")
def beyond_the_chart(state: State, act: WeatherRoll) -> bool:
    """A modified weather die below 0 counts as 0, one above 7 as 7."""
    return not 0 <= act.die + modifier_of(state) <= 7


@book.check("4.1.1d", WeatherRoll)
def die_and_modifier_give_the_weather(game: Trc, state: State, act: WeatherRoll) -> Iterator[Finding]:
    """In the other months the chart gives the weather for the die plus the running modifier."""
    rolled = _rolled(game, state, act)
    if rolled is not None and UNTOLD_MODIFIER in state.marks:
        yield from _modifier_untold(game, state, act, rolled)
    elif rolled is not None and act.weather and act.weather != rolled.weather:
        yield violation(
            "4.1.1e" if beyond_the_chart(state, act) else "4.1.1d",
            Sentence(
                "A die of {die} with the modifier {sign} counts as {adjusted}, which is {weather} in {turn}, not "
                "{act_weather}.",
                act.die,
                _sign(modifier_of(state)),
                rolled.adjusted,
                spaced(rolled.weather),
                _turn(game, state),
                spaced(act.weather),
            ),
        )


def _modifier_untold(game: Trc, state: State, act: WeatherRoll, rolled: WeatherOutcome) -> Iterator[Finding]:
    if not act.weather:
        text = Sentence(
            "The modifier of the weather die of {turn} is unknown; it is taken as {sign}, which gives {in_words}.",
            _turn(game, state),
            _sign(modifier_of(state)),
            spaced(rolled.weather),
        )
        yield Finding("4.1.1d", Verdict.UNDECIDED, text)


@book.check("4.1.1f", WeatherRoll)
def cell_changes_the_modifier(game: Trc, state: State, act: WeatherRoll) -> Iterator[Finding]:
    """The modifier beside the weather is added to the running one after the roll."""
    rolled = _rolled(game, state, act)
    if rolled is None or act.drm is None or act.drm == rolled.drm or UNTOLD_MODIFIER in state.marks:
        return
    yield violation(
        "4.1.1f",
        Sentence(
            "{weather} on {adjusted} changes the modifier by {sign}, from {other_sign} to {rolled_drm}, not to "
            "{act_drm}.",
            rolled.weather.capitalize(),
            rolled.adjusted,
            _sign(rolled.change),
            _sign(modifier_of(state)),
            _sign(rolled.drm),
            _sign(act.drm),
        ),
    )


@book.check("4.1.1g", Marker)
def modifier_waits_for_the_next_die(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The running modifier stays unchanged until the next weather die."""
    shown = shown_modifier(act)
    if shown is None or shown == modifier_of(state) or not state.marks.isdisjoint((ROLLED, UNTOLD_MODIFIER)):
        return
    yield violation(
        MODIFIER_RULES.get(state.scenario, "4.1.1g") if before_play(state) else "4.1.1g",
        Sentence(
            "The marker shows the weather modifier as {sign}; no die has changed it since it was {other_sign}.",
            _sign(shown),
            _sign(modifier_of(state)),
        ),
    )


def shown_modifier(act: Marker) -> int | None:
    """Return what the marker of the running modifier shows, None for another marker or one that cannot be read."""
    if act.marker != "weather-drm":
        return None
    shown = {"none": "0"}.get(act.where, act.where)
    return int(shown) if re.fullmatch(r"[+-]?\d{1,3}", shown) else None


@book.effect(WeatherRoll)
def set_weather(game: Trc, state: State, act: WeatherRoll) -> State:
    """Set the weather and the running modifier as the die says; a die that may not be rolled changes nothing.

    Where the modifier before it is unknown, what the players read counts.
    """
    rolled = _rolled(game, state, act)
    if rolled is None:
        return state
    after = state.with_mark(ROLLED)
    if UNTOLD_MODIFIER not in state.marks:
        return with_weather(after, rolled.weather, rolled.drm)
    if act.drm is not None:
        after = Untold.forgotten(after, UNTOLD_MODIFIER.what)
    return with_weather(after, act.weather or rolled.weather, rolled.drm if act.drm is None else act.drm)


@book.effect(Marker)
def learn_the_modifier(game: Trc, state: State, act: Marker) -> State:
    """Take the running modifier from its marker where it is unknown."""
    shown = shown_modifier(act) if UNTOLD_MODIFIER in state.marks else None
    return state if shown is None else with_weather(Untold.forgotten(state, UNTOLD_MODIFIER.what), modifier=shown)


@book.effect(End)
def settle_weather(game: Trc, state: State, act: End) -> State:
    """Set the weather of the months that need no die when their weather phase ends, and what was said without a die."""
    if state.clock.phase != WEATHER:
        return state
    weather = weather_without_a_die(game, state)
    said = SaidWeather.all(state) if weather is None and ROLLED not in state.marks else []
    if said:
        return with_weather(state.with_mark(UNTOLD_MODIFIER), said[0].weather)
    return state if weather is None else with_weather(state, weather)
