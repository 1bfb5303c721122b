"""Sentences of findings and answers in other languages, by catalogues of what stands for the English ones.

The sentences are made in English all over the rules. A catalogue names the common ones, with {placeholders} for what
differs from case to case; a sentence that none of them fits stays English, and the page marks it as English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from trc_module.roster import Unit

_PLACE = re.compile(r"\{(\w)\}")
_KINDS = {
    **dict.fromkeys("abc", r"[^;:]+?"),  # hexes
    **dict.fromkeys("ijklmn", r"[+-]?\d[\w.-]*"),  # numbers, odds
    "o": r"\d+",  # the number of an ordinal, whose ending the catalogue does not say
    "p": r"[\w -]+",  # a phase
    "s": r"[\w-]+",  # a side
    **dict.fromkeys("uv", r".+?"),  # units
    **dict.fromkeys("wxyz", r".+?"),  # anything, said in the language too if it is known
}
"""What the placeholders stand for."""
_SAID = frozenset("abcpsuvwxyz")
_LIST = re.compile(r"(, | and | or )")
_ENGLISH = re.compile(r"\b[a-z]+ [a-z]+\b")
"""Words that are no names: a sentence in which they stay is no sentence of the language."""
_DEEP = 3
"""How far phrases within phrases are followed."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    fits: re.Pattern[str]
    said: str


@dataclass(frozen=True, eq=False)
class Tongue:
    """A language, for one game."""

    language: str
    titles: Mapping[str, str]
    """The rules' titles, by number."""
    words: Mapping[str, str]
    names: tuple[_Pattern, ...]
    sentences: tuple[_Pattern, ...]

    def sentence(self, english: str) -> str | None:
        """Return a sentence in the language; None where no catalogue has it."""
        return english if not self.language else _sentence(self, english)

    def title(self, rule: str, english: str) -> str:
        """Return a rule's title, in English where it is not translated."""
        return self.titles.get(rule, english)

    def name(self, english: str) -> str:
        """Return what players call a unit."""
        return _phrase(self, english, self.names, 0)

    def place(self, english: str) -> str:
        """Return the name of a place."""
        return self.words.get(english, english)

    def units(self, units: Mapping[str, Unit]) -> Mapping[str, Unit]:
        """Return units that are called as in the language."""
        if not self.language:
            return units
        return {id_: replace(unit, spoken=self.name(unit.spoken or "")) for id_, unit in units.items()}


ENGLISH = Tongue("", {}, {}, (), ())


@cache
def tongue_of(language: str, folder: Path) -> Tongue:
    """Return a language as far as the catalogues have it: ours, and the game's in its folder of data."""
    if language == "en":
        return ENGLISH
    tables = []
    for place in (files("trc_module.report") / "spoken", folder / "spoken"):
        path = place / f"{language}.toml"
        if path.is_file():
            tables.append(tomllib.loads(path.read_text(encoding="utf-8")))
    return Tongue(
        language,
        {key: said for table in tables for key, said in table.get("titles", {}).items()},
        {key: said for table in tables for key, said in table.get("words", {}).items()},
        _patterns(item for table in tables for item in table.get("names", {}).items()),
        _patterns(item for table in tables for item in table.get("sentences", {}).items()),
    )


def _patterns(items: Iterable[tuple[str, str]]) -> tuple[_Pattern, ...]:
    """Return patterns, those with the most words of their own first: they say more."""
    ordered = sorted(items, key=lambda item: -len(_PLACE.sub("", item[0])))
    return tuple(_Pattern(re.compile(_regex(english)), said) for english, said in ordered)


def _regex(english: str) -> str:
    parts = _PLACE.split(english)
    # Every second part is a placeholder's letter.
    return "".join(
        (f"(?P<{part}>{_KINDS[part]})" + ("(?:st|nd|rd|th)" if part == "o" else "")) if n % 2 else re.escape(part)
        for n, part in enumerate(parts)
    )


@lru_cache(maxsize=4096)
def _sentence(tongue: Tongue, english: str) -> str | None:
    return _fitting(tongue, english, tongue.sentences, 0)


def _fitting(tongue: Tongue, english: str, patterns: tuple[_Pattern, ...], deep: int) -> str | None:
    for pattern in patterns:
        found = pattern.fits.fullmatch(english)
        if found is not None:
            values = {
                key: _phrase(tongue, value, patterns, deep + 1) if key in _SAID else value
                for key, value in found.groupdict().items()
            }
            if any(values[key] == value and _ENGLISH.search(value) for key, value in found.groupdict().items()):
                continue
            parts = _PLACE.split(pattern.said)
            return "".join(values[part] if n % 2 else part for n, part in enumerate(parts))
    return None


def _phrase(tongue: Tongue, english: str, patterns: tuple[_Pattern, ...], deep: int) -> str:
    """Return a part of a sentence: a word or a phrase of the catalogues, or a list of them; else as it is."""
    said = tongue.words.get(english)
    if said is None and deep <= _DEEP:
        said = _fitting(tongue, english, patterns, deep)
    if said is not None:
        return said
    parts = _LIST.split(english)
    if len(parts) == 1:
        return english
    return "".join(tongue.words.get(part, part) for part in parts)
