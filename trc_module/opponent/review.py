"""Review of a game: after each phase of battles the points as they are, and as they were to be expected.

What was to be expected is found by playing the phase again from its beginning, by the program's usual level and with
other dice: so the difference is what dice, and other choices of battles, have brought.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.auditing.audit import Audit
from trc_module.opponent.levels import level_of
from trc_module.rules.actions import Claim, End
from trc_module.rules.clock import FIGHT, Clock
from trc_module.rules.engine import Referee
from trc_module.rules.game import Game
from trc_module.rules.selfplay import LiveObserver
from trc_module.rules.state import State
from trc_module.systems.thrown_dice import thrown

TIMES = 12
"""The number of times that each phase is played again."""
_MOST_ACTS = 400
"""Acts after which a phase that is played again is broken off."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A phase of battles: what it was worth to the first side."""

    clock: Clock
    before: float
    expected: float
    actual: float

    @property
    def luck(self) -> float:
        """Return by how much it ended better for the first side than was to be expected."""
        return self.actual - self.expected


@dataclass(frozen=True, slots=True)
class Review:
    """A game, phase of battles by phase of battles."""

    sides: tuple[str, ...]
    points: bool
    """Whether it counts victory points; else strength on the map, of the first side less that of the others."""
    fought: tuple[Fought, ...]

    @property
    def turning(self) -> Fought | None:
        """Return the phase that differed most from what was to be expected."""
        return max(self.fought, key=lambda one: abs(one.luck), default=None)


def review(audit: Audit, times: int = TIMES, seed: int = 1) -> Review:
    """Return the review of an audited game."""
    game = audit.log.parts.game
    counts = game.score(audit.end).points is not None
    found = []
    for start, end in _fought(audit):
        again = [
            _worth(game, _played_again(game, start, f"{seed} {start.clock} {n}"), points=counts) for n in range(times)
        ]
        values = (_worth(game, state, points=counts) for state in (start, end))
        before, actual = values
        found.append(Fought(start.clock, before, sum(again) / len(again), actual))
    return Review(game.sides, counts, tuple(found))


def _fought(audit: Audit) -> Iterator[tuple[State, State]]:
    """Yield the position with which each phase of battles that saw one began, and that with which it ended."""
    game, before = audit.log.parts.game, None
    for clock, state in audit.phases:
        if game.sequence.kind_of(clock) == FIGHT and before is not None and state.battles:
            start = game.apply(before, End())
            if start.clock == clock:
                yield start, state
        before = state


def _played_again(game: Game, start: State, seed: str) -> State:
    rng = random.Random(seed)
    player = game.opponent(level_of(game, ""), rng.randrange(1 << 30), 1.0)
    referee = Referee(game, start)
    look = LiveObserver(referee)
    for number, act in enumerate(player.acts(look)):
        done = thrown(game, referee.state, act, lambda faces: rng.randint(1, faces))
        if isinstance(done, End | Claim) or number > _MOST_ACTS or game.precondition_error(referee.state, done):
            break
        referee.state = game.apply(referee.state, done)
    return referee.state


def _worth(game: Game, state: State, *, points: bool) -> float:
    """Return what a position is worth to the first side: victory points, or strength on the map."""
    if points:
        found = game.score(state).points
        return float(found or 0)
    total = 0.0
    for side, force in state.forces.items():
        strength = sum(_strength(game, unit) for stack in force.stacks.values() for unit in stack)
        total += strength if side == game.sides[0] else -strength
    return total


def _strength(game: Game, unit: str) -> float:
    found = getattr(game.roster.units[unit], "combat", None)
    return float(found) if isinstance(found, int | float) else 1.0
