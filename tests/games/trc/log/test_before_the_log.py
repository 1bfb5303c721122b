"""What may have happened before a log begins accuses nobody, and what the log or its date shows still does."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.audit import audit_log
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record, try_record


def told(parts: ModuleInputs, tmp_path: Path, text: str) -> list[str]:
    """Return what the log of a record is told, but for notes."""
    path = tmp_path / "game.vlog"
    compose(parts, read_record(f"game: trc\n{text}", "game", find_game), path, "1")
    found = [noted.finding for noted in audit_log(open_log(path, parts)).findings]
    return [f"{one.verdict.value} {one.rule}" for one in found if one.verdict is not Verdict.NOTE]


@pytest.fixture(scope="module")
def with_fortresses() -> ModuleInputs:
    return load_inputs(find_game("trc", frozenset({"26.9"})), game_folder("trc"))


def checked(text: str) -> list[str]:
    """Return what the record itself is told, but for notes."""
    found = try_record(read_record(f"game: trc\n{text}", "game", find_game), "game")
    findings = [finding for outcome in found.outcomes for finding in outcome.told.findings]
    return [f"{one.verdict.value} {one.rule}" for one in findings if one.verdict is not Verdict.NOTE]


WEATHER = "at: turn 6 axis impulse 1 weather mud\n{}on Y20: ger-56-pz\non R9: rus-30-inf\n"


def test_the_weather_may_have_been_rolled_before_the_log_begins(parts: ModuleInputs, tmp_path: Path) -> None:
    text = WEATHER.format("before: rolled weather\n") + "end\nmove ger-56-pz Y20 Y19\n"
    assert checked(text) == []
    assert told(parts, tmp_path, text) == ["undecided 4.1.1a"]


def test_a_second_die_for_it_in_the_log_is_one_too_many(parts: ModuleInputs, tmp_path: Path) -> None:
    text = WEATHER.format("") + "weather 3\nweather 4\nend\n"
    assert told(parts, tmp_path, text) == ["violation 4.1.1a"]


def test_the_weather_of_the_next_turn_is_asked_for(parts: ModuleInputs, tmp_path: Path) -> None:
    # Turn 6 begins with the log; turn 10 is the next with a die.
    text = WEATHER.format("").replace("turn 6", "turn 9").replace("weather mud", "weather clear") + "end\n" * 13
    assert "violation 4.1.1a" in told(parts, tmp_path, text)


FORTRESSES = "options: 26.9\nat: turn 9 axis impulse 1 movement clear\n{}on R9: rus-30-inf\n{}"
WEAK = "on O21: rum-cav\non {}: rus-40-inf rus-13-inf rus-24-inf\n", "move rum-cav O21 O20\nend\n"


@pytest.mark.parametrize(("at", "expected"), [("O19", "undecided 12.5c"), ("N20", "violation 12.5c")])
def test_a_city_may_have_been_a_fortress_before_the_log(
    at: str, expected: str, with_fortresses: ModuleInputs, tmp_path: Path
) -> None:
    text = FORTRESSES.format(WEAK[0].format(at), WEAK[1])
    assert checked(text) == ["violation 12.5c"]
    assert expected in told(with_fortresses, tmp_path, text)


def test_so_may_the_city_next_to_the_winners_of_an_automatic_victory(
    with_fortresses: ModuleInputs, tmp_path: Path
) -> None:
    text = FORTRESSES.format(
        "on O20: ger-56-pz ger-41-pz ger-47-pz\non N20: rus-6-tank\non O19: rus-40-inf\n",
        "av 1: ger-56-pz ger-41-pz ger-47-pz x rus-6-tank\nend\nend\n",
    )
    assert "violation 16.2e" in checked(text)
    assert "undecided 16.2e" in told(with_fortresses, tmp_path, text)


GARRISON = (
    "at: turn {} axis impulse 1 movement clear\nbox axis bulgarian-garrison: {}\non R9: rus-30-inf\nenter {} BB31\n"
)


@pytest.mark.parametrize(
    ("turn", "unit", "expected"),
    [
        (13, "ger-97-mtn", "violation 20.7.2"),  # of 1943: nothing before can have released it
        (13, "ger-21-mtn", "undecided 20.7.1"),
        (20, "ger-97-mtn", "undecided 20.7.2"),
    ],
)
def test_the_year_proves_that_no_unit_of_1944_was_released_before_it(
    turn: int, unit: str, expected: str, parts: ModuleInputs, tmp_path: Path
) -> None:
    assert told(parts, tmp_path, GARRISON.format(turn, unit, unit)) == [expected]
