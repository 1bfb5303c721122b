"""Boundaries that no other test had come to: who holds a city, which reading binds, what is enough."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.games.trc import load
from trc_module.games.trc.acts.evacuation import Resume
from trc_module.games.trc.acts.fortresses import Fortify
from trc_module.games.trc.arrivals.special_entries import wait_for_a_free_hex
from trc_module.games.trc.victory.victory_points import Tally
from trc_module.rules import legal_actions
from trc_module.rules.actions import Enter
from trc_module.rules.score import ScoreItem

HEX = GAME.board.grid.hex


def test_who_comes_back_to_where_he_began_was_not_there_on_his_way() -> None:
    # X8 is the enemy's for as long as nobody contests it, so that no clear way leads back from V8.
    text = (
        "rail: axis U6 V8 W11 X12 X11 X8 X5 Y6 Z10 Z8 AA9 AA5 BB7 CC10 CC7\n"
        "at: turn 3 axis impulse 1 movement clear\non W7: ger-41-pz\non Y10: rus-24-inf\nmove ger-41-pz W7 V8 W7\n"
    )
    traces = {trace: set(GAME.board.grid.names(members)) for trace, members in position(text).traces.items()}
    then = {"was-russian": {"X8"}, "began-russian": {"X8"}}
    assert traces == {"changed": {"X8"}, "cut-off": {"V8"}, **then}


def test_points_that_are_exactly_enough_are_enough_whoever_knows() -> None:
    assert (tally(3, 3).reaches(3), tally(2, 2).reaches(3), tally(2, 3).reaches(3)) == (True, False, None)


def tally(least: int, most: int) -> Tally:
    return Tally((ScoreItem("all", "", least, least, most),), "line")


def test_a_partisan_and_another_arrival_are_said_by_their_own_verbs() -> None:
    def verb(unit: str) -> str:
        state = position("on M10: rus-24-inf\n", "turn 6 russian impulse 1 movement clear")
        return next(said.lines[0][0] for said in GAME.say(state, Enter(unit, HEX("M10"))) if said.lines)

    assert (verb("rus-partisan-1"), verb("rus-16-inf")) == ("PARTISAN", "ARRIVE")


def test_lapland_waits_for_hexes_that_its_own_side_fills_only_if_read_so() -> None:
    rails = GAME.board.grid.names(GAME.board.edge_rails["north"])
    units = ("ger-12-inf", "ger-17-inf", "ger-41-pz", "ger-47-pz", "ger-56-pz", "ger-7-inf")
    held = "".join(f"on {at}: {unit}\n" for at, unit in zip(rails, units, strict=False))
    full = f"at: turn 8 axis impulse 1 movement clear\n{held}"
    assert not wait_for_a_free_hex(GAME, position(full), "axis")
    assert wait_for_a_free_hex(GAME, position("options: R5b\n" + full), "axis")


def test_odds_are_announced_before_support_only_if_read_so() -> None:
    text = (
        "at: turn 2 axis impulse 1 combat clear\n{}on Y17: ger-41-pz\non Y20: ger-hq-south\non X17: rus-24-inf\n"
        "attack 1: ger-41-pz x rus-24-inf air stuka ger-hq-south at {}\n"
    )
    highest = [
        max(odds for odds in ("1-1", "2-1", "3-1", "4-1", "5-1", "6-1") if told(text.format(read, odds)) == [])
        for read in ("", "options: C33b\n")
    ]
    assert highest == ["5-1", "2-1"]


# Listings of options


def test_cities_are_fortified_when_the_turn_ends_and_in_its_second_impulse() -> None:
    game = load(frozenset({"26.9"}))

    def listed(moment: str) -> list[Fortify]:
        text = f"options: 26.9\nat: turn 6 russian {moment} clear\non R9: rus-24-inf\n"
        return list(legal_actions(game, position(text), Fortify))

    assert listed("impulse 2 end")
    assert not listed("impulse 2 combat")


def test_only_russians_work_in_the_urals() -> None:
    game = load(frozenset({"26.2"}))
    for side, some in (("russian", True), ("axis", False)):
        text = (
            f"options: 26.2\nat: turn 9 {side} impulse 1 movement clear\nbox russian turn-record-9: rus-worker-kiev\n"
        )
        assert bool(list(legal_actions(game, position(text), Resume))) == some


# Arrivals in a city that was not theirs


@pytest.mark.parametrize(
    ("control", "holder"),
    [("control: Moscow axis\n", "the enemy"), ("options: C51b\ncontrol: Moscow none\n", "nobody")],
)
def test_who_holds_a_city_in_which_nobody_may_arrive_is_said(control: str, holder: str) -> None:
    text = f"at: turn 3 russian impulse 2 movement clear\n{control}enter rus-34-inf {{}}\n"
    [there] = findings(text.format("R9"))
    assert (there.rule, f"in Moscow, which {holder} controlled when" in there.sentence) == ("20.4a", True)
    [beside] = findings(text.format("Q9"))
    assert (beside.rule, beside.sentence.endswith(f", since {holder} controlled Moscow when the impulse began.")) == (
        "20.2c",
        True,
    )


# What is remembered as won


def won(text: str, at: str) -> list[tuple[str, ...]]:
    return [mark[1:] for mark in position(text, at).marks if mark[0] == "won"]


def test_the_loss_of_stalin_wins_at_once_where_moscow_has_fallen_before() -> None:
    text = "control: Moscow {}\non T1: rus-stalin\neliminate rus-stalin because 11.1\n"
    at = "turn 9 axis impulse 1 combat clear"
    assert won(text.format("axis"), at) == [("axis", "25.1.1-1")]
    assert won(text.format("russian"), at) == []


def test_what_was_not_withdrawn_is_judged_by_the_phase_that_ended_and_berlin_by_its_end() -> None:
    corps = "on Y20: ger-41-pz ger-56-pz\nwithdraw ger-41-pz\n{}end\n"
    may = "turn 19 axis impulse 1 movement clear"
    assert won(corps.format(""), may) == [("russian", "20.9.2d")]
    assert won(corps.format("withdraw ger-56-pz\n"), may) == []
    # What has to be matched is forgotten with the player turn, and not before it has been judged.
    assert won("used: russian unmatched 4\non R9: rus-24-inf\nend\n", "turn 8 russian impulse 2 end clear") == [
        ("axis", "25.1.1-3")
    ]
    assert won("control: Berlin none\nend\n", "turn 25 russian impulse 2 end clear") == [("axis", "25.1.1-2")]
    assert won("control: Berlin russian\nend\n", "turn 25 russian impulse 2 end clear") != [("axis", "25.1.1-2")]
    assert won("control: Berlin none\nend\n", "turn 24 russian impulse 2 end clear") == []


@pytest.mark.parametrize(("read", "loses"), [("", False), ("options: C98b\n", True)])
def test_the_corps_of_march_1945_lose_the_game_only_if_read_so(read: str, loses: bool) -> None:
    [found] = findings(f"{read}at: turn 24 axis impulse 1 movement clear\non Y20: ger-12-inf\nend\n")
    assert (found.rule, "and so loses the game" in found.sentence) == ("20.9.3a", loses)


def test_a_place_of_which_nobody_knows_who_holds_it_decides_a_victory_that_depends_on_it() -> None:
    # -2 by what we take for true, and Bryansk counts one point.
    known, unknown = ScoreItem("all", "", -2, -2, -2), ScoreItem("Bryansk", "", 0, 0, 1)
    scored = Tally((known, unknown), "line", (unknown,))
    assert [scored.holders_decide(points) for points in (-3, -2, -1, 0)] == [False, False, True, False]
