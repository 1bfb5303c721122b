"""The scenarios: lines, points, victories, and the questions that an unknown card leaves open."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.facts import DataError, Trust
from trc_module.games.trc import TrcGame, load
from trc_module.games.trc.start_lines import load_lines
from trc_module.games.trc.victory.scenario_rules import in_karelia
from trc_module.games.trc.victory.victory_points import tally
from trc_module.resources import data_dir
from trc_module.rules.record import read_record, try_record
from trc_module.systems.weather import modifier_of, weather_of

BLAU = data_dir() / "trc" / "lines" / "fall-blau.toml"
SETUP = "scenario: fall-blau\nat: turn 7 axis impulse 1 weather clear\n"


_CLOSE = (
    "Kiev axis, Minsk axis, Riga axis, Odessa axis, Brest axis, Lvov axis, Tallinn axis, Dnepropetrovsk axis, "
    "Bryansk axis, Vitebsk axis, Kaunas axis"
)


def storm(turn: int, control: str, rest: str) -> str:
    held = f"control: {control}\n" if control else ""
    return f"scenario: breaking-storm\nat: turn {turn} russian impulse 2 end snow\n{held}on R8: rus-3-inf\n{rest}"


def test_the_points_of_the_opening_rest_on_assumed_sides_of_the_line() -> None:
    points = tally(GAME, GAME.start("breaking-storm", frozenset()))
    assert points is not None
    assert (points.total, points.least, points.most) == (-22, -28, -14)
    assert {fact.trust for fact in points.facts()} == {Trust.ASSUMED}
    assert len(points.facts()) == 10


def test_only_the_scenarios_with_points_have_a_tally() -> None:
    assert tally(GAME, GAME.start("campaign", frozenset())) is None
    assert tally(GAME, GAME.start("bagration", frozenset())) is None


def test_what_no_assumption_could_change_is_a_violation_and_the_rest_a_doubt() -> None:
    assert told(storm(5, "", "end\nwin axis because 27.2b\n"))[-1] == "violation 27.2b"
    assert told(storm(5, _CLOSE, "end\nwin axis because 27.2b\n"))[-1] == "doubt 27.2b"


def test_points_that_depend_on_a_way_leave_a_claim_at_the_end_and_just_after_it_undecided() -> None:
    text = storm(5, _CLOSE, "before: unsure-control O19\n{}win russian because 27.2e\n")
    assert told(text.format("")) == ["undecided 27.2e"]
    assert told(text.format("end\n")) == ["undecided 27.2e"]


def test_play_after_a_victory_that_rests_on_the_line_is_a_doubt() -> None:
    said = told(storm(5, "", "end\nweather 3\n"))
    assert said == ["violation 27.2e"]


def test_agreement_to_go_on_lifts_the_end_and_the_points() -> None:
    text = storm(5, "", "end\nweather 3\n").replace("on R8", "before: agreed go-on\non R8")
    assert told(text) == []


def test_sudden_death_is_not_in_breaking_storm() -> None:
    six = "Kiev axis, Kalinin axis, Leningrad axis, Rostov axis, Kharkov axis, Stalino axis"
    text = storm(5, six, "win axis because 25.2.2\n")
    assert told(text) == ["violation 27.2c"]
    assert told(text.replace("breaking-storm", "barbarossa").replace("win", "end\nwin")) == []


@pytest.mark.parametrize(
    ("weather", "die", "said", "after"),
    [
        ("clear", "weather 3\n", ["violation 27.21-3"], "snow"),
        ("clear", "", [], "snow"),
        ("light-mud", "", [], "light-mud"),
        ("mud", "weather 1 light-mud\n", [], "light-mud"),
    ],
)
def test_the_weather_of_november_follows_that_of_september(weather: str, die: str, said: list[str], after: str) -> None:
    text = f"scenario: breaking-storm\nat: turn 4 axis impulse 1 weather {weather}\non R9: rus-3-inf\n{die}end\n"
    assert told(text) == said
    assert weather_of(position(text)) == after


def test_leaders_that_fall_count_in_breaking_storm_alone() -> None:
    text = (
        "scenario: {}\nat: turn 3 axis impulse 1 combat clear\non Y10: rus-stavka\non Z20: ger-hq-south\n"
        "eliminate rus-stavka because 13.3\neliminate ger-hq-south because 13.3\n"
    )
    assert position(text.format("breaking-storm")).used == {"russian vp": 1, "axis vp": 1}
    assert position(text.format("barbarossa")).used == {}


def test_a_leader_whom_a_die_has_sunk_is_not_counted_again_when_his_counter_is_taken_off() -> None:
    text = "scenario: breaking-storm\nat: turn 3 axis impulse 1 movement clear\nused: axis vp 1\n"
    text += "{}on B14: ger-hq-north\neliminate ger-hq-north because 10.4\n"
    assert position(text.format("before: sunk ger-hq-north B14 10.4\n")).used == {"axis vp": 1}
    assert position(text.format("")).used == {"axis vp": 2}


def test_scenarios_begin_where_their_texts_say() -> None:
    state = GAME.start("fall-blau", frozenset())
    assert (state.clock.turn, modifier_of(state)) == (7, -1)
    held = {name: state.control[GAME.places[name]] for name in ("Kiev", "Leningrad", "Sevastopol", "Moscow")}
    assert held == {"Kiev": "axis", "Leningrad": "russian", "Sevastopol": "russian", "Moscow": "russian"}
    assert state.place("ger-41-pz") is None
    assert state.place("rum-3-inf") == "turn-9"
    assert GAME.start("breaking-storm", frozenset()).place("rus-8-para") is None


def test_the_rules_of_the_campaigns_set_up_are_silent_where_a_card_tells_the_forces() -> None:
    assert told(SETUP + "setup ger-41-pz W19\nsetup rus-3-inf R9\n") == []
    assert told(SETUP + "setup ger-41-pz V19\n") == ["skipped 27.11b"]
    assert told(SETUP + "on R9: rus-3-inf\nend\n") == ["skipped 27.11c", "skipped 27.11h", "skipped 27.11i"]


def test_who_came_before_a_later_scenario_begins_may_be_set_up_in_it() -> None:
    assert told(SETUP + "setup ger-40-pz W19\nsetup rus-29-inf R9\n") == []
    # Whoever arrives on its first turn, or later, is set up only if the card says so.
    assert told(SETUP + "setup ger-59-inf W19\n") == told(SETUP + "setup ger-72-inf W19\n") == ["skipped 2.2a"]
    assert told(SETUP + "setup ger-7-art W19\n") == ["violation 2.2a"]


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> TrcGame:
    """The game with an owner's folder that tells a line and the forces of a card, both made up for this test."""
    folder = tmp_path_factory.mktemp("owner")
    (folder / "lines").mkdir()
    (folder / "scenarios").mkdir()
    rows = "\n".join(f"{row} = 14" for row in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    rows += "\n" + "\n".join(f"{c}{c} = 16" for c in "ABCDEFGHIJKLMNOPQ")
    (folder / "lines" / "fall-blau.toml").write_text(
        f'name = "Fall Blau"\ncolour = "blue"\nsource = "owner:a card"\nalso-russian = ["JJ23"]\n[rows]\n{rows}\n'
    )
    card = (data_dir() / "trc" / "scenarios" / "fall-blau.toml").read_text(encoding="utf-8")
    card += (
        '\n[forces.axis]\nat-start = ["ger-41-pz"]\nturn-9 = ["rum-3-inf"]\nsurrendered = ["ger-56-pz"]\n'
        '[forces.russian]\nat-start = ["rus-3-inf"]\nreplacement-pool = ["rus-4-inf"]\n'
    )
    (folder / "scenarios" / "fall-blau.toml").write_text(card, encoding="utf-8")
    return load(frozenset(), folder)


def judged(owner: TrcGame, text: str) -> list[str]:
    trial = try_record(read_record("game: trc\n" + SETUP + text, "x", lambda name, options: owner), "x")
    return [f"{f.verdict.value} {f.rule}" for outcome in trial.outcomes for f in outcome.told.findings]


def test_an_owner_who_tells_the_line_and_the_forces_is_judged_by_them(owner: TrcGame) -> None:
    assert judged(owner, "setup ger-41-pz V20\n") == []
    assert judged(owner, "setup ger-41-pz V9\n") == ["violation 27.11b"]
    assert judged(owner, "setup rus-3-inf V9\n") == ["violation 27.4d"]
    assert judged(owner, "setup rum-3-inf V20\n") == ["violation 2.2a"]
    assert judged(owner, "setup ger-40-pz V20\n") == ["violation 2.2a"]
    held = "on V20: ger-41-pz\non V9: rus-3-inf\nbox axis turn-9: rum-3-inf\nbox axis surrendered: ger-56-pz\n"
    assert judged(owner, held + "box russian replacement-pool: rus-4-inf\nend\n") == ["violation 27.11c"] * 2
    assert "violation 27.11h" in judged(owner, held.replace("turn-9", "turn-8") + "end\n")
    assert judged(owner, held + "end\n").count("violation 27.11i") == 1


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"Leningrad", "Sevastopol"', '"Leningrad", "Atlantis"', "a city or an oil well"),
        ('"Leningrad", "Sevastopol"', '"Leningrad", "Kiev"', "each place on one side only"),
        ('"Leningrad", "Sevastopol"', '"Leningrad"', "every city and oil well on a side"),
        ('name   = "Fall Blau"\n', 'name   = "Fall Blau"\nalso-axis = ["XYZ9"]\nrows = {R = 12}\n', "a hex of the map"),
        ('name   = "Fall Blau"\n', 'name   = "Fall Blau"\nrows = {R = 99}\n', "the easternmost hex of a row"),
        ('name   = "Fall Blau"\n', 'name   = "Fall Blau"\nrows = {R = 12}\n', "where the rows were read"),
    ],
)
def test_a_wrong_line_says_where(tmp_path: Path, old: str, new: str, expected: str) -> None:
    (tmp_path / "lines").mkdir()
    for path in BLAU.parent.glob("*.toml"):
        shutil.copy(path, tmp_path / "lines")
    text = BLAU.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "lines" / "fall-blau.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_lines(tmp_path, GAME.board)
    assert expected in caught.value.expected


def test_units_of_a_scenarios_first_turn_are_still_to_come() -> None:
    state = GAME.start("fall-blau", frozenset())
    assert state.place("ger-59-inf") == "turn-7"


def test_karelia_begins_east_of_leningrad() -> None:
    assert GAME.hex_name(GAME.places["Leningrad"]) == "E10"
    assert [in_karelia(GAME, name) for name in ("B9", "B10", "D9", "D10", "E9")] == [True, False, True, False, False]
