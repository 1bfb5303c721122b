"""Weather phases without a die, whose weather players named in the chat."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.data import Trc
from trc_module.games.trc.log.chat import first_counts, rolled_again, weather_said
from trc_module.games.trc.marks import ROLLED, SaidWeather
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Episode, Interpretation, PhaseReading
from trc_module.rules.state import State


def readings(game: Trc, state: State, episode: Episode) -> Iterator[PhaseReading]:
    """Yield the phase with the weather that was said, if a die is due and the log shows none.

    Where chat says that the die was rolled again, the last one counts.
    """
    yield from _rolled_again(game, state, episode)
    diced = ROLLED in state.marks or episode.dice or any(line.says.get("die") for line in episode.lines)
    said = None if diced or weather_without_a_die(game, state) is not None else weather_said(episode.chat)
    if said is None:
        return
    step, weather = said
    rest = game.hear(state.clock, episode.lines, episode.tracks)
    told = (step, Interpretation((step,), marks=(SaidWeather(weather),)))
    yield PhaseReading((told, *((one.last, one) for one in rest)))


def _rolled_again(game: Trc, state: State, episode: Episode) -> Iterator[PhaseReading]:
    """Yield the phase with the die that counts alone, if chat says that it was rolled again: the last, or the first."""
    rolls = [line for line in episode.lines if line.says.verb == "WEATHER"]
    if len(rolls) < 2 or not rolled_again(episode.chat, rolls[0].step, rolls[-1].step):
        return
    last = rolls[-1]
    earlier = in_words(line.says["die"] for line in rolls[:-1])
    text = f"The weather was rolled again: {earlier} before, then {last.says['die']}; the chat says so. "
    text += "The log does not say whether both players agreed to that."
    note = Interpretation((last.step,), findings=(Finding("log.reroll", Verdict.UNDECIDED, text),), by=last.by)
    counts = rolls[0] if first_counts(episode.chat, rolls[0].step, last.step) else last
    void = [line for line in rolls if line is not counts]
    rest = game.hear(state.clock, [line for line in episode.lines if line not in void], episode.tracks)
    told = ((last.step, note), *((one.last, one) for one in rest))
    yield PhaseReading(told, dice=frozenset(line.step for line in void))
