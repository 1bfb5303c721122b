"""Preferences of a player where the rules leave a choice; this one chooses at random, and seeks battle."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from trc_module.games.trc.data import ENEMY, Trc
from trc_module.hexgrid import Hex, HexSet, hexes, nth
from trc_module.rules.actions import Retreat
from trc_module.rules.state import Deployment, State, UnitId

T = TypeVar("T")


FAR = 60
"""The distance to something that does not exist."""


def distances(game: Trc, members: HexSet) -> dict[Hex, int]:
    """Return how many hexes it is over land to the nearest of some, from wherever there is a way."""
    found = dict.fromkeys(hexes(members), 0)
    reached, steps = members, 0
    while True:
        steps += 1
        edge = game.board.walk.spread(reached) & ~reached
        if not edge:
            return found
        found.update(dict.fromkeys(hexes(edge), steps))
        reached |= edge


def distances_to(game: Trc, deployment: Deployment) -> dict[Hex, int]:
    """Return the distances to the nearest unit of a side, worked out once for each deployment."""
    found: dict[Hex, int] | None = deployment.memo.get("distances")
    if found is None:
        found = deployment.memo["distances"] = distances(game, deployment.occupied)
    return found


class Rings:
    """The distances of `distances`, computed ring by ring and only as far as needed."""

    def __init__(self, game: Trc, members: HexSet) -> None:
        self._spread = game.board.walk.spread
        self._reached = members
        self._rings = [members]

    def __iter__(self) -> Iterator[HexSet]:
        """Yield ring after ring, those with a unit of the side first."""
        yield from self._rings
        while edge := self._spread(self._reached) & ~self._reached:
            self._reached |= edge
            self._rings.append(edge)
            yield edge


def rings_around(game: Trc, deployment: Deployment) -> Rings:
    """Return the distances to the nearest unit of a side, the same for as long as it stays where it is."""
    found: Rings | None = deployment.memo.get("rings")
    if found is None:
        found = deployment.memo["rings"] = Rings(game, deployment.occupied)
    return found


class Taste:
    """Choose at random; the enemy draws units towards him."""

    variety = 1.0
    """The frequency of rare acts that the rules allow: lower odds, drags in two parts, exits."""

    def __init__(self, game: Trc, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.boldness = {side: rng.choice((0.3, 0.6, 0.8, 1.0)) for side in game.sides}
        """The share of moving units that look for the enemy, by side."""

    def chance(self, share: float) -> bool:
        """Decide by lot whether to do what is done in a share of all cases."""
        return self.rng.random() < share

    def rare(self, share: float) -> bool:
        """Decide the same about something that is done for the sake of variety."""
        return self.rng.random() < share * self.variety

    def die(self) -> int:
        """Roll a die."""
        return 1 + int(self.rng.random() * 6)

    def one(self, options: Sequence[T]) -> T:
        """Choose any."""
        # randrange takes many times as long, for an evenness that makes no difference.
        return options[int(self.rng.random() * len(options))]

    def hex_of(self, members: HexSet) -> Hex:
        """Choose any hex of a set that is not empty."""
        return nth(members, int(self.rng.random() * members.bit_count()))

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return items in any order."""
        draw = self.rng.random
        return sorted(items, key=lambda _: draw())

    def start_hex(self, state: State, unit: UnitId, open_: HexSet) -> Hex:
        """Choose where to set a unit up."""
        return self._drawn(state, unit, open_, 3)

    def entry(self, state: State, unit: UnitId, open_: HexSet) -> Hex:
        """Choose where a unit comes in."""
        return self.hex_of(open_)

    def goes(self) -> bool:
        """Decide whether a unit moves, before anybody looks where it could go."""
        # Not by `chance`: who plays without variety never leaves a unit where it is by lot.
        return not self.rare(0.25)

    def goal(self, state: State, unit: UnitId, at: Hex, reach: HexSet) -> Hex | None:
        """Choose where a unit moves, None if it stays."""
        if not reach:
            return None
        bold = self.chance(self.boldness[state.clock.side])
        return self._drawn(state, unit, reach, 6) if bold else self.hex_of(reach)

    def prey(self, state: State) -> list[Hex]:
        """Choose enemy hexes against which all come together who can, before anybody else moves."""
        enemy = state.forces[ENEMY[state.clock.side]].occupied
        number = self.one((0, 0, 1, 1, 2, 3))
        return [self.hex_of(enemy) for _ in range(number)] if enemy else []

    def ride(self, state: State, unit: UnitId, at: Hex, reach: HexSet) -> Hex | None:
        """Choose where a unit goes by rail, None if it stays."""
        return self.hex_of(reach) if reach and self.chance(0.3) else None

    def battle(self, step: int, attack: int, defence: int) -> float:
        """Return how much a battle at some odds is liked; the sum over all battles of a piece of the front counts."""
        return self.rng.random()

    def assault(
        self, state: State, prey: Hex, who_comes: Callable[[Hex], dict[UnitId, HexSet]]
    ) -> list[tuple[UnitId, Hex]] | None:
        """Choose who goes where to attack an enemy hex; None if the units that can come from anywhere.

        `who_comes` tells from where each unit may attack a hex.
        """
        return None

    def supports(self, step: int) -> bool:
        """Decide whether aircraft fly in a battle at some odds, if any can."""
        return self.chance(0.4)

    def battles(self, steps: Sequence[int]) -> list[int]:
        """Choose the order of battles that have some odds."""
        return self.shuffled(range(len(steps)))

    def converts(self) -> bool:
        """Decide whether rails are converted in an end phase that need not be."""
        return self.chance(0.5)

    def approach(self, state: State, open_: HexSet) -> Hex | None:
        """Choose from where a unit attacks, None if from nowhere."""
        return self.hex_of(open_)

    def enough(self, state: State, prey: Hex) -> bool:
        """Tell whether no further unit is needed against an enemy hex."""
        return False

    def loss(self, state: State, units: Sequence[UnitId]) -> UnitId:
        """Choose which unit is lost."""
        return self.one(units)

    def retreat(self, state: State, options: Sequence[Retreat]) -> Retreat:
        """Choose a way of retreat."""
        return self.one(options)

    def order(self, state: State, units: Sequence[UnitId]) -> list[UnitId]:
        """Return units in the order in which they move."""
        return self.shuffled(units)

    def _drawn(self, state: State, unit: UnitId, open_: HexSet, tries: int) -> Hex:
        side = self.game.side_of[unit]
        enemy = state.forces[ENEMY[side]].occupied
        if not enemy:
            centre = next(iter(hexes(self.game.board.regions["Russia"].hexes)))
            sample = [self.hex_of(open_) for _ in range(tries)]
            return (
                sample[0] if side == "russian" else min(sample, key=lambda h: self.game.board.grid.distance(h, centre))
            )
        # Of so many that are drawn the nearest has this place among all of them, from the nearest to the farthest.
        before = int(open_.bit_count() * (1 - (1 - self.rng.random()) ** (1 / tries)))
        for ring in rings_around(self.game, state.forces[ENEMY[side]]):
            here = ring & open_
            number = here.bit_count()
            if before < number:
                return nth(here, before)
            before -= number
            open_ ^= here
        # Where no way leads to the enemy, all are equally far.
        return nth(open_, before)

    def distance(self, at: Hex, members: HexSet) -> int:
        """Return how many hexes it is to the nearest of some, as the crow flies."""
        near: HexSet = 1 << at
        steps = 0
        while not near & members:
            near |= self.game.board.grid.spread(near)
            steps += 1
        return steps
