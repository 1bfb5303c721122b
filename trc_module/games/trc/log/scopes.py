"""The case of a verdict on which the game before a late log may bear, and how long something of it stays unknown."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.steps import MOVEMENT, WEATHER
from trc_module.games.trc.supply.control import IMPULSE, holders
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding
from trc_module.rules.state import State


class Scope(Enum):
    """The time for which something stays unknown in a log that begins late."""

    PHASE = "the phase with which the log begins"
    PLAYER_TURN = "the player turn with which the log begins"
    TURN = "the turn with which the log begins"
    GAME = "the whole game"


class Case(Struct, frozen=True):
    """A finding, and the position before the act that it is about."""

    game: Trc
    state: State
    finding: Finding
    began: Clock
    act: Action | None = None

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that the finding names."""
        found = (self.game.board.grid.find(name) for name in self.finding.hexes)
        return tuple(at for at in found if at is not None)


Words = Callable[[Case], str]
"""Returns in words what is unknown, '' if nothing is."""


def lasts(scope: Scope, now: Clock, began: Clock) -> bool:
    """Tell whether something stays unknown at a moment, in a log that began at another."""
    if scope is Scope.PHASE:
        return now == began
    if scope is Scope.PLAYER_TURN:
        return (now.turn, now.side) == (began.turn, began.side)
    return scope is Scope.GAME or now.turn == began.turn


def begins_within(case: Case, period: str) -> bool:
    """Tell whether the log begins within the player turn, or the impulse, in which the act stands.

    Acts of it may have come before the log. Nothing moves while the weather is rolled.
    """
    now, began = case.state.clock, case.began
    of_the_turn = lasts(Scope.PLAYER_TURN, now, began) and began.phase != WEATHER
    return of_the_turn and (period != IMPULSE or now.part == began.part)


def enemy_stood_there(case: Case, place: Hex) -> bool:
    """Tell whether an enemy stands in a place who stood there when the impulse began: only the side on turn moves."""
    clock = case.state.clock
    if clock != case.began or clock.phase != MOVEMENT:
        return False
    return bool(holders(case.game, case.state)[ENEMY[clock.side]] >> place & 1)
