"""Whether an act fits the position it is done in: a unit that moves has to be where the move begins."""

from __future__ import annotations

from trc_module.games.trc.acts.actions import AutomaticVictory, Delay, Exit, SeaMove
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action, Attack, Enter, Lose, Move, Replace, Retreat, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.state import Place, State, Trail, UnitId


def precondition_error(game: Trc, state: State, action: Action) -> str:
    """Say in what way an act does not fit the position; '' if it fits."""
    if isinstance(action, Move):
        return _not_there(game, state, action.unit, action.trail.hexes[0])
    if isinstance(action, Attack | AutomaticVictory):
        if not action.attackers or not action.defenders:
            return f"battle {action.number} has no {'defenders' if action.attackers else 'attackers'}"
        return _not_on_the_map(game, state, (*action.attackers, *action.defenders))
    if isinstance(action, RollCombat | Lose | Retreat) and battle_numbered(state.battles, action.number) is None:
        return f"no battle {action.number} has been declared in this impulse"
    if isinstance(action, SeaMove):
        return _not_there(game, state, action.unit, action.start)
    if isinstance(action, Enter | Replace | Exit | Delay):
        return _on_the_wrong_side_of_the_edge(game, state, action)
    trail: Trail | None = getattr(action, "trail", None)
    if trail is None:
        return ""
    return _not_there(game, state, action.unit, trail.hexes[0])  # type: ignore[attr-defined]


def _on_the_wrong_side_of_the_edge(game: Trc, state: State, action: Enter | Replace | Exit | Delay) -> str:
    unit = action.unit
    at = state.place(unit)
    on_map = at is not None and not isinstance(at, str)
    if isinstance(action, Delay) and at == "replacement-pool":
        return f"{unit} is {game.where(at)}; 'replace {unit} off-map-units' returns it to the off-map box"
    if isinstance(action, Exit):
        return "" if on_map else f"{unit} is {game.where(at)}, not on the map"
    entering = isinstance(action, Enter | Replace) and unit not in game.partisans
    return f"{unit} is {game.where(at)} already" if entering and on_map else ""


def _not_there(game: Trc, state: State, unit: UnitId, start: Place) -> str:
    at = state.place(unit)
    # A unit that nobody has named may wait in any box; one that was sunk may be played on, which is told then.
    if at == start or (at is None and isinstance(start, str)):
        return ""
    name = start if isinstance(start, str) else game.hex_name(start)
    if any(mark[0] == "sunk" and mark[1:3] == (unit, name) for mark in state.marks):
        return ""
    return f"{unit} is {game.where(at)}, not {game.where(start)}"


def _not_on_the_map(game: Trc, state: State, units: tuple[UnitId, ...]) -> str:
    for unit in units:
        at = state.place(unit)
        if at is None or isinstance(at, str):
            return f"{unit} is {game.where(at)}, not on the map"
    return ""
