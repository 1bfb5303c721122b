"""28.6, part III: the Balkans stay out of the war until the Axis has the ports of the Black Sea."""

from __future__ import annotations

import pytest

from tests.games.trc.play import findings, hexset, names, position, told
from trc_module.games.trc import load
from trc_module.games.trc.combat.retreat_routes import routes
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.variants.mediterranean_distraction import interior, neutral, neutral_land
from trc_module.systems.weather import modifier_of, weather_of

GAME = load(frozenset({"28.6"}))


def at(moment: str, *more: str) -> str:
    marks = ", ".join(("early start", "choice mediterranean-distraction yes", *more))
    return f"options: 28.6\nat: {moment}\nbefore: {marks}\n"


TURN_1 = at("turn 1 axis impulse 1 movement clear")


def test_both_countries_join_when_the_last_port_falls_and_stay_in() -> None:
    ports = "control: Odessa axis, Sevastopol axis\non II15: ger-41-pz\n"
    taken = position(f"{at('turn 8 axis impulse 1 movement clear')}{ports}move ger-41-pz II15 II14")
    assert not neutral(taken)
    left = position(f"{at('turn 8 axis impulse 1 movement clear')}{ports}end")
    assert neutral(left)
    assert not neutral(position(f"{at('turn 9 axis impulse 1 movement clear', 'at-war rumania')}end"))


def test_without_the_choice_nothing_is_closed() -> None:
    plain = "options: 28.6\nat: turn 2 axis impulse 1 movement clear\non V26: ger-12-inf\nmove ger-12-inf V26 W26"
    assert told(plain) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on V26: ger-12-inf\nmove ger-12-inf V26 W26", ["violation 28.6-MD-2a"]),
        ("on Z25: ger-12-inf\nmove ger-12-inf Z25 > BB28", ["violation 28.6-MD-2a"]),
        ("on BB28: rum-4-inf\nmove rum-4-inf BB28 BB27", []),
        ("on BB28: rum-4-inf\nmove rum-4-inf BB28 BB27 BB26", ["violation 28.6-MD-2e"]),
        ("on T32: hun-2-inf\nmove hun-2-inf T32 T31", []),
        ("on U29: hun-2-inf\nmove hun-2-inf U29 U30", ["violation 28.6-MD-2e"]),
    ],
)
def test_borders_bind_both_ways(text: str, expected: list[str]) -> None:
    assert told(TURN_1 + text) == expected


def test_the_russian_does_not_enter_either() -> None:
    russian = at("turn 2 russian impulse 1 movement clear")
    assert told(f"{russian}on AA25: rus-24-inf\nmove rus-24-inf AA25 AA26") == ["violation 28.6-MD-2a"]
    assert told(f"{russian}on DD24: rus-24-inf\nsea invasion rus-24-inf DD24 EE26 roll 1") == ["violation 28.6-MD-2a"]


def test_who_can_retreat_into_a_neutral_country_alone_is_lost() -> None:
    state = position(f"{at('turn 2 russian impulse 1 combat clear')}on Z25: ger-12-inf\non Y24: rus-24-inf\nend")
    unit, hex_ = "ger-12-inf", GAME.board.grid.find("Z25")
    assert hex_ is not None
    assert not routes(GAME, state, unit, hex_, (2, 2), strict=False) & neutral_land(GAME)


def test_units_inside_are_fed_and_others_trace_no_line_through() -> None:
    end = at("turn 2 axis impulse 2 end clear")
    assert told(f"{end}on BB28: rum-4-inf\nend") == []
    assert told(f"{end}on BB28: rum-4-inf\neliminate rum-4-inf because 17.2\nend") == ["violation 28.6-MD-2d"]
    assert told(f"{end}on Z25: ger-12-inf\nend") == ["violation 28.6-MD-2d"]
    joined = at("turn 2 axis impulse 2 end clear", "at-war rumania")
    assert told(f"{joined}on Z25: ger-12-inf\nend") == []


def test_oil_of_a_neutral_is_no_replacement_but_with_the_sellout() -> None:
    pool = "box axis replacement-pool: ger-41-pz\nreplace ger-41-pz E33"
    turn_7 = "turn 7 axis impulse 1 movement clear"
    assert told(at(turn_7) + pool) == ["violation 28.6-MD-2g"]
    assert told(at(turn_7, "choice italian-sellout yes") + pool) == []
    assert told(at(turn_7, "at-war rumania") + pool) == []


def test_germans_start_in_poland_and_neutrals_inside() -> None:
    start = at("turn 0 axis impulse 1 weather clear")
    assert told(f"{start}setup ger-hq-center M26\nsetup ger-hitler E31\nsetup fin-4-inf B14") == []
    assert told(f"{start}setup ger-11-inf CC28") == ["violation 28.6-MD-4"]
    assert told(f"{start}setup rum-4-inf CC28") == []
    assert told(f"{start}setup rum-4-inf BB26") == ["violation 28.6-MD-2e"]
    state = position(f"{start}mark weather-drm 0")
    assert starting_area(GAME, state, "ger-12-inf") & ~GAME.board.regions["Poland"].hexes == 0
    assert starting_area(GAME, state, "rum-4-inf") == interior(GAME, "Rumania")


def test_the_inside_of_a_country_touches_no_other() -> None:
    inside = interior(GAME, "Hungary")
    assert inside & hexset("T33", "U29") == hexset("T33", "U29")
    assert "U28" not in names(inside)


def test_districts_bind_in_the_first_impulse_of_march_but_not_the_three_corps_with_an_r() -> None:
    combat = at("turn 0 axis impulse 1 combat clear")
    foes = "on K22: rus-3-inf\n"
    assert told(f"{combat}on K23: ger-41-pz\n{foes}attack 1: ger-41-pz x rus-3-inf") == ["violation 3.7a"]
    assert told(f"{combat}on K23: ger-11-inf ger-30-inf\n{foes}attack 1: ger-11-inf ger-30-inf x rus-3-inf") == []
    may = at("turn 1 axis impulse 1 combat clear")
    assert told(f"{may}on K23: ger-41-pz\n{foes}attack 1: ger-41-pz x rus-3-inf") == []


def test_russian_ships_need_no_die_in_the_black_sea_alone() -> None:
    russian = at("turn 3 russian impulse 1 movement clear")
    sail = "on DD24: rus-24-inf\nsea transfer rus-24-inf DD24 JJ23"
    assert told(russian + sail) == []
    assert told(f"{russian}{sail} roll 6\nmove rus-24-inf JJ23 JJ22")[:1] != ["violation 10.4a"]
    baltic = f"{russian}on E10: rus-24-inf\nsea transfer rus-24-inf E10 F17"
    assert "undecided 10.5c" in told(baltic)


@pytest.mark.parametrize(("turn", "die", "unit", "clean"), [(6, 3, "rus-11-inf", True), (6, 2, "rus-11-inf", False)])
def test_archangel_counts_twice(turn: int, die: int, unit: str, *, clean: bool) -> None:
    text = at(f"turn {turn} russian impulse 1 movement clear") + f"box russian replacement-pool: {unit}\n"
    assert (told(f"{text}archangel {die}\nreplace {unit} X1") == []) is clean


def test_as_long_as_nobody_answers_the_set_up_and_the_first_die_are_undecided() -> None:
    start = "options: 28.6\nat: turn 1 axis impulse 1 weather clear\n"
    refused = f"{start}before: choice mediterranean-distraction no\n"
    acts = "setup ger-11-inf M26\nweather 3\n"
    assert told(start + acts) == ["undecided 28.6-MD-4", "undecided 4.1.1b"]
    assert told(refused + acts) == ["violation 3.4c", "violation 4.1.1b"]
    assert told(f"{start}setup ger-11-inf CC28") == []


def test_a_die_before_play_is_that_of_march_1941_as_long_as_nobody_says_otherwise() -> None:
    start = "options: 28.6\nat: turn 1 axis impulse 1 weather clear\n"
    rolled = position(f"{start}weather 6\nend")
    assert (str(rolled.clock), weather_of(rolled), modifier_of(rolled)) == ("turn 0 axis impulse 1 movement", "mud", -3)
    refused = position(f"{start}before: choice mediterranean-distraction no\nweather 6\nend")
    assert (str(refused.clock), weather_of(refused), modifier_of(refused)) == (
        "turn 1 axis impulse 1 movement",
        "clear",
        0,
    )


def test_a_border_that_a_neutral_reaches_rests_on_the_countries_around_it() -> None:
    text = (
        "options: 28.6\nat: turn 1 axis impulse 1 movement clear\n"
        "before: early start, choice mediterranean-distraction yes\non BB31: rum-4-inf\n"
        "box axis turn-1: rum-3-inf\nenter rum-3-inf BB26\n"
    )
    [found] = [finding for finding in findings(text) if finding.rule == "28.6-MD-2e"]
    around = {str(fact).split(" [")[0] for fact in found.facts}
    assert around == {
        *(f"{name} lies in Rumania" for name in ("AA26", "BB26", "BB27", "CC26")),
        *(f"{name} lies in Russia" for name in ("AA25", "BB25", "CC25")),
    }
