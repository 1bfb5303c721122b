"""A side's view of the map in a phase: distances, enemies, and how much a hex is liked to stand in."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.state import State, UnitId
from trc_module.systems.players.attitude import Attitude
from trc_module.systems.players.bearings import Bearings, distances

FAR = 60
"""The distance to something that does not exist."""
_NEAR = 3
"""Hexes within which an enemy threatens a place."""
_KEPT, _TAKEN, _UNFED, _RISK = 2.5, 4.0, 4.0, 0.4
"""The weights of a place that somebody has to keep, of one that is taken, of hexes out of supply, and of enemies that
are stronger. Found by trial."""


class View:
    """The map as a side sees it."""

    def __init__(
        self, game: Any, bearings: Bearings, state: State, side: str, attitude: Attitude, rng: random.Random
    ) -> None:
        self.game, self.bearings, self.state, self.side = game, bearings, state, side
        self.attitude, self.rng = attitude, rng
        self.goals = bearings.goals(state, side)
        self._pulls: dict[Hex, float] = {}

    @cached_property
    def forward(self) -> bool:
        """Whether the side goes forward."""
        told = self.attitude.forward
        return self.bearings.forward(self.state, self.side) if told is None else told

    @cached_property
    def foes(self) -> dict[Hex, float]:
        """The strength of the enemies in each hex that they hold."""
        held = self.game.enemies(self.state, self.side)
        found: dict[Hex, float] = {}
        for side, force in self.state.forces.items():
            for at, stack in force.stacks.items() if side != self.side else ():
                if held >> at & 1:
                    found[at] = found.get(at, 0.0) + sum(self.bearings.strength(self.state, unit) for unit in stack)
        return found

    @cached_property
    def fed(self) -> HexSet | None:
        """The hexes in supply, and those beside them."""
        found = self.bearings.fed(self.state, self.side)
        return None if found is None else found | self.game.board.walk.spread(found)

    @cached_property
    def to_enemy(self) -> dict[Hex, int]:
        """The distance of each hex to the next enemy."""
        return distances(self.game, sum(1 << at for at in self.foes))

    @cached_property
    def aims(self) -> dict[Hex, float]:
        """The goals that others hold."""
        return {at: w for at, w in self.goals.items() if not self.bearings.holds(self.state, self.side, at)}

    @cached_property
    def own(self) -> dict[Hex, float]:
        """The goals that the side holds."""
        return {at: weight for at, weight in self.goals.items() if at not in self.aims}

    def liking(self, now: State, unit: UnitId, at: Hex) -> float:
        """Return how much a unit likes to stand in a hex; `now` is the position by which its neighbours are known."""
        there, liked = self.attitude.there, self.attitude.whim * self.rng.random()
        force = now.forces[self.side]
        others = sum(self.bearings.strength(now, one) for one in force.stack(at) if one != unit)
        shelter = self.bearings.shelter(at)
        liked += 0.8 * shelter - (0.3 if others else 0.0)
        if self.fed is not None and not self.fed >> at & 1:
            liked -= _UNFED
        near = self.to_enemy.get(at, FAR)
        if at in self.own and near <= _NEAR and not others:
            liked += _KEPT * self.own[at]
        if at in self.aims and at not in self.foes:
            liked += _TAKEN * there * self.aims[at]
        liked += self._towards(at, near, there) - self._risk(now, unit, at, others, shelter)
        return liked

    def _towards(self, at: Hex, near: int, there: float) -> float:
        """Return how much the way to what a side wants counts, worked out once for each hex."""
        found = self._pulls.get(at)
        if found is None:
            away = self.bearings.away
            if self.forward and self.aims:
                found = -min(away(goal).get(at, FAR) - there * weight for goal, weight in self.aims.items())
            elif self.forward:
                found = -float(near)
            else:
                home = min((away(goal).get(at, FAR) - weight for goal, weight in self.own.items()), default=0.0)
                found = -0.8 * abs(min(near, 2 * _NEAR) - 2) - 0.3 * home
            self._pulls[at] = found
        return found

    def _risk(self, now: State, unit: UnitId, at: Hex, others: float, shelter: float) -> float:
        """Return by how much the enemies beside a hex are stronger than who stands in it."""
        against = sum(self.foes.get(other, 0.0) for other in hexes(self.game.board.walk.of.get(at, 0)))
        if not against:
            return 0.0
        held = (others + self.bearings.strength(now, unit)) * (1.5 + 0.5 * shelter)
        return self.attitude.stake * (_RISK * max(0.0, against - held) + (0.0 if self.forward else 1.0))
