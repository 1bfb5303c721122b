"""What the turn tracker shows of the moment besides turn and step: the months and the weather.

The tracker's window takes them from properties, which it reads when it moves on, before the module's keys hear of it.
So the last step of a turn sets them for the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from trc_module.charts.trc.turns import Turn
from trc_module.module.buttons import word_property
from trc_module.module.texts import Texts
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, set_global_property, set_to
from trc_module.vassal.values import Key

_MONTHS, _WEATHER = "TurnMonths", "TurnWeather"
WEATHERS = ("clear", "light-mud", "mud", "snow")


def shown(texts: Texts) -> str:
    """Return what the tracker's window says."""
    return f"{texts('status.turn')} $level1$${_MONTHS}$: $level2$${_WEATHER}$"


def status_properties() -> Iterator[etree._Element]:
    """Yield the module's properties."""
    yield word_property(_MONTHS)
    yield word_property(_WEATHER)


def months(texts: Texts, turn: Turn) -> str:
    """Return a turn's months as players read them: `May/June 1941`."""
    return f"{'/'.join(texts.words.get(f'month.{month}', month) for month in turn.months)} {turn.year}"


def status_words(texts: Texts, turns: Mapping[int, Turn], turn: int, weather: str, told_yet: bool) -> dict[str, str]:
    """Return the properties at a moment; `told_yet` says whether the weather of the turn is known."""
    told = turns.get(turn)
    return {
        _MONTHS: _behind(months(texts, told)) if told else "",
        _WEATHER: _weather(texts, weather) if told_yet else "",
    }


def turn_words(texts: Texts, turns: Mapping[int, Turn], steps: Sequence[str], key: Key) -> Iterator[Trait]:
    """Yield what sets them when the turn tracker has moved on; `key` is the piece's that hears of it."""
    last = f'Step.equals("{steps[-1]}")'
    every = "".join(f";{turn.number}:{_behind(months(texts, turn))}" for turn in turns.values())
    wanted = f'"{every};".replaceAll(".*;"+({last}?Turn+1:Turn)+":([^;]*);.*","$1")'
    # A turn without a name leaves the list as it is.
    yield _sets(
        _MONTHS, key, f'(" "+({last}?Turn+1:Turn)+" ").matches(" (?:{"|".join(map(str, turns))}) ")?{wanted}:""'
    )
    yield _sets(_WEATHER, key, f'{last}?"":{_WEATHER}')


def weather_words(texts: Texts, key: Key, rolled: str) -> Trait:
    """Return what sets the weather; `rolled` is the property that the weather is read from."""
    text = '""'
    for word in reversed(WEATHERS):
        text = f'{rolled}.equals("{word}")?"{_weather(texts, word)}":{text}'
    return _sets(_WEATHER, key, text)


def _weather(texts: Texts, word: str) -> str:
    return f" \u2013 {texts(f'weather.{word}')}"


def _behind(text: str) -> str:
    return f", {text}"


def _sets(name: str, key: Key, expression: str) -> Trait:
    return set_global_property(name, (PropertyChange(key, set_to(f"{{{expression}}}")),))
