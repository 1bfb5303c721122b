"""Entries of a rulebook file: each describes one rule."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trc_module.rules.rulebook.example import Example


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule of a rulebook file: its words and its examples."""

    number: str
    title: str
    """The rule in one line, without a full stop."""
    text: str
    """The explanation: what, why, and the exceptions; paragraphs are divided by an empty line."""
    log: str
    """The part of a log that decides this rule."""
    data: str
    """The data that the rule uses."""
    by: str | None
    """The function that carries the rule out where none is registered under its number, from the game's package on.

    '' if none needs to (`by: none`); None if the file names none.
    """
    examples: tuple[Example, ...]
    """At least one; only a rule that can be broken has examples with a broken record."""
    path: Path
    line: int
