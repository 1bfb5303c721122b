"""How a game stands: what counts for its victory, and what is not known of it."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.facts import Fact
from trc_module.rules.clock import Clock


@dataclass(frozen=True, slots=True)
class Item:
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
    """What the victory depends on and is not known, as a noun phrase; empty where the victory is certain."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a game stands at a moment."""

    scenario: str
    clock: Clock
    points: int | None
    """The points by what we know; None where the scenario has none."""
    least: int
    most: int
    items: tuple[Item, ...]
    won: tuple[Winner, ...]
    """Who has won; empty while the game goes on."""
    conditions: tuple[str, ...]
    """What wins, and how far that is."""
    unknown: tuple[str, ...]
    """What is unknown."""
