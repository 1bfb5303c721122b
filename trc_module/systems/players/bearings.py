"""Bearings: what counts in a game, for players that want to win.

A game that says nothing is judged by what every game has: strengths on counters, places that can be controlled, points,
the results table in its order. A game says more by overriding a method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, Attack, Claim
from trc_module.rules.odds import parse
from trc_module.rules.score import Winner
from trc_module.rules.state import State, UnitId

PLACE, POINT, VICTORY = 3.0, 3.0, 1000.0
"""What a place of weight 1, a victory point, and the game itself are worth, in strength points."""
_UNFED = 0.4
"""The share of its strength that a unit out of supply counts less."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an attack is to be expected to bring, on the average over the faces of the die."""

    theirs: float
    """The strength that the defenders lose."""
    mine: float
    """The strength that the attackers lose."""
    cleared: float
    """The chance that no defender is left in the hex."""


def distances(game: Any, members: HexSet) -> dict[Hex, int]:
    """Return how many hexes it is over land to the next of some hexes, from wherever there is a way."""
    found: dict[Hex, int] = {}
    reached, edge, steps = members, members, 0
    while edge:
        found.update(dict.fromkeys(hexes(edge), steps))
        edge = game.board.walk.spread(edge) & ~reached
        reached |= edge
        steps += 1
    return found


class Bearings:
    """What counts in a game."""

    most_together = 6
    """The greatest number of units that are sent into one attack."""
    dues: frozenset[type[Action]] = frozenset()
    """The kinds of acts that the rules list only when they are due: they are done though the phase could end."""
    passed_over: frozenset[type[Action]] = frozenset()
    """The kinds of acts that a player does only when he is asked."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self._away: dict[Hex, dict[Hex, int]] = {}

    # ---------------------------------------------------------------- forces

    def strength(self, state: State, unit: UnitId) -> float:
        """Return what a unit is worth: its printed strength, 1 where none is known."""
        return float(getattr(self.game.units[unit], "combat", None) or 1)

    def defence(self, state: State, unit: UnitId) -> float:
        """Return what a unit is worth when it is attacked."""
        return self.strength(state, unit)

    def fed(self, state: State, side: str) -> HexSet | None:
        """Return the hexes in which a side's units are in supply; None where nothing is known of supply."""
        return None

    def shelter(self, at: Hex) -> float:
        """Return how good a hex is to stand in: 1 where it helps as much as a column."""
        return 0.0

    def forward(self, state: State, side: str) -> bool:
        """Tell whether a side goes forward: it has the strength for it, or nothing to lose."""
        sums = {each: self._on_map(state, each) for each in state.forces}
        return sums[side] >= 0.8 * max((sums[each] for each in sums if each != side), default=0.0)

    def _on_map(self, state: State, side: str) -> float:
        return sum(self.strength(state, unit) for stack in state.forces[side].stacks.values() for unit in stack)

    # ---------------------------------------------------------------- places

    @cached_property
    def named(self) -> dict[Hex, float]:
        """The places with a name, each of weight 1."""
        return dict.fromkeys(sorted(self.game.places.values()), 1.0)

    def goals(self, state: State, side: str) -> Mapping[Hex, float]:
        """Return the hexes that a side wants to hold, each with its weight."""
        return self.named

    def away(self, goal: Hex) -> Mapping[Hex, int]:
        """Return how many hexes it is over land to a goal from wherever there is a way, worked out once for each."""
        found = self._away.get(goal)
        if found is None:
            found = self._away[goal] = distances(self.game, 1 << goal)
        return found

    def holds(self, state: State, side: str, at: Hex) -> bool:
        """Tell whether a side holds a hex: its units stand there, or it controls it and nobody stands there."""
        if state.forces[side].occupied >> at & 1:
            return True
        taken = any(force.occupied >> at & 1 for force in state.forces.values())
        return not taken and state.control.get(at) == side

    # --------------------------------------------------------------- battles

    def prospect(self, state: State, attack: Attack) -> Prospect | None:
        """Return what an attack promises by the results table in its order, or by the strengths without one.

        None if the odds are not on the table.
        """
        ours = sum(self.strength(state, unit) for unit in attack.attackers)
        theirs = sum(self.defence(state, unit) for unit in attack.defenders)
        ranked, column = self.game.ranked_results, self.game.odds(state, attack)
        row = None
        if ranked is not None:
            row = ranked.rows.get((self.game.results_sheet(state, state.clock.side), column))
        if ranked is None or row is None:
            return self._by_strength(ours, theirs, parse(column) if column else None)
        middle = max((len(ranked.order) - 1) / 2, 0.5)
        ranks = [(ranked.order.index(result) - middle) / middle for result in row]
        good = sum(max(rank, 0.0) for rank in ranks) / len(ranks)
        bad = sum(max(-rank, 0.0) for rank in ranks) / len(ranks)
        return Prospect(good * theirs, bad * min(ours, 2 * theirs), sum(rank > 0 for rank in ranks) / len(ranks))

    def _by_strength(self, ours: float, theirs: float, step: int | None) -> Prospect | None:
        """Return a guess: even odds cost both sides alike, each column helps the attacker by a sixth."""
        ratio = ours / max(theirs, 0.5) - 1 if step is None else step
        good, bad = min(max((ratio + 2) / 6, 0.0), 1.0), min(max((2 - ratio) / 6, 0.0), 1.0)
        return Prospect(good * theirs, bad * min(ours, 2 * theirs), good)

    def goes_on(self, state: State, act: Action) -> bool:
        """Tell whether dice that may be left unrolled are rolled."""
        return True

    def leaning(self, state: State, act: Action) -> float:
        """Return what is to be said for an act, or against it below 0, that the position after it does not show yet."""
        return 0.0

    # ----------------------------------------------------------------- worth

    def worth(self, state: State, side: str) -> float:
        """Return what a position is worth to a side, less what it is worth to the others, in strength points."""
        total, taken = 0.0, 0
        for force in state.forces.values():
            taken |= force.occupied
        for each, force in state.forces.items():
            own = force.occupied
            fed, value = self.fed(state, each), 0.0
            for at, stack in force.stacks.items():
                here = sum(self.strength(state, unit) for unit in stack)
                value += here if fed is None or fed >> at & 1 else here * (1 - _UNFED)
            for at, weight in self.goals(state, each).items():
                held = own >> at & 1 or (not taken >> at & 1 and state.control.get(at) == each)
                value += PLACE * weight if held else 0.0
            total += value if each == side else -value
        return total

    def final(self, state: State, side: str) -> float:
        """Return the same with victory: points, and who has won."""
        score = self.game.score(state)
        if score.won:
            return VICTORY if any(winner.side == side for winner in score.won) else -VICTORY
        points = score.points or 0
        return self.worth(state, side) + POINT * (points if side == self.game.sides[0] else -points)

    def claim(self, winner: Winner) -> Action | None:
        """Return the act by which a side claims a victory that it has; None if the game knows none."""
        return Claim(winner.side, winner.rule) if self.game.book.knows(Claim) else None
