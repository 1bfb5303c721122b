"""Weather (M41-WX): what the turn track says, and what October's makes of November's."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.m41.acts import ReadWeather
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.marks import WeatherRead
from trc_module.games.m41.words import GERMAN, GOOD, HARD_FROST, MUD, SNOW, UNKNOWN, WEATHER
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import with_weather

FOLLOWS = {MUD: HARD_FROST, GOOD: SNOW}
"""The weather of November, by that of October."""


def allowed(game: M41, turn: int) -> tuple[str, ...]:
    """Return the weathers that the track allows on a turn."""
    return tuple(str(game.turn(turn).printed.get("weather", "")).split(" or "))


def read_on(state: State, turn: int) -> str:
    """Return the weather that was read for a turn, '' if none was."""
    return next((mark.weather for mark in WeatherRead.of(state, str(turn))), "")


def october(game: M41) -> int:
    """Return the number of the turn of October, 0 if the track has none."""
    return next((each.number for each in game.track.turns.values() if each.printed.get("month") == "October"), 0)


def settled_by_october(game: M41, state: State, turn: int) -> str:
    """Return the weather that October's settles for a turn; '' for other turns than November's."""
    if not turn or turn != october(game) + 1:
        return ""
    return FOLLOWS.get(read_on(state, turn - 1), "")


def weather_facts(game: M41, state: State) -> tuple[Fact, ...]:
    """Return the data on which the weather of a turn rests: none where the players have read it off their own track."""
    turn = state.clock.turn
    return () if read_on(state, turn) else (game.turn(turn).fact,)


@book.check("M41-WX-1", ReadWeather)
def as_the_track_says(game: M41, state: State, act: ReadWeather) -> Iterator[Finding]:
    """The weather is what the track says; Mud in October makes Hard Frost in November, Good weather makes Snow."""
    turn = state.clock.turn
    track, settled = allowed(game, turn), settled_by_october(game, state, turn)
    if (state.clock.side, state.clock.phase) != (GERMAN, WEATHER) or read_on(state, turn):
        when = (
            Sentence("a second time in {clock}", state.clock.words)
            if read_on(state, turn)
            else Sentence("in {clock}", state.clock.words)
        )
        yield violation("M41-SEQ", Sentence("The weather of turn {turn} was read {when}.", turn, when))
    elif settled and act.weather != settled:
        before = read_on(state, turn - 1)
        text = Sentence(
            "The weather of turn {turn} was read as {weather}; after {before} in October it is {settled}.",
            turn,
            spaced(act.weather),
            spaced(before),
            spaced(settled),
        )
        facts = (game.turn(turn).fact, game.turn(turn - 1).fact)
        yield violation("M41-WX-1", text, facts=facts, legal=Sentence("{settled}.", spaced(settled)))
    elif not settled and act.weather not in track:
        text = Sentence(
            "The weather of turn {turn} was read as {weather}; the track says {track}.",
            turn,
            spaced(act.weather),
            " or ".join(map(spaced, track)),
        )
        yield violation("M41-WX-1", text, facts=(game.turn(turn).fact,))


@book.judge(End)
def read_in_time(game: M41, state: State, act: End) -> Iterator[Finding]:
    """A turn whose weather the track leaves open has its weather read."""
    clock = state.clock
    if (clock.side, clock.phase) != (GERMAN, WEATHER) or read_on(state, clock.turn):
        return
    if len(allowed(game, clock.turn)) > 1 and not settled_by_october(game, state, clock.turn):
        text = Sentence("The log does not say what the weather of turn {turn} is.", clock.turn)
        yield Finding("M41-WX-1", Verdict.UNDECIDED, text)


@book.effect(ReadWeather)
def read(game: M41, state: State, act: ReadWeather) -> State:
    """Remember the weather."""
    return with_weather(state, act.weather).with_mark(WeatherRead(str(state.clock.turn), act.weather))


@book.effect(End)
def take_from_the_track(game: M41, state: State, act: End) -> State:
    """Take the weather that the players have not read from the track, where it allows only one."""
    clock = state.clock
    if (clock.side, clock.phase) != (GERMAN, WEATHER) or read_on(state, clock.turn):
        return state
    known = settled_by_october(game, state, clock.turn)
    track = (known,) if known else allowed(game, clock.turn)
    return with_weather(state, track[0] if len(track) == 1 else UNKNOWN)


@book.lister(ReadWeather)
def weathers(game: M41, state: State) -> Iterator[ReadWeather]:
    """Yield the weathers that may be read."""
    turn = state.clock.turn
    if (state.clock.side, state.clock.phase) == (GERMAN, WEATHER) and not read_on(state, turn):
        settled = settled_by_october(game, state, turn)
        yield from map(ReadWeather, (settled,) if settled else allowed(game, turn))
