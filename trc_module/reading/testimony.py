"""What players type about their battles and the turn: results, hits, odds, what holds for a turn, who attacks.

It is testimony: it helps to choose among readings that the table allows, and it never outweighs the table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from trc_module.reading.words import any_of, expression, numbered, spoken, words_of

_FEW = 4
"""The greatest number of words in a line that names what holds for a turn and nothing else."""
_COUNTS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def is_unsure(words: str) -> bool:
    """Tell whether words deny something, ask for it, or wish it."""
    return "?" in words or bool(spoken("unsure", "said").search(words))


@cache
def _counts() -> Mapping[str, str]:
    return {word: count for count in _COUNTS for word in words_of("count", count)}


@cache
def _odds() -> re.Pattern[str]:
    number = rf"\d{{1,2}}|{expression(_counts())}"
    between = rf"\s*[-:/]\s*|[ -]{any_of('to', 'said')}[ -]"
    return re.compile(rf"(?<!\w)({number})(?:{between})({number})(?!\w)", re.IGNORECASE)


def odds_said(chat: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return the odds that are named anywhere in some chat, given as (step, words): `2-1`, `at 1:1`, `two to one`."""
    found = (match for _, words in chat for match in _odds().finditer(words))
    return tuple(dict.fromkeys("-".join(map(_count, match.groups())) for match in found))


def _count(said: str) -> str:
    return _counts().get(said.lower(), said)


def result_named(words: str, names: Collection[str]) -> str:
    """Return the one result that words name; '' if they name none, or several.

    One letter or sign is a result if it is all that is said, beside the number of a battle.
    """
    rest = numbered("battle", "said").sub(" ", words)
    codes = [re.escape(name) for name in sorted(names, key=len, reverse=True) if len(name) > 1]
    found = set(re.findall(rf"(?<![\w-])(?:{'|'.join(codes)})(?![\w-])", rest)) if codes else set()
    if not found and rest.strip(" \t.,:;!") in names:
        return rest.strip(" \t.,:;!")
    return found.pop() if len(found) == 1 else ""


def results_said(chat: Iterable[tuple[int, str]], dice: Iterable[int], names: Collection[str]) -> Mapping[int, str]:
    """Return the results that were typed behind dice, by the step of the die: a line counts for the last die before."""
    thrown = sorted(dice)
    found: dict[int, str] = {}
    for step, words in chat:
        die = max((one for one in thrown if one < step), default=None)
        named = result_named(words, names)
        if die is not None and named:
            found.setdefault(die, named)
    return found


def hits_named(words: str) -> str:
    """Return the number of hits that words name: '2 hits', 'zwei Treffer'; '' if they name none, or several."""
    number = rf"\d{{1,2}}|{expression(_counts())}"
    found = set(re.findall(rf"(?<!\w)({number}) {any_of('hits', 'said')}(?!\w)", words, re.IGNORECASE))
    return _count(found.pop()) if len(found) == 1 else ""


def holds_said(chat: Iterable[tuple[int, str]], values: Collection[str]) -> tuple[int, str] | None:
    """Return the step and the one of some values for a turn that short lines name; None unless it is one.

    `snow this turn`, `Wetter: Schlamm`.
    """
    found: dict[str, int] = {}
    for step, words in chat:
        if len(words.split()) <= _FEW and not is_unsure(words):
            found |= dict.fromkeys(_held(words, values), step)
    return next(((step, value) for value, step in found.items()), None) if len(found) == 1 else None


def _held(words: str, values: Collection[str]) -> Iterator[str]:
    about = any(spoken("holds", subject, "said").search(words) for subject in words_of("held", "subjects"))
    own = {word: value for value in values for word in (value, value.replace("-", " "))}
    called = {**own, **{word: value for value in values for word in words_of("holds", value, "said")}}
    for match in re.findall(rf"(?<!\w){expression(called)}(?!\w)", words, re.IGNORECASE):
        value = called[match.lower()]
        if about or value not in words_of("held", "vague"):
            yield value


def is_named(names: Iterable[str], words: str) -> bool:
    """Tell whether words have one of a unit's names; a number may have an ending, as in `9th` or `9.`."""
    found = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.search(rf"(?<![\w-])(?:{found})(?:st|nd|rd|th|\.|ª|a)?(?![\w-])", words, re.IGNORECASE) is not None


def stays_out(names: Iterable[str], chat: Iterable[tuple[int, str]]) -> bool:
    """Tell whether chat says of a unit, by its names, that it does not attack: it is not read into a battle then."""
    said = [words for _, words in chat if spoken("attacks", "said").search(words) and "?" not in words]
    return bool(said) and any(is_unsure(words) and is_named(names, words) for words in said)
