"""The words by which players speak of a game, in the languages of `words.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))


def words_of(*keys: str) -> tuple[str, ...]:
    """Return the words of an entry, such as ("die", "said"); none if there is no such entry."""
    found: Any = _table()
    for key in keys:
        found = found.get(key, {})
    return tuple(found)


@cache
def any_of(*keys: str) -> str:
    """Return an expression that fits each of an entry's words, the longest first; it catches no group."""
    return expression(words_of(*keys))


def expression(words: Iterable[str]) -> str:
    """Return an expression that fits each of some words, the longest first, a star for any further letters."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace(r"\*", r"\w{0,20}").replace(r"\ ", " ") for word in ordered) + ")"


@cache
def spoken(*keys: str) -> re.Pattern[str]:
    """Return what finds an entry's words in a text, as whole words."""
    return re.compile(rf"(?<!\w){any_of(*keys)}(?!\w)", re.IGNORECASE)


@cache
def numbered(*keys: str) -> re.Pattern[str]:
    """Return what finds a word of an entry with a number behind it (its group): 'battle 3', 'Kampf Nr. 3'."""
    return re.compile(
        rf"(?<!\w){any_of(*keys)}(?: ?(?:no|nr|n|number|nummer|numero)\b\.?| ?#)? ?(\d{{1,3}})(?![\w-])", re.IGNORECASE
    )
