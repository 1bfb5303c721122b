"""Options that bring units of their own, or bind units: artillery, battlegroups, leaders, allies, fortresses."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, find_game, findings, position, told
from trc_module.games.trc import TrcGame
from trc_module.games.trc.combat.retreat_routes import routes
from trc_module.games.trc.options.fortress_cities import fortresses
from trc_module.games.trc.options.strategic_movement import far
from trc_module.games.trc.players.legal_actions import full, starting_area
from trc_module.rules.actions import Eliminate
from trc_module.rules.engine import legal_actions

BATTLE = (
    "options: 26.4\nat: turn {turn} russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: {unit}\n"
    "attack 1: rus-24-inf rus-20-inf x {unit}\nroll 1: {roll}\nlose 1: {unit}\nremnant 1: {unit} {bg} Y19\n"
)


def remnant(turn: int = 9, unit: str = "ger-13-inf", roll: str = "5 3-1 D1", bg: str = "ger-inf-bg") -> list[str]:
    # The odds of the other units do not matter here.
    told_ = told(BATTLE.format(turn=turn, unit=unit, roll=roll, bg=bg))
    return [text for text in told_ if " 26." in text and "skipped" not in text]


def test_battlegroups_begin_with_1942() -> None:
    assert remnant(turn=5) == []
    assert remnant(turn=4) == ["violation 26.4a"]


def test_allies_and_russians_without_guards_leave_none() -> None:
    assert "violation 26.4a" in remnant(unit="rum-3-inf")
    assert remnant(bg="rus-gd-inf-bg") == ["violation 26.4a"]


def test_a_lost_battlegroup_waits_for_its_next_use() -> None:
    text = "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non Y17: ger-inf-bg\n"
    assert position(text + "eliminate ger-inf-bg because 13.3\n").place("ger-inf-bg") == "optional"


def test_a_rebuilt_unit_stands_where_its_battlegroup_stood() -> None:
    text = (
        "options: 26.4\nat: turn 7 axis impulse 1 movement clear\non Y20: ger-inf-bg\n"
        "box axis replacement-pool: ger-13-inf\nrebuild ger-13-inf ger-inf-bg\n"
    )
    after = position(text)
    assert after.place("ger-13-inf") == GAME.board.grid.hex("Y20")
    assert after.place("ger-inf-bg") == "optional"
    assert told(text.replace("turn 7", "turn 8")) == ["violation 21.2"]


def test_a_battlegroup_of_the_ss_enters_zones() -> None:
    text = (
        "options: 26.4\nat: turn 9 axis impulse 1 movement clear\non Y20: {0}\non Y18: rus-24-inf\nmove {0} Y20 Y19\n"
    )
    assert [t for t in told(text.format("ger-pz-bg")) if "violation" in t] == ["violation 26.4.1b"]
    assert [t for t in told(text.format("ger-ss-pz-bg")) if "violation" in t] == []


@pytest.mark.parametrize(("weather", "hexes_"), [("clear", 6), ("mud", 4), ("snow", 3)])
def test_russian_infantry_moves_strategically_as_the_example_says(weather: str, hexes_: int) -> None:
    game = find_game("trc", frozenset({"26.10"}))
    state = position(f"options: 26.10\nat: turn 3 russian impulse 1 movement {weather}\non R9: rus-24-inf\n")
    assert isinstance(game, TrcGame)
    assert far(game, state, game.units["rus-24-inf"]).value == hexes_


def test_a_strategic_move_pins_its_unit_to_the_end_of_the_player_turn() -> None:
    text = "options: 26.10\nat: turn 2 axis impulse 1 movement clear\non P27: ger-41-pz\nstrategic ger-41-pz P27 P26\n"
    assert told(text + "end\nend\nmove ger-41-pz P26 P25\n") == ["violation 26.10c"]
    ended = position(text + "end\n" * 5)
    assert not any(mark[0] == "strategic" for mark in ended.marks)


def test_a_barrage_is_counted_by_the_year() -> None:
    text = (
        "options: 26.13\nat: turn 14 russian impulse 1 combat clear\non X14: rus-stavka\n"
        "on X17: rus-24-inf rus-20-inf\non Y17: ger-17-inf\nattack 1: rus-24-inf rus-20-inf x ger-17-inf barrage\n"
    )
    assert told(text) == []
    assert position(text).used == {"russian barrage": 1}
    new_year = "options: 26.13\nat: turn 17 axis impulse 1 weather snow\nused: russian barrage 1\nend\n"
    assert position(new_year).used == {}
    same_year = "options: 26.13\nat: turn 18 axis impulse 1 weather snow\nused: russian barrage 1\nweather 3\nend\n"
    assert position(same_year).used == {"russian barrage": 1}


def test_stavka_has_to_be_within_five_hexes_of_all_defenders() -> None:
    text = (
        "options: 26.13\nat: turn 20 russian impulse 1 combat clear\non {}: rus-stavka\non X17: rus-24-inf rus-20-inf\n"
        "on Y17: ger-17-inf\nattack 1: rus-24-inf rus-20-inf x ger-17-inf barrage\n"
    )
    assert GAME.board.grid.distance(GAME.board.grid.hex("Y12"), GAME.board.grid.hex("Y17")) == 5
    assert told(text.format("Y12")) == []
    assert told(text.format("Y11")) == ["violation 26.13c"]


def test_a_fortress_falls_with_its_city() -> None:
    text = "options: 26.9\nat: turn 3 axis impulse 1 movement clear\nbefore: fortress russian E10\non F11: ger-41-pz\n"
    game = find_game("trc", frozenset({"26.9"}))
    assert isinstance(game, TrcGame)
    assert GAME.board.grid.names(fortresses(game, position(text), "russian")) == ("E10",)
    assert fortresses(game, position(text + "move ger-41-pz F11 E10\n"), "russian") == 0


def test_neither_a_fortress_nor_its_besiegers_have_to_fight() -> None:
    text = (
        "options: 26.9\nat: turn 3 {} impulse 1 combat clear\nbefore: fortress russian E10\non E10: rus-23-inf\n"
        "on D10: fin-4-inf\nend\n"
    )
    assert told(text.format("axis")) == []
    assert told(text.format("russian")) == []
    assert told(text.format("axis").replace("before: fortress russian E10\n", "")) == ["violation 12.1a"]


def test_a_garrison_that_nobody_told_leaves_a_fortress_undecided() -> None:
    text = "options: 26.9\nat: turn 2 russian impulse 2 end clear\non E10: rus-23-inf\nfortify E10\n"
    assert told(text) == ["undecided 26.9h"]
    assert told(text.replace("rus-23-inf", "rus-1-tank")) == ["violation 26.9h"]


def test_who_has_moved_in_this_turn_is_no_garrison_wherever_the_record_begins() -> None:
    text = "options: 26.9\nat: turn 2 russian impulse 1 movement clear\non E10: {}\nmove rus-23-inf E10 D10\n"
    text += "end\nend\nmove rus-23-inf D10 E10\nend\nend\nfortify E10\n"
    moved = [line for line in told(text.format("rus-23-inf")) if "26.9" in line]
    assert moved == ["violation 26.9i"]
    beside = [line for line in told(text.format("rus-23-inf rus-24-inf")) if "26.9" in line]
    assert beside == ["undecided 26.9h"]


def test_the_ss_gives_what_its_line_says() -> None:
    text = (
        "options: 26.1\nat: turn 13 axis impulse 1 movement clear\non Y20: ger-2-ss-pz\ncontrol: Ploesti none\n"
        "box axis replacement-pool: ger-41-pz\nreplace ger-41-pz E33\n"
    )
    assert told(text) == []
    assert told(text.replace("26.1\n", "26.3\n")) == ["violation 21.4a"]


def test_allies_of_two_nations_do_not_stack() -> None:
    text = "options: 26.6\nat: turn 9 axis impulse 1 movement clear\non Y20: {}\nend\n"
    assert told(text.format("rum-cav hun-3-inf")) == ["violation 26.6.2c"]
    assert told(text.format("rum-cav rum-3-inf")) == []
    (finding,) = findings(text.format("rum-cav hun-3-inf ger-41-pz"))
    assert finding.units == ("rum-cav", "hun-3-inf")


HEX = GAME.board.grid.hex


def test_a_gun_that_arrives_and_one_that_is_replaced_are_one_replacement() -> None:
    text = (
        "options: 26.5\nat: turn 17 russian impulse 1 movement snow\non R9: rus-worker-moscow\n"
        "before: {} rus-2-art X1\non X1: rus-2-art\nbox russian replacement-pool: rus-1-art\nreplace rus-1-art X1\n"
    )
    assert told(text.format("replaced")) == ["violation 26.5.2a"]
    assert told(text.format("arrived").replace("rus-2-art X1\n", "rus-2-art turn-17\n")) == []


def test_axis_units_without_an_r_start_outside_rumania_and_all_outside_hungary() -> None:
    game = find_game("trc", frozenset({"26.11"}))
    assert isinstance(game, TrcGame)
    state = position("options: 26.11\nat: turn 1 axis impulse 1 weather clear\n")
    rumania, hungary = (GAME.board.regions[name].hexes for name in ("Rumania", "Hungary"))
    areas = {unit: starting_area(game, state, unit) for unit in ("ger-13-inf", "ger-41-pz", "rum-cav", "rus-3-inf")}
    assert not any(area & hungary for area in areas.values())
    with_r = {unit for unit in areas if game.units[unit].setup == "R"}
    assert {unit for unit, area in areas.items() if area & rumania} == with_r
    assert areas["ger-13-inf"]


def test_the_loss_of_stavka_stops_a_mobile_stalin_too() -> None:
    text = (
        "options: 26.16\nat: turn 4 russian impulse 2 movement clear\n{}on R9: rus-stalin-mobile\n"
        "move rus-stalin-mobile R9 R8\n"
    )
    assert told(text.format("")) == []
    assert told(text.format("before: leader-lost russian turn 4 russian impulse 1\n")) == ["violation 11.3a"]


def test_infantry_alone_holds_a_fortress() -> None:
    at = "options: 26.9\nat: turn 2 russian impulse 2 end clear\n"
    text = at + "before: garrison known russian{}\non E10: {}\nfortify E10\n"
    assert told(text.format("", "rus-23-inf")) == ["violation 26.9i"]
    assert told(text.format("", "rus-1-tank")) == ["violation 26.9h"]
    assert told(text.format(", arrived rus-23-inf turn-2", "rus-23-inf")) == ["violation 26.9b"]
    assert told(text.format(", replaced rus-24-inf E10", "rus-23-inf")) == ["violation 26.9i"]


def test_garrisons_are_mustered_when_a_player_turn_begins() -> None:
    text = "options: 26.9\nat: turn 2 {} clear\non E10: rus-23-inf rus-1-tank\non L26: ger-12-inf\nend\n"
    axis, russian = ("garrison", "known", "axis"), ("garrison", "known", "russian")
    started = position(text.format("axis impulse 1 weather")).marks
    assert {axis, ("garrison", "ger-12-inf", "L26")} <= started
    assert russian not in started
    later = position(text.format("axis impulse 2 end").replace("on E10", "before: lost archangel\non E10")).marks
    assert ("lost", "archangel") in later
    assert {mark for mark in later if mark[0] == "garrison"} == {russian, ("garrison", "rus-23-inf", "E10")}
    for within in ("axis impulse 1 movement", "axis impulse 1 combat", "russian impulse 2 movement"):
        assert not [mark for mark in position(text.format(within)).marks if mark[0] == "garrison"]


@pytest.mark.parametrize(
    ("unit", "at", "gone"),
    [
        ("rum-cav", "K19", True),
        ("rum-cav", "Y20", False),
        ("fin-4-inf", "I10", True),
        ("fin-4-inf", "H10", False),
        ("ger-12-inf", "K19", False),
    ],
)
def test_minor_allies_out_of_bounds_go_when_the_axis_turn_ends(unit: str, at: str, gone: bool) -> None:
    game = find_game("trc", frozenset({"26.6"}))
    for clock, ends in (
        ("axis impulse 2 end", True),
        ("axis impulse 2 combat", False),
        ("russian impulse 2 end", False),
    ):
        state = position(f"options: 26.6\nat: turn 9 {clock} clear\non {at}: {unit}\n")
        assert (Eliminate(unit, "26.6.3") in list(legal_actions(game, state, Eliminate))) is (gone and ends)


def test_allies_of_two_nations_in_one_hex_and_guests_go_too() -> None:
    game = find_game("trc", frozenset({"26.6"}))

    def listed(text: str) -> list[str]:
        state = position(f"options: 26.6\nat: turn 9 axis impulse 2 end clear\n{text}")
        acts = legal_actions(game, state, Eliminate)
        return sorted(act.unit for act in acts if isinstance(act, Eliminate) and act.because == "26.6.3")

    assert listed("on Y20: rum-cav hun-3-inf\non Z20: rum-3-inf\n") == ["hun-3-inf", "rum-cav"]
    assert listed(f"on {inside('Rumania')}: hun-3-inf\n") == ["hun-3-inf"]
    assert listed(f"on {inside('Hungary')}: rum-cav\n") == ["rum-cav"]
    assert listed(f"on {inside('Hungary')}: ita-3-inf\n") == ["ita-3-inf"]
    assert listed(f"on {inside('Rumania')}: rum-cav\non {inside('Hungary')}: hun-3-inf\n") == []
    assert listed(f"on {inside('Rumania')}: ger-12-inf\n") == []


def inside(country: str) -> str:
    return max(GAME.hex_name(h) for h, name in GAME.board.country_of.items() if name == country)


@pytest.mark.parametrize(
    ("unit", "way", "rules"), [("rum-cav", "S28 > L26", []), ("rum-cav", "L26 > H29", ["26.6.2a"])]
)
def test_allies_keep_their_bounds_by_rail(unit: str, way: str, rules: list[str]) -> None:
    text = f"options: 26.6\nat: turn 9 axis impulse 1 movement clear\non {way[:3]}: {unit}\nrail {unit} {way}\n"
    assert [line for line in told(text) if " 26" in line] == [f"violation {rule}" for rule in rules]
    assert [line for line in told(text.replace(unit, "ger-12-inf")) if " 26" in line] == []


def test_a_hex_with_another_ally_is_full() -> None:
    text = "options: 26.6\nat: turn 9 russian impulse 1 combat clear\non Y20: hun-3-inf\non Y19: rum-cav ger-12-inf\n"
    game = find_game("trc", frozenset({"26.6"}))
    assert isinstance(game, TrcGame)
    hexes_ = [full(game, position(text), unit) for unit in ("rum-cav", "hun-3-inf", "ger-12-inf")]
    assert hexes_ == [1 << HEX("Y20"), 1 << HEX("Y19"), 0]


def test_retreats_that_the_russian_dictates_keep_within_bounds_where_there_is_another_way() -> None:
    game = find_game("trc", frozenset({"26.6"}))
    assert isinstance(game, TrcGame)
    for side, bound in (("russian", True), ("axis", False)):
        state = position(f"options: 26.6\nat: turn 9 {side} impulse 1 combat clear\non L20: rum-cav ger-12-inf\n")
        rumanian, german = (
            routes(game, state, unit, HEX("L20"), (1, 1), strict=True) for unit in ("rum-cav", "ger-12-inf")
        )
        assert (rumanian >> HEX("K19") & 1 == 0) is bound
        assert german >> HEX("K19") & 1


@pytest.mark.parametrize(("phase", "fallen"), [("combat", ["E10"]), ("movement", [])])
def test_a_fortress_that_falls_in_combat_is_remembered_for_the_phase(phase: str, fallen: list[str]) -> None:
    text = (
        f"options: 26.9\nat: turn 5 axis impulse 1 {phase} clear\nbefore: fortress russian E10\n"
        "on E10: ger-41-pz\non R9: rus-23-inf\ncontrol: Leningrad axis\neliminate rus-23-inf because 13.3\n"
    )
    marks = position(text).marks
    assert [mark[2] for mark in marks if mark[0] == "fallen-fortress"] == fallen
    assert not [mark for mark in marks if mark[0] == "fortress"]
