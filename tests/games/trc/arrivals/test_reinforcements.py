from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, find_game, findings, names, position, told, trial
from trc_module.errors import UserError
from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.arrivals.entry_hexes import Arrival
from trc_module.games.trc.arrivals.entry_rules import entry_hexes
from trc_module.games.trc.arrivals.special_entries import garrison_gate
from trc_module.games.trc.arrivals.withdrawals import arriving_now
from trc_module.rules import legal_actions
from trc_module.rules.actions import Action, Enter, Withdraw
from trc_module.rules.record import action_text, read_record

TURN_3 = "turn 3 russian impulse 1 movement clear"
TURN_3_LATER = "turn 3 russian impulse 2 movement clear"
AXIS_8 = "turn 8 axis impulse 1 movement clear"
AXIS_14 = "turn 14 axis impulse 1 movement clear"
AXIS_18 = "turn 18 axis impulse 1 movement clear"
RUSSIAN_18 = "turn 18 russian impulse 1 movement snow"
MAY_1944 = "turn 19 axis impulse 1 movement clear"
MARCH_1945 = "turn 24 axis impulse 1 movement clear"


# When


@pytest.mark.parametrize(
    ("unit", "place", "at", "expected"),
    [
        ("rum-3-inf", "BB31", "turn 9 axis impulse 1 movement clear", []),
        ("rum-3-inf", "BB31", "turn 8 axis impulse 2 movement clear", ["violation 20.0b"]),
        ("rum-3-inf", "BB31", "turn 9 axis impulse 2 movement clear", ["note 20.0a"]),
        ("rum-3-inf", "BB31", "turn 10 axis impulse 1 movement clear", ["note 20.0a"]),
        ("rus-34-inf", "R9", TURN_3, ["violation 20.0b"]),
        ("rus-34-inf", "R9", TURN_3_LATER, []),
        # Nobody has told us the month: the first impulse may be an impulse too early, the second is not.
        ("rus-37-inf", "X1", TURN_3, ["skipped 20.0b"]),
        ("rus-37-inf", "X1", TURN_3_LATER, []),
        ("rus-37-inf", "X1", "turn 2 russian impulse 2 movement clear", ["violation 20.0b"]),
        ("rus-2-tank-army", "X1", "turn 6 russian impulse 2 movement clear", ["doubt 20.0b"]),
        ("ger-12-inf", "E33", "turn 3 axis impulse 1 movement clear", ["violation 20.0a"]),
        ("ger-7-art", "E33", "turn 7 axis impulse 2 movement clear", ["violation 20.0a"]),
        ("ger-40-pz", "E33", "turn 2 axis impulse 2 combat clear", ["violation 20.2a"]),
        ("ger-40-pz", "E33", "turn 2 russian impulse 2 movement clear", ["violation 2.1a"]),
    ],
)
def test_when_a_unit_arrives(unit: str, place: str, at: str, expected: list[str]) -> None:
    assert told(f"enter {unit} {place}\n", at) == expected


def test_a_unit_out_of_the_wrong_box_is_no_reinforcement() -> None:
    at = "turn 9 axis impulse 1 movement clear"
    for box, expected in (
        ("replacement-pool", ["violation 20.0a"]),
        ("surrendered", ["violation 20.0a"]),
        ("withdrawn", ["violation 20.9.1b"]),
        ("removed", ["violation 23.1b"]),
        ("off-map-units", []),
    ):
        assert told(f"box axis {box}: rum-3-inf\nenter rum-3-inf BB31\n", at) == expected


def test_a_unit_on_the_map_does_not_come_in_again() -> None:
    with pytest.raises(UserError, match=r"ger-40-pz is in E33 already"):
        told("on E33: ger-40-pz\nenter ger-40-pz E33\n")
    with pytest.raises(UserError, match=r"ger-13-inf is in E33 already"):
        told("on E33: ger-13-inf\nreplace ger-13-inf E33\n")
    with pytest.raises(UserError, match=r"'replace ger-13-inf off-map-units' returns it to"):
        told("box axis replacement-pool: ger-13-inf\ndelay ger-13-inf\n")
    with pytest.raises(UserError, match=r"ger-13-inf is out of play, not on the map"):
        told("exit ger-13-inf east\n")


# The off-map box


def test_the_off_map_box_opens_in_the_next_impulse() -> None:
    held = "delay ger-40-pz\n"
    at = "turn 3 axis impulse 1 movement clear"
    assert position(held, at).place("ger-40-pz") == "off-map-units"
    assert told(held + "enter ger-40-pz E33\n", at) == ["note 20.0a", "violation 20.1.2a"]
    assert told(held + "end\nend\nenter ger-40-pz E33\n", at) == ["note 20.0a"]
    assert told("delay ger-40-pz\n", "turn 1 axis impulse 2 movement clear") == ["violation 20.0b"]
    assert told("enter ger-40-pz off-map-units\n", "turn 2 axis impulse 2 movement clear") == []


@pytest.mark.parametrize(
    ("header", "at", "acts", "expected", "rails"),
    [
        ("on U1: rus-34-inf\n", TURN_3, "delay rus-34-inf\n", [], 1),
        ("on T3: rus-34-inf\n", TURN_3, "move rus-34-inf T3 T2 U2 U1\ndelay rus-34-inf\n", ["violation 20.1.1c"], 1),
        ("on R9: rus-34-inf\n", TURN_3, "delay rus-34-inf\n", ["violation 20.1.1c"], 1),
        ("on U1: rus-34-inf\n", TURN_3_LATER, "delay rus-34-inf\n", ["violation 20.1.1c"], 1),
        ("on R9: rus-34-inf\n", TURN_3, "rail rus-34-inf R9 > U1\ndelay rus-34-inf\n", [], 1),
    ],
)
def test_off_the_map_by_rail(header: str, at: str, acts: str, expected: list[str], rails: int) -> None:
    found = trial(header + acts, at)
    told_ = [f"{f.verdict.value} {f.rule}" for outcome in found.outcomes for f in outcome.told.findings]
    assert [text for text in told_ if text.startswith("violation")] == expected
    assert found.end.used.get("russian rail", 0) == rails


def test_the_strategic_reserve_of_march_1943() -> None:
    text = (
        "on U1: rus-34-inf\non II14: rus-5-cav\non R9: rus-worker-moscow\non W19: rus-worker-kiev\n"
        "box russian turn-12: rus-9gd-inf rus-worker-g1\nbox russian replacement-pool: rus-6-inf rus-7-inf\n"
        "delay rus-9gd-inf\ndelay rus-worker-g1\nreplace rus-6-inf off-map-units\n"
        "delay rus-34-inf\nsea transfer rus-5-cav II14 off-map-units roll 1\n"
    )
    at = "turn 12 russian impulse 1 movement mud"
    assert [t for t in told(text, at) if not t.startswith("skipped")] == []
    state = position(text, at)
    off_map = {"rus-9gd-inf", "rus-worker-g1", "rus-6-inf", "rus-34-inf", "rus-5-cav"}
    assert set(state.forces["russian"].stack("off-map-units")) == off_map
    # Five points for the 6th Army are all there are: the worker in the box yields none.
    assert "violation 22.5a" in told(text + "replace rus-7-inf X1\nend\n", at)
    later = text + "end\n" * 11 + "enter rus-6-inf U1\n"
    assert ("arrived", "rus-6-inf", "off-map-units") in position(later, at).marks
    assert "violation 9.2f" in told(later + "rail-free rus-6-inf U1 > R9\n", at)


# Where


@pytest.mark.parametrize(
    ("header", "act", "at", "expected"),
    [
        ("", "enter rus-29-inf R9", TURN_3, []),
        ("", "enter rus-29-inf X1", TURN_3, ["violation 20.2c"]),
        ("", "enter rus-29-inf W19", TURN_3, ["violation 20.2c"]),
        ("control: Moscow none\n", "enter rus-29-inf R9", TURN_3, []),
        ("control: Moscow axis\n", "enter rus-29-inf R9", TURN_3, ["violation 20.4a"]),
        ("control: Moscow axis\n", "enter rus-29-inf X1", TURN_3, []),
        ("control: Moscow axis\n", "enter rus-29-inf QQ8", TURN_3, []),
        ("on R9: rus-30-inf rus-31-inf\n", "enter rus-29-inf X1", TURN_3, []),
        ("on R9: rus-30-inf rus-31-inf\n", "enter rus-29-inf R9", TURN_3, []),
        ("", "enter ger-40-pz A33", "turn 2 axis impulse 2 movement clear", []),
        ("", "enter ger-40-pz AA33", "turn 2 axis impulse 2 movement clear", []),
        ("", "enter ger-40-pz E32", "turn 2 axis impulse 2 movement clear", ["violation 20.5d"]),
        ("on E33: rus-24-inf\n", "enter ger-40-pz E33", "turn 2 axis impulse 2 movement clear", ["violation 20.5d"]),
        ("on D33: rus-24-inf\n", "enter ger-40-pz E33", "turn 2 axis impulse 2 movement clear", []),
        ("", "enter ger-40-pz surrendered", "turn 2 axis impulse 2 movement clear", ["violation 20.5d"]),
        ("", "enter rus-37-inf PP1", TURN_3_LATER, []),
        ("", "enter rus-37-inf QQ5", TURN_3_LATER, []),
        ("", "enter rus-37-inf QQ16", TURN_3_LATER, []),
        ("", "enter rus-37-inf PP5", TURN_3_LATER, ["violation 20.5d"]),
        ("", "enter hun-2-inf T33", "turn 7 axis impulse 2 movement clear", []),
        ("", "enter hun-2-inf U33", "turn 7 axis impulse 2 movement clear", ["violation 20.5b"]),
        ("", "enter ita-5-inf AA33", "turn 7 axis impulse 2 movement clear", []),
        ("", "enter ita-5-inf T32", "turn 7 axis impulse 2 movement clear", ["violation 20.5c"]),
        ("", "enter rum-6-inf BB31", "turn 7 axis impulse 2 movement clear", []),
        ("", "enter rum-6-inf BB33", "turn 7 axis impulse 2 movement clear", ["violation 20.5a"]),
        ("control: Bucharest russian\n", "enter rum-6-inf BB33", "turn 7 axis impulse 2 movement clear", []),
        ("box axis off-map-units: rum-6-inf\n", "enter rum-6-inf BB33", AXIS_8, []),
    ],
)
def test_where_a_unit_arrives(header: str, act: str, at: str, expected: list[str]) -> None:
    assert told(header + act + "\n", at) == expected


def test_one_reinforcement_and_one_replacement_a_turn_come_from_the_south() -> None:
    two = "enter rus-37-inf QQ6\nenter rus-43-inf QQ7\n"
    assert told(two, TURN_3_LATER) == ["violation 20.5e"]
    first = "before: south reinforcement\n"
    assert told(first + "enter rus-43-inf QQ7\n", TURN_3_LATER) == ["violation 20.5e"]
    replacement = "on R9: rus-worker-moscow\nbox russian replacement-pool: rus-1-tank\nreplace rus-1-tank QQ7\n"
    assert told(first + replacement, TURN_3) == []
    assert ("south", "reinforcement") not in position(two + "end\n" * 3, TURN_3_LATER).marks


def test_the_five_armies_of_moscow() -> None:
    ring = "on Q9: ger-41-pz\non S9: ger-56-pz\non R7: ger-47-pz\n"
    armies = [f"rus-{n}-inf" for n in (29, 30, 31, 32, 33)]
    enter = "".join(f"enter {army} R9\n" for army in armies)
    assert told(ring + enter + "end\n", TURN_3) == ["violation 20.4b"]
    places = ("R9", "R9", "X1", "X1", "L1")
    good = "".join(f"enter {army} {place}\n" for army, place in zip(armies, places, strict=True))
    assert told(ring + good + "end\n", TURN_3) == []
    (finding,) = findings(ring + enter + "end\n", TURN_3)
    assert finding.sentence.startswith("R9 holds 5 armies (two may stack) at the end of the movement phase")


# How far


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ("enter ger-40-pz E33\nmove ger-40-pz E33 E32 E31\n", []),
        ("on D33: rus-24-inf\nenter ger-40-pz E33\nmove ger-40-pz E33 E32\n", ["violation 20.3c"]),
        ("on D33: rus-24-inf\non E33: ger-41-pz\nmove ger-41-pz E33 E32\n", ["violation 8.4"]),
        ("enter ger-23-inf E33\nmove ger-23-inf E33 > H29\n", ["violation 20.3b"]),
        ("on E33: ger-12-inf\nmove ger-12-inf E33 > H29\n", ["violation 5.4"]),
    ],
)
def test_arrivals_of_the_second_impulse_move_as_in_the_second(acts: str, expected: list[str]) -> None:
    found = told(acts, "turn 2 axis impulse 2 movement clear")
    assert [text.replace("doubt", "violation") for text in found] == expected


# What events bring in


@pytest.mark.parametrize(
    ("header", "act", "at", "expected"),
    [
        ("control: Helsinki russian\n", "enter rus-14-inf A14", RUSSIAN_18, []),
        ("control: Helsinki russian\n", "enter rus-14-inf A15", RUSSIAN_18, ["violation 20.6a"]),
        ("", "enter rus-14-inf A14", RUSSIAN_18, ["violation 20.6a"]),
        ("before: triggered lapland russian\n", "enter rus-14-inf A5", RUSSIAN_18, []),
        ("before: triggered lapland axis\n", "enter rus-14-inf A5", RUSSIAN_18, ["violation 20.6a"]),
        ("before: triggered lapland axis\non A5: rus-24-inf\n", "enter ger-dietl-mtn A5", AXIS_8, ["violation 20.6b"]),
        (
            "before: triggered lapland axis\n",
            "enter ger-36-mtn A5",
            "turn 8 axis impulse 2 movement clear",
            ["note 20.6b"],
        ),
        ("before: triggered bulgarian-garrison\n", "enter ger-21-mtn BB31", AXIS_14, []),
        ("before: triggered bulgarian-garrison\n", "enter ger-21-mtn E33", AXIS_14, ["violation 20.7.1"]),
        ("before: triggered bulgarian-garrison\n", "enter ger-5-ss-mtn BB31", AXIS_18, ["violation 20.7.2"]),
        ("before: triggered bulgarian-garrison-1944\n", "enter ger-15-mtn BB31", AXIS_18, []),
        ("before: perhaps bulgarian-garrison\n", "enter ger-15-mtn BB31", AXIS_14, ["undecided 20.7.1"]),
        ("on Z27: rus-24-inf\n", "enter ger-15-mtn BB31", AXIS_14, ["undecided 20.7.1"]),
        ("on Z27: rus-24-inf\n", "enter ger-15-mtn BB31", "turn 9 axis impulse 1 movement clear", ["violation 20.7.1"]),
        ("before: triggered warsaw-garrison\n", "enter ger-4-ss-pz L26", "turn 20 axis impulse 1 movement clear", []),
        ("", "enter ger-4-ss-pz L26", "turn 20 axis impulse 1 movement clear", ["violation 20.8"]),
    ],
)
def test_what_events_bring_in(header: str, act: str, at: str, expected: list[str]) -> None:
    assert told(header + act + "\n", at) == expected


@pytest.mark.parametrize(
    ("turn", "move", "expected"),
    [
        (10, "Z26 Z27", set()),
        (13, "Z26 Z27", {"bulgarian-garrison"}),
        (13, "Z25 Z26", set()),
        (13, "Z26 Z27 Z26", {"bulgarian-garrison"}),
        (17, "Z26 Z27", {"bulgarian-garrison", "bulgarian-garrison-1944"}),
        (17, "O24 N24", set()),
        (17, "N24 M24", {"warsaw-garrison"}),
        (16, "N24 M24", set()),
    ],
)
def test_how_garrisons_are_released(turn: int, move: str, expected: set[str]) -> None:
    text = f"on {move.split()[0]}: rus-1-tank\nmove rus-1-tank {move}\n"
    state = position(text, f"turn {turn} russian impulse 1 movement clear")
    assert {mark[1] for mark in state.marks if mark[0] == "triggered"} == expected


def test_an_unknown_way_that_may_have_come_near_leaves_it_open() -> None:
    text = "on Z26: rus-1-tank\nmove rus-1-tank Z26 > Z25\n"
    state = position(text, "turn 13 russian impulse 1 movement clear")
    assert ("perhaps", "bulgarian-garrison") in state.marks
    near = position(text.replace("Z26 > Z25", "Z26 Z25"), "turn 13 russian impulse 1 movement clear")
    assert near.marks == set()


def test_a_capture_brings_its_units_on_a_later_turn() -> None:
    text = "on C2: ger-41-pz\nmove ger-41-pz C2 C1\n"
    at = AXIS_8
    assert "violation 20.6b" in told(text + "enter ger-36-mtn A5\n", at)
    assert ("triggered", "lapland", "axis") not in position(text + "end\n" * 2, at).marks
    assert ("triggered", "lapland", "axis") in position(text + "end\n" * 5, at).marks


def test_lapland_waits_while_the_north_is_shut() -> None:
    shut = "before: triggered lapland axis\non A5: rus-24-inf\non A14: rus-13-inf\n"
    at = AXIS_8
    assert ("waiting", "lapland", "axis") in position(shut + "end\n", at).marks
    half = shut.replace("on A14: rus-13-inf\n", "")
    assert ("waiting", "lapland", "axis") not in position(half + "end\n", at).marks


# Withdrawals


@pytest.mark.parametrize(
    ("header", "acts", "at", "expected"),
    [
        ("on E31: ger-1-ss-pz ger-41-pz\n", "withdraw ger-1-ss-pz\nwithdraw ger-41-pz\nend\n", MAY_1944, []),
        (
            "on E31: ger-1-ss-pz ger-41-pz\n",
            "withdraw ger-41-pz\nwithdraw ger-1-ss-pz\nend\n",
            MAY_1944,
            [],
        ),
        ("on E31: ger-1-ss-pz ger-41-pz\n", "withdraw ger-1-ss-pz\nend\n", MAY_1944, ["violation 20.9.2d"]),
        ("on E31: ger-1-ss-pz\n", "end\n", MAY_1944, ["violation 20.9.2d"]),
        ("on E31: ger-12-inf\n", "withdraw ger-12-inf\n", MAY_1944, ["violation 20.9.1a"]),
        ("on E31: ger-12-inf\n", "withdraw ger-12-inf because 20.9.2\n", MAY_1944, ["violation 20.9.1a"]),
        ("box axis off-map-units: ger-41-pz\n", "withdraw ger-41-pz\n", MAY_1944, ["violation 20.9.1a"]),
        ("on E31: rum-4-inf\n", "withdraw rum-4-inf\n", MARCH_1945, ["violation 20.9.1a"]),
        ("on E31: ger-hq-south\n", "withdraw ger-hq-south because 20.9.3\n", MARCH_1945, ["violation 20.9.1a"]),
        ("on E31: ger-12-inf\n", "withdraw ger-12-inf\n", AXIS_18, ["violation 20.9.1a"]),
        (
            "on E31: ger-12-inf ger-13-inf\n",
            "withdraw ger-12-inf\nwithdraw ger-13-inf\n",
            MARCH_1945,
            ["violation 20.9.1a"],
        ),
        ("on E31: ger-12-inf\n", "end\n", "turn 25 axis impulse 1 movement clear", ["violation 20.9.3b"]),
        ("on E31: ger-12-inf\n", "end\n", MARCH_1945, ["violation 20.9.3a"]),
        ("on E31: ger-12-inf\n", "end\n", "turn 23 axis impulse 1 movement snow", []),
    ],
)
def test_what_the_order_of_battle_takes_off(header: str, acts: str, at: str, expected: list[str]) -> None:
    assert told(header + acts, at) == expected


def test_a_late_withdrawal_is_told_once_and_one_that_never_comes_at_the_end() -> None:
    on = "on E31: ger-41-pz ger-56-pz ger-12-inf\n"
    late = on + "move ger-12-inf E31 E30\nwithdraw ger-41-pz\nwithdraw ger-56-pz\nend\n"
    assert told(late, MAY_1944) == ["violation 4.1.2a"]
    assert told(on + "move ger-12-inf E31 E30\nend\n", MAY_1944) == ["violation 20.9.2d"]


def test_the_armor_of_may_1944_comes_back_in_january_1945() -> None:
    state = position("on E31: ger-1-ss-pz ger-41-pz\nwithdraw ger-1-ss-pz\nwithdraw ger-41-pz\nend\n", MAY_1944)
    assert state.forces["axis"].stack("turn-23") == ("ger-1-ss-pz", "ger-41-pz")
    box = "box axis turn-23: ger-1-ss-pz\nenter ger-1-ss-pz {}\n"
    assert told(box.format("E33"), "turn 23 axis impulse 1 movement snow") == []
    assert told(box.format("L26"), "turn 23 axis impulse 1 movement snow") == ["violation 20.5d"]
    assert told(box.format("E33"), "turn 23 axis impulse 2 movement snow") == ["note 20.0a"]
    assert told(box.format("E33"), "turn 22 axis impulse 2 movement snow") == ["violation 20.9.2c"]
    march = position("on E31: ger-12-inf\nwithdraw ger-12-inf\n", MARCH_1945)
    assert march.place("ger-12-inf") == "withdrawn"


# Off the map


@pytest.mark.parametrize(
    ("header", "act", "at", "expected", "owed"),
    [
        ("on X1: ger-41-pz\n", "exit ger-41-pz", "turn 5 axis impulse 1 movement clear", [], 8),
        ("on X1: ger-41-pz\n", "exit ger-41-pz", "turn 4 axis impulse 1 movement clear", ["note 20.10.1d"], 0),
        ("on QQ6: ger-41-pz\n", "exit ger-41-pz south", "turn 8 axis impulse 2 movement clear", [], 8),
        (
            "on X1: ger-41-pz\n",
            "exit ger-41-pz south",
            "turn 8 axis impulse 2 movement clear",
            ["violation 20.10.1d"],
            0,
        ),
        ("on X2: ger-41-pz\n", "exit ger-41-pz", "turn 8 axis impulse 2 movement clear", ["violation 20.10.1d"], 0),
        ("on A5: ger-41-pz\n", "exit ger-41-pz", "turn 8 axis impulse 2 movement clear", ["violation 20.10.1d"], 0),
        ("on X1: ger-41-pz\n", "exit ger-41-pz", "turn 8 axis impulse 1 combat clear", ["violation 20.10.1d"], 8),
    ],
)
def test_units_that_leave_the_map(header: str, act: str, at: str, expected: list[str], owed: int) -> None:
    assert told(header + act + "\n", at) == expected
    assert position(header + act + "\n", at).used.get("russian unmatched", 0) == owed


def test_russians_leave_in_the_west() -> None:
    state = position("on E33: rus-24-inf\nexit rus-24-inf west\n", "turn 20 russian impulse 1 movement clear")
    assert (state.used["axis unmatched"], state.place("rus-24-inf")) == (4, "removed")


def test_a_debt_is_paid_by_factors_and_told_once() -> None:
    at = "turn 8 russian impulse 1 movement clear"
    on = "used: russian unmatched 5\non R9: rus-24-inf rus-13-inf\n"
    paid = on + "withdraw rus-24-inf because 20.10.1\nwithdraw rus-13-inf because 20.10.1\n"
    assert position(paid, at).used == {}
    assert position(on + "withdraw rus-24-inf because 20.10.1\n", at).used == {"russian unmatched": 1}
    end = "end\n" * 5
    assert told(paid + end, at) == []
    assert told(on + end, at) == ["violation 20.10.1a"]
    assert told(on + "withdraw rus-24-inf because 20.10.1\n" + end, at) == ["violation 20.10.1a"]
    assert position(on + end, at).used == {}
    assert told(on.replace("5", "8") + "end\n", at) == []
    assert told(on.replace("5", "9") + "end\n", at) == ["violation 20.10.2"]


def test_arrivals_wait_for_the_match_or_are_it() -> None:
    owed = "used: russian unmatched 4\nbox russian turn-3: rus-30-inf rus-31-inf\n"
    assert told(owed + "withdraw rus-30-inf because 20.10.1\nenter rus-31-inf R9\n", TURN_3) == []
    assert told(owed + "enter rus-31-inf R9\nenter rus-30-inf R9\n", TURN_3) == ["violation 20.10.1b"]
    assert told(owed + "delay rus-31-inf\n", TURN_3) == []
    not_due = "used: russian unmatched 4\nbox russian turn-9: rus-7gd-inf\nwithdraw rus-7gd-inf\n"
    assert told(not_due, TURN_3) == ["violation 20.9.1a"]


# What could be done


def test_the_entries_that_are_listed_are_those_of_the_units_that_are_due() -> None:
    text = "box russian turn-3: rus-29-inf rus-34-inf rus-37-inf rus-5-para\nbox russian turn-4: rus-39-inf\n"
    first = list(legal_actions(GAME, position(text, TURN_3), Enter))
    assert {act.unit for act in first} == {"rus-29-inf", "rus-37-inf"}
    assert [act for act in first if act.unit == "rus-29-inf"] == [Enter("rus-29-inf", GAME.places["Moscow"])]
    second = list(legal_actions(GAME, position(text, TURN_3_LATER), Enter))
    assert {act.unit for act in second} == {"rus-29-inf", "rus-37-inf", "rus-34-inf", "rus-5-para"}
    assert Enter("rus-5-para", "paratroop-reserve") in second
    for act in second:
        assert "violation" not in " ".join(told(text + action_text(GAME, act) + "\n", TURN_3_LATER))


def test_where_a_unit_could_come_in() -> None:
    state = position("control: Bucharest russian\n", "turn 7 axis impulse 2 movement clear")
    assert names(entry_hexes(GAME, state, "hun-2-inf")) == {"T33"}
    assert entry_hexes(GAME, state, "rum-6-inf") == GAME.board.edges["west"]
    assert entry_hexes(GAME, state, "ger-stuka-1") == 0
    taken = position("on T33: rus-24-inf\n", "turn 7 axis impulse 2 movement clear")
    assert entry_hexes(GAME, taken, "hun-2-inf") == 0


def test_the_delays_and_withdrawals_that_are_listed() -> None:
    text = "on U1: rus-34-inf\non R9: rus-30-inf\nbox russian turn-3: rus-29-inf\nbox russian turn-4: rus-39-inf\n"
    assert {act.unit for act in legal_actions(GAME, position(text, TURN_3), Delay)} == {"rus-34-inf", "rus-29-inf"}
    may = position("on E31: ger-1-ss-pz ger-2-ss-pz ger-41-pz ger-12-inf\n", MAY_1944)
    assert {act.unit for act in legal_actions(GAME, may, Withdraw)} == {"ger-1-ss-pz", "ger-2-ss-pz"}
    assert list(legal_actions(GAME, position(text, TURN_3), Withdraw)) == []


# What a log shows in one go


@pytest.mark.parametrize(
    ("header", "act", "at", "expected"),
    [
        ("", "enter ger-40-pz E31", "turn 2 axis impulse 2 movement clear",
         ["enter ger-40-pz D33", "move ger-40-pz D33 > E31"]),
        ("", "enter rum-3-inf BB29", "turn 9 axis impulse 1 movement clear",
         ["enter rum-3-inf BB31", "move rum-3-inf BB31 > BB29"]),
        ("", "enter rus-29-inf W19", TURN_3, ["enter rus-29-inf R9", "rail-free rus-29-inf R9 > W19"]),
        ("used: russian rail 5\nbox russian off-map-units: rus-37-inf\n", "enter rus-37-inf W19", TURN_3, []),
        ("", "enter ger-40-pz E33", "turn 2 axis impulse 2 movement clear", []),
        ("", "enter ger-40-pz Y20", "turn 2 axis impulse 2 movement clear", []),
        ("", "enter ger-40-pz off-map-units", "turn 2 axis impulse 2 movement clear", []),
        # Too early, and inland: the entry is early still.
        ("", "enter ger-40-pz E31", "turn 1 axis impulse 2 movement clear",
         ["enter ger-40-pz D33", "move ger-40-pz D33 > E31"]),
        ("box axis replacement-pool: ger-13-inf\n", "replace ger-13-inf E31", "turn 7 axis impulse 1 movement clear",
         ["replace ger-13-inf D33", "move ger-13-inf D33 > E31"]),
    ],
)  # fmt: skip
def test_an_entry_and_a_move_in_one_go(header: str, act: str, at: str, expected: list[str]) -> None:
    text = f"game: trc\nat: {at}\n{header}{act}\n"
    record = read_record(text, "test", find_game)
    (literal,) = record.entries
    assert isinstance(literal, Action)
    assert [action_text(GAME, step) for step in GAME.in_steps(record.start, literal)] == expected


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("ger-15-mtn", "20.7.1"),
        ("ger-91-mtn", "20.7.2"),
        ("ger-4-ss-pz", "20.8"),
        ("ger-12-inf", None),
    ],
)
def test_each_garrison_comes_in_by_its_own_release(unit: str, rule: str | None) -> None:
    case = Arrival(GAME, position(""), GAME.units[unit], "bulgarian-garrison")
    gate = garrison_gate(case)
    assert (None if gate is None else gate.rule) == rule


def test_a_drop_or_a_landing_near_bucharest_releases_the_garrison() -> None:
    released = ("triggered", "bulgarian-garrison")
    drop = (
        "at: turn 13 russian impulse 1 movement clear\non BB22: rus-stavka\nbox russian paratroop-reserve: rus-5-para\n"
    )
    assert released in position(drop + "drop rus-5-para BB26\n").marks
    assert released not in position(drop + "drop rus-5-para BB20\n").marks


def test_a_unit_that_is_not_yet_due_comes_by_sea_no_sooner() -> None:
    early = next(
        name
        for name, unit in GAME.units.items()
        if unit.side == "russian" and unit.arrival == 4 and unit.type == "infantry" and unit.stacks
    )
    text = f"box russian turn-4: {early}\nsea transfer {early} turn-4 DD24 roll 2\n"
    assert "violation 20.0b" in told(text, "turn 3 russian impulse 1 movement clear")


def test_it_is_said_from_where_a_unit_that_is_no_reinforcement_came() -> None:
    start = "box axis at-start: ger-12-inf\nenter ger-12-inf E33\n"
    assert "it was set up at the start" in findings(start)[0].sentence


@pytest.mark.parametrize(
    ("unit", "box", "turn", "arrives"),
    [
        ("rus-6-inf", "replacement-pool", 8, True),
        ("ger-12-inf", "replacement-pool", 7, True),
        ("ger-12-inf", "replacement-pool", 8, False),
        ("rum-3-inf", "turn-9", 9, True),
        ("rum-3-inf", "turn-9", 8, False),
    ],
)
def test_who_arrives_on_a_turn(unit: str, box: str, turn: int, arrives: bool) -> None:
    side = GAME.side_of[unit]
    state = position(f"box {side} {box}: {unit}\n", f"turn {turn} {side} impulse 1 movement clear")
    assert arriving_now(GAME, state, GAME.units[unit]) is arrives
