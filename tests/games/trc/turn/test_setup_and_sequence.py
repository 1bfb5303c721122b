from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, names, position, told
from trc_module.errors import UserError
from trc_module.games import find_game, game_names
from trc_module.games.trc.steps import SEQUENCE
from trc_module.hexgrid import hexes
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import modifier_of, weather_of

START = "turn 1 axis impulse 1 weather clear"


@pytest.mark.parametrize(
    ("unit", "hex_name", "expected"),
    [
        ("rus-27-inf", "F17", []),
        ("rus-27-inf", "F18", ["violation 3.3b"]),
        ("rus-3-inf", "K21", []),
        ("rus-3-inf", "K23", ["violation 3.3c"]),
        ("rus-6-inf", "K21", ["violation 3.3c"]),
        ("ger-41-pz", "H22", []),
        ("ger-41-pz", "L26", []),
        ("ger-41-pz", "K20", ["violation 3.4e"]),
        ("ger-11-inf", "CC28", []),
        ("ger-11-inf", "L26", ["violation 3.4c"]),
        ("fin-4-inf", "B14", []),
        ("fin-4-inf", "L26", ["violation 3.4d"]),
        ("ger-hq-north", "L26", []),
        ("ger-40-pz", "L26", ["violation 2.2a"]),
        # A unit that does not start on the map is told so, and no country besides.
        ("ger-40-pz", "K20", ["violation 2.2a"]),
        ("ger-7-art", "L26", ["violation 2.2a"]),
    ],
)
def test_where_units_start(unit: str, hex_name: str, expected: list[str]) -> None:
    assert told(f"setup {unit} {hex_name}\n", START) == expected


def test_the_border_of_finland_was_worked_out_and_gives_rise_to_no_more_than_a_doubt() -> None:
    assert told("setup fin-4-inf B10\n", START) == ["doubt 3.4d"]
    assert told("setup rus-23-inf B13\n", START) == ["doubt 3.3c"]


@pytest.mark.parametrize(("unit", "rule"), [("ger-41-pz", "3.4e"), ("ger-11-inf", "3.4c"), ("rus-3-inf", "3.3c")])
def test_who_may_start_on_neither_side_of_that_border_is_wrong_beyond_doubt(unit: str, rule: str) -> None:
    assert told(f"setup {unit} B14\n", START) == [f"violation {rule}"]


def test_next_to_a_district_but_not_next_to_the_enemy() -> None:
    assert told("on L23: rus-3-inf\nsetup ger-41-pz K23\n", START) == ["violation 3.4b"]
    assert told("on L22: rus-3-inf\nsetup ger-41-pz K23\n", START) == []
    assert told("on L24: ger-41-pz\nsetup rus-3-inf L23\n", START) == []


def test_the_russian_sets_up_first_and_completely() -> None:
    waiting = "box russian at-start: rus-3-inf rus-4-inf\n"
    assert told(waiting + "setup ger-41-pz L26\nsetup ger-56-pz L26\n", START) == ["violation 3.4a"]
    assert told(waiting + "setup rus-3-inf K21\nsetup rus-4-inf K21\nsetup ger-41-pz L26\nend\n", START) == []
    assert told(waiting + "setup rus-3-inf K21\nend\nend\nend\n", START) == ["violation 3.3a"]


def test_a_high_stack_at_set_up_is_a_note_until_its_owner_has_moved() -> None:
    text = "on K21: rus-3-inf rus-4-inf\nsetup rus-10-inf K21\n"
    assert told(text, START) == ["note 3.3d"]
    axis = text + "end\nend\n"
    assert told(axis, START) == ["note 3.3d"]
    assert told(axis + "end\nend\nend\nend\nend\n", START) == ["note 3.3d", "violation 6.1a"]


def test_the_set_up_may_also_be_written_at_the_first_movement_phase() -> None:
    first = "turn 1 axis impulse 1 movement clear"
    assert told("setup ger-41-pz L26\nmove ger-41-pz L26 L25\nsetup ger-56-pz L26\n", first) == ["violation 3.6"]
    assert told("setup ger-41-pz L26\n", "turn 1 russian impulse 1 movement clear") == ["violation 3.6"]


def test_the_whole_campaign_waits_in_boxes_that_the_map_has() -> None:
    state = GAME.start("campaign", frozenset())
    for side in GAME.sides:
        for unit, place in state.forces[side].places.items():
            assert place in GAME.boxes[side], unit
    assert state.place("ger-7-art") is None
    assert GAME.start("campaign", frozenset({"26.5"})).place("ger-7-art") == "turn-7"


def test_control_and_rails_at_the_start_follow_the_start_line() -> None:
    state = GAME.start("none", frozenset())
    places = GAME.places
    assert {state.control[places[name]] for name in ("Warsaw", "Konigsberg", "Ploesti", "Bucharest")} == {"axis"}
    assert {state.control[places[name]] for name in ("Riga", "Lvov", "Maikop", "Moscow")} == {"russian"}
    assert set(state.control) == set(GAME.controllable)
    both = rails_of(state)["axis"] & rails_of(state)["russian"]
    assert (both, rails_of(state)["axis"] | rails_of(state)["russian"]) == (0, GAME.board.rail_hexes)


def test_a_turn_has_eleven_phases() -> None:
    clock = SEQUENCE.first(1)
    seen = []
    for _ in range(12):
        seen.append(str(clock))
        clock = SEQUENCE.after(clock)
    assert seen == [
        "turn 1 axis impulse 1 weather",
        "turn 1 axis impulse 1 movement",
        "turn 1 axis impulse 1 combat",
        "turn 1 axis impulse 2 movement",
        "turn 1 axis impulse 2 combat",
        "turn 1 axis impulse 2 end",
        "turn 1 russian impulse 1 movement",
        "turn 1 russian impulse 1 combat",
        "turn 1 russian impulse 2 movement",
        "turn 1 russian impulse 2 combat",
        "turn 1 russian impulse 2 end",
        "turn 2 axis impulse 1 weather",
    ]


@pytest.mark.parametrize(
    ("turn", "drm", "acts", "weather", "after"),
    [
        (3, 0, "weather 3\n", "clear", 1),
        (4, 1, "weather 3\n", "snow", -2),
        (4, 4, "weather 6\n", "snow", 1),
        (6, -6, "weather 1\n", "clear", -3),
        (6, -2, "weather 4\n", "light-mud", 0),
        (5, -2, "", "snow", -2),
        (7, -2, "", "clear", -2),
    ],
)
def test_the_weather_of_a_turn(turn: int, drm: int, acts: str, weather: str, after: int) -> None:
    state = position(f"drm: {drm:+d}\n{acts}end\n", f"turn {turn} axis impulse 1 weather mud")
    assert (weather_of(state), modifier_of(state), state.clock.phase) == (weather, after, "movement")


def test_one_die_and_only_where_one_is_needed() -> None:
    assert told("weather 3\nweather 4\nend\n", "turn 3 axis impulse 1 weather clear") == ["violation 4.1.1a"]
    assert told("end\n", "turn 3 axis impulse 1 weather clear") == ["violation 4.1.1a"]
    assert told("weather 3\nend\n", "turn 2 axis impulse 1 weather clear") == ["violation 4.1.1b"]
    assert told("weather 3\nend\n", "turn 5 axis impulse 1 weather clear") == ["violation 4.1.1c"]
    assert told("weather 3\n", "turn 3 axis impulse 1 movement clear") == ["violation 4.0a"]
    second = position("weather 3\nweather 4\n", "turn 3 axis impulse 1 weather clear")
    assert (weather_of(second), modifier_of(second)) == ("clear", 1)


def test_the_die_of_one_turn_does_not_count_for_the_next() -> None:
    text = "weather 3\n" + "end\n" * 12
    assert told(text, "turn 3 axis impulse 1 weather clear") == ["violation 4.1.1a"]


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ("rus-24-inf rus-13-inf", []),
        ("rus-1-tank rus-2-tank rus-3-tank", []),
        ("rus-24-inf rus-1-tank", []),
        ("rus-24-inf rus-1-tank rus-2-tank", ["violation 6.1c"]),
        ("rus-24-inf rus-13-inf rus-1-tank", ["violation 6.1c"]),
        ("rus-24-inf rus-13-inf rus-3-inf", ["violation 6.1a"]),
        ("rus-1-tank rus-2-tank rus-3-tank rus-4-tank", ["violation 6.1b"]),
        ("rus-24-inf rus-13-inf rus-stavka rus-stalin rus-worker-kiev rus-partisan-1", []),
    ],
)
def test_stacking_at_the_end_of_a_movement_phase(units: str, expected: list[str]) -> None:
    text = f"on Y20: {units}\nend\n"
    assert told(text, "turn 2 russian impulse 1 movement clear") == expected
    assert told(text, "turn 2 russian impulse 1 combat clear") == []
    assert told(text, "turn 2 axis impulse 1 movement clear") == []


def test_an_overstacked_hex_is_named_with_what_it_holds() -> None:
    (finding,) = findings("on Y20: ger-41-pz ger-ss-res ger-56-pz ger-47-pz ger-48-pz\nend\n")
    assert finding.sentence == (
        "Y20 holds 4 corps (three may stack) at the end of the movement phase: "
        "ger-41-pz, ger-56-pz, ger-47-pz and ger-48-pz."
    )
    assert finding.hexes == ("Y20",)


def test_games_are_found_by_name() -> None:
    assert "trc" in game_names()
    assert find_game("trc") is find_game("trc")
    with pytest.raises(UserError, match=r"There is no game 'chess'; expected one of .*\btrc\b.*\."):
        find_game("chess")
    hills = find_game("trc", frozenset({"26.17"})).board
    lvov = {"T24", "T25", "U24"}
    changed = {h for h in hexes(hills.grid.all) if hills.terrain[h] != GAME.board.terrain[h]}
    assert names(sum(1 << h for h in changed)) == lvov


def test_the_axis_set_up_has_to_be_complete_too() -> None:
    text = "box axis at-start: {}\nend\nend\n"
    assert told(text.format("ger-41-pz ger-stuka-1"), START) == ["violation 3.4a"]
    both = "box russian at-start: rus-3-inf\nbox axis at-start: ger-41-pz\nend\n"
    assert told(both, START) == ["violation 3.3a"]
    assert told("options: 28.6\n" + text.format("ita-3-inf ger-2-para"), START) == []
