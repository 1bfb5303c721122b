"""A record as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from trc_module.rules.actions import Action
from trc_module.rules.game import Game
from trc_module.rules.state import State


@dataclass(frozen=True, slots=True)
class Expect:
    """The expected result of the act before it: `ok`, a breach of one of several rules, or a verdict on one rule."""

    verdict: str
    """'ok', 'breach', or the verdict named: 'undecided'."""
    rules: tuple[str, ...] = ()


Entry: TypeAlias = Action | Expect


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A statement after the header, and the line of the text on which it stood (from 1)."""

    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Record:
    """A position and what is done in it."""

    game: Game
    """The game, with the map of the options that the record names."""
    start: State
    lines: tuple[NumberedLine, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What its header leaves out and follows from it, a sentence each."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the statements after the header."""
        return tuple(line.entry for line in self.lines)
