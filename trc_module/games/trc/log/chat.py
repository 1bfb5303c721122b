"""Typed lines that give a die to another battle."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trc_module.reading.consent import SOON

_ANOTHER = re.compile(
    r"\b(?:for|to|counts?|belongs?|take|use|f[üu]r|z[äa]hlt|gilt|per|vale)\b.*"
    r"\b(?:next|other|second|following|n[äa]chste\w*|andere\w*|zweite\w*|prossim\w|altr\w|second\w|"
    r"(?:battle|kampf|battaglia) \d+)\b",
    re.IGNORECASE,
)


def given_to_another(chat: Iterable[tuple[int, str]], die: int, until: int) -> bool:
    """Tell whether chat gives a die, by its step, to another battle: soon after it, or before the next one falls."""
    return any(die < step <= max(until, die + SOON) and _ANOTHER.search(words) for step, words in chat)
