"""Tastes of players: one chooses by lot, one the act that is worth most."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from trc_module.games.nr.combat.odds import odds_of
from trc_module.games.nr.data import OTHER_SIDE, Nr
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Attack
from trc_module.rules.state import State, UnitId
from trc_module.systems.players.attitude import USUAL, Attitude

WORTH_AN_ATTACK = 4
"""The index of the column from which on a greedy player attacks: 2-1."""


class Taste(Protocol):
    """A player's way of choosing among the possible acts."""

    def may(self, chance: float) -> bool:
        """Tell whether to do something that is usually done with a chance."""

    def goal(self, state: State, unit: UnitId, goals: HexSet) -> Hex | None:
        """Return the hex to which a unit moves, None if it stays."""

    def attackers(
        self, state: State, number: int, near: Sequence[UnitId], defenders: tuple[UnitId, ...]
    ) -> Attack | None:
        """Return an attack by some of the units near a hex; None if there is none worth it."""

    def events(self) -> float:
        """Return how often events are used, from 0 to 1."""


class ByLot:
    """Chooses by lot, sensible or not."""

    def __init__(self, game: Nr, rng: random.Random) -> None:
        self.game, self.rng = game, rng

    def may(self, chance: float) -> bool:
        """Tell it by lot."""
        return self.rng.random() < chance

    def goal(self, state: State, unit: UnitId, goals: HexSet) -> Hex | None:
        """Return any hex, or none in three of ten cases."""
        found = list(hexes(goals))
        return self.rng.choice(found) if found and self.rng.random() < 0.7 else None

    def attackers(
        self, state: State, number: int, near: Sequence[UnitId], defenders: tuple[UnitId, ...]
    ) -> Attack | None:
        """Return an attack by any units."""
        chosen = [unit for unit in near if self.rng.random() < 0.7] or list(near[:1])
        return Attack(number, tuple(chosen), defenders) if chosen else None

    def events(self) -> float:
        """Return how often events are used."""
        return 0.25


class Greedy(ByLot):
    """Moves towards places and weak enemies, and attacks where the odds are good."""

    attitude: Attitude = USUAL

    def goal(self, state: State, unit: UnitId, goals: HexSet) -> Hex | None:
        """Return the hex of the greatest worth; the unit stays if its own is worth as much."""
        here = state.place(unit)
        found = list(hexes(goals))
        if not isinstance(here, int) or not found:
            return None
        best = max(found, key=lambda at: (self._worth(state, unit, at), -at))
        return best if self._worth(state, unit, best) > self._worth(state, unit, here) else None

    def _worth(self, state: State, unit: UnitId, at: Hex) -> float:
        game, side = self.game, self.game.side_of[unit]
        enemy = OTHER_SIDE[side]
        ours = game.controlled(state, side)
        worth = 0.0
        if game.places_mask >> at & 1:
            worth += 3 if ours >> at & 1 else 12 * self.attitude.there
        wanted = game.controlled(state, enemy) if self._attacks(state, side) else ours
        near = min((game.board.grid.distance(at, place) for place in hexes(wanted)), default=10)
        worth -= near
        contact = game.reach.of[at] & game.held(state, enemy)
        worth += (2 if self._attacks(state, side) else -1) * self.attitude.stake * contact.bit_count()
        worth += 0.3 * (game.reach.of[at] & game.held(state, side)).bit_count()
        shift = game.ground.terrain[game.board.terrain[at].id].shift
        whim = self.attitude.whim * self.rng.random() if self.attitude.whim else 0.0
        return worth - 0.5 * shift + whim

    def _attacks(self, state: State, side: str) -> bool:
        forward = self.attitude.forward
        return self.game.initiative(state) == side if forward is None else forward

    def attackers(
        self, state: State, number: int, near: Sequence[UnitId], defenders: tuple[UnitId, ...]
    ) -> Attack | None:
        """Return the attack of all units near, if its odds are good."""
        if not near:
            return None
        attack = Attack(number, tuple(near), defenders)
        odds = odds_of(self.game, state, attack)
        if odds is None or odds.final not in self.game.results.columns:
            return None
        least = WORTH_AN_ATTACK - self.attitude.columns
        return attack if self.game.results.columns.index(odds.final) >= least else None

    def events(self) -> float:
        """Return how often events are used."""
        return 0.5
