"""Objections of the slow referee to an act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Objection:
    """A breach, by the number of the rule."""

    rule: str
    words: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.words}"


Objections = Iterator[Objection]
