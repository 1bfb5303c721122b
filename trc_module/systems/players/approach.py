"""The moves of a phase: attacks are planned first, by the results that they promise; then the others find a place."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack, End, Move
from trc_module.rules.battles import next_number
from trc_module.rules.clock import FIGHT
from trc_module.rules.engine import check, is_legal
from trc_module.rules.finding import Verdict
from trc_module.rules.state import State, UnitId
from trc_module.systems.players.attitude import Attitude
from trc_module.systems.players.bearings import PLACE, Bearings, Prospect
from trc_module.systems.players.view import View

if TYPE_CHECKING:
    from trc_module.rules.players import Observer

CAUTION = 1.0
"""How many times as much the strength counts that an attack costs, as that which it takes."""
ENOUGH = 0.5
"""The value from which an attack is made, in strength points; each column of boldness takes a half off it."""
GROUND = 1.0
"""What an empty hex is worth beyond its place."""
_LEAST_SHARE = 0.7
"""The share of the defenders' strength that must be able to come before an attack is looked at."""
_MOST_PREY = 30
_TRIES = 4
"""Hexes that a unit tries, the best first, before it stays."""

Reach = Mapping[UnitId, Mapping[Hex, Move]]


@dataclass(frozen=True, slots=True)
class Assault:
    """A planned attack: who takes part, what moves it takes, and what it promises."""

    at: Hex
    defenders: tuple[UnitId, ...]
    units: tuple[UnitId, ...]
    moves: tuple[Move, ...]
    value: float
    prospect: Prospect


def value_of(bearings: Bearings, view: View, at: Hex, prospect: Prospect | None) -> float:
    """Return what an attack on a hex is worth, in strength points; below 0 if it is better left."""
    if prospect is None:
        return -1.0
    won = PLACE * view.attitude.there * view.goals.get(at, 0.0) + GROUND
    cost = CAUTION * view.attitude.stake * prospect.mine
    return prospect.theirs - cost + prospect.cleared * won - ENOUGH * (1 - view.attitude.columns)


class Approach:
    """The moves of one phase."""

    def __init__(self, game: Any, bearings: Bearings, attitude: Attitude, rng: random.Random) -> None:
        self.game, self.bearings, self.attitude, self.rng = game, bearings, attitude, rng
        self._bound: set[UnitId] = set()

    def acts(self, look: Observer, side: str) -> Iterator[Move]:
        """Yield the moves of a side; each is carried out before the next is asked for."""
        reach = self._reach(look(), side)
        if not reach:
            return
        if self._fights_before_the_other(look(), side):
            yield from self._assaults(look, side, reach)
            reach = self._reach(look(), side)
        yield from self._places(look, side, reach)

    def assaults(self, state: State, side: str) -> list[Assault]:
        """Return the attacks that a side can bring about by moves of a phase, each as if it were the only one.

        The best come first.
        """
        return self._planned(
            state, View(self.game, self.bearings, state, side, self.attitude, self.rng), self._reach(state, side)
        )

    def _reach(self, state: State, side: str) -> Reach:
        """Return the listed moves of a side, by unit and goal."""
        lister = self.game.book.listers.get(Move)
        found: dict[UnitId, dict[Hex, Move]] = {}
        for act in lister(self.game, state) if lister is not None else ():
            if type(act) is Move and self.game.side_of[act.unit] == side:
                found.setdefault(act.unit, {}).setdefault(act.trail.hexes[-1], act)
        return found

    def _fights_before_the_other(self, state: State, side: str) -> bool:
        """Tell whether the side has battles before another side moves."""
        sequence, clock = self.game.sequence, state.clock
        for _ in sequence.steps:
            if clock.side != side:
                return False
            if sequence.kind_of(clock) == FIGHT:
                return True
            clock = sequence.after(clock)
        return False

    def _may(self, state: State, move: Move) -> bool:
        """Tell whether a move is legal, and leaves no hex with units too many as the phase ends."""
        if not is_legal(self.game, state, move):
            return False
        force = state.forces[self.game.side_of[move.unit]]
        if not force.stack(move.trail.hexes[-1]):
            return True
        return self._faults(self.game.apply(state, move)) <= self._faults(state)

    def _faults(self, state: State) -> set[tuple[str, tuple[str, ...]]]:
        found = check(self.game, state, End())
        return {(each.rule, each.hexes or each.units) for each in found if each.verdict is not Verdict.NOTE}

    # ---------------------------------------------------------------- attacks

    def _assaults(self, look: Observer, side: str, reach: Reach) -> Iterator[Move]:
        view = View(self.game, self.bearings, look(), side, self.attitude, self.rng)
        for number, early in enumerate(self._planned(look(), view, reach)):
            # Whoever is bound by a better attack is missing in this one.
            plan = early if not number else self._assault(look(), view, early.at, reach)
            if plan is None:
                continue
            self._bound.update(plan.units)
            for move in plan.moves:
                if self._may(look(), move):
                    yield move

    def _planned(self, state: State, view: View, reach: Reach) -> list[Assault]:
        first = [self._assault(state, view, at, reach) for at in self._prey(view, reach)]
        return sorted((plan for plan in first if plan is not None), key=lambda plan: (-plan.value, plan.at))

    def _prey(self, view: View, reach: Reach) -> list[Hex]:
        """Return the enemy hexes that enough can come against, those with most coming first."""
        near: dict[Hex, float] = {}
        beside = self.game.board.walk.of
        for unit, at in view.state.forces[view.side].places.items():
            if isinstance(at, int):
                strength = self.bearings.strength(view.state, unit)
                around = {at, *reach.get(unit, ())}
                for foe in view.foes:
                    if any(beside[foe] >> other & 1 for other in around):
                        near[foe] = near.get(foe, 0.0) + strength
        worth = {at: came - _LEAST_SHARE * view.foes[at] + view.goals.get(at, 0.0) for at, came in near.items()}
        return sorted((at for at in worth if worth[at] >= 0), key=lambda at: (-worth[at], at))[:_MOST_PREY]

    def _assault(self, state: State, view: View, at: Hex, reach: Reach) -> Assault | None:
        """Return the best attack on a hex that is found by adding unit after unit; None if none is worth it."""
        defenders = tuple(unit for side, force in state.forces.items() if side != view.side for unit in force.stack(at))
        if not defenders:
            return None
        chosen: list[UnitId] = []
        moves: list[Move] = []
        best, promised, now, number = 0.0, None, state, next_number(state.battles)
        for unit, ways in self._coming(state, view, at, reach):
            if len(chosen) == self.bearings.most_together:
                break
            way = next((way for way in ways if way is None or self._may(now, way)), ...)
            if way is ...:
                continue
            then = now if way is None else self.game.apply(now, way)
            attack = Attack(number, (*chosen, unit), defenders)
            prospect = self.bearings.prospect(then, attack)
            value = value_of(self.bearings, view, at, prospect)
            # The first few may not be enough by themselves.
            if value > best or (not best and len(chosen) < self.bearings.most_together - 1):
                chosen.append(unit)
                moves += [] if way is None else [way]
                now = then
                if value > best:
                    best, promised = value, prospect
        if promised is None:
            return None
        return Assault(at, defenders, tuple(chosen), tuple(moves), best, promised)

    def _coming(
        self, state: State, view: View, at: Hex, reach: Reach
    ) -> Iterator[tuple[UnitId, tuple[Move | None, ...]]]:
        """Yield the units that stand beside a hex or can come there, the strongest first; None for who stays."""
        beside = self.game.board.walk.of[at]
        places = state.forces[view.side].places
        free = [unit for unit, here in places.items() if isinstance(here, int) and unit not in self._bound]
        for unit in sorted(free, key=lambda unit: (-self.bearings.strength(state, unit), unit)):
            here = places[unit]
            assert isinstance(here, int)
            goals = [goal for goal in reach.get(unit, ()) if beside >> goal & 1 and unit not in state.trails]
            goals.sort(key=lambda goal: (-self.bearings.shelter(goal), goal))
            ways = [reach[unit][goal] for goal in goals]
            if beside >> here & 1:
                yield unit, (None,)
            elif ways:
                yield unit, tuple(ways)

    # ----------------------------------------------------------------- places

    def _places(self, look: Observer, side: str, reach: Reach) -> Iterator[Move]:
        view = View(self.game, self.bearings, look(), side, self.attitude, self.rng)
        state = look()
        order = sorted(reach, key=lambda unit: (-self.bearings.strength(state, unit), unit))
        for unit in order:
            here = look().place(unit)
            if unit in self._bound or not isinstance(here, int) or unit in look().trails:
                continue
            now = look()
            liked = {goal: view.liking(now, unit, goal) for goal in reach[unit]}
            stays = view.liking(now, unit, here) + 0.3
            goals = sorted((goal for goal in liked if liked[goal] > stays), key=lambda goal: (-liked[goal], goal))
            for goal in goals[:_TRIES]:
                if self._may(now, reach[unit][goal]):
                    yield reach[unit][goal]
                    break
