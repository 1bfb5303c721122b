"""What a position is worth to a side, in strength points: forces, places, supply, and victory."""

from __future__ import annotations

from trc_module.games.trc.data import ENEMY, RUSSIAN, SIDES, Trc
from trc_module.games.trc.marks import Won
from trc_module.games.trc.players.objectives import prize
from trc_module.games.trc.scenarios import scenario_of
from trc_module.games.trc.supply.general_supply import supply_of
from trc_module.games.trc.victory.victory_points import tally
from trc_module.rules.state import State

VICTORY = 1000.0
_PLACE, _POINT, _LAST_POINT = 2.0, 3.0, 12.0
"""What each point of a place's value is worth; a victory point of a scenario in its course, and at its end."""
_UNFED = 0.4
"""The share of its strength that a unit out of supply counts less."""


def worth_to(game: Trc, state: State, side: str) -> float:
    """Return what a position is worth to a side, less what it is worth to the enemy."""
    for mark in Won.all(state):
        return VICTORY if mark.side == side else -VICTORY
    total = _of_places(game, state)
    points = tally(game, state)
    if points is not None:
        total += (_LAST_POINT if _is_late(game, state) else _POINT) * points.total
    for each in SIDES:
        total += (1 if each == SIDES[0] else -1) * _of_forces(game, state, each)
    return total if side == SIDES[0] else -total


def _is_late(game: Trc, state: State) -> bool:
    scenario = scenario_of(state.scenario, game.overlay)
    return scenario is not None and state.clock.turn >= scenario.last_turn


def _of_places(game: Trc, state: State) -> float:
    """Return what the places of the first side are worth, less those of the other."""
    total = 0.0
    for name, at in game.places.items():
        holder = state.control.get(at)
        if holder in ENEMY:
            total += (-_PLACE if holder == RUSSIAN else _PLACE) * prize(game, state, name)
    return total


def _of_forces(game: Trc, state: State, side: str) -> float:
    fed = supply_of(game, state, side).likely.fed
    total = 0.0
    for at, stack in state.forces[side].stacks.items():
        strength = sum(game.units[unit].combat or 0 for unit in stack)
        total += strength if fed >> at & 1 else strength * (1 - _UNFED)
    return total
