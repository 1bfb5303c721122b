"""Lines that players type in plain words about their actions: that one was a mistake, that a phase begins."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise

from trc_module.auditing.drags import legs_of
from trc_module.reading.words import numbered, words_of
from trc_module.replay.events import ChatLine, Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import Clock
from trc_module.rules.state import UnitId

_REGRET = re.compile(
    r"\b(?:sorry|oops|undo|mistake|wrong (?:one|unit|counter|hex|button|die)|take (?:it|that) back|ignore|too early|"
    r"never ?mind|forget (?:it|that))\b",
    re.IGNORECASE,
)
_BEFORE_A_DIE = (
    r"\b(?:dice|(?:the|a|my|your|real) die|die (?=(?:is|was|shows?|says?|came|rolled)\b)|die(?=\s*[:=])|server|"
    r"roll(?=\s*[:=])|roll of|roll(?:s|ed)|threw|throws?(?=\s*[:=])|throw of|"
    r"\w*w[üu]rf\w*|\w*server|gew[üu]rfelt|dado|dadi|tir[oa]|tirato)\b"
    r"\W+(?:[a-zà-ÿ]+\W+){0,3}?"
)
_BEHIND_A_DIE = r"(?![\w-]|\s*[:/]\s*\d|\s+to\s|\s*(?:,|&|\+|and|und|e)\s*\d)"


@cache
def _die(faces: int) -> re.Pattern[str]:
    """Return what finds a die of some faces in typed words."""
    pips = "|".join(map(str, range(faces, 0, -1)))
    text = rf"{_BEFORE_A_DIE}({pips}){_BEHIND_A_DIE}|\b({pips})\W+(?:gew[üu]rfelt|rolled|tirato)\b"
    return re.compile(text, re.IGNORECASE)


_NO_DIE = re.compile(r"\b(?:battle|turn|imp\w*|modifier|need\w*|if|hope|kampf|schlacht|battaglia)\b|\?", re.IGNORECASE)
_REMARK = 4
"""The greatest number of steps between a die and a remark on it."""
_SHORTLY = 3
"""The number of steps before the words in which the mistake is searched for."""
_PARTS = ({"first", "1st", "1", "one"}, {"second", "2nd", "2", "two"})
_FEW_MORE = 8
"""The greatest number of words in a line that names a part of a player turn."""
_FEW = 4
"""The greatest number of words in a line that names a phase and nothing else."""


def typed(steps: Iterable[Step]) -> Iterator[tuple[int, str]]:
    """Yield what players typed, with its step."""
    for step in steps:
        yield from ((step.number, event.words) for event in step.events if isinstance(event, ChatLine))


def speakers(steps: Iterable[Step]) -> dict[int, str]:
    """Return the players who typed something, by the step."""
    return {step.number: event.player for step in steps for event in step.events if isinstance(event, ChatLine)}


def die_named(words: str, faces: int = 6) -> int:
    """Return the pips of a die that typed words name, such as 'dice server: 5'; 0 if they name none, or several.

    The words may name a battle by its number before.
    """
    words = numbered("battle", "said").sub(" ", words)
    named = () if _NO_DIE.search(words) else _die(faces).findall(words)
    found = {first or second for first, second in named}
    return int(found.pop()) if len(found) == 1 else 0


def dice_typed(
    chat: Iterable[tuple[int, str]], thrown: Mapping[int, Collection[int]], faces: int = 6
) -> Iterator[tuple[int, int]]:
    """Yield the dice that chat names and the log does not hold, each with its step and its pips.

    Who names what has just been rolled (`thrown`, by step) names no die of its own.
    """
    for step, words in chat:
        pips = die_named(words, faces)
        near = (pips in dice for number, dice in thrown.items() if abs(step - number) <= _REMARK)
        if pips and not any(near):
            yield step, pips


def regretted(log: GameLog, steps: Iterable[Step]) -> Iterator[UnitId]:
    """Yield the units that were dragged shortly before a player typed that something was a mistake."""
    moved: list[tuple[int, UnitId]] = []
    for step in steps:
        if any(_REGRET.search(words) for _, words in typed([step])):
            yield from (unit for number, unit in reversed(moved) if number >= step.number - _SHORTLY)
        moved += ((step.number, leg.unit) for leg in legs_of(log, step))


def taken_back(chat: Iterable[tuple[int, str]], step: int) -> bool:
    """Tell whether a player typed shortly after a step that something was a mistake."""
    return any(step < number <= step + _SHORTLY and _REGRET.search(words) for number, words in chat)


def says_phase(words: str, phase: str) -> bool:
    """Tell whether typed words say that a phase begins: its name in a line of few words, such as 'combat now'.

    A phase of battles or of movement may be named in other languages too.
    """
    found = re.findall(r"[a-zà-ÿß]+", words.lower())
    names = {phase, *(name for kind in _PHASES if phase in words_of(kind, "said") for name in words_of(kind, "said"))}
    return bool(names.intersection(found)) and len(found) <= _FEW


_PHASES = ("fight", "move")
"""The entries of the words for phases."""


def says_part(words: str, moment: Clock) -> bool:
    """Tell whether typed words say that a later part of the player turn begins, such as 'second part'."""
    found = re.findall(r"[a-z0-9]+", words.lower())
    if not moment.part_word or not 1 < moment.part <= len(_PARTS) or len(found) > _FEW_MORE:
        return False
    named = (pair for pair in pairwise(found) if moment.part_word in pair)
    return any(_PARTS[moment.part - 1].intersection(pair) for pair in named)
