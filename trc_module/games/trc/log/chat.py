"""Typed lines about battles and the weather: odds, results and weather in plain words, as testimony."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.reading.consent import SOON

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT = {word: str(number) for number, word in enumerate(_WORDS, 1)}
_NUMBER = rf"\d{{1,2}}|{'|'.join(_COUNT)}"
_ODDS = re.compile(rf"(?<!\w)({_NUMBER})(?:\s*[-:/]\s*|[ -]to[ -])({_NUMBER})(?!\w)", re.IGNORECASE)
_RESULT = re.compile(rf"\b(?:{'|'.join(RESULTS)})\b")
_WEATHER = re.compile(r"\b(?:light[- ]mud|mud|snow|clear)\b", re.IGNORECASE)
_FEW = 4
"""The greatest number of words in a line that names the weather and nothing else."""
_NOT = re.compile(r"\b(?:no|not|hope|if|maybe)\b|\?", re.IGNORECASE)
_ANOTHER = re.compile(
    r"\b(?:for|to|counts?|belongs?|take|use|f[üu]r|z[äa]hlt|gilt|per|vale)\b.*"
    r"\b(?:next|other|second|following|n[äa]chste\w*|andere\w*|zweite\w*|prossim\w|altr\w|second\w|"
    r"(?:battle|kampf|battaglia) \d+)\b",
    re.IGNORECASE,
)


def given_to_another(chat: Iterable[tuple[int, str]], die: int, until: int) -> bool:
    """Tell whether chat gives a die, by its step, to another battle: soon after it, or before the next one falls."""
    return any(die < step <= max(until, die + SOON) and _ANOTHER.search(words) for step, words in chat)


def weather_said(chat: Iterable[tuple[int, str]]) -> tuple[int, str] | None:
    """Return the step and the weather that short lines of chat name (`snow this turn`); None unless it is one."""
    found: dict[str, int] = {}
    for step, words in chat:
        if len(words.split()) <= _FEW and not _NOT.search(words):
            named = {match.lower().replace(" ", "-") for match in _WEATHER.findall(words)}
            found |= dict.fromkeys(named, step)
    return next(((step, word) for word, step in found.items()), None) if len(found) == 1 else None


def odds_said(chat: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return the odds that are named anywhere in some chat, given as (step, words): `2-1`, `at 1:1`, `two to one`."""
    found = (match for _, words in chat for match in _ODDS.finditer(words))
    return tuple(dict.fromkeys("-".join(_COUNT.get(said.lower(), said) for said in match.groups()) for match in found))


def results_said(chat: Iterable[tuple[int, str]], dice: Iterable[int]) -> Mapping[int, str]:
    """Return the results that were typed behind dice, by the step of the die.

    A line counts for the last die before it, if it names one result. A contact is one letter: it counts if it is all
    that the line says.
    """
    thrown = sorted(dice)
    found: dict[int, str] = {}
    for step, words in chat:
        named = set(_RESULT.findall(words))
        die = max((one for one in thrown if one < step), default=None)
        if die is None or len(named) != 1:
            continue
        (result,) = named
        if len(result) > 1 or words.strip() == result:
            found.setdefault(die, result)
    return found
