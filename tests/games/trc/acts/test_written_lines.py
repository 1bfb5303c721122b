"""Lines and moves of each act in a composed log."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.acts.departures import Motorize
from trc_module.rules.actions import AirSupport, Attack, Marker, Surrender
from trc_module.rules.interpretation import LogStep
from trc_module.systems.weather import WeatherRoll

HEX = GAME.board.grid.hex


def said(text: str, act: object, at: str = "turn 2 axis impulse 1 combat clear") -> list[LogStep]:
    return list(GAME.say(position(text, at), act))  # type: ignore[arg-type]


def test_a_motorized_corps_is_put_where_its_infantry_stood() -> None:
    act = Motorize("ger-44-inf", "ger-11-mot")
    moves = [one.moves for one in said("on Y20: ger-44-inf\nbox axis motorization: ger-11-mot\n", act)]
    assert moves == [(("ger-44-inf", "removed"),), (), (("ger-11-mot", HEX("Y20")),)]


def test_the_aircraft_of_a_battle_are_of_its_kind_and_others_each_time() -> None:
    text = "on Y19: ger-hq-south ger-hq-center\non Y17: ger-41-pz\non X17: rus-24-inf\n"
    air = (AirSupport("stuka", "ger-hq-south"), AirSupport("stuka", "ger-hq-center"))
    lines = [line for one in said(text, Attack(1, ("ger-41-pz",), ("rus-24-inf",), air)) for line in one.lines]
    units = [fields["u"] for verb, fields in lines if verb == "AIR"]
    assert len(set(units)) == 2
    assert {GAME.units[unit].area for unit in units} == {"stukas"}


def test_all_units_of_a_country_that_are_in_play_go_when_it_surrenders() -> None:
    text = "on Y20: ita-3-inf\non Z20: rum-cav\nbox axis surrendered: ita-2-inf\nbox axis replacement-pool: ita-cav\n"
    italians = sorted(name for name, unit in GAME.units.items() if unit.nation == "italian")
    text = f"on Y20: {italians[0]}\non Z20: rum-cav ger-12-inf\nbox axis surrendered: {italians[1]}\n"
    (one,) = said(text, Surrender("italy", "24.4"), "turn 14 axis impulse 1 end clear")
    assert one.moves == ((italians[0], "surrendered"),)
    assert one.lines == (("ALLYOUT", {"country": "italy", "because": "24.4"}),)


@pytest.mark.parametrize(
    ("marker", "where", "verb"),
    [
        ("rail", "T14 axis", "RAILHEAD"),
        ("rail", "T14 russian", "MARK"),
        ("control", "Kiev axis", "CONTROL"),
        ("flag", "Kiev axis", "MARK"),
        ("rail", "axis", "MARK"),
    ],
)
def test_which_line_a_marker_makes(marker: str, where: str, verb: str) -> None:
    ((line,),) = [one.lines for one in said("", Marker(marker, where))]
    assert line[0] == verb


def test_the_weather_line_tells_the_new_modifier_only_where_the_act_does() -> None:
    at = "turn 3 axis impulse 1 weather clear"
    ((plain,),) = [one.lines for one in said("drm: +1\n", WeatherRoll(3), at)]
    ((full,),) = [one.lines for one in said("drm: +1\n", WeatherRoll(3, "clear", 2), at)]
    assert plain == ("WEATHER", {"die": "3", "drm": "1"})
    assert full == ("WEATHER", {"die": "3", "drm": "1", "after": "2", "is": "clear"})
