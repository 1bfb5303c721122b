"""Players of a game, and the observer through which they see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding
from trc_module.rules.state import State

EASY, FAIR, HARD = "easy", "fair", "hard"
"""The levels of an opponent: one that errs, one that plays to win, and one that looks ahead."""
OPPONENTS = (EASY, FAIR, HARD)


class HasState(Protocol):
    """An object that follows a game and gives its position to a player."""

    @property
    def state(self) -> State:
        """The position as it is now."""


class Observer(Protocol):
    """The player's view of a game: the position as it is now, and what the referee would say of an act."""

    @property
    def referee(self) -> HasState:
        """The referee, which follows the game: its position costs less to ask than the observer's."""

    def __call__(self) -> State:
        """Return the position as it is now."""

    def found(self, action: Action) -> list[Finding]:
        """Return all that can be said about an act."""

    def after(self, action: Action) -> State:
        """Return the position after an act."""


class Player(Protocol):
    """Plays both sides of a game."""

    def acts(self, look: Observer) -> Iterator[Action]:
        """Yield act after act until the game is over; before each next one is asked for, the last is carried out."""


class Opponent(Player, Protocol):
    """A player who can play one side against somebody else."""

    def plays(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Play one side alone from now on; `cards` are those in the hands of the sides, as far as they are known."""

    def answer(self, look: Observer, options: Sequence[Action]) -> Action | None:
        """Choose among the acts that another side's phase leaves to one's own; None if one need do none of them."""
