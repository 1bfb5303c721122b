"""The first save of a game against the program: the scenario's counters in their places, and the seal of its dice."""

from __future__ import annotations

import hashlib
from pathlib import Path

from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.module.identity import save_data
from trc_module.module.recipe import ModuleInputs
from trc_module.module.tabletop import Tabletop
from trc_module.opponent.game_so_far import NOTED
from trc_module.opponent.remembering import notes_with
from trc_module.opponent.sealed_dice import sealed_for
from trc_module.opponent.writing import NAME
from trc_module.rules.game import Game
from trc_module.rules.state import State
from trc_module.vassal.commands import AddPlayer
from trc_module.vassal.saves import write_saved_game

NO_SCENARIO = "none"


def scenarios_of(game: Game) -> list[str]:
    """Return the scenarios with which a game against the program can begin: their first units are in our data."""
    return [name for name in game.scenarios if name != NO_SCENARIO and _has_units(game, name)]


def _has_units(game: Game, scenario: str) -> bool:
    """Tell whether each side has units on the map, or some to set up: a card may name them alone."""
    forces = game.start(scenario, frozenset()).forces.values()
    return all(any(isinstance(at, int) or at == game.start_box for at in force.places.values()) for force in forces)


def scenario_of(parts: ModuleInputs, named: str) -> str:
    """Return a scenario by its name; UserError if there is none."""
    known = scenarios_of(parts.game)
    if named in parts.game.scenarios and named not in known and named != NO_SCENARIO:
        raise UserError(
            f"The units of the scenario '{named}' are not in our data: the program cannot begin it. Set both sides up "
            f"in VASSAL and give it that log, or begin {one_of(known)}."
        )
    if named not in known:
        raise UserError(f"There is no scenario '{named}' of {parts.game.title}; expected {one_of(known, named)}.")
    return named


def side_named(parts: ModuleInputs, named: str) -> str:
    """Return a side by its name; UserError if there is none."""
    side = named.lower()
    if side not in parts.game.sides:
        raise UserError(
            f"There is no side '{named}' in {parts.game.title}; expected {one_of(parts.game.sides, named)}."
        )
    return side


def begin(
    parts: ModuleInputs, scenario: str, side: str, secret: str, output: Path, version: str, number: str = ""
) -> State:
    """Write the save with which a game against the program begins, and return its position.

    `side` is the program's. `number` tells games apart that begin alike: with another one the dice are others.
    """
    game = parts.game
    state = game.start(scenario_of(parts, scenario), frozenset())
    side = side_named(parts, side)
    table = Tabletop(parts)
    for each, force in state.forces.items():
        for unit, place in force.places.items():
            table.put(parts.roster.units[unit], parts.box_key(each, place) if isinstance(place, str) else place)
    table.put_markers(state)
    parts.recipe.deal(table, parts, state, ())
    parts.recipe.shown(table, parts).begin(state)
    seal = sealed_for(secret, hashlib.sha256(f"{game.name} {scenario} {side} {number}".encode()).hexdigest())
    initial = table.save(
        state,
        [AddPlayer(f"{NAME}-{side}", NAME, side.capitalize())],
        [notes_with(f"{NOTED.format(side=side)}|{seal}", game, state, secret)],
    )
    write_saved_game(
        output,
        initial,
        save_data=save_data(version, f"A game against {NAME}, which plays the {side.capitalize()} side"),
        module_data=parts.module_data(version),
    )
    return state
