"""What the small referee says of an act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias


class Objection(NamedTuple):
    """What is wrong with an act: the number of the rule, or several of which one is meant, and why."""

    rule: str
    why: str


Objections: TypeAlias = Iterator[Objection]
