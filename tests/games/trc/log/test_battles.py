"""Battles of a combat phase against the table: which ones fit it, and what may be added so that they do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from tests.games.trc.play import GAME, position
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.log.battles import Means, Plan, TableEvidence
from trc_module.games.trc.log.fates import Fates
from trc_module.games.trc.log.participation import Participation
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import AirSupport
from trc_module.rules.interpretation import Die, PieceTrack

STRONG = "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n"
"""15 to 4: at 3-1 a 4 is DR."""
SOUTH, CENTER = AirSupport("stuka", "ger-hq-south"), AirSupport("stuka", "ger-hq-center")


def table(
    stand: str,
    gone: Mapping[str, str] | None = None,
    at: str = "turn 7 axis impulse 1 combat clear",
    unfinished: int = 0,
) -> TableEvidence:
    state = position(stand, at)
    goals = {unit: GAME.board.grid.find(goal) or goal for unit, goal in (gone or {}).items()}
    tracks = [PieceTrack(unit, (state.place(unit), goal), (9,)) for unit, goal in goals.items()]
    return TableEvidence(GAME, state, Fates(GAME, state, tracks, goals), unfinished=unfinished)


def battle(attackers: str, defenders: str = "rus-24-inf", pips: int = 0, odds: str = "") -> Plan:
    die = Die(4, pips, "ROLL") if pips else None
    return Plan(1, tuple(attackers.split()), tuple(defenders.split()), odds=odds, die=die, stated=("", ""))


def means(idle: str = "", said: Iterable[str] = (), spared: HexSet = 0) -> Means:
    return Means(tuple(idle.split()), spared, tuple(said), (), untidy=False)


def test_the_last_battle_of_a_log_that_ends_may_still_have_to_be_carried_out() -> None:
    plan = battle("ger-41-pz ger-47-pz", pips=4)
    assert [table(STRONG, unfinished=step).fits(plan) for step in (0, 3, 4)] == [False, False, True]


def test_lower_odds_that_nobody_announced_are_supposed_in_an_untidy_phase_alone() -> None:
    # 16 to 4 is 3-1 with these, where a 3 is DR; at 2-1 it is C.
    there = table("on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n")
    plan = battle("ger-41-pz ger-47-pz", pips=3)
    assert [each.odds for each in there.options(plan, means())] == []
    found = next(iter(there.options(plan, replace(means(), untidy=True))))
    assert (found.odds, found.notes) == ("2-1", ())
    text = "Battle 1 is at 3-1; what became of its units fits 2-1, and no line announces lower odds."
    assert str(found.supposed) == text


def test_who_makes_the_odds_that_were_said_is_the_first_to_be_added() -> None:
    # 8 to 2 is 4-1, where a 3 is DR; with 13th Corps 5-1, with 12th 6-1: there it is D1.
    stand = "on Y17: ger-41-pz ger-13-inf ger-12-inf\non X17: rus-1-cav\n"
    shown = table(stand, {"rus-1-cav": POOL})
    for said, first in (((), "ger-13-inf"), (("6-1",), "ger-12-inf")):
        options = shown.options(battle("ger-41-pz", "rus-1-cav", 3), means("ger-13-inf ger-12-inf", said))
        assert next(options).attackers == ("ger-41-pz", first)


def test_the_attackers_of_whom_no_line_tells_stood_next_to_all_the_defenders() -> None:
    stand = f"{STRONG}on Z17: ger-12-inf\n"
    options = table(stand).options(battle("", "rus-24-inf"), means("ger-41-pz ger-12-inf ger-47-pz"))
    assert [plan.attackers for plan in options] == [("ger-41-pz",), ("ger-47-pz",), ("ger-41-pz", "ger-47-pz")]


def test_who_was_lost_is_among_the_attackers_of_whom_no_line_tells() -> None:
    options = table(STRONG, {"ger-41-pz": POOL}).options(battle("", "rus-24-inf"), means("ger-47-pz ger-41-pz"))
    assert [plan.attackers for plan in options] == [("ger-41-pz",), ("ger-41-pz", "ger-47-pz")]


def test_lower_odds_are_announced_from_the_lowest_of_the_table_up_to_those_below_the_real_ones() -> None:
    plan = battle("ger-41-pz ger-47-pz")
    said = ("1-7", "1-6", "2-1", "3-1", "4-1")
    assert [other.odds for other in table(STRONG).announced(plan, said)] == ["1-6", "2-1"]


LENDERS = f"{STRONG}on Y19: ger-hq-south ger-hq-center ger-hitler\n"


def test_the_lender_that_a_line_names_comes_first() -> None:
    found = table(LENDERS)
    for support in (SOUTH, CENTER):
        assert found.lenders(battle("ger-41-pz"), support)[0] == support


def test_a_headquarters_lends_one_stuka_and_stavka_many_sturmoviks() -> None:
    found = table(LENDERS)
    assert found.lend_enough((SOUTH, CENTER))
    assert not found.lend_enough((SOUTH, SOUTH))
    assert found.lend_enough((AirSupport("sturmovik", "rus-stavka"), AirSupport("sturmovik", "rus-stavka")))


@pytest.mark.parametrize(
    ("kind", "lenders"),
    [("stuka", {"ger-hq-south", "ger-hq-center"}), ("sturmovik", {"ger-hq-south", "ger-hq-center", "ger-hitler"})],
)
def test_leaders_lend_sturmoviks_alone(kind: str, lenders: set[str]) -> None:
    found = table(LENDERS).lenders(battle("ger-41-pz"), AirSupport(kind, "ger-hq-south"))
    assert {support.by for support in found} == lenders


def test_the_nearest_that_may_lend_an_aircraft_is_taken_where_none_may_fly() -> None:
    axis = table(f"{STRONG}on Y18: ger-hitler\non Y19: ger-hq-south\n").any_support(battle("ger-41-pz"))
    assert axis == SOUTH
    stand = "on Y17: rus-24-inf\non X17: ger-41-pz\non Y18: rus-stalin\non Y19: rus-stavka\n"
    russian = table(stand, at="turn 20 russian impulse 1 combat clear").any_support(battle("rus-24-inf", "ger-41-pz"))
    assert russian == AirSupport("sturmovik", "rus-stalin")


def test_who_stood_next_to_all_attackers_may_have_defended() -> None:
    part = Participation(table(f"{STRONG}on X18: rus-13-inf\non K20: rus-20-inf\n"))
    plan = battle("ger-41-pz ger-47-pz")
    assert [part.may_defend(f"rus-{unit}-inf", plan) for unit in (13, 20, 16)] == [True, False, False]


def test_who_stood_with_a_defender_defended_as_well() -> None:
    part = Participation(table("on Y17: ger-41-pz\non X17: rus-24-inf\non X18: rus-13-inf rus-1-cav\n"))
    whole = part.joined(battle("ger-41-pz"), "rus-13-inf", own=False)
    assert whole.defenders == ("rus-24-inf", "rus-13-inf", "rus-1-cav")
    assert part.joined(battle("ger-41-pz"), "rus-16-inf", own=False).defenders == ("rus-24-inf", "rus-16-inf")


def test_of_two_who_might_each_have_attacked_alone_the_first_did() -> None:
    # 8 to 4 is 2-1, with one of them 3-1, where a 4 is DR, and with both 4-1.
    stand = "on Y17: ger-41-pz ger-9-inf ger-7-inf\non X17: rus-24-inf\n"
    (plan,) = Participation(table(stand, {"rus-24-inf": "V17"})).with_attackers(
        [battle("ger-41-pz", pips=4)], ("ger-9-inf", "ger-7-inf")
    )
    assert plan.attackers == ("ger-41-pz", "ger-9-inf")


@pytest.mark.parametrize(("goal", "fits"), [("J21", True), (POOL, False)])
def test_a_battle_may_fit_at_the_odds_that_it_has_once_others_are_over(goal: str, *, fits: bool) -> None:
    # 57th Corps attacks at half its factor, 1-4, unless an own unit goes back to Kaunas first: a 5 is AR, and C at 1-2.
    stand = "control: Kaunas russian\non K21: ger-41-pz\non L22: ger-57-pz\non M21: rus-1gd-tank-army\n"
    there = table(stand, {"ger-41-pz": goal}, "turn 10 axis impulse 2 combat snow")
    plan = battle("ger-57-pz", "rus-1gd-tank-army", pips=5)
    assert (there.fits(plan), replace(there, in_any_order=True).fits(plan)) == (False, fits)
