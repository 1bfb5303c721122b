"""The roll of the weather die (4)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.games.trc.data import Trc
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Maybe, RecordSyntax, die, signed, word
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line
from trc_module.systems.weather import WeatherRoll, modifier_of

_LINE = Verb(
    "WEATHER",
    "The weather die is rolled, and what the module reads off the weather chart.",
    (
        Field("die", "$WeatherDie_result$", "what the die shows, 1 to 6"),
        Field("drm", "$WeatherDrm$", "the running modifier before the roll", required=False),
        Field("is", "$WeatherRolled$", "the weather: clear, light-mud, mud, snow", required=False),
        Field("after", "$WeatherDrmRolled$", "the running modifier from now on", required=False),
        BY,
    ),
    "D03",
    ANYBODY,
)
_READ = (
    word("weather", "clear, light-mud, mud or snow", "clear|light-mud|mud|snow"),
    Maybe("", (signed("drm", "the running modifier, as '+1'"),), lambda act: act.drm is not None),
)


def _hear(game: Trc, says: Declaration, track: PieceTrack | None) -> WeatherRoll:
    return WeatherRoll(says.number("die"), says.get("is") or "", _number(says.get("after") or ""))


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _say(game: Trc, state: State, act: WeatherRoll) -> Iterator[LogStep]:
    told = {} if act.drm is None else {"after": str(act.drm)}
    if act.weather:
        told["is"] = act.weather
    yield line("WEATHER", die=str(act.die), drm=str(modifier_of(state)), **told)


WEATHER = Act(
    RecordSyntax("weather", WeatherRoll, "4", (die(), Maybe("", _READ, lambda act: act.weather))), (_LINE,), _hear, _say
)
