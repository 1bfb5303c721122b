"""Battles whose lines leave nothing open, beside others and beside units that may have fought in them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.trc.log.test_battles import battle, table
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.log.certain_battles import certain, kept
from trc_module.rules.interpretation import Die


@pytest.mark.parametrize(("place", "sure"), [("Y17", False), ("Z20", True)])
def test_a_battle_is_certain_if_nobody_else_may_have_attacked_its_enemies(place: str, *, sure: bool) -> None:
    # Who has won a victory need not attack, and may; 8 to 4 is 2-1, where a 3 is C.
    stand = f"before: av ger-47-pz\non Y17: ger-41-pz\non {place}: ger-47-pz\non X17: rus-24-inf\n"
    stand += "on Z21: rus-13-inf\n" if sure else ""
    plan = replace(battle("ger-41-pz", pips=3), told="2-1")
    second = replace(battle("ger-12-inf", "rus-13-inf"), number=2, won=2)
    plans = (plan, second) if sure else (plan,)
    found = certain(table(stand, at="turn 7 axis impulse 2 combat clear"), plans, (), ())
    assert found == ((plan,) if sure else ())


STAND = "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non {}: ger-56-pz\non {}: rus-13-inf\n"
FAR, NEAR = STAND.format("Z13", "AA12"), STAND.format("Y17", "X18")


@pytest.mark.parametrize(
    ("stand", "pips", "goal", "other", "sure"),
    [
        # At 3-1 a 4 is DR and a 5 is D1. The other battle is at 1-1, where nothing becomes of anybody by a 4 alone.
        (FAR, 5, POOL, 4, True),
        (FAR, 4, "V17", 3, False),
        (FAR, 4, "V17", 0, False),
        (FAR, 5, POOL, 0, True),
        # It does not matter which of two like dice is whose.
        (FAR, 4, "V17", 4, True),
        (NEAR, 4, "V17", 4, False),
    ],
)
def test_a_battle_is_certain_if_neither_its_units_nor_its_die_may_be_of_one_whose_lines_leave_something_open(
    stand: str, pips: int, goal: str, other: int, *, sure: bool
) -> None:
    plan = replace(battle("ger-41-pz ger-47-pz", pips=pips), told="3-1")
    open_ = replace(battle("ger-56-pz", "rus-13-inf"), number=2, die=Die(8, other, "ROLL") if other else None)
    found = certain(table(stand, {"rus-24-inf": goal}, "turn 7 axis impulse 2 combat clear"), (plan, open_), (), ())
    assert found == ((plan,) if sure else ())


@pytest.mark.parametrize(
    ("stated", "other", "sure"),
    [
        # With the odds and the result of its line nobody else was there: 16 to 4 is 4-1, and without one it is 2-1.
        (("3-1", "DR"), ("", ""), True),
        (("", "DR"), ("", ""), False),
        # What was carried out may be right or wrong.
        (("3-1", "EX"), ("", ""), True),
        (("2-1", "DR"), ("", ""), False),
        # The other one's odds forbid that one of its attackers fought here.
        (("3-1", "DR"), ("1-1", "C"), True),
    ],
)
def test_a_battle_whose_line_states_its_odds_is_certain_beside_open_ones(
    stated: tuple[str, str], other: tuple[str, str], *, sure: bool
) -> None:
    plan = replace(battle("ger-41-pz ger-47-pz", pips=4), stated=stated)
    open_ = replace(battle("ger-56-pz", "rus-13-inf"), number=2, die=Die(8, 6, "ROLL"), stated=other)
    found = certain(table(NEAR, {"rus-24-inf": "V17"}, "turn 7 axis impulse 2 combat clear"), (plan, open_), (), ())
    assert (plan in found) is sure


def test_such_a_battle_is_certain_though_another_lacks_a_side_or_all_lines() -> None:
    plan = replace(battle("ger-41-pz ger-47-pz", pips=4), stated=("3-1", "DR"))
    lacking = replace(battle("ger-56-pz", ""), number=2, defenders=(), die=Die(8, 6, "ROLL"))
    there = table(NEAR, {"rus-24-inf": "V17"}, "turn 7 axis impulse 2 combat clear")
    assert certain(there, (plan, lacking), (), ()) == (plan,)
    assert certain(there, (plan,), ("ger-56-pz",), ()) == (plan,)
    assert certain(there, (replace(plan, stated=("", "")),), ("ger-56-pz",), ()) == ()


def test_lines_that_the_table_bears_out_are_kept_beside_a_battle_that_lacks_its_die() -> None:
    # At 3-1 a 4 is DR, as it was carried out; at 1-1 a 4 of the same battle would be nothing.
    plan = battle("ger-41-pz ger-47-pz", pips=4)
    lacking = replace(battle("ger-56-pz", "rus-13-inf"), number=2, die=None)
    there = table(NEAR, {"rus-24-inf": "V17"}, "turn 7 axis impulse 2 combat clear")
    assert certain(there, (plan, lacking), (), ()) == ()
    assert kept(there, (plan, lacking), (), ()) == (plan,)
    stayed = table(NEAR, {}, "turn 7 axis impulse 2 combat clear")
    assert kept(stayed, (plan, lacking), (), ()) == ()
    assert kept(stayed, (plan, lacking), (), (), (plan,)) == (plan,)
