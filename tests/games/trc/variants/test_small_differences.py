"""Differences of one that variants decide: a turn, a unit, a point, a hex."""

from __future__ import annotations

import pytest

from trc_module.games.trc import load
from trc_module.games.trc.axis_replacements import replaced_by_a_rule_of_its_own
from trc_module.games.trc.opening import unbound_by_district
from trc_module.games.trc.prepare import set_up_by_a_rule_of_its_own, still_to_set_up
from trc_module.games.trc.variants.neutral_finland import _on_map
from trc_module.games.trc.variants.no_retreat import has_ended
from trc_module.games.trc.variants.siberian_army import Recall, ToSiberia, factors_sent
from trc_module.games.trc.variants.yugoslavia import FREED
from trc_module.games.trc.victory import victory_in_words
from trc_module.rules import legal_actions

from ..play import findings, position, told

CHITS = load(frozenset({"28.7"}))
GAMBIT = load(frozenset({"28.6"}))
FULL = 60
"""The factors with which Siberia is full."""


# No retreat (28.3)


@pytest.mark.parametrize(
    ("turn", "weather", "ended"),
    [(4, "clear", False), (5, "snow", False), (5, "clear", True), (6, "snow", False), (7, "snow", True)],
)
def test_the_order_to_hold_ends_with_the_first_turn_of_1942_without_snow(turn: int, weather: str, ended: bool) -> None:
    state = position(f"options: 28.3\nat: turn {turn} axis impulse 1 movement {weather}\n")
    assert has_ended(state) == ended


# Who may set up, and be replaced, by a chit (28.7)


def test_who_is_freed_by_the_first_chit_and_who_by_the_sixth_are_replaced_by_their_own_rules() -> None:
    state = position("options: 28.7\nat: turn 13 axis impulse 1 movement clear\n")
    own = [
        unit
        for unit in ("ger-12-inf", "rum-cav", "yug-2-inf", "ukr-1-inf", *FREED)
        if replaced_by_a_rule_of_its_own(CHITS, state, CHITS.units[unit])
    ]
    assert own == ["yug-2-inf", "ukr-1-inf", *FREED]
    for policy in (set_up_by_a_rule_of_its_own, unbound_by_district):
        assert [u for u in ("ger-12-inf", *FREED) if policy(CHITS, state, CHITS.units[u])] == list(FREED)


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


# The AK and its neighbours (28.4)


@pytest.mark.parametrize(("turn", "late"), [(21, False), (22, True)])
def test_who_stays_past_october_1944_is_told_anew_when_the_month_is_over(turn: int, late: bool) -> None:
    text = f"options: 28.4\nat: turn {turn} axis impulse 2 end clear\non L26: ger-12-ss-inf\nend\n"
    [found] = [finding for finding in findings(text) if finding.rule == "28.4.6a"]
    assert found.lasting == ("axis", "28.4.6a", late, "axis")


# Siberia (28.6)


WORKERS = ("rus-worker-moscow", "rus-worker-kiev", "rus-worker-stalino")
SIBERIA = "options: 28.6\nat: turn {} russian impulse 1 movement snow\nbefore: choice japanese-gambit yes\n{}"


def test_a_unit_that_costs_all_points_may_be_sent() -> None:
    def senders(workers: str) -> set[str]:
        text = f"on R9: {workers}\nbox russian replacement-pool: rus-6-inf\n"
        return {act.unit for act in legal_actions(GAMBIT, position(SIBERIA.format(4, text)), ToSiberia)}

    # It costs five: Moscow's worker yields three, each of the others two.
    assert [senders(" ".join(WORKERS[:count])) for count in (1, 2)] == [set(), {"rus-6-inf"}]


def full_after(sent: int) -> list[str]:
    text = f"used: siberia factors {sent}\non R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\n"
    state = position(SIBERIA.format(9, text + "box russian replacement-pool: rus-1-cav\nto-siberia rus-1-cav\n"))
    assert factors_sent(state) == sent + 2
    return [mark[1] for mark in state.marks if mark[0] == "siberia-full"]


def test_siberia_is_full_with_the_last_factor_that_is_asked_for_and_becomes_so_once() -> None:
    assert full_after(FULL - 3) == []
    assert full_after(FULL - 2) == ["9"]
    assert full_after(FULL - 1) == ["9"]
    assert full_after(FULL) == []


def test_nobody_comes_back_before_siberia_is_full() -> None:
    text = "used: siberia factors {}\nbox russian siberia: rus-1-cav\non R9: rus-24-inf\n"
    empty, full = (position(SIBERIA.format(10, text.format(sent))) for sent in (FULL - 1, FULL))
    assert not list(legal_actions(GAMBIT, empty, Recall))
    assert {act.unit for act in legal_actions(GAMBIT, full, Recall)} == {"rus-1-cav"}


# The free Ukraine (28.7)


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


# Words of victories (28.6)


def test_the_victories_of_choices_are_named_in_words() -> None:
    sellout = GAMBIT.start("campaign", frozenset({"28.6"})).with_mark(("choice", "italian-sellout", "yes"))
    assert sellout
    for rule, words in (("28.6-JG-2", "Siberia"), ("28.6-IS-3", "France")):
        assert words in victory_in_words(GAMBIT, rule)
        assert words not in victory_in_words(GAMBIT, "25.1.1-1")
