"""The rulebook's own examples of rails, sea and supply, in records of ours; what a lost picture held is said there."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, hexset, position, told
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.supply.combat_supply import halved
from trc_module.games.trc.supply.control import controls
from trc_module.games.trc.transport.rail_movement import allotment
from trc_module.games.trc.transport.sea_crossing import Crossing
from trc_module.systems.rails import rails_of

HEX = GAME.board.grid.hex


@pytest.mark.parametrize(
    ("side", "weather", "units"),
    [
        ("axis", "clear", 6),
        ("axis", "light-mud", 6),
        ("axis", "mud", 6),
        ("axis", "snow", 3),
        ("russian", "clear", 5),
        ("russian", "snow", 5),
    ],
)
def test_9_2_the_allotment_by_weather(side: str, weather: str, units: int) -> None:
    state = position("", f"turn 4 {side} impulse 1 movement {weather}")
    assert allotment(GAME, state, side)[1] == units


def test_9_2_six_units_and_all_arrivals_on_top() -> None:
    record = """
        before: arrived ger-40-pz turn-2, arrived ger-46-pz replacement-pool
        used: axis rail 5
        on E31: ger-40-pz ger-46-pz ger-41-pz ger-56-pz
        rail-free ger-40-pz E31 > L26
        rail-free ger-46-pz E31 > L26
        rail ger-41-pz E31 > L26
        expect ok
        rail ger-56-pz E31 > L26
    """
    assert told(record) == ["violation 9.2a"]


def test_9_3_2_an_automatic_victory_opens_the_railroad() -> None:
    """The hexes are ours; of the example's, only the odds of 10 against 1 are told."""
    record = """
        on L26: ger-41-pz ger-7-inf
        on L24: rus-5-para
        on E31: ger-12-inf
        {victory}
        rail ger-12-inf E31 > L25
    """
    at = "turn 7 axis impulse 1 movement clear"
    assert told(record.format(victory=""), at) == ["violation 9.3.2c"]
    move = "move ger-41-pz L26 L25\n move ger-7-inf L26 L25\n av 1: ger-41-pz ger-7-inf x rus-5-para"
    assert [line for line in told(record.format(victory=move), at) if line.startswith("violation 9")] == []


def test_9_3_4_off_the_map_to_the_south_entry() -> None:
    """The unit's start is lost; every east-edge exit will do."""
    for start in ("L1", "U1", "X1", "FF1"):
        record = f"on {start}: rus-24-inf\n rail rus-24-inf {start} > QQ12"
        assert told(record, "turn 7 russian impulse 1 movement clear") == []


def test_9_3_4_nobody_else_may_use_that_edge() -> None:
    record = "rail: axis U1 L1\n on U1: ger-41-pz\n rail ger-41-pz U1 > L1"
    assert told(record, "turn 9 axis impulse 1 movement clear") == ["violation 9.3.4b"]


def test_9_3_1_from_moscow_to_krasnodar_in_one_move() -> None:
    record = "on R9: rus-24-inf\n rail rus-24-inf R9 > NN16"
    assert told(record, "turn 2 russian impulse 1 movement clear") == []


def test_9_4_2_a_unit_next_to_a_junction_controls_it() -> None:
    """The junction of the example is lost; S11 is one."""
    state = position("on R14: ger-29-inf\n move ger-29-inf R14 R13 R12", "turn 3 axis impulse 1 movement clear")
    assert controls(state, "axis", HEX("S11")) is True


def test_9_4_3_the_47th_panzer_reaches_the_junction() -> None:
    """The control of the cities around is lost with the picture: Bryansk is Axis, its line not."""
    record = """
        control: Bryansk axis
        rail: axis T14
        on T14: ger-47-pz
        move ger-47-pz T14 T13 S12 S11
        end
        end
        end
        end
        convert T13 S12 S11
        expect ok
        end
    """
    at = "turn 3 axis impulse 1 movement clear"
    assert told(record, at) == []
    assert rails_of(position(record, at))["axis"] & hexset("T13", "S12", "S11") == hexset("T13", "S12", "S11")


def test_9_4_4_contact_leaves_the_junction_and_its_neighbour_russian() -> None:
    record = """
        control: Bryansk axis
        rail: axis T14
        on T14: ger-47-pz
        on S11: rus-24-inf
        move ger-47-pz T14 T13 S12
        end
        attack 1: ger-47-pz x rus-24-inf
        roll 1: 4 1-1 C
        end
    """
    at = "turn 3 axis impulse 2 movement clear"
    assert told(record + "convert T13", at) == []
    assert told(record + "convert T13 S12", at) == ["violation 9.4.1d"]
    assert "note 4.1.6a" in told(record + "end", at)
    assert rails_of(position(record + "end", at))["axis"] & hexset("T13", "S12", "S11") == hexset("T13")


ADVANCE_TO_TULA = """
    control: Smolensk axis, Brest axis, Kiev axis, S12 axis
    rail: axis P14 O23 W19 W18 W17 W16 W15
    on P12: ger-29-inf
    on V12: ger-48-pz
    on W16: ger-17-inf
    on V12: ger-56-pz
    on R8: rus-24-inf
    on X13: rus-13-inf
    move ger-29-inf P12 Q12 R12
    move ger-48-pz V12 V11 V10 U9
    move ger-17-inf W16 W15 W14
    end
    end
"""


def test_9_4_6_four_railheads() -> None:
    """Routes and enemies are ours, chosen to fit what the text tells of them; the 48th Panzer passes V11 too early."""
    at = "turn 3 axis impulse 2 movement clear"
    state = position(ADVANCE_TO_TULA, at)
    assert controls(state, "axis", HEX("S11")) is True
    assert controls(state, "axis", HEX("U9")) is True
    assert state.traces["cut-off"] >> HEX("V11") & 1
    told_of = {line: told(ADVANCE_TO_TULA + f"convert {line}", at) for line in ("S11", "U9", "V11", "W14", "W13")}
    assert told_of["S11"] == told_of["U9"] == told_of["W14"] == []
    assert told_of["V11"] == ["violation 9.4.4b"]
    assert told_of["W13"] == ["violation 9.4.1d"]


def test_9_4_6_the_line_from_smolensk_to_tula_is_axis() -> None:
    state = position(ADVANCE_TO_TULA + "end", "turn 3 axis impulse 2 movement clear")
    line = hexset("Q13", "R13", "S12", "S11", "T11", "T10", "U9")
    assert rails_of(state)["axis"] & line == line
    assert not rails_of(state)["axis"] & hexset("V11", "W13")


def test_a_junction_that_the_enemy_controls_keeps_a_line_between_two_cities() -> None:
    record = """
        control: Vitebsk axis, Riga axis, J15 {j15}
        rail: axis L15 F17
        end
    """
    at = "turn 3 axis impulse 2 end clear"
    between = GAME.board.rails.path(HEX("L15"), 1 << HEX("F17"))
    assert between is not None
    assert HEX("J15") in between
    members = sum(1 << h for h in between)
    assert rails_of(position(record.format(j15="russian"), at))["axis"] & members == hexset("L15", "F17")


@pytest.mark.parametrize(("unit", "said"), [("ger-hq-south", []), ("rum-cav", ["10.1b"]), ("ger-41-pz", ["10.1b"])])
def test_10_1_only_headquarters_sail_in_the_second_impulse_of_mud(unit: str, said: list[str]) -> None:
    record = f"control: Odessa axis, Sevastopol axis\n on DD24: {unit}\n sea transfer {unit} DD24 JJ23 roll 1"
    assert [line.split()[1] for line in told(record, "turn 3 axis impulse 2 movement mud")] == said


def test_10_2_both_seas_in_the_first_impulse_leave_none_for_the_second() -> None:
    record = """
        control: Odessa axis, Sevastopol axis, Riga axis, Tallinn axis
        on DD24: rum-cav ger-12-inf
        on F17: ger-17-inf ger-7-inf
        sea transfer rum-cav DD24 JJ23 roll 1
        sea transfer ger-17-inf F17 D15 roll 1
        expect ok
        end
        end
        sea transfer ger-12-inf DD24 JJ23 roll 1
        sea transfer ger-7-inf F17 D15 roll 1
    """
    assert told(record) == ["violation 10.2c", "violation 10.2c"]


def test_10_3_2_an_invader_of_january_is_asked_for_supply_in_april() -> None:
    record = """
        box axis off-map-units: rum-cav
        sea invasion rum-cav off-map-units LL19 roll 1
        end
        end
        end
        end
        end
    """
    at = "turn 5 axis impulse 1 movement snow"
    assert [line for line in told(record, at) if line.startswith("violation")] == []
    turn_6 = record + "end\n end\n end\n end\n end\n weather 3\n end\n end\n end\n end\n end\n end"
    assert [line for line in told(turn_6, at) if line.startswith("violation 17")] == ["violation 17.2a"]


def test_10_3_2_the_off_map_box_lies_on_both_seas() -> None:
    held = "control: Riga axis, Odessa axis\n"
    box = held + "box axis off-map-units: rum-cav\n sea transfer rum-cav off-map-units {} roll 1"
    assert told(box.format("F17")) == told(box.format("DD24")) == []
    assert told(held + "on DD24: rum-cav\n sea transfer rum-cav DD24 F17 roll 1") == ["violation 10.2a"]


def survived(record: str, at: str, unit: str, kind: str, start: str, goal: str) -> list[int]:
    """Return the dice with which a unit comes through at the end of a record."""
    state = position(record, at)
    place = HEX(start) if GAME.board.grid.find(start) is not None else start
    acts = [SeaMove(kind, unit, place, HEX(goal), die) for die in range(1, 7)]
    return [act.die for act in acts if Crossing(GAME, state, act, GAME.side_of[unit]).survives]


def test_13_8_a_landing_with_odessa_in_hand() -> None:
    record = "control: Odessa axis\n on DD24: rum-cav"
    at = "turn 2 axis impulse 1 movement clear"
    assert survived(record, at, "rum-cav", "invasion", "DD24", "FF21") == [1, 2, 3, 4]


def test_13_8_odessa_is_gained_by_a_neighbour_in_the_same_phase() -> None:
    at = "turn 2 axis impulse 1 movement clear"
    box = "box axis off-map-units: hun-1-mot\n on BB24: ger-41-pz\n"
    assert survived(box, at, "hun-1-mot", "invasion", "off-map-units", "JJ23") == [1, 2, 3]
    gained = box + "move ger-41-pz BB24 CC24"
    assert survived(gained, at, "hun-1-mot", "invasion", "off-map-units", "JJ23") == [1, 2, 3, 4]


AT_SEVASTOPOL = """
    control: Sevastopol axis, Odessa axis
    on {rumanians}: rum-cav
    on II14: rus-12-tank
    sea invasion rus-12-tank II14 JJ22 roll 4
"""


def test_13_8_a_landing_next_to_sevastopol() -> None:
    """The Rumanians' hex near the city is lost: II22 is ours."""
    at = "turn 4 russian impulse 1 movement snow"
    before = "control: Sevastopol axis, Odessa axis\n on II22: rum-cav\n on II14: rus-12-tank"
    assert survived(before, at, "rus-12-tank", "invasion", "II14", "JJ22") == [1, 2, 3, 4]
    state = position(AT_SEVASTOPOL.format(rumanians="II22"), at)
    assert state.place("rus-12-tank") == HEX("JJ22")
    assert state.control[HEX("JJ23")] == ""


def test_13_8_the_defenders_without_the_city_have_no_combat_supply_and_it_stays_uncontrolled_after_an_exchange() -> (
    None
):
    at = "turn 4 russian impulse 1 movement snow"
    # 3 against 2, halved to 1.
    record = (
        AT_SEVASTOPOL.format(rumanians="II22")
        + """
        end
        attack 1: rus-12-tank x rum-cav
        roll 1: 3 3-1 EX
        expect ok
        lose 1: rus-12-tank
        lose 1: rum-cav
        mark control Sevastopol none
        expect ok
    """
    )
    assert told(record, at) == []
    assert position(record, at).control[HEX("JJ23")] == ""


def test_13_8_defenders_in_the_city_keep_it_after_an_exchange() -> None:
    at = "turn 4 russian impulse 1 movement snow"
    # In a major city they are in supply, and doubled: 3 against 4.
    record = (
        AT_SEVASTOPOL.format(rumanians="JJ23")
        + """
        end
        attack 1: rus-12-tank x rum-cav
        roll 1: 6 1-2 EX
        lose 1: rus-12-tank
        lose 1: rum-cav
    """
    )
    assert told(record, at) == []
    assert position(record, at).control[HEX("JJ23")] == "axis"


def test_10_5_three_ports_against_the_axis_air_force() -> None:
    record = "on E10: rus-24-inf"
    at = "turn 2 russian impulse 1 movement clear"
    # Leningrad, Riga and Tallinn take 3 off, the air force adds 2.
    assert survived(record, at, "rus-24-inf", "transfer", "E10", "F17") == [1, 2, 3]


@pytest.mark.parametrize(("combat", "half"), [(1, 1), (2, 1), (5, 3), (7, 4), (8, 4)])
def test_17_3_1_halves_round_up(combat: int, half: int) -> None:
    assert halved(combat) == half


def test_11_3_a_lost_leader_stops_neither_trains_nor_ships() -> None:
    record = """
        before: leader-lost german turn 18 impulse 2
        control: Odessa axis, Sevastopol axis
        on E31: ger-41-pz
        on DD24: ger-12-inf
        rail ger-41-pz E31 > L26
        sea transfer ger-12-inf DD24 JJ23 roll 1
    """
    assert [line for line in told(record, "turn 19 axis impulse 1 movement clear") if "violation" in line] == []


def test_25_2_a_vacant_city_in_both_zones_is_nobodys() -> None:
    record = """
        control: Kalinin axis
        on N9: ger-12-inf
        on P9: rus-24-inf
        end
    """
    state = position(record, "turn 5 russian impulse 2 combat snow")
    assert state.control[HEX("O8")] == ""


def test_findings_name_units_and_hexes() -> None:
    found = findings("on E31: ger-41-pz\n on L25: rus-24-inf\n rail ger-41-pz E31 > L26")
    assert [finding.sentence for finding in found] == [
        "The rail move of ger-41-pz leads from E31 to L26, "
        "but L26 is in the zone of control of rus-24-inf, and no other line is open."
    ]
    assert found[0].units == ("ger-41-pz", "rus-24-inf")
    assert found[0].hexes == ("E31", "L26")
