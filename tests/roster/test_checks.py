"""Each check is silent on what we ship and speaks when what it guards is broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from trc_module.facts import Problem
from trc_module.resources import data_dir
from trc_module.roster import PieceNumbers, Roster
from trc_module.roster.checks import check, check_areas, check_scenarios, inspect
from trc_module.roster.scenarios import load_scenarios


def without(roster: Roster, name: str) -> Roster:
    return replace(roster, units={key: unit for key, unit in roster.units.items() if key != name})


def test_what_we_ship_is_sound() -> None:
    found = inspect(data_dir() / "trc")
    assert [str(problem) for problem in found.problems if problem.is_error] == []
    assert len(found.facts) > 2000


def test_numbers_must_be_there_and_differ(shipped: Roster) -> None:
    numbers = dict(shipped.numbers.by_id) | {"ger-3-pz": shipped.numbers.by_id["ger-47-pz"]}
    del numbers["turn"]
    messages = [problem.message for problem in check(replace(shipped, numbers=PieceNumbers(numbers, {})))]
    assert messages == [
        f"ger-47-pz: number {numbers['ger-47-pz']} is that of ger-3-pz",
        "turn: no piece number yet",
    ]


def test_counters_of_a_game_that_was_never_built_are_counted(shipped: Roster) -> None:
    messages = [str(problem) for problem in check(replace(shipped, numbers=PieceNumbers({}, {})))]
    count = len(shipped.units) + len(shipped.markers)
    assert messages == [
        f"units.csv: {count} counters have no piece number yet [piece-numbers] (known doubt: 'trc-module build' gives "
        "each of them one)"
    ]


def test_areas_must_be_known(shipped: Roster) -> None:
    places = {unit.area for unit in shipped.units.values()} - {"Minsk"}
    assert [problem.message for problem in check_areas(shipped, places)] == [
        "rus-6-tank: 'Minsk' is not a place of the map, a box or an edge",
        "rus-13-inf: 'Minsk' is not a place of the map, a box or an edge",
    ]


def test_scenarios_name_units_that_there_are(shipped: Roster, tmp_path: Path) -> None:
    scenarios = load_scenarios(data_dir() / "trc")
    assert check_scenarios(without(shipped, "rus-8-para"), scenarios.values()) == [
        Problem("scenarios", "Breaking Storm: no unit is called 'rus-8-para'", "scenarios/breaking-storm.toml")
    ]
