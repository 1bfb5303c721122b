"""The scenarios as the rules ask about them: when each begins and ends, and on whose side of its line a place lies."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trc_module.games.trc.marks import Early
from trc_module.games.trc.steps import WEATHER
from trc_module.resources import data_dir
from trc_module.roster.scenarios import Scenario, load_scenarios
from trc_module.rules.state import State

NONE = "none"
AT_START = "at-start"
"""The box of those who begin on the map."""
INVASION_RULES = {"breaking-storm": "27.21-5", "fall-blau": "27.4e", "zitadelle": "27.5e", "bagration": "27.6b"}
"""The rules by which scenarios have invasions of their own number."""
MODIFIER_RULES = {"fall-blau": "27.4f", "zitadelle": "27.5f", "bagration": "27.6e"}
"""The rules that say with which weather modifier a scenario begins."""


@lru_cache(maxsize=8)
def scenarios_of(overlay: Path | None = None) -> dict[str, Scenario]:
    """Return the scenarios by the word that a record uses; DataError if a file is wrong."""
    return load_scenarios(data_dir() / "trc", overlay)


def scenario_of(name: str, overlay: Path | None = None) -> Scenario | None:
    """Return a scenario by the word that a record uses, None for 'none'."""
    return None if name == NONE else scenarios_of(overlay)[name]


def set_up_by_a_card(state: State) -> bool:
    """Tell whether the forces and the line of the start are those of a scenario's own card (27.4 to 27.6)."""
    scenario = scenario_of(state.scenario)
    return scenario is not None and scenario.set_up == "card"


EARLY = Early("start")
"""The mark of a game in which play began a turn before the scenario's first."""


def began_early(state: State) -> bool:
    """Tell whether play began a turn before the scenario's first, with turn 0; a game in that turn has done so."""
    return EARLY in state.marks or not state.clock.turn


def first_turn(state: State) -> int:
    """Return the turn with which play begins."""
    scenario = scenario_of(state.scenario)
    return (1 if scenario is None else scenario.first_turn) - began_early(state)


def before_play(state: State) -> bool:
    """Tell whether a scenario's first turn has not got beyond its weather phase: the counters are being set up."""
    return state.clock.turn == first_turn(state) and state.clock.phase == WEATHER


def opening_turn(state: State) -> int:
    """Return the turn with whose first Axis impulse the war against Russia begins."""
    return 0 if began_early(state) else 1
