"""The charts in other languages: phrases of the tables are replaced, the longest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from trc_module.facts.toml_file import read_toml

PHRASES = Path("module") / "chart_phrases.toml"
_LANGUAGES = ("de", "it")
_GAP = re.compile(r" +(?=[ ;,.]|$)")
"""The blanks that a phrase without a word in the language leaves behind."""


@cache
def phrases(folder: Path, language: str, chart: str) -> Mapping[str, str]:
    """Return a chart's phrases in a language by the English ones, its own before those of all; none in English."""
    if language not in _LANGUAGES:
        return {}
    place = _LANGUAGES.index(language)
    tables = read_toml(folder / PHRASES)
    return {english: others[place] for english, others in (tables["phrases"] | tables.get(chart, {})).items()}


def translated(folder: Path, language: str, chart: str) -> Callable[[str], str]:
    """Return what puts a text of a chart into a language."""
    found = phrases(folder, language, chart)
    if not found:
        return str
    pattern = _pattern(tuple(found))
    return lambda text: _GAP.sub("", pattern.sub(lambda match: found[match[0]], text))


@cache
def _pattern(known: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(known, key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest)) + r")(?!\w)")
