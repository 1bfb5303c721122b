"""What may have happened before a log begins accuses nobody, and what the log or its date shows still does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.cutting import cut_off
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record, try_record


def told(parts: ModuleInputs, tmp_path: Path, text: str, cut: int = 0) -> list[str]:
    """Return what the log of a record is told, but for notes; `cut` is the number of steps that it lacks."""
    path = tmp_path / "game.vlog"
    compose(parts, read_record(f"game: trc\n{text}", "game", find_game), path, "1")
    if cut:
        cut_off(path, cut, path)
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


@pytest.mark.parametrize(
    ("who", "at", "expected"),
    [
        ("on O19: rus-40-inf\n", "O19", "undecided 26.9d"),
        ("on O19: ger-56-pz\n", "O19", "violation 26.9d"),  # The enemy holds the city.
        ("on O19: rus-40-inf\n", "O18", "violation 26.9d"),  # There is no city.
    ],
)
def test_a_marker_may_lie_on_a_fortress_of_the_time_before(
    who: str, at: str, expected: str, with_fortresses: ModuleInputs, tmp_path: Path
) -> None:
    text = f"options: 26.9\nat: turn 9 axis impulse 1 movement clear\non R9: rus-30-inf\n{who}on Y20: ger-41-pz\n"
    assert told(with_fortresses, tmp_path, f"{text}mark fortress-russian {at}\nend\n") == [expected]


AT_SEA = (
    "at: turn 3 russian impulse 1 movement clear\non JJ22: rus-30-inf\non R9: rus-31-inf\n"
    "sea evacuation rus-30-inf JJ22 off-map-units roll 6\neliminate rus-30-inf because 10.4\nend\n"
)
NEVER_AT_SEA = AT_SEA.replace("sea evacuation rus-30-inf JJ22 off-map-units roll 6\n", "end\nend\n")


def test_a_unit_lost_at_sea_may_have_sailed_in_the_same_phase_before(parts: ModuleInputs, tmp_path: Path) -> None:
    assert "violation 10.4a" not in told(parts, tmp_path, AT_SEA)
    tails = [told(parts, tmp_path, AT_SEA, cut) for cut in range(1, 4)]
    assert ["undecided 10.4a"] in tails
    assert "violation 10.4a" not in {one for tail in tails for one in tail}
    assert "violation 10.4a" in told(parts, tmp_path, NEVER_AT_SEA, 1)


VICTORY = (
    "at: turn 2 axis impulse 1 movement clear\non Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\n"
    "on R9: rus-30-inf\n"
    "av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank\nsurrender rus-6-tank because 16.1\nend\n"
)


def test_an_automatic_victory_may_have_been_won_before(parts: ModuleInputs, tmp_path: Path) -> None:
    assert told(parts, tmp_path, VICTORY) == []
    tails = [told(parts, tmp_path, VICTORY, cut) for cut in range(1, 8)]
    assert "undecided 16.1a" in {one for tail in tails for one in tail}
    assert "violation 16.1a" not in {one for tail in tails for one in tail}


def test_none_was_won_over_a_unit_near_which_nobody_stands(parts: ModuleInputs, tmp_path: Path) -> None:
    text = "at: turn 2 axis impulse 1 movement clear\non Y16: ger-13-inf\non R9: rus-30-inf\n"
    text += "move ger-13-inf Y16 Y15\nsurrender rus-30-inf because 16.1\nend\n"
    assert told(parts, tmp_path, text, 1) == ["violation 16.1a"]


def test_finland_may_have_surrendered_before_unless_a_finn_fights_on(parts: ModuleInputs, tmp_path: Path) -> None:
    text = "at: turn 21 russian impulse 2 end clear\non B14: ger-36-mtn\non R9: rus-30-inf\n{}"
    text += "eliminate ger-36-mtn because 24.5\n"
    assert told(parts, tmp_path, text.format("")) == ["undecided 24.5c"]
    assert told(parts, tmp_path, text.format("on B15: fin-4-inf\n")) == ["violation 24.5c"]


REMNANT = (
    "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: {0}\n"
    "attack 1: rus-24-inf rus-20-inf x {0}\nroll 1: 5 3-1 D1\nlose 1: {0}\nremnant 1: {0} ger-inf-bg Y19\nend\n"
)


def test_a_battlegroup_may_come_from_a_battle_before_the_log(tmp_path: Path) -> None:
    parts = load_inputs(find_game("trc", frozenset({"26.4"})), game_folder("trc"))
    assert not [one for one in told(parts, tmp_path, REMNANT.format("ger-13-inf")) if "26.4a" in one]
    assert "undecided 26.4a" in told(parts, tmp_path, REMNANT.format("ger-13-inf"), 4)
    # Of its kind none is left, whatever the battle was.
    assert "violation 26.4a" in told(parts, tmp_path, REMNANT.format("rum-cav"), 4)


def test_the_modifier_may_have_been_changed_by_a_die_before(parts: ModuleInputs, tmp_path: Path) -> None:
    text = WEATHER.format("") + "weather 6\nmark weather-drm +1\nend\n"
    assert "undecided 4.1.1g" in told(parts, tmp_path, text, 1)
    summer = WEATHER.format("").replace("turn 6 axis impulse 1 weather mud", "turn 8 axis impulse 1 weather clear")
    later = summer + "end\nend\nmark weather-drm +1\nend\n"
    assert "violation 4.1.1g" in told(parts, tmp_path, later, 1)


AIR = (
    "at: turn 2 axis impulse 1 combat clear\non Y19: {} ger-hq-center\non Y17: ger-41-pz\n"
    "on X17: rus-24-inf\non Z16: ger-56-pz\non Z15: rus-13-inf\non AA14: ger-47-pz\non AA13: rus-3-inf\n"
    "attack 1: ger-41-pz x rus-24-inf{}\nroll 1: 4\nlose 1: rus-24-inf\n"
    "attack 2: ger-56-pz x rus-13-inf air stuka ger-hq-center\nroll 2: 4\nlose 2: rus-13-inf\n"
    "attack 3: ger-47-pz x rus-3-inf{}\nroll 3: 4\nlose 3: rus-3-inf\nend\n"
)
CENTER = " air stuka ger-hq-center"


def test_of_two_stukas_of_a_headquarters_one_that_flew_before_the_log_is_not_known(
    parts: ModuleInputs, tmp_path: Path
) -> None:
    for text in (AIR.format("ger-hq-south", " air stuka ger-hq-south", ""), AIR.format("", CENTER, "")):
        accused = ["violation 15.5c" in told(parts, tmp_path, text, cut) for cut in range(12)]
        # The first battle takes five steps: its lines of attacker, defender and Stuka, the die and the loss.
        assert accused[0] == (CENTER in text.split("roll 1")[0])
        assert not any(accused[3:])


def test_two_in_the_rest_of_a_combat_phase_are_one_too_many(parts: ModuleInputs, tmp_path: Path) -> None:
    # Four steps make the first battle, which has no Stuka.
    text = AIR.format("", "", CENTER)
    assert ["violation 15.5c" in told(parts, tmp_path, text, cut) for cut in range(5)] == [True] * 5


BULGE = "options: 28.6\nat: turn {} axis impulse 1 movement snow\n{}box axis replacement-pool: ger-13-inf\n"
BULGE += "on R9: rus-24-inf\nreplace ger-13-inf E33\n"


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (22, "undecided 21.2a"),  # of November/December 1944: the Bulge may have been chosen
        (16, "violation 21.2a"),  # of November/December 1943: no choice brings replacements
    ],
)
def test_a_choice_may_have_been_made_before_the_log(turn: int, expected: str, tmp_path: Path) -> None:
    parts = load_inputs(find_game("trc", frozenset({"28.6"})), game_folder("trc"))
    assert checked(BULGE.format(22, "before: choice bulge yes\n")) == []
    assert told(parts, tmp_path, BULGE.format(turn, "")) == [expected]


ARRIVAL = (
    "at: turn 3 russian impulse 1 movement clear\non S9: ger-41-pz\non P20: rus-24-inf\n"
    "on R9: rus-30-inf\nmove rus-30-inf R9 Q8 P8\nenter rus-29-inf R9\nend\n"
)


def test_an_arrival_rests_on_who_held_its_city_before_a_unit_left_it(parts: ModuleInputs, tmp_path: Path) -> None:
    assert told(parts, tmp_path, ARRIVAL) == []
    assert told(parts, tmp_path, ARRIVAL.replace("on S9", "on Y20"), 2) == []
    # Of a log that begins behind the move the zone of the enemy shows who holds the city now, and not before.
    assert told(parts, tmp_path, ARRIVAL, 2) == ["undecided 20.4a"]
    stands = ARRIVAL.replace("on R9: rus-30-inf\nmove rus-30-inf R9 Q8 P8\n", "on R9: ger-47-pz\n")
    assert told(parts, tmp_path, stands) == ["violation 20.4a"]


def test_what_the_end_of_the_phase_before_has_decided_may_be_claimed(parts: ModuleInputs, tmp_path: Path) -> None:
    berlin = parts.game.board.grid.name(parts.game.board.cities["Berlin"].hex)
    text = (
        f"at: turn 25 russian impulse 2 end clear\non R9: rus-24-inf\non {berlin}: {{}}\nend\nwin axis because {{}}\n"
    )
    won = text.format("ger-2-inf", "25.1.1")
    assert told(parts, tmp_path, won) == []
    assert told(parts, tmp_path, won, 1) == ["undecided 25.1.1-1"]
    assert told(parts, tmp_path, text.format("ger-2-inf", "25.1.1-2"), 1) == ["undecided 25.1.1-2"]
    # The Russians stand in Berlin; and Stalin is there whatever came before.
    assert told(parts, tmp_path, text.format("rus-31-inf", "25.1.1-2"), 1) == ["violation 25.1.1-2"]
    assert told(parts, tmp_path, text.format("ger-2-inf", "25.1.1-1"), 1) == ["violation 25.1.1-1"]


@pytest.mark.parametrize(("turn", "expected"), [(4, "violation 28.3a"), (5, "undecided 28.3a")])
def test_the_order_to_hold_the_front_may_have_ended_before(turn: int, expected: str, tmp_path: Path) -> None:
    text = (
        f"options: 28.3\nat: turn {turn} axis impulse 1 weather snow\non JJ8: ger-12-inf\non R9: rus-30-inf\nend\n"
        "move ger-12-inf JJ8 JJ9 JJ10\nend\nend\nend\nend\nend\n"
    )
    parts = load_inputs(find_game("trc", frozenset({"28.3"})), game_folder("trc"))
    assert expected in told(parts, tmp_path, text)
