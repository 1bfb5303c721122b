"""Play by expected results: dice are not rolled, all their faces are looked at, and the average counts.

At each die the position after every face is worked out, with the losses, retreats and advances that follow, and valued.
Play goes on from the face whose position is worth most nearly the average; by how much it differs is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from trc_module.rules.actions import Action, Claim, End
from trc_module.rules.engine import Referee
from trc_module.rules.players import Player
from trc_module.rules.selfplay import LiveObserver
from trc_module.rules.state import State
from trc_module.systems.thrown_dice import has_dice, throws

if TYPE_CHECKING:
    from trc_module.rules.clock import Clock

MOST_ACTS = 600
"""Acts after which play is broken off."""
_MOST_AFTER = 16
"""Acts that are taken to follow from a die."""

Stops = Callable[[State], bool]


class OutOfTimeError(Exception):
    """The time for thinking is over."""


class ExpectedPlay:
    """Plays a game on by expected results."""

    def __init__(
        self, game: Any, player: Callable[[], Player], worth: Callable[[State], float], until: float = float("inf")
    ) -> None:
        """Make a play in which `player` makes a player of all sides, and that ends at a time of the monotonic clock."""
        self.game, self.player, self.worth, self.until = game, player, worth, until
        self.better = 0.0
        """By how much the average of the dice so far is better than the position that they were played on to."""

    def to(self, start: State, stops: Stops) -> State:
        """Return the position in which play stops; OutOfTimeError if it takes too long."""
        state, left = start, MOST_ACTS
        while left > 0 and not stops(state):
            look = LiveObserver(Referee(self.game, state))
            for act in self.player().acts(look):
                self._in_time()
                left -= 1
                if isinstance(act, Claim):
                    return look.referee.state
                if has_dice(act):
                    look.referee.state = self._averaged(look.referee.state, act)
                    break
                look.referee.state = self._after(look, act)
                if left <= 0 or stops(look.referee.state):
                    break
            else:
                return look.referee.state
            state = look.referee.state
        return state

    def _in_time(self) -> None:
        if time.monotonic() > self.until:
            raise OutOfTimeError

    def _averaged(self, state: State, act: Action) -> State:
        """Return the position after the face that is most like the average of all."""
        found = [self._settled(self.game.apply(state, each)) for each in throws(self.game, state, act)]
        values = [self.worth(each) for each in found]
        mean = sum(values) / len(values)
        best = min(range(len(found)), key=lambda number: abs(values[number] - mean))
        self.better += mean - values[best]
        return found[best]

    def _settled(self, state: State) -> State:
        """Return the position after what follows from a die: until the next one, or the end of the phase."""
        look, clock = LiveObserver(Referee(self.game, state)), state.clock
        for number, act in enumerate(self.player().acts(look)):
            self._in_time()
            if has_dice(act) or isinstance(act, End | Claim) or number >= _MOST_AFTER or _moved_on(look, clock):
                break
            look.referee.state = self._after(look, act)
        return look.referee.state

    def _after(self, look: LiveObserver, act: Action) -> State:
        known = look.known(act)
        after: State = self.game.apply(look.referee.state, act) if known is None else known
        return after


def _moved_on(look: LiveObserver, clock: Clock) -> bool:
    return look.referee.state.clock != clock
