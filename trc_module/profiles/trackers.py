"""Foreign turn trackers: what they show as a moment of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from trc_module.digits import is_number, is_signed_number
from trc_module.profiles.model import LevelSpec, TrackerSpec
from trc_module.profiles.outline import Level, Tracker
from trc_module.profiles.words import Words, meant, tokens
from trc_module.rules.clock import Clock, TurnSequence
from trc_module.vassal import sequence

_BETWEEN = " / "
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ORDINALS = {"first": "1", "second": "2", "i": "1", "ii": "2"}


@dataclass(frozen=True, slots=True)
class TrackerShown:
    """The reading of a tracker: the moment that begins with it, and whether it shows the phase too."""

    clock: Clock
    phase_told: bool


def read_values(state: str, levels: int) -> list[str] | None:
    """Return what each level of a tracker's state shows, a list's by its index; None if it is none of that depth.

    The levels are nested [VASSAL.build.module.turn.TurnTracker, TurnLevel]: each holds the states of those in it.
    """
    parts = sequence.decode(state, "|")
    inner = parts[1] if len(parts) > 1 else ""
    found = []
    for _ in range(levels):
        tokens_ = sequence.decode(inner, ";") if inner else []
        if not tokens_ or not is_signed_number(tokens_[0]):
            return None
        found.append(tokens_[0])
        inner = tokens_[4] if len(tokens_) > 4 else ""
    return found


def shown(spec: TrackerSpec, state: str, phases: TurnSequence, last_turn: int) -> TrackerShown | None:
    """Return the moment that a state of a tracker shows; None if it shows none of the game's.

    A turn beyond the one after `last_turn` is none of them.
    """
    values = read_values(state, len(spec.levels))
    if values is None:
        return None
    numbers = [int(value) for value in values]
    turn = _turn(spec, numbers[: spec.turn_levels])
    if turn is None or not 1 <= turn <= last_turn + 1:
        return None
    told = _text(spec.levels[spec.turn_levels :], numbers[spec.turn_levels :])
    if told is None:
        return None
    if not told and not spec.moments:
        # A player who sets a tracker to a turn has finished the turn's weather phase.
        return TrackerShown(phases.after(phases.first(turn)), False)
    moment = spec.moments.get(told)
    return None if moment is None else read_moment(moment, turn, phases)


def read_moment(text: str, turn: int, phases: TurnSequence) -> TrackerShown | None:
    """Read `axis 1`, `axis 1 combat`, `russian 2 end` or `weather`; None if the game has no such moment."""
    words = text.split()
    side = next((step.side for step in phases.steps if step.side in words), None)
    phase = next((step.phase for step in phases.steps if step.phase in words), None)
    part = next((int(word) for word in words if is_number(word)), None)
    for step in phases.steps:
        if side not in (None, step.side) or phase not in (None, step.phase) or part not in (None, step.part):
            continue
        if phase is None and step.phase == phases.steps[0].phase and step == phases.steps[0]:
            # A player who sets the tracker to an impulse has finished the weather phase.
            continue
        return TrackerShown(phases.at(turn, step), phase is not None)
    return None


def _turn(spec: TrackerSpec, numbers: Sequence[int]) -> int | None:
    first = [_index(level, text) for level, text in zip(spec.levels, spec.first_turn, strict=False)]
    if len(first) != len(numbers) or any(n is None for n in first):
        return None
    now = begun = 0
    for level, number, at in zip(spec.levels, numbers, first, strict=False):
        radix = len(level.values) or 1
        now = now * radix + number
        begun = begun * radix + (at or 0)
    return now - begun + 1


def _index(level: LevelSpec, text: str) -> int | None:
    if level.values:
        return level.values.index(text) if text in level.values else None
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else None


def _text(levels: Sequence[LevelSpec], numbers: Sequence[int]) -> str | None:
    texts = []
    for level, number in zip(levels, numbers, strict=True):
        if not level.values:
            texts.append(str(number))
        elif len(level.values) > 1:
            if not 0 <= number < len(level.values):
                return None
            texts.append(level.values[number])
    return _BETWEEN.join(texts)


def draft_tracker(
    tracker: Tracker, first_turn: tuple[str, ...], phases: TurnSequence, words: Words
) -> tuple[TrackerSpec | None, list[str]]:
    """Return how a tracker may be read, and which of its values cannot be placed; None if it counts no turns.

    `first_turn` are the words of the game's turn 1: its months and its year.
    """
    levels = [LevelSpec(list(level.values)) for level in tracker.levels]
    of_turn = [n for n, level in enumerate(tracker.levels) if level.counts or all(map(_month, level.values))]
    count = len(of_turn)
    first = [_first(level, first_turn) for level in tracker.levels[:count]]
    if not count or of_turn != list(range(count)) or "" in first:
        return None, [value for level in tracker.levels for value in level.values]
    moments, unknown = {}, []
    for values in product(*(level.values for level in levels[count:] if len(level.values) > 1)):
        text = _BETWEEN.join(values)
        moment = _moment(text, phases, words)
        if moment:
            moments[text] = moment
        elif text:
            unknown.append(text)
    return TrackerSpec(tracker.id, levels, count, first, moments), unknown


def _first(level: Level, first_turn: Sequence[str]) -> str:
    """Return what a level shows in turn 1; '' if it shows it nowhere."""
    if not level.counts:
        return next((value for value in level.values if _same_months(value, first_turn)), "")
    if level.start > _YEARS:
        return next((word for word in first_turn if word.isdigit()), "")
    return str(level.start)


_YEARS = 1900
"""The number from which a counter counts years."""


def _month(text: str) -> bool:
    return any(token[:3] in _MONTHS for token in tokens(text))


def _months(words: Iterator[str] | Sequence[str]) -> tuple[str, ...]:
    return tuple(word[:3] for word in words if word[:3] in _MONTHS)


def _same_months(text: str, turn: Sequence[str]) -> bool:
    return _months(tokens(text)) == _months([token for word in turn for token in tokens(word)])


def _moment(text: str, phases: TurnSequence, words: Words) -> str:
    told = tokens(text)
    side = meant(told, words.sides)
    phase = meant(told, words.phases)
    part = next((_ORDINALS.get(t, t) for t in told if t.isdigit() or t in _ORDINALS), "")
    if phase == phases.steps[0].phase and not side:
        return phase
    if side is None or not (part or phase):
        return ""
    found = " ".join(word for word in (side, part, phase or "") if word)
    return found if read_moment(found, 1, phases) is not None else ""


__all__ = ["TrackerShown", "draft_tracker", "read_moment", "read_values", "shown"]
