"""Players of a game, and the observer through which they see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding
from trc_module.rules.state import State


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
