"""A player of any game that plays to win: legal acts, what comes of them, charts and victory."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from trc_module.rules.actions import Action, Attack, Claim, End, Move, Setup
from trc_module.rules.clock import MOVE
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.players import Observer
from trc_module.rules.state import State
from trc_module.systems.players.approach import Approach, value_of
from trc_module.systems.players.attitude import USUAL, Attitude
from trc_module.systems.players.bearings import Bearings
from trc_module.systems.players.view import View
from trc_module.systems.thrown_dice import has_dice, in_groups

WORTH_IT = 0.05
"""The gain from which a player does what he need not do, in strength points."""
_DUE = 100.0
"""What is due goes before all else."""
_ROLLED = 0.1
"""What dice are worth: they are rolled when nothing better is left."""
_PLACED = 0.02
"""The weight of where a unit comes in or goes, beside what it is worth to have it there."""


class GreedyPlayer:
    """Plays all sides, or one: does what brings most, and ends a phase when nothing brings anything."""

    def __init__(self, game: Any, seed: int, attitude: Attitude = USUAL) -> None:
        self.game, self.attitude = game, attitude
        self.bearings: Bearings = game.bearings
        self.rng = random.Random(f"greedy {seed}")
        self._others = {Move, *self.bearings.passed_over}
        self.side = ""
        """The side that it plays; '' for all."""
        self._view: tuple[State, str, View] | None = None
        self._known: tuple[State, str, float] | None = None

    def acts(self, look: Observer) -> Iterator[Action]:
        """Yield act after act until the game is over; before each next one is asked for, the last is carried out."""
        while True:
            yield from self._phase(look)
            score = self.game.score(look())
            if score.won or score.over:
                won = next(iter(score.won), None)
                claim = None if won is None or won.claimed else self.bearings.claim(won)
                if won is not None and claim is not None and self.side in ("", won.side):
                    yield claim
                return

    def plays(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Play one side alone from now on; the game has no cards, or cards that anybody may see."""
        self.side = side

    def answer(self, look: Observer, options: Sequence[Action]) -> Action | None:
        """Choose what brings most, or costs least; what need not be done is done if it brings something."""
        state = look()
        groups = list(in_groups(options))
        gains = [self._gain(state, group) for group in groups]
        best = max(range(len(groups)), key=lambda number: gains[number])
        act = groups[best][0]
        if gains[best] <= WORTH_IT and not self.game.owed(state, act) and not self._settles(state, act):
            return None
        return self.rng.choice(groups[best])

    def _settles(self, state: State, act: Action) -> bool:
        """Tell whether the phase could not end without an act, though the other side may do something else first."""
        before, after = (_in_the_way(self.game, each) for each in (state, self.game.apply(state, act)))
        return bool(before - after)

    # ---------------------------------------------------------------- phases

    def _phase(self, look: Observer) -> Iterator[Action]:
        clock = look().clock
        yield from self._set_up(look)
        if self.game.sequence.kind_of(clock) == MOVE and self.side in ("", clock.side):
            yield from Approach(self.game, self.bearings, self.attitude, self.rng).acts(look, clock.side)
        while look().clock == clock and not _is_over(self.game, look()):
            act = self._best(look)
            yield act if act is not None else End()
            if act is None and look().clock == clock:
                # Somebody else has to act first.
                return

    def _set_up(self, look: Observer) -> Iterator[Action]:
        """Set up unit after unit, each where it likes best to stand."""
        while True:
            acts = [act for act in self._listed(look(), Setup) if isinstance(act, Setup)]
            if not acts:
                return
            first = acts[0].unit
            own = [act for act in acts if act.unit == first]
            state = look()
            view = self._seen(state, self.game.side_of[first])
            own.sort(key=lambda act: (-view.liking(state, act.unit, act.hex), act.hex))
            chosen = next((act for act in own if self._legal(look, act)), None)
            if chosen is None:
                return
            yield chosen

    # ----------------------------------------------------------------- acts

    def _best(self, look: Observer) -> Action | None:
        """Return the act that brings most; None if the phase may end and nothing brings anything."""
        state = look()
        may_end = self._legal(look, End())
        groups = list(in_groups(self._listed(state)))
        found = sorted(
            ((self._gain(state, group), self.rng.random(), group) for group in groups), key=lambda one: one[:2]
        )
        for gain, _, group in reversed(found):
            if may_end and gain <= WORTH_IT:
                return None
            act = self.rng.choice(group)
            if self._legal(look, act):
                return act
        # Something has to be done before the phase can end, and only moves are left.
        return next((act for act in self._listed(state, Move) if self._legal(look, act)), None) if not may_end else None

    def _listed(self, state: State, kind: type[Action] | None = None) -> list[Action]:
        """Return the acts that the rules list for the side: those of a kind, or all but moves."""
        listers = self.game.book.listers
        chosen = [listers[each] for each in listers if (each not in self._others if kind is None else each is kind)]
        found = [act for lister in chosen for act in lister(self.game, state)]
        return [act for act in found if self.game.decides(state, act) == self.side] if self.side else found

    @staticmethod
    def _legal(look: Observer, act: Action) -> bool:
        return all(finding.verdict is Verdict.NOTE for finding in look.found(act))

    def _gain(self, state: State, group: Sequence[Action]) -> float:
        """Return what an act brings the side that chooses it: one of a group that differ in their dice alone."""
        act = group[0]
        if has_dice(act):
            return _ROLLED if self.bearings.goes_on(state, act) else -1.0
        side = self.game.decides(state, act)
        if isinstance(act, Attack):
            target = state.place(act.defenders[0])
            if not isinstance(target, int):
                return -1.0
            return value_of(self.bearings, self._seen(state, side), target, self.bearings.prospect(state, act))
        if isinstance(act, Claim) or self.game.precondition_error(state, act):
            return -1.0
        after = self.game.apply(state, act)
        gain = self.bearings.worth(after, side) - self._worth(state, side)
        due = _DUE if type(act) in self.bearings.dues else 0.0
        return due + gain + self._of_the_place(state, after, act) + self.bearings.leaning(state, act)

    def _worth(self, state: State, side: str) -> float:
        """Return what a position is worth to a side, worked out once while it is the position."""
        known = self._known
        if known is None or known[0] is not state or known[1] != side:
            known = self._known = state, side, self.bearings.worth(state, side)
        return known[2]

    def _of_the_place(self, state: State, after: State, act: Any) -> float:
        """Return how much better the place is to which an act brings a unit."""
        unit = getattr(act, "unit", "")
        if unit not in self.game.side_of:
            return 0.0
        was, now = state.place(unit), after.place(unit)
        if not isinstance(now, int) or was == now:
            return 0.0
        view = self._seen(state, self.game.side_of[unit])
        liked = view.liking(after, unit, now)
        if not isinstance(was, int):
            return _PLACED * max(liked, -_FARTHEST)
        better = liked - view.liking(state, unit, was)
        # Who drives an enemy back wants him to stand badly.
        return better if self.game.side_of[unit] == self.game.decides(state, act) else -better

    def _seen(self, state: State, side: str) -> View:
        """Return the view of a side, the same for as long as the position is."""
        known = self._view
        if known is None or known[0] is not state or known[1] != side:
            known = self._view = state, side, View(self.game, self.bearings, state, side, self.attitude, self.rng)
        return known[2]


_FARTHEST = 20
"""The dislike of a place beyond which one place is as bad as another."""


def _is_over(game: Any, state: State) -> bool:
    score = game.score(state)
    return bool(score.won or score.over)


def _in_the_way(game: Any, state: State) -> set[tuple[str, str]]:
    """Return what keeps a phase from ending: rules and sentences."""
    found = check(game, state, End())
    return {(each.rule, each.sentence) for each in found if each.verdict is not Verdict.NOTE}
