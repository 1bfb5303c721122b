"""The checks of the counters against the rulebook find nothing in what we ship, and report what is broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from trc_module.facts import Problem
from trc_module.games.trc.checks import check_ends
from trc_module.games.trc.counter_checks import check_counters
from trc_module.resources import data_dir
from trc_module.roster import Roster, load_roster
from trc_module.roster.scenarios import load_scenarios


@pytest.fixture(scope="module")
def shipped() -> Roster:
    return load_roster(data_dir() / "trc")


def test_what_we_ship_is_sound(shipped: Roster) -> None:
    assert [str(problem) for problem in check_counters(shipped) if problem.is_error] == []


def with_unit(roster: Roster, name: str, **fields: Any) -> Roster:
    return replace(roster, units={**roster.units, name: replace(roster.units[name], **fields)})


def without(roster: Roster, name: str) -> Roster:
    return replace(roster, units={key: unit for key, unit in roster.units.items() if key != name})


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("ger-hq-north", {"type": "infantry"}, "2 german units of type hq, rule 11.1 has 3"),
    ("rus-8-para", {"option": "26.5"}, "2 russian units of type paratroop, rule 18.1 has 3"),
    ("ger-1-flak", {"type": "infantry"}, "1 german units of type motorized for 28.4, rule 28.4.1 has 2"),
    ("ger-hq-okw", {"option": ""}, "1 german units of type hq for 28.4, rule 28.4.2 has 2"),
    ("yug-5-inf", {"nation": "german"}, "2 yugoslav units of type infantry for 28.7, rule 28.7 has 3"),
    ("ukr-4-inf", {"type": "cavalry"}, "3 ukrainian units of type infantry for 28.7, rule 28.7 has 4"),
    ("ger-mot-bg", {"option": ""}, "no german motorized-battlegroup for 26.4, though rule 26.4 speaks of some"),
    ("rus-gd-inf-bg", {"option": ""}, "no russian infantry-battlegroup for 26.4, though rule 26.4 speaks of some"),
    ("rus-worker-opt2a", {"combat": 1}, "no russian worker of 2 for 26.14, though rule 26.14 speaks of some"),
    ("bul-inf", {"nation": "german"}, "no bulgarian infantry for 28.8, though rule 28.8 speaks of some"),
    ("rus-1-art", {"option": ""}, "2 russian units of type artillery for 26.5, rule 26.5.1 has 3"),
    ("ger-1-ss-pz", {"stacks": "none"}, "not one SS unit without stacking value; rule 6.3 names the 2-7 Reserve"),
    ("ger-52-mot", {"combat": 4}, "ger-52-mot: combat 4, rule 13.8 has 3"),
    ("ger-38-inf", {"move": 5}, "ger-38-inf: movement 5, rule 28.4.3 has 4"),
    ("ger-hitler-mobile", {"move": 0}, "ger-hitler-mobile: movement 0, rule 26.16 has 8"),
    ("ger-38-pz", {"combat": 6}, "ger-38-pz: combat 6, rule 28.4.3 has 5"),
    ("rus-62-inf", {"combat": 4}, "rus-62-inf: combat 4, rule 28.4.5 has 5"),
    ("ger-12-ss-inf", {"combat": 5}, "ger-12-ss-inf: combat 5, rule 28.4.6 has 4"),
    ("yug-3-inf", {"move": 3}, "yug-3-inf: movement 3, rule 28.7 has 4"),
    ("ukr-1-inf", {"combat": 3}, "the Ukrainians are 3-3, 3-4, 3-4, 4-3, rule 28.7 has 2-3, 3-4, 3-4, 4-3"),
    ("ger-1-inf", {"combat": 6}, "ger-1-inf: 6-4, but 21.4 knows German infantry of 3-4, 4-4 and 5-4"),
    ("rus-3-inf", {"move": 4}, "rus-3-inf: movement 4, but Russian infantry has 3 (26.10)"),
    ("rus-5-para", {"combat": 2}, "rus-5-para: combat 2, but a Russian paratroop corps has 1 (9.3.2)"),
    ("ger-47-pz", {"formation": "guards"}, "ger-47-pz: Guards are Russian"),
    ("rum-cav", {"formation": "ss"}, "rum-cav: the ss is German"),
    ("rus-stavka", {"stacks": "army"}, "rus-stavka: counts as a army, but a hq does not stack (6.3)"),
    ("rus-3-inf", {"stacks": "corps"}, "rus-3-inf: an army counts as one for stacking (6.1), not as corps"),
    ("ger-47-pz", {"stacks": "army"}, "ger-47-pz: a corps does not count as an army for stacking (6.1)"),
    ("ger-47-pz", {"size": "army", "stacks": "army"}, "ger-47-pz: the Axis has corps only"),
    ("ger-47-pz", {"setup": "K"}, "ger-47-pz: set-up letter K, but its side has N, C, S, R, F (3.3, 3.4)"),
    ("rus-13-inf", {"area": ""}, "rus-13-inf: starts in a city (C), but in which is not told (3.3)"),
    ("ger-47-pz", {"area": "Rumania"}, "ger-47-pz: letter C means Army Group Center elsewhere, here Rumania"),
    ("rus-3-inf", {"setup": "K", "area": "Kiev MD"}, "rus-3-inf: 2.2 sets it up in the Western district (W)"),
    ("rum-3-inf", {"arrival": 8}, "rum-3-inf: arrives on turn 8, rule 2.2 has turn 9"),
    ("ger-dak-pz", {"month": 2}, "ger-dak-pz: arrives in the second month, rule 28.6 has the first"),
    ("yug-2-inf", {"arrival": 3}, "yug-2-inf: arrives on turn 3, rule 28.7 has turn 2"),
    ("ger-hg-pz", {"entry": "turn", "arrival": 17}, "ger-hg-pz: comes when rule 20.8 brings it in, not by turn"),
    ("ger-11-mot", {"arrival": 15}, "ger-11-mot: comes in July or November 1943 (23.1)"),
    ("ger-gd-pz", {"arrival": 26}, "ger-gd-pz: turn 26 is not on the turn record"),
    ("rus-34-inf", {"month": 1}, "6 armies reach Moscow first on turn 3, rule 20.4 has five"),
    ("rus-partisan-1", {"arrival": 4}, "rus-partisan-1: the first partisan comes in September 1941 (28.7)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fields", "message"), BROKEN)
def test_a_broken_counter_is_told(shipped: Roster, name: str, fields: dict[str, Any], message: str) -> None:
    assert message in [problem.message for problem in check_counters(with_unit(shipped, name, **fields))]


@pytest.mark.parametrize(("turn", "told"), [(0, True), (1, False), (25, False), (26, True)])
def test_the_turn_record_has_turns_from_1_to_25(shipped: Roster, turn: int, told: bool) -> None:
    messages = [problem.message for problem in check_counters(with_unit(shipped, "ger-59-inf", arrival=turn))]
    assert (f"ger-59-inf: turn {turn} is not on the turn record" in messages) == told


def test_a_doubted_field_makes_a_doubt_of_the_problem(shipped: Roster) -> None:
    problem = next(
        p for p in check_counters(with_unit(shipped, "rus-partisan-1", arrival=4)) if "first partisan" in p.message
    )
    assert not problem.is_error


def test_a_missing_counter_of_which_a_rule_speaks_is_told(shipped: Roster) -> None:
    assert check_counters(without(shipped, "rus-2-cav")) == [
        Problem("factors", "rus-2-cav: not in the roster, though rule 13.8 speaks of it", "units.csv")
    ]
    messages = [problem.message for problem in check_counters(without(shipped, "rum-3-inf"))]
    assert messages == ["rum-3-inf: not in the roster, though rule 2.2 speaks of it"]


def with_marker(roster: Roster, name: str, **fields: Any) -> Roster:
    return replace(roster, markers={**roster.markers, name: replace(roster.markers[name], **fields)})


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("fortress-axis", {"count": 5}, "5 axis fortress markers, rule 26.9 has 4"),
        ("invasion-russian", {"count": 2}, "4 russian invasion markers, rule 10.3.2 has 2"),
        ("sudden-death", {"count": 5}, "5 sudden-death markers, rule 25.2.2 has 6"),
        ("para-range", {"kind": "battle"}, "no marker of the kind para-range, though 2.1 has one"),
        ("worker-rp", {"back": ""}, "worker-rp: 2.1 has two faces for this marker"),
        ("railhead", {"back": "Railhead"}, "railhead: 2.1 has one face for this marker"),
        ("weather-mud", {"front": "Fog"}, "no marker for Mud, though 2.1 has one"),
    ],
)
def test_markers_are_those_of_the_rules(shipped: Roster, name: str, fields: dict[str, Any], message: str) -> None:
    found = check_counters(with_marker(shipped, name, **fields))
    assert [(problem.message, problem.file) for problem in found] == [(message, "markers.csv")]


def test_no_scenario_goes_on_beyond_the_turn_record() -> None:
    scenarios = load_scenarios(data_dir() / "trc")
    assert list(check_ends(scenarios.values())) == []
    late = replace(scenarios["campaign"], last_turn=26)
    assert [str(problem) for problem in check_ends([late])] == [
        "scenarios/campaign.toml: Campaign: ends after turn 25 (25.0) [scenarios]"
    ]
