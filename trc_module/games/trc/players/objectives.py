"""The value of a place to a player: its points, and what else depends on it."""

from __future__ import annotations

from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.scenarios import scenario_of
from trc_module.games.trc.victory.sudden_death import year_of
from trc_module.games.trc.victory.victory_points import worth
from trc_module.rules.state import State

CAPITALS = {AXIS: "Berlin", RUSSIAN: "Moscow"}
"""The city of each side with which it may lose the game at once (25.1, 27.2)."""
_CAPITAL, _OBJECTIVE, _LAST = 4, 1, 4
"""The value added to the points of a place: a capital; an objective of the next Sudden Death; the only objective that a
side has left, which loses the game with it."""
_SOON = 2
"""The number of turns before the check at which a side looks to its last objective."""


def prize(game: Trc, state: State, name: str) -> int:
    """Return what a place is worth, to those who hold it and to those who want it."""
    value = worth(game, name)
    if name in CAPITALS.values():
        value += _CAPITAL
    places = objectives(game, state)
    if name not in places:
        return value
    holder = state.control.get(game.places[name])
    alone = sum(state.control.get(game.places[other]) == holder for other in places) == 1
    last = alone and holder in ENEMY and check_in(state) <= _SOON
    return value + _OBJECTIVE + _LAST * last


def objectives(game: Trc, state: State) -> tuple[str, ...]:
    """Return the places of the next Sudden Death, none where the scenario has none."""
    scenario, year = scenario_of(state.scenario, game.overlay), year_of(state.clock)
    if year is None or not (scenario is None or scenario.victory.sudden_death):
        return ()
    return game.charts.victory.sudden_death[year].places


def check_in(state: State) -> int:
    """Return how many turns are left to the next January."""
    return (5 - state.clock.turn) % 6
