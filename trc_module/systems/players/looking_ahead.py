"""A player who looks ahead: before it moves it tries several plans on a board of its own, and carries the best out.

A plan is how the side goes about a phase of moves: an attitude, and the acts to which it leads. What a plan is worth is
worked out by the expected results of its battles; then, for the better half, by those of the enemy's next player turn
too. Nothing is rolled, so that the same position gives the same plans.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trc_module.rules.actions import Action, Claim, End
from trc_module.rules.clock import MOVE, Clock
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Verdict
from trc_module.rules.players import Observer, Opponent
from trc_module.rules.selfplay import LiveObserver
from trc_module.rules.state import State
from trc_module.systems.players.attitude import ATTITUDES, USUAL, Attitude
from trc_module.systems.players.expected_play import ExpectedPlay, OutOfTimeError, Stops
from trc_module.systems.thrown_dice import has_dice

MakesPlayer = Callable[[int, Attitude], Opponent]
"""Makes a fair player of a seed, with an attitude."""


@dataclass(slots=True)
class PlannedMoves:
    """A plan and what is to be expected of it."""

    attitude: Attitude
    acts: tuple[Action, ...]
    end: State
    """The position after its moves."""
    fought: float = 0.0
    """What it is worth after its battles."""
    answered: float | None = None
    """What it is worth after the enemy's next player turn; None if that was not looked at."""


class LookingAhead:
    """Plays the phases of moves by search, and all others as a fair player does."""

    def __init__(
        self,
        game: Any,
        fair: MakesPlayer,
        worth: Callable[[State, str], float],
        seed: int,
        seconds: float,
        tries: int = 0,
    ) -> None:
        """Make a player that thinks so many seconds before it moves; with `tries`, looks at so many plans at most."""
        self.game, self._fair, self._worth = game, fair, worth
        self._seed, self._seconds, self.tries = seed, seconds, tries
        self.usual = fair(seed, USUAL)
        """The player of all other phases."""
        self.side = ""
        """The side that it plays; '' for all."""
        self.plans: list[PlannedMoves] = []
        """The plans of the last search, the best first."""

    def plays(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Play one side alone from now on."""
        self.side = side
        self.usual.plays(side, cards)

    def answer(self, look: Observer, options: Sequence[Action]) -> Action | None:
        """Choose as a fair player does."""
        return self.usual.answer(look, options)

    def acts(self, look: Observer) -> Iterator[Action]:
        """Yield act after act until the game is over; before each next one is asked for, the last is carried out."""
        while True:
            claim = self.claim(look())
            if claim is not None:
                yield claim
                return
            clock = look().clock
            if self.game.sequence.kind_of(clock) == MOVE and self.side in ("", clock.side):
                yield from self.before(look)
                yield from self._planned(look)
            if look().clock == clock:
                for act in self.usual.acts(look):
                    yield act
                    if isinstance(act, Claim):
                        return
                    if look().clock != clock:
                        break
                else:
                    return

    def claim(self, state: State) -> Action | None:
        """Return the claim of a victory that a position brings; None if it brings none."""
        won = self.game.score(state).won
        mine = won and not won[0].claimed and self.side in ("", won[0].side)
        found: Action | None = self.game.bearings.claim(won[0]) if mine else None
        return found

    def before(self, look: Observer) -> Iterator[Action]:
        """Yield what is done before plans are made: nothing, unless a game says otherwise."""
        yield from ()

    def moving(self, player: Opponent, look: Observer) -> Iterator[Action]:
        """Yield the acts of a player in a phase of moves, its end the last of them."""
        return player.acts(look)

    def _planned(self, look: Observer) -> Iterator[Action]:
        """Carry out the best plan, as far as it goes; the rest of the phase is played as it comes."""
        self.plans = self._searched(look())
        for act in self.plans[0].acts if self.plans else ():
            if any(finding.verdict is not Verdict.NOTE for finding in look.found(act)):
                return
            before = look()
            yield act
            self.done(before, look(), act)

    def done(self, before: State, after: State, act: Action) -> None:
        """Follow an act of a plan that was carried out: nothing, unless a player remembers more than a position has."""

    # ---------------------------------------------------------------- search

    def _searched(self, state: State) -> list[PlannedMoves]:
        """Return the plans, the best first."""
        until = time.monotonic() + self._seconds
        side = state.clock.side
        plans: list[PlannedMoves] = []
        try:
            for plan in self._plans(state, until):
                # Out of time, the first plan is better than none.
                if not plans:
                    plans.append(plan)
                plan.fought = self._value(plan.end, side, _is_fought(state), until)
                if plan is not plans[0]:
                    plans.append(plan)
            plans.sort(key=lambda plan: -plan.fought)
            for plan in plans[: max(2, len(plans) // 2)]:
                plan.answered = self._value(plan.end, side, _is_answered(state), until)
        except OutOfTimeError:
            plans.sort(key=lambda plan: -plan.fought)
        looked_at = [plan for plan in plans if plan.answered is not None]
        if len(looked_at) > 1:
            plans.sort(key=lambda plan: -(float("-inf") if plan.answered is None else plan.answered))
        return plans

    def _plans(self, state: State, until: float) -> Iterator[PlannedMoves]:
        """Yield the plans to which the attitudes lead, those that do the same once."""
        seen: set[tuple[Action, ...]] = set()
        for attitude in ATTITUDES[: self.tries or len(ATTITUDES)]:
            if seen and time.monotonic() > until:
                raise OutOfTimeError
            # One plan there has to be, however long it takes.
            acts, end = self._moves(state, attitude, until if seen else float("inf"))
            if acts not in seen:
                seen.add(acts)
                yield PlannedMoves(attitude, acts, end)

    def _moves(self, state: State, attitude: Attitude, until: float) -> tuple[tuple[Action, ...], State]:
        """Return the acts of a phase that an attitude leads to, those of others left out, and where they lead.

        They end with the first die: nobody knows what it shows.
        """
        look, side = LiveObserver(Referee(self.game, state)), state.clock.side
        acts: list[Action] = []
        for act in self.moving(self._fair(self._seed, attitude), look):
            if time.monotonic() > until:
                raise OutOfTimeError
            if isinstance(act, Claim) or has_dice(act):
                break
            before = look.referee.state
            if isinstance(act, End) or self.game.decides(before, act) == side:
                acts.append(act)
            known = look.known(act)
            look.referee.state = self.game.apply(before, act) if known is None else known
            if look.referee.state.clock != state.clock:
                break
        return tuple(acts), look.referee.state

    def _value(self, state: State, side: str, stops: Stops, until: float) -> float:
        play = ExpectedPlay(self.game, lambda: self._fair(self._seed, USUAL), lambda at: self._worth(at, side), until)
        end = play.to(state, stops)
        return self._worth(end, side) + play.better


def _is_fought(start: State) -> Stops:
    """Tell when the battles are over that follow the moves: when another side has its turn."""
    return lambda state: state.clock.side != start.clock.side or state.clock.turn > start.clock.turn + 1


def _is_answered(start: State) -> Stops:
    """Tell when the others have had their turn."""
    gone: list[Clock] = []

    def stops(state: State) -> bool:
        if state.clock.side != start.clock.side:
            gone.append(state.clock)
        return bool(gone) and (state.clock.side == start.clock.side or state.clock.turn > start.clock.turn + 1)

    return stops
