"""TOML from strangers: what would break the parser, or what walks through the tree later, is no TOML for us."""

from __future__ import annotations

import copy
import re
import tomllib
from functools import lru_cache
from typing import Any

_DEEPEST = 50
"""Tables and lists in one another: far more than any file of ours has, far less than Python can recurse into."""
_TOO_DEEP = f"nested deeper than {_DEEPEST} levels"
_NO_KEY = re.compile(r"[^\w.\-]+")
_LONG = 10_000
"""Characters from which on what a text says is not remembered: few files are longer, and those are read once."""


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text says.

    Raises:
        ValueError: It is no TOML (then the error is a `tomllib.TOMLDecodeError`, which tells the line), a number in it
            has thousands of digits, or it nests deeper than 50 levels.
    """
    # A build reads 35 texts 155 times. What is remembered is copied, for who gets it may change it.
    return copy.deepcopy(_remembered(text)) if len(text) < _LONG else _parsed(text)


def _parsed(text: str) -> dict[str, Any]:
    # Some editors of Windows mark a text as UTF-8 with three bytes at its beginning.
    text = text.removeprefix("\ufeff")
    # The parser's time grows with the square of the parts of a dotted key.
    if any(_longest_key(line) > _DEEPEST for line in text.splitlines()):
        raise ValueError(_TOO_DEEP)
    try:
        tree = tomllib.loads(text)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    level: list[Any] = [tree]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError(_TOO_DEEP)
    return tree


_remembered = lru_cache(maxsize=32)(_parsed)


def _longest_key(line: str) -> int:
    """Return how many dots follow each other in a line, with nothing but letters, digits, - and spaces between them."""
    return max(run.count(".") for run in _NO_KEY.split("".join(line.split())))


def _inside(value: object) -> list[Any]:
    found = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [inner for inner in found if isinstance(inner, dict | list)]
