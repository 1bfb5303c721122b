"""Plain lines that players type so that their log says what it does not show: `phase: combat`, `weather: snow`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.profiles.words import Words, meant, tokens
from trc_module.rules.clock import Clock, TurnSequence

_LINE = re.compile(r"([a-z]{1,40})\s*[:=]\s*(\S.{0,80}?)\s?[.!]?", re.IGNORECASE | re.DOTALL)
_LONGEST = 200
_PHASE = "phase"
_TURN = re.compile(r"turn\s+(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Plain:
    """A plain line: what it is about (`phase`, or what players call the word of a turn) and what it says."""

    about: str
    says: str


def read_plain(text: str, called: str = "") -> Plain | None:
    """Read a line that a player typed about a phase or the word of a turn; None if it is ordinary chat.

    `called` is what players call that word (`weather`); '' if turns of the game have none.
    """
    said = " ".join(text[: _LONGEST + 1].split())
    match = _LINE.fullmatch(said) if len(text) <= _LONGEST else None
    if match is None or match[1].lower() not in (_PHASE, called):
        return None
    return Plain(match[1].lower(), match[2].lower())


def turn_word_told(line: Plain, words: Words) -> str | None:
    """Return the word of a turn that a line tells; None if it names none of the game's."""
    return meant(tokens(line.says), words.turn_words)


def phase_of(line: Plain, now: Clock, phases: TurnSequence, words: Words) -> Clock | None:
    """Return the moment that a line tells; what it leaves out is as it is, or comes next.

    `phase: combat` in a movement phase is the combat phase of the same part of the turn, `phase: movement` after it
    the next movement phase. None if the game has no such phase.
    """
    turn = _TURN.search(line.says)
    told = tokens(_TURN.sub(" ", line.says))
    phase = meant(told, words.phases)
    side = meant(told, words.sides)
    part = next((_ORDINALS.get(token, token) for token in told if token.isdigit() or token in _ORDINALS), None)
    if phase is None and side is None:
        return None
    number = int(turn[1]) if turn is not None else None
    for clock in _from(now, phases):
        if number is not None and clock.turn != number:
            continue
        if side not in (None, clock.side) or phase not in (None, clock.phase):
            continue
        if part is not None and str(clock.part) != part:
            continue
        if phase is None and clock.step == phases.steps[0]:
            # A line that names a side and a part of its turn comes after the turn's first phase.
            continue
        return clock
    return None


_ORDINALS = {"first": "1", "second": "2"}
_FAR = 60
"""The number of turns ahead to which a line may point."""


def _from(now: Clock, phases: TurnSequence) -> Iterator[Clock]:
    """Yield the moments from now on, then those of this game before it."""
    clock = now
    for _ in range(_FAR * len(phases.steps)):
        yield clock
        clock = phases.after(clock)
    clock = phases.first(1)
    while clock.turn <= now.turn and clock != now:
        yield clock
        clock = phases.after(clock)
