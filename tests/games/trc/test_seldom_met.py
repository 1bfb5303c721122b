"""Both sides of rules that players seldom meet: the act that is allowed beside the one that is not."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.rules.engine import legal_actions

# 16.2: who has won an automatic victory goes no further in that impulse, in no way

RAILS = (
    "rail: axis S12 T13 T14\ncontrol: Bryansk axis\non T14: ger-41-pz ger-56-pz ger-47-pz\non T15: ger-17-inf\n"
    "on U14: rus-6-tank\nrail: axis T15\nav 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank\n"
)
COAST = (
    "control: Odessa axis, Sevastopol axis\non DD24: ger-41-pz ger-56-pz ger-47-pz\non DD23: rus-6-tank\n"
    "av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank\n"
)


def test_a_victor_goes_no_further_by_rail_and_others_do() -> None:
    assert told(RAILS + "rail ger-41-pz T14 T13 S12\n") == ["violation 16.2a"]
    assert told(RAILS + "rail ger-17-inf T15 T14 T13 S12\n") == []
    riders = {act.unit for act in legal_actions(GAME, position(RAILS), RailMove)}
    assert riders == {"ger-17-inf"}


def test_a_victor_goes_no_further_by_sea() -> None:
    assert told(COAST + "sea transfer ger-41-pz DD24 JJ23 roll 1\n") == ["violation 16.2a"]
    assert told(COAST.partition("av")[0] + "sea transfer ger-41-pz DD24 JJ23 roll 1\n") == []
    assert not list(legal_actions(GAME, position(COAST), SeaMove))


# 20.10: what may match the factors that left over an edge

OWING = "used: russian unmatched {}\non R9: rus-24-inf\n"
WAITING = "box russian {}: rus-30-inf rus-31-inf\n"
TURN_8 = "turn 8 russian impulse 1 movement clear"


@pytest.mark.parametrize("box", ["off-map-units", "turn-8", "turn-3"])
def test_what_may_come_in_may_match_what_left(box: str) -> None:
    three = sum(GAME.units[unit].combat or 0 for unit in ("rus-24-inf", "rus-30-inf", "rus-31-inf"))
    text = OWING.format(three) + WAITING.format(box)
    assert told(text + "end\n", TURN_8) == []
    assert told(text.replace(str(three), str(three + 1), 1) + "end\n", TURN_8) == ["violation 20.10.2"]
    assert told(text + "withdraw rus-30-inf because 20.10.1\n", TURN_8) == []


def test_what_is_still_to_come_matches_nothing() -> None:
    text = OWING.format(4) + WAITING.format("turn-9")
    assert told(text + "withdraw rus-30-inf because 20.10.1\n", TURN_8) == ["violation 20.9.1a"]
    assert told(text.replace("unmatched 4", "unmatched 9") + "end\n", TURN_8) == ["violation 20.10.2"]


def test_an_arrival_by_sea_waits_for_the_match_as_every_arrival_does() -> None:
    text = OWING.format(4) + WAITING.format("off-map-units")
    sail = "sea transfer rus-30-inf off-map-units JJ23 roll 1\n"
    assert told(text + sail, TURN_8) == ["violation 20.10.1b"]
    assert told(text + "withdraw rus-24-inf because 20.10.1\n" + sail, TURN_8) == []
    there = text + "on DD24: rus-2-cav\n"
    assert told(there + "sea transfer rus-2-cav DD24 JJ23 roll 1\n", TURN_8) == []
    assert told(there + "sea transfer rus-2-cav DD24 off-map-units roll 1\n", TURN_8) == []


# 24.5: whether a surrender by 24.3 closes Finland is not said


@pytest.mark.parametrize(("turn", "verdict"), [(20, "doubt"), (21, "violation")])
def test_entering_helsinki_is_a_breach_after_a_surrender_by_24_5_alone(turn: int, verdict: str) -> None:
    text = f"before: surrendered finland turn {turn}\ncontrol: Helsinki russian\non {{0}}: rus-24-inf\n"
    at = f"turn {turn + 1} russian impulse 1 movement clear"
    assert told(text.format("C13") + "move rus-24-inf C13 B14\n", at) == [f"{verdict} 24.5b"]
    assert told(text.format("E10") + "sea transfer rus-24-inf E10 B14 roll 1\n", at) == [f"{verdict} 24.5b"]


# 10.3.1: a replacement may come in by sea, and is a replacement all the same

POINTS = "on R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\nbox russian replacement-pool: {}\n"
SAIL = "sea transfer {} replacement-pool DD24 roll {}\n"
SUNK_BY_SIX = "control: Sevastopol axis, Rostov axis\n"


def test_a_replacement_that_sails_costs_its_points_even_if_it_is_sunk() -> None:
    at = "turn 2 russian impulse 1 movement clear"
    text = SUNK_BY_SIX + "on R9: rus-worker-moscow\nbox russian replacement-pool: rus-2-cav rus-1-tank\n"
    sail, other = SAIL.format("rus-2-cav", "{}"), "replace rus-1-tank X1\n"
    assert told(text + sail.format(1), at) == told(text + other, at) == []
    for die in (1, 6):
        assert told(text + sail.format(die) + other, at) == ["violation 22.5a"]


def test_a_replacement_that_was_sunk_and_moves_on_is_told() -> None:
    text = SUNK_BY_SIX + POINTS.format("rus-10-tank") + SAIL.format("rus-10-tank", 6)
    text += "end\nend\nmove rus-10-tank DD24 CC24\n"
    assert told(text, TURN_8) == ["violation 10.4a"]


def test_the_limits_of_replacements_bind_those_that_sail() -> None:
    two = POINTS.format("rus-1-tank rus-10-tank") + "replace rus-1-tank X1\n" + SAIL.format("rus-10-tank", 1)
    assert told(two, TURN_8) == ["violation 22.5b"]
    late = POINTS.format("rus-10-tank") + SAIL.format("rus-10-tank", 1)
    assert told(late, "turn 8 russian impulse 2 movement clear") == ["violation 4.2.3b"]
    lost = late.replace("replacement-pool:", "surrendered:")
    assert told(lost.replace("replacement-pool DD24", "surrendered DD24"), TURN_8) == ["violation 10.3.1a"]


@pytest.mark.parametrize(("turn", "expected"), [(7, []), (8, ["violation 21.2a"])])
def test_an_axis_replacement_sails_in_the_summer_alone(turn: int, expected: list[str]) -> None:
    text = "control: Odessa axis\nbox axis replacement-pool: ger-12-inf ger-13-inf\n" + SAIL.format("ger-12-inf", 1)
    at = f"turn {turn} axis impulse 1 movement clear"
    assert told(text, at) == expected
    sailors = {act.unit for act in legal_actions(GAME, position(text.partition("sea")[0], at), SeaMove)}
    assert ("ger-12-inf" in sailors) == (not expected)


# 20.9.2: two armor corps of the SS if possible, in any order


def test_where_there_is_one_ss_corps_another_may_be_withdrawn_before_it() -> None:
    at = "turn 19 axis impulse 1 movement clear"
    one = "on Y20: ger-41-pz ger-56-pz ger-1-ss-pz\n"
    assert told(one + "withdraw ger-41-pz\nwithdraw ger-1-ss-pz\nend\n", at) == []
    assert told(one + "withdraw ger-1-ss-pz\nwithdraw ger-41-pz\nend\n", at) == []
    assert told(one + "withdraw ger-41-pz\nwithdraw ger-56-pz\nend\n", at) == ["violation 20.9.2b"]
    two = one.replace("ger-56-pz", "ger-2-ss-pz")
    assert told(two + "withdraw ger-41-pz\nwithdraw ger-1-ss-pz\nend\n", at) == ["violation 20.9.2b"]
