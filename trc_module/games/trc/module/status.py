"""Status of the turn tracker besides turn and step: the months and the weather.

The tracker takes them from properties. Where its player moves it on, it reads them before the module's keys hear of it;
where a log or a save moves it, afterwards. So the last step of a turn names its months and those of the next, which is
right for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from trc_module.games.trc.charts.turns import Turn
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


def months(texts: Texts, turn: Turn, *, short: bool = False) -> str:
    """Return a turn's months as players read them: `September/October 1941`, in short `Sep/Oct 1941`."""
    table = "month-short" if short else "month"
    return f"{'/'.join(texts.words.get(f'{table}.{month}', month) for month in turn.months)} {turn.year}"


def _from_turn_to_turn(texts: Texts, turns: Mapping[int, Turn], turn: int) -> str:
    """Return the months of a turn, `→`, and those of the next: of the last turn, and before the first, one alone."""
    now, then = turns.get(turn), turns.get(turn + 1)
    if now is None or then is None:
        only = now or then
        return _months(texts, only) if only else ""
    before = _months(texts, now)
    if now.year == then.year:
        before = before.removesuffix(f" {now.year}")
    return f"{before} → {_months(texts, then)}"


def status_words(
    texts: Texts, turns: Mapping[int, Turn], turn: int, weather: str, *, told_yet: bool, ends: bool
) -> dict[str, str]:
    """Return the properties at a moment.

    Args:
        texts: The words of the language.
        turns: The turn record, by number.
        turn: The moment's turn.
        weather: The weather at the moment.
        told_yet: Whether the weather of the turn is known.
        ends: Whether it is the last step of the turn.
    """
    told = turns.get(turn)
    shown = _from_turn_to_turn(texts, turns, turn) if ends else _months(texts, told) if told else ""
    return {
        _MONTHS: _behind(shown) if shown else "",
        _WEATHER: _weather(texts, weather) if told_yet and not ends else "",
    }


def turn_words(texts: Texts, turns: Mapping[int, Turn], steps: Sequence[str], key: Key) -> Iterator[Trait]:
    """Yield what sets them when the turn tracker has moved on; `key` is the piece's that hears of it."""
    last = f'Step.equals("{steps[-1]}")'
    named = {str(number): _months(texts, turn) for number, turn in turns.items()}
    # Play may begin a turn before the first of the record (28.6).
    ending = {f"{number}e": _from_turn_to_turn(texts, turns, number) for number in (min(turns) - 1, *turns)}
    every = "".join(f";{number}:{_behind(text)}" for number, text in (named | ending).items())
    now = f'Turn+({last}?"e":"")'
    wanted = f'"{every};".replaceAll(".*;"+{now}+":([^;]*);.*","$1")'
    known = "|".join(named | ending)
    # A turn without a name leaves the list as it is.
    yield _sets(_MONTHS, key, f'(" "+{now}+" ").matches(" (?:{known}) ")?{wanted}:""')
    yield _sets(_WEATHER, key, f'{last}?"":{_WEATHER}')


def weather_words(texts: Texts, key: Key, rolled: str) -> Trait:
    """Return what sets the weather; `rolled` is the property that the weather is read from."""
    text = '""'
    for word in reversed(WEATHERS):
        text = f'{rolled}.equals("{word}")?"{_weather(texts, word)}":{text}'
    return _sets(_WEATHER, key, text)


def _months(texts: Texts, turn: Turn) -> str:
    # With long ones the toolbar would need a second row.
    return months(texts, turn, short=True)


def _weather(texts: Texts, word: str) -> str:
    return f" \u2013 {texts(f'weather.{word}')}"


def _behind(text: str) -> str:
    return f", {text}"


def _sets(name: str, key: Key, expression: str) -> Trait:
    return set_global_property(name, (PropertyChange(key, set_to(f"{{{expression}}}")),))
