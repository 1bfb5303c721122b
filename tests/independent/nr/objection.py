"""Objections of the small referee to an act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias


class Objection(NamedTuple):
    """An objection to an act: the number of the rule, or several of which one is meant, and the reason."""

    rule: str
    why: str


Objections: TypeAlias = Iterator[Objection]
