"""28.7: what the political chits do, beyond the examples of their rules."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.arrivals.russian_replacements import points, worker_points
from trc_module.games.trc.variants.free_ukraine import borders, inner_ukraine
from trc_module.games.trc.variants.heavy_bombers import points_bombed
from trc_module.games.trc.variants.stalin_line import line_of
from trc_module.rules import legal_actions
from trc_module.rules.actions import Setup

found = find_game("trc", frozenset({"28.7"}))
assert isinstance(found, TrcGame)
GAME: TrcGame = found


def names(members: int) -> set[str]:
    return set(GAME.board.grid.names(members))


@pytest.mark.parametrize(
    ("pips", "year", "weather", "taken"),
    [(6, 1941, "clear", 5), (1, 1941, "clear", 0), (6, 1945, "snow", 0), (6, 1945, "clear", 1), (4, 1942, "mud", 1)],
)
def test_bombers_take_what_the_year_and_the_weather_leave(pips: int, year: int, weather: str, taken: int) -> None:
    assert points_bombed(pips, year, weather) == taken


def test_a_raid_counts_on_its_turn_alone_and_its_first_die_holds() -> None:
    text = "options: 28.7\nat: turn 2 russian impulse 1 movement clear\nbefore: chit axis 2\non R9: rus-worker-moscow\n"
    bare, raided = position(text), position(text + "bombers 4\nbombers 6\n")
    assert points(GAME, bare) - points(GAME, raided) == 3
    assert points(GAME, position(text + "bombers 4\nend\nend\nend\nend\nend\n")) == points(GAME, bare)


def test_an_untold_raid_leaves_an_excess_open() -> None:
    text = (
        "options: 28.7\nat: turn 2 russian impulse 1 movement clear\n{}on R9: rus-worker-moscow\n"
        "box russian replacement-pool: rus-6-inf\nreplace rus-6-inf R9\nend\n"
    )
    assert "undecided 22.5a" in told(text.format("before: chit axis 2\n"))
    assert "violation 22.5a" in told(text.format("before: chit axis 3\n"))


def test_the_ukraine_lies_between_the_don_the_rails_and_the_sea() -> None:
    inner, border = names(inner_ukraine(GAME)), names(borders(GAME))
    assert {"DD18", "FF16", "AA14", "JJ23"} <= inner  # Dnepropetrovsk, Stalino, Kharkov, Sevastopol
    assert {"AA9", "W19", "DD24", "II14"} <= border  # Voronezh, Kiev, Odessa, Rostov
    assert not inner & border
    assert not {"II7", "NN16", "X9", "O19", "KK19"} & (inner | border)


def test_who_was_driven_out_of_the_ukraine_goes_back() -> None:
    text = "options: 28.7\nat: turn 5 axis impulse 1 movement clear\nbefore: chit axis 6\non T19: ukr-2-inf\n"
    assert told(text + "move ukr-2-inf T19 U19\n") == []
    assert told(text + "move ukr-2-inf T19 S19\n") == ["violation 28.7-G6c"]


def test_both_cities_are_remembered_when_both_are_held() -> None:
    text = (
        "options: 28.7\nat: turn 3 axis impulse 1 movement clear\ncontrol: Odessa axis, Kiev russian\n"
        "on W20: ger-41-pz\n"
        "move ger-41-pz W20 W19\n"
    )
    assert ("ukraine-taken", "3") in position(text).marks
    assert ("ukraine-taken", "3") not in position(text.replace("Odessa axis", "Odessa russian")).marks


def test_the_stalin_line_runs_behind_the_districts() -> None:
    line = names(line_of(GAME))
    assert {"I18", "J19"} <= line
    assert not line & {GAME.board.grid.name(at) for at in GAME.board.district_of}


def test_the_stalin_line_is_not_manned_in_1943_and_helps_nobody_without_its_chit() -> None:
    text = (
        "options: 28.7\nat: turn {} axis impulse 1 combat clear\n{}on I19: ger-41-pz\non I18: rus-24-inf\n"
        "attack 1: ger-41-pz x rus-24-inf\nroll 1: 4 {}\n"
    )
    assert told(text.format(2, "before: chit russian 3\n", "1-1 C")) == []
    assert told(text.format(2, "", "2-1 EX")) == []
    assert told(text.format(14, "before: chit russian 3\n", "2-1 EX")) == []


def test_who_may_stand_in_the_stalin_line_may_retreat_too() -> None:
    text = (
        "options: 28.7\nat: turn 2 axis impulse 1 combat clear\nbefore: chit russian 3\non I19: ger-41-pz\n"
        "on I18: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf\nroll 1: 6 1-1 DR\n"
        "retreat 1: rus-24-inf I18 I17 I16\nend\n"
    )
    assert told(text) == []


def test_a_neutral_finland_keeps_its_army_and_gives_the_border_guards_other_cities() -> None:
    text = "options: 28.7\nat: turn 1 axis impulse 1 weather clear\nbefore: chit russian 1\n"
    legal = legal_actions(GAME, position(text + "box russian at-start: rus-7-inf\n"), Setup)
    goals = names(sum(1 << act.hex for act in legal))
    assert {"R9", "U1"} <= goals  # Moscow, Gorki
    assert "O23" not in goals  # Brest
    assert told(text + "setup rus-7-inf O23\n") == ["violation 28.7-R1b"]
    assert "3.4" not in str(told(text + "box axis at-start: fin-4-inf\nend\n"))


def test_the_two_corps_wait_for_their_chit() -> None:
    text = "options: 28.7\nat: turn 1 axis impulse 1 weather clear\n{}box axis at-start: ger-65-inf\n"
    without, with_it = position(text.format("")), position(text.format("before: chit axis 1\n"))
    assert list(legal_actions(GAME, without, Setup)) == []
    assert {act.unit for act in legal_actions(GAME, with_it, Setup)} == {"ger-65-inf"}


def test_workers_in_siberia_count_again_when_their_turn_has_come() -> None:
    text = (
        "options: 28.7\nat: turn {} russian impulse 1 movement clear\nbefore: chit russian 2\n"
        "box russian turn-record-8: rus-worker-a1\n"
    )
    assert [worker_points(GAME, position(text.format(turn))) for turn in (7, 8, 9)] == [0, 1, 1]


def test_a_worker_of_two_points_is_not_judged() -> None:
    text = (
        "options: 28.7\nat: turn 3 russian impulse 1 movement clear\nbefore: chit russian 2\n"
        "on AA14: rus-worker-kharkov\n"
        "evacuate rus-worker-kharkov to turn-record-8\n"
    )
    assert told(text) == ["skipped 28.7-R2"]
    assert position(text).used["russian rail"] == 2


def test_battlegroups_on_trucks_and_a_mild_occupation() -> None:
    text = "options: 26.4, 28.7\nat: turn 9 russian impulse 1 movement clear\nbefore: chit russian 6\n"
    text += "on R9: rus-gd-inf-bg\n"
    assert told(text + "move rus-gd-inf-bg R9 R8 R7 R6\n") == []
    assert any("5.1" in word or "4.2.1" in word for word in told(text + "move rus-gd-inf-bg R9 R8 R7 R6 R5\n"))
    mild = "options: 28.7\nat: turn 3 russian impulse 1 movement clear\non O20: rus-partisan-1\nshow-chit axis 5\n"
    assert position(mild).place("rus-partisan-1") == "partisans"
