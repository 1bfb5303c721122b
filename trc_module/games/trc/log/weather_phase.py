"""Weather phases without a die, whose weather players named in the chat."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import ROLLED, SaidWeather
from trc_module.games.trc.turn.markers import WEATHERS
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.reading.testimony import holds_said
from trc_module.rules.interpretation import Episode, Interpretation, PhaseReading
from trc_module.rules.state import State


def readings(game: Trc, state: State, episode: Episode) -> Iterator[PhaseReading]:
    """Yield the phase with the weather that was said, if a die is due and the log shows none."""
    diced = ROLLED in state.marks or episode.dice or any(line.says.get("die") for line in episode.lines)
    said = None if diced or weather_without_a_die(game, state) is not None else holds_said(episode.chat, WEATHERS)
    if said is None:
        return
    step, weather = said
    rest = game.hear(state.clock, episode.lines, episode.tracks)
    told = (step, Interpretation((step,), marks=(SaidWeather(weather),)))
    yield PhaseReading((told, *((one.last, one) for one in rest)))
