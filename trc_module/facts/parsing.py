"""TOML from strangers: what would break the parser, or what walks through the tree later, is no TOML for us."""

from __future__ import annotations

import tomllib
from typing import Any

_DEEPEST = 50
"""Tables and lists in one another: far more than any file of ours has, far less than Python can recurse into."""


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text says.

    Raises:
        ValueError: It is no TOML (then the error is a `tomllib.TOMLDecodeError`, which tells the line), a number in it
            has thousands of digits, or it nests deeper than 50 levels.
    """
    try:
        tree = tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"nested deeper than {_DEEPEST} levels") from None
    level: list[Any] = [tree]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError(f"nested deeper than {_DEEPEST} levels")
    return tree


def _inside(value: object) -> list[Any]:
    found = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [inner for inner in found if isinstance(inner, dict | list)]
