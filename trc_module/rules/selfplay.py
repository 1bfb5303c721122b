"""Games that the engine plays against itself: a player proposes acts, the referee judges each of them.

A finding about an act that a player has chosen among the legal ones is a bug, in the player or in a rule: the game
stops with it. That is what these games are for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from trc_module.rules.actions import Action, Claim
from trc_module.rules.engine import Referee, Told, check
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.players import Player
from trc_module.rules.record.values import NumberedLine, Record
from trc_module.rules.record.writer import action_text, position_lines
from trc_module.rules.state import State


class LiveObserver:
    """The player's view of a game: the position as it is now, and what the referee would say of an act."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._asked: tuple[State, Action, list[Finding]] | None = None
        self._done: tuple[State, Action, State] | None = None

    def __call__(self) -> State:
        """Return the position as it is now."""
        return self.referee.state

    def found(self, action: Action) -> list[Finding]:
        """Return all that can be said about an act; the act that was asked about last is not judged again."""
        state, asked = self.referee.state, self._asked
        if asked is None or asked[0] is not state or asked[1] is not action:
            asked = self._asked = state, action, check(self.referee.game, state, action)
        return asked[2]

    def after(self, action: Action) -> State:
        """Return the position after an act; that of the act that was asked about last is not worked out again."""
        state, done = self.referee.state, self._done
        if done is None or done[0] is not state or done[1] is not action:
            done = self._done = state, action, self.referee.game.apply(state, action)
        return done[2]

    def known(self, action: Action) -> State | None:
        """Return the position after an act if somebody has asked for it."""
        done = self._done
        return done[2] if done is not None and done[0] is self.referee.state and done[1] is action else None


class IllegalPlayError(Exception):
    """A finding about an act of self-play."""

    def __init__(self, game: Game, before: State, told: Told, found: tuple[Finding, ...]) -> None:
        self.before = before
        self.told = told
        self.found = found
        lines = "".join(f"\n    {finding}" for finding in found)
        super().__init__(f"{told.clock}: '{action_text(game, told.action)}' was played as legal, but:{lines}")


def accusing(told: Told) -> tuple[Finding, ...]:
    """Return the findings that may not be made about a legal act: all but notes."""
    return tuple(finding for finding in told.findings if finding.verdict is not Verdict.NOTE)


def self_play(
    game: Game, start: State, player: Player, last_turn: int, agreed: Callable[[State], State] | None = None
) -> Iterator[tuple[Told, State]]:
    """Yield every act of a game with the position after it, to the end of a turn; SlipError at the first finding.

    A victory that the end of that turn decides is claimed still.
    `agreed` is what the players make of the position after every act: that a victory does not end the game, say.
    """
    referee = Referee(game, start)
    look = LiveObserver(referee)
    for action in player.acts(look):
        if referee.state.clock.turn > last_turn and not isinstance(action, Claim):
            return
        before = referee.state
        told = referee.act(action, look.found(action), look.known(action))
        found = accusing(told)
        if found:
            raise IllegalPlayError(game, before, told, found)
        if agreed is not None:
            referee.state = agreed(referee.state)
        yield told, referee.state


def record_of(game: Game, start: State, acts: Iterable[Action]) -> Record:
    """Return the record of a game, its acts numbered as they stand in its text."""
    first = sum(1 for _ in position_lines(game, start)) + 2
    return Record(game, start, tuple(NumberedLine(first + i, act) for i, act in enumerate(acts)))
