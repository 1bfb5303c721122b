"""Counters in sentences: the players' name goes before the id where a text first mentions a counter."""

from __future__ import annotations

import re
from collections.abc import Mapping

from trc_module.roster import Unit

_WORD = re.compile(r"(?<![\w=/.'-])[^\W_]+(?:-[^\W_]+)+(?![\w=/'-])")
"""A word that may be a counter's id: words joined with hyphens, neither part of a longer one nor quoted nor a value
of a line in a log (`u=ger-41-pz`)."""


class CounterNames:
    """The counters that one text names: make one for each text that is read by itself."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        """Begin a text that has named none of these units."""
        self._units = units
        self._named: set[str] = set()

    def __call__(self, sentence: str) -> str:
        """Return the next sentence of the text: "41st Panzer Corps (ger-41-pz)" at the first mention of ger-41-pz."""
        return _WORD.sub(lambda word: self._mention(word[0], _in_brackets(sentence[: word.start()])), sentence)

    def _mention(self, word: str, in_brackets: bool) -> str:
        unit = self._units.get(word)
        if unit is None or not unit.spoken or word in self._named:
            return word
        self._named.add(word)
        return f"{unit.spoken} [{word}]" if in_brackets else f"{unit.spoken} ({word})"


def _in_brackets(before: str) -> bool:
    return before.count("(") > before.count(")")
