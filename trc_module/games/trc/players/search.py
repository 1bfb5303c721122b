"""A player who looks ahead: before an impulse it tries several plans on a board of its own, and carries the best out.

A plan is how the side goes about the impulse: an attitude, and the acts of the movement phase to which it leads. Each
is played on with fair players on both sides to the end of the enemy's next player turn, with the same dice for all
plans; what they are worth then decides. Half of the plans are dropped after each round, so that the good ones are tried
most.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, cast

from trc_module.games.trc.data import Trc
from trc_module.games.trc.players.arrivals import Arrivals
from trc_module.games.trc.players.greedy import USUAL, Attitude, Greedy
from trc_module.games.trc.players.moves import Moves
from trc_module.games.trc.players.player import TrcPlayer
from trc_module.games.trc.players.worth import worth_to
from trc_module.games.trc.steps import MOVEMENT
from trc_module.rules.actions import Action, Claim, End
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Verdict
from trc_module.rules.players import Observer
from trc_module.rules.selfplay import LiveObserver
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.rules.game import Game

ATTITUDES = (
    USUAL,
    Attitude("forward", forward=True),
    Attitude("back", forward=False),
    Attitude("bold", columns=1),
    Attitude("careful", columns=-1, stake=1.5),
    Attitude("for places", there=2.5, stake=0.7),
    Attitude("by whim", whim=2.0),
    Attitude("forward by whim", forward=True, whim=2.0, stake=0.7),
)
"""The attitudes that are tried."""
ROUNDS = 4
"""The number of times that the better half of the plans is tried again."""
SAMPLES = 2
"""The dice by which a plan is tried in the first round; in each further one there are twice as many."""


@dataclass(slots=True)
class Plan:
    """A plan and what came of it."""

    attitude: Attitude
    acts: tuple[Action, ...]
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Return what it was worth on the average."""
        return sum(self.values) / len(self.values) if self.values else 0.0


class SearchingPlayer(TrcPlayer):
    """Plays the movement phases by search, and all others as the greedy level does."""

    def __init__(self, game: Trc, seed: int, seconds: float, tries: int = 0) -> None:
        """Make a player that thinks so many seconds before an impulse; with `tries`, tries so many games at most."""
        super().__init__(game, Greedy(game, random.Random(f"hard {seed}")))
        self._seed, self._seconds, self._tries = seed, seconds, tries
        self.plans: list[Plan] = []
        """The plans of the last impulse, the best first."""

    def _phase(self, look: Observer) -> Iterator[Action]:
        if look().clock.phase != MOVEMENT:
            yield from super()._phase(look)
            return
        # What comes depends on a die that no plan can know.
        yield from Arrivals(self.game, self.taste, look).acts()
        self.plans = self._searched(look())
        for act in self.plans[0].acts:
            if any(finding.verdict is not Verdict.NOTE for finding in look.found(act)):
                # A die fell otherwise than in the plan: the rest is played as it comes.
                yield from Moves(self.game, self.taste, look).acts()
                yield End()
                return
            yield act

    def _searched(self, state: State) -> list[Plan]:
        until = time.monotonic() + self._seconds
        plans = self._plans(state, until)
        left, samples = list(plans), SAMPLES
        tried = 0
        for _ in range(ROUNDS):
            for _ in range(samples):
                for plan in left:
                    if plan.values and (time.monotonic() > until or 0 < self._tries <= tried):
                        return _best_first(plans, left)
                    plan.values.append(self._tried(state, plan, len(plan.values)))
                    tried += 1
            left = sorted(left, key=lambda plan: -plan.mean)[: max(1, len(left) // 2)]
            samples *= 2
            if len(left) == 1:
                break
        return _best_first(plans, left)

    def _plans(self, state: State, until: float) -> list[Plan]:
        """Return the plans to which the attitudes lead, those that do the same once."""
        found: dict[tuple[Action, ...], Plan] = {}
        for attitude in ATTITUDES:
            if found and time.monotonic() > until:
                break
            acts = self._movement(state, attitude)
            found.setdefault(acts, Plan(attitude, acts))
        return list(found.values())

    def _movement(self, state: State, attitude: Attitude) -> tuple[Action, ...]:
        taste, referee = self._taste(attitude, self._seed), self._referee(state)
        look = LiveObserver(referee)
        acts: list[Action] = []
        for act in chain(Moves(self.game, taste, look).acts(), (End(),)):
            acts.append(act)
            self._carry_out(look, act)
        return tuple(acts)

    def _tried(self, state: State, plan: Plan, number: int) -> float:
        """Play a plan on by dice of a number, and return what it was worth."""
        side, turn = state.clock.side, state.clock.turn
        referee = self._referee(state)
        for act in plan.acts:
            referee.state = self.game.apply(referee.state, act)
        end = referee.state
        gone = False
        for after in self._played(end, self._seed + 7919 * (number + 1)):
            end = after
            gone = gone or after.clock.side != side
            if gone and (after.clock.side == side or after.clock.turn > turn + 1):
                break
        return worth_to(self.game, end, side)

    def _referee(self, state: State) -> Referee:
        # The players know the game's data alone; it is the whole game that they are given.
        return Referee(cast("Game", self.game), state)

    def _played(self, state: State, seed: int) -> Iterator[State]:
        """Yield the positions of a game that fair players play from a position on."""
        look = LiveObserver(self._referee(state))
        for act in TrcPlayer(self.game, self._taste(USUAL, seed)).acts(look):
            self._carry_out(look, act)
            yield look.referee.state
            if isinstance(act, Claim):
                return

    def _taste(self, attitude: Attitude, seed: int) -> Greedy:
        taste = Greedy(self.game, random.Random(seed))
        taste.attitude = attitude
        return taste

    def _carry_out(self, look: LiveObserver, act: Action) -> None:
        after = look.known(act)
        look.referee.state = self.game.apply(look.referee.state, act) if after is None else after


def _best_first(plans: Sequence[Plan], left: Sequence[Plan]) -> list[Plan]:
    """Return plans by what they were worth; those that were tried to the last come first."""
    last = list(map(id, left))
    return sorted(plans, key=lambda plan: (id(plan) not in last, -plan.mean))
