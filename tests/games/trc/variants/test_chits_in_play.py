"""28.7: what the political chits do, beyond the examples of their rules."""

from __future__ import annotations

import pytest

from tests.games.trc.play import findings, hexset, position, told
from trc_module.games import find_game
from trc_module.games.trc import TrcGame, load
from trc_module.games.trc.arrivals.russian_replacements import points, worker_points
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.turn.setup import still_to_set_up
from trc_module.games.trc.variants.free_ukraine import borders, inner_ukraine
from trc_module.games.trc.variants.heavy_bombers import points_bombed
from trc_module.games.trc.variants.neutral_finland import _on_map
from trc_module.games.trc.variants.stalin_line import line_of
from trc_module.games.trc.variants.yugoslavia import FREED
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


CHITS = load(frozenset({"28.7"}))


def test_who_is_freed_by_the_first_chit_and_who_by_the_sixth_are_replaced_by_their_own_rules() -> None:
    state = position("options: 28.7\nat: turn 13 axis impulse 1 movement clear\n")
    own = [
        unit
        for unit in ("ger-12-inf", "rum-cav", "yug-2-inf", "ukr-1-inf", *FREED)
        if special_rule(CHITS, state, CHITS.units[unit], Basic.REPLACEMENT)
    ]
    assert own == ["yug-2-inf", "ukr-1-inf", *FREED]
    for rule in (Basic.SET_UP, Basic.DISTRICT):
        assert [u for u in ("ger-12-inf", *FREED) if special_rule(CHITS, state, CHITS.units[u], rule)] == list(FREED)


def test_the_two_corps_and_the_finns_are_asked_for_as_the_chits_say() -> None:
    start = CHITS.start("campaign", frozenset({"28.7"}))
    freed = start.with_mark(("chit", "axis", "1"))
    neutral = start.with_mark(("chit", "russian", "1"))
    without, with_it = (set(still_to_set_up(CHITS, state, "axis")) for state in (start, freed))
    assert with_it - without == set(FREED)
    gone = without - set(still_to_set_up(CHITS, neutral, "axis"))
    assert gone
    assert {CHITS.units[unit].nation for unit in gone} == {"finnish"}
    assert _on_map(position("on M20: ger-12-inf\n"), "ger-12-inf")
    assert not _on_map(position("on M20: ger-12-inf\n"), "ger-41-pz")


def test_only_ukrainians_are_counted_and_four_of_a_year_may_be_replaced() -> None:
    text = (
        "options: 28.7\nat: turn 7 axis impulse 1 movement clear\ncontrol: Dnepropetrovsk axis\n"
        "before: chit axis 6, first-clear-turn 1942 7{}\nbox axis replacement-pool: ukr-1-inf\nreplace ukr-1-inf DD18\n"
    )
    marks = position(text.format("")).marks
    assert [mark for mark in marks if mark[0] == "ukrainian-replaced"] == [("ukrainian-replaced", "1942", "ukr-1-inf")]
    other = "at: turn 7 axis impulse 1 movement clear\noptions: 28.7\nbox axis replacement-pool: ger-12-inf\n"
    assert not [m for m in position(other + "replace ger-12-inf E28\n").marks if m[0] == "ukrainian-replaced"]


def test_ukrainians_come_in_the_turn_after_both_cities_were_taken_and_it_must_be_known() -> None:
    text = "options: 28.7\nat: turn 6 axis impulse 1 movement clear\nbefore: chit axis 6{}\n{}enter ukr-1-inf E33\n"
    odessa = CHITS.hex_name(CHITS.places["Odessa"])
    both = "control: Kiev axis, Odessa russian\n"
    unsure = f", unsure-control {odessa}"
    open_ = [
        "undecided 28.7-G6b" in told(text.format(marks, control))
        for marks, control in (("", both), (unsure, both), (unsure, both.replace("axis", "russian")))
    ]
    assert open_ == [False, True, False]


@pytest.mark.parametrize(("before", "fine"), [(0, True), (1, True), (2, False)])
def test_no_more_ukrainians_than_two_are_replaced_in_a_year(before: int, fine: bool) -> None:
    others = ("ukr-2-inf", "ukr-3-inf")[:before]
    replaced = "".join(f", ukrainian-replaced 1942 {unit}" for unit in others)
    text = (
        "options: 28.7\nat: turn 7 axis impulse 1 movement clear\ncontrol: Dnepropetrovsk axis\n"
        f"before: chit axis 6, first-clear-turn 1942 7{replaced}\nbox axis replacement-pool: ukr-1-inf\n"
        "replace ukr-1-inf DD18\n"
    )
    assert ("violation 28.7-G6d" not in told(text)) == fine


def test_ukrainians_outside_come_nearer_by_rail_too() -> None:
    header = "options: 28.7\nat: turn 7 axis impulse 1 movement clear\nbefore: chit axis 6\n"

    def wrong(start: str, goal: str) -> bool:
        return "violation 28.7-G6c" in told(f"{header}on {start}: ukr-2-inf\nrail ukr-2-inf {start} > {goal}\n")

    assert not wrong("E33", "E32")
    assert wrong("E32", "E33")
    assert wrong("B14", "B13")


def test_the_stalin_line_has_a_district_to_its_west_and_not_only_above_or_below() -> None:
    # M20 has district hexes in its west; those next to L20 and E10 are in the same column.
    assert names(line_of(CHITS) & hexset("M20", "L20", "E10")) == {"M20"}


@pytest.mark.parametrize(
    ("side", "battle", "districts"),
    [
        ("axis", "ger-41-pz x rus-24-inf", {"H19", "I19"}),
        ("russian", "rus-24-inf x ger-41-pz", set()),
    ],
)
def test_what_the_stalin_line_adds_rests_on_the_districts_beside_its_defenders(
    side: str, battle: str, districts: set[str]
) -> None:
    text = (
        f"options: 28.7\nat: turn 2 {side} impulse 1 combat clear\nbefore: chit russian 3\non I19: ger-41-pz\n"
        f"on I18: rus-24-inf\nattack 1: {battle}\nroll 1: 4 2-1 EX\n"
    )
    [found] = [finding for finding in findings(text) if finding.rule == "13.1a"]
    assert {str(fact)[:3] for fact in found.facts if " in the district " in str(fact)} == districts


@pytest.mark.parametrize(("used", "expected"), [(3, []), (4, ["violation 28.7-R2"])])
def test_a_factory_takes_the_last_two_of_five_rail_moves(used: int, expected: list[str]) -> None:
    text = (
        "options: 28.7\nat: turn 3 russian impulse 1 movement clear\nbefore: chit russian 2\n"
        f"used: russian rail {used}\non U1: rus-worker-a1\nevacuate rus-worker-a1 to turn-record-8\n"
    )
    assert told(text) == expected


@pytest.mark.parametrize(("turn", "expected"), [(3, ["violation 28.7-R2b"]), (4, [])])
def test_a_worker_goes_to_siberia_no_sooner_than_it_arrives(turn: int, expected: list[str]) -> None:
    text = (
        f"options: 28.7\nat: turn {turn} russian impulse 1 movement clear\nbefore: chit russian 2\n"
        f"box russian turn-4: rus-worker-a1\nevacuate rus-worker-a1 to turn-record-{turn + 3}\n"
    )
    assert told(text) == expected


@pytest.mark.parametrize(
    ("taken", "kiev", "expected"),
    [
        (", ukraine-taken 3", "axis", "the Axis took Kiev and Odessa on turn 3."),
        ("", "russian", "the Axis has not controlled Kiev and Odessa."),
    ],
)
def test_ukrainians_too_early_are_told_when_the_cities_were_taken_if_they_were(
    taken: str, kiev: str, expected: str
) -> None:
    text = (
        f"options: 28.7\nat: turn 3 axis impulse 2 movement clear\nbefore: chit axis 6{taken}\n"
        f"control: Kiev {kiev}, Odessa axis, Dnepropetrovsk axis\nenter ukr-2-inf DD18\n"
    )
    [found] = findings(text)
    assert found.sentence.endswith(expected)


@pytest.mark.parametrize(("goal", "expected"), [("P22", []), ("O21", ["violation 28.7-G6c"])])
def test_a_ukrainian_abroad_comes_nearer_and_does_not_keep_his_distance(goal: str, expected: list[str]) -> None:
    text = "options: 28.7\nat: turn 6 axis impulse 1 movement clear\nbefore: chit axis 6, ukraine-taken 3\n"
    assert told(text + f"on O22: ukr-1-inf\nmove ukr-1-inf O22 {goal}\n") == expected
