"""Orders by mail: the interface of a game that reads and writes its players' orders.

The attacker mails orders that answer every result in advance; the other player rolls and carries them out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.clock import Clock
from trc_module.rules.state import State


@dataclass(frozen=True, slots=True)
class Acted:
    """An act of a game, as a record or an audit has it."""

    clock: Clock
    action: Action
    odds: str = ""
    """The odds of an attack, where they are known."""
    at: tuple[Hex, ...] = ()
    """The hexes that an attack is made on, where they are known."""
    step: int = 0
    """The step of the log, or the line of the record, in which it stands."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """One thing that was done otherwise than ordered."""

    line: int
    """The order's line; 0 for what was not ordered."""
    targets: tuple[str, ...]
    clock: Clock
    step: int
    """The step of the log, or the line of the record, in which it stands; 0 if it was not done at all."""
    sentence: str


@dataclass(frozen=True, slots=True)
class OrdersReport:
    """Orders held against a position."""

    text: str
    tree: dict[str, Any]
    """The same for programs."""
    clean: bool
    """Whether nothing is wrong, and nothing is left open that may not be."""


class OrdersDesk(Protocol):
    """A game's handling of orders. Every method raises UserError for orders that cannot be read, with the line."""

    def draft(self, acts: Iterable[Acted], at: str, where: str, end: State | None = None) -> str:
        """Return the orders of the last impulse with battles, or of the one that `at` names, as text.

        With the position at the end, they may be drafted from it where no battle was declared.
        """

    def check(self, state: State, text: str, where: str, earlier: Iterable[State] = ()) -> OrdersReport:
        """Hold orders against the position in which they are mailed.

        If that is another impulse than theirs, an `earlier` position of theirs is taken: of the game's first one and
        those at the ends of phases.
        """

    def compare(self, acts: Iterable[Acted], text: str, where: str) -> tuple[Deviation, ...]:
        """Return what was carried out otherwise than ordered."""
