"""Dice that were rolled twice outside battles, and of which chat says which counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trc_module.games.trc.data import Trc
from trc_module.reading.consent import Word, finding_of, first_counts, word_on
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Episode, Interpretation, Line, PhaseReading
from trc_module.rules.state import State

_ONCE = {"WEATHER": "The weather", "ARCHANGEL": "The die of Archangel", "SEA": "The die of a unit at sea"}
"""The verbs of the dice that are rolled once, for a turn or for a unit, and what sentences call them."""


def readings(game: Trc, state: State, episode: Episode) -> Iterator[PhaseReading]:
    """Yield the phase with the dice alone that count, where chat says that one was rolled again: last or first."""
    void: list[Line] = []
    notes: list[Interpretation] = []
    for rolls in _thrown_twice(episode):
        first, last = rolls[0], rolls[-1]
        word = word_on(episode.chat, episode.speakers, first.step, last.step)
        if word is Word.NONE:
            continue
        counts = first if first_counts(episode.chat, first.step, last.step) else last
        void += (line for line in rolls if line is not counts)
        earlier = in_words(line.says["die"] for line in rolls[:-1])
        text = f"{_ONCE[last.says.verb]} was rolled again: {earlier} before, then {last.says['die']}; "
        notes.append(Interpretation((last.step,), findings=(finding_of(word, text),), by=last.by))
    if void:
        rest = game.hear(state.clock, [line for line in episode.lines if line not in void], episode.tracks)
        told = ((one.last, one) for one in (*notes, *rest))
        yield PhaseReading(tuple(told), dice=frozenset(line.step for line in void))


def _thrown_twice(episode: Episode) -> Iterator[Sequence[Line]]:
    """Yield the lines of the dice that were rolled more often than once for the same."""
    by_use: dict[tuple[str, str], list[Line]] = {}
    for line in episode.lines:
        if line.says.verb in _ONCE:
            by_use.setdefault((line.says.verb, line.says.get("u") or ""), []).append(line)
    yield from (rolls for rolls in by_use.values() if len(rolls) > 1)
