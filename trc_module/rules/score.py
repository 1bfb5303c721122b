"""Score of a game: the things that count for victory, and the unknown ones among them."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.facts import Fact
from trc_module.rules.clock import Clock


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One thing that counts: what it is and why, what it is worth now, and between what bounds that lies."""

    what: str
    why: str
    points: int
    least: int
    most: int
    fact: Fact | None = None
    """The datum that it rests on beside the position, if any."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A side that has won, the rule by which it has, and why, as a clause that follows a colon."""

    side: str
    rule: str
    why: str
    claimed: bool
    """Whether the side has claimed its victory, and rightly."""
    unknown: str = ""
    """The unknown on which the victory depends, as a noun phrase; empty where the victory is certain."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game at a moment."""

    scenario: str
    clock: Clock
    points: int | None
    """The points by what we know; None where the scenario has none."""
    least: int
    most: int
    items: tuple[ScoreItem, ...]
    won: tuple[Winner, ...]
    """The winners; empty while the game goes on."""
    conditions: tuple[str, ...]
    """The conditions of victory, and how far each is met."""
    unknown: tuple[str, ...]
    """The unknown things that the score depends on."""
    over: str = ""
    """Why the game is over though nobody is known to have won it, as a clause; '' while it goes on, or is won."""
