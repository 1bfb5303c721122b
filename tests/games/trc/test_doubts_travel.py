"""Doubts of the data go with the values that rest on them: through supply, lines of rail, counts and sums.

For each a case in which a doubtful datum decides, told as a doubt, and one in which it does not, told as a violation.
"""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, names, position, told
from trc_module.games.trc.supply.combat_supply import supply_facts
from trc_module.games.trc.supply.rails import line_doubts
from trc_module.hexgrid import hexes

WINTER = "turn 5 axis impulse 1 combat snow"


def facts_in_doubt(text: str, at: str) -> list[str]:
    """Return what a single finding rests on and may be wrong."""
    (found,) = findings(text, at)
    return [fact.statement for fact in found.facts if not fact.trust.carries_violation]


# The border of Finland


ATTACK = "on {}: ger-41-pz\non {}: rus-30-inf\nattack 1: ger-41-pz x rus-30-inf\nroll 1: 3 2-1 C"


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"), [("B9", "B8", "doubt 17.3.1a"), ("Y17", "X17", "violation 17.3.1a")]
)
def test_odds_rest_on_the_country_of_a_unit_in_the_winter(attacker: str, defender: str, expected: str) -> None:
    assert told(ATTACK.format(attacker, defender), WINTER) == [expected]


def test_the_country_is_told_as_what_they_rest_on() -> None:
    assert facts_in_doubt(ATTACK.format("B9", "B8"), WINTER) == ["B9 lies in Russia"]


def test_a_city_near_decides_whatever_the_country() -> None:
    at = GAME.board.grid.hex("D10")
    alone, near = (position(f"{control}on D10: ger-41-pz", WINTER) for control in ("", "control: Leningrad axis\n"))
    assert [fact.statement for fact in supply_facts(GAME, alone, "ger-41-pz", at)] == ["D10 lies in Russia"]
    assert supply_facts(GAME, near, "ger-41-pz", at) == ()


@pytest.mark.parametrize(("origin", "at", "verdict"), [("B8", "B7", "doubt"), ("M12", "M11", "violation")])
def test_an_automatic_victory_and_the_lowest_odds_rest_on_it(origin: str, at: str, verdict: str) -> None:
    stacks = f"on {origin}: ger-56-pz ger-41-pz ger-47-pz\non {at}: rus-6-tank\n"
    won = told(f"{stacks}av 1: ger-56-pz ger-41-pz ger-47-pz x rus-6-tank", "turn 5 axis impulse 1 movement snow")
    assert won == [f"{verdict} 16.1a"]
    low = f"on {origin}: ger-17-inf\non {at}: rus-30-inf rus-13-inf rus-40-inf\n"
    low += "attack 1: ger-17-inf x rus-30-inf rus-13-inf rus-40-inf\n"
    assert f"{verdict} 12.5b" in told(low, WINTER)


# The railroad


def test_a_junction_rests_on_the_links_that_lead_on_from_it() -> None:
    o16 = GAME.board.grid.hex("O17")
    assert "rails join O16 and O15" in [fact.statement for fact in line_doubts(GAME.board, 1 << o16)]


LINE = (
    "control: Minsk axis, Vitebsk axis\nrail: axis O19 L15\non O19: ger-9-inf\non L15: ger-5-inf\non R9: rus-30-inf\n"
)


def test_a_train_of_the_next_turn_over_rails_that_a_doubtful_junction_kept_from_its_side_is_doubted() -> None:
    later = LINE + "end\n" * 6 + "weather 2\nend\n"
    at = "turn 2 axis impulse 2 end clear"
    ride = "rail ger-9-inf O19 O18 O17 O16 N16 M15 L15"
    assert "doubt 9.1a" in told(later + ride, at)
    # Rails that no doubtful link concerns are the enemy's for certain.
    assert "violation 9.3.2a" in told(later + "rail ger-9-inf O19 P19", at)


def test_the_position_remembers_those_rails_until_the_junction_is_of_no_account() -> None:
    state = position(LINE + "end", "turn 2 axis impulse 2 end clear")
    assert {"O18", "O17", "N16", "M15"} <= names(state.traces["doubted-rail"])
    stated = position(LINE + "convert O18 O17 O16 N16 M15\nend", "turn 2 axis impulse 2 end clear")
    assert "O17" not in names(stated.traces.get("doubted-rail", 0))


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        # L14 has rails only by a stub that may be misread; its neighbours are near no other rails of the enemy.
        ("L12 L13", ["doubt 26.10b"]),
        ("L13 L12", ["doubt 26.10f"]),
    ],
)
def test_strategic_moves_to_and_from_a_doubtful_stub_are_doubted(way: str, expected: list[str]) -> None:
    start, goal = way.split()
    text = f"options: 26.10\nat: turn 3 axis impulse 1 movement clear\nrail: axis {_all_but('L14')}\n"
    text += f"control: {_every_place('axis')}\non {start}: ger-12-inf\nstrategic ger-12-inf {start} {goal}"
    assert told(text) == expected


def _all_but(name: str) -> str:
    rails = GAME.board.rail_hexes & ~(1 << GAME.board.grid.hex(name))
    return " ".join(GAME.board.grid.names(rails))


def _every_place(side: str) -> str:
    return ", ".join(f"{GAME.hex_name(at)} {side}" for at in sorted(GAME.controllable))


# The coasts


def test_a_coast_rests_on_the_soundest_sea_beside_it() -> None:
    board = GAME.board
    # F25 alone, of which our copy of the map is in doubt, makes a coast of F26; E25 lies on sound sea hexes as well.
    assert [board.coast_fact(board.grid.hex(at)).trust.carries_violation for at in ("F26", "E25")] == [False, True]
    assert board.coast_fact(board.grid.hex("F26")).doubt.startswith("F25 is sea: ")


def test_a_hex_beside_one_of_doubtful_terrain_is_inland_with_that_doubt() -> None:
    board = GAME.board
    assert [bool(board.coast_fact(board.grid.hex(at)).doubt) for at in ("D29", "S12", "C19")] == [True, False, False]


SAILED = (
    "control: Helsinki axis, Riga axis, Tallinn axis\non {0}: ger-12-inf\nsea transfer ger-12-inf {0} {1} roll {2}\n"
)


@pytest.mark.parametrize(("start", "verdict"), [("F26", "doubt"), ("F17", "violation")])
@pytest.mark.parametrize(
    ("die", "then", "rule"),
    [
        (1, "eliminate ger-12-inf because 10.5", "10.5c"),
        (1, "move ger-12-inf D15 C15", "10.3b"),
        (6, "move ger-12-inf D15 C15", "10.5c"),
    ],
)
def test_what_a_unit_does_after_it_sailed_rests_on_the_coasts(
    start: str, verdict: str, die: int, then: str, rule: str
) -> None:
    found = told(SAILED.format(start, "D15", die) + then)
    assert f"{verdict} {rule}" in found


@pytest.mark.parametrize(("goal", "verdict"), [("OO17", "doubt"), ("JJ22", "violation")])
def test_who_sails_while_rumania_is_neutral_rests_on_the_coasts(goal: str, verdict: str) -> None:
    text = (
        "options: 28.6\nbefore: early start, choice mediterranean-distraction yes\nbox axis off-map-units: ger-12-inf\n"
    )
    (found,) = [
        each
        for each in findings(f"{text}sea transfer ger-12-inf off-map-units {goal} roll 1")
        if each.rule == "28.6-MD-2b"
    ]
    assert (found.verdict.value, found.hexes) == (verdict, (goal,))


# Cities


def test_a_city_whose_hex_is_in_doubt_is_so_in_both_hexes() -> None:
    odessa = GAME.board.cities["Odessa"]
    assert names(odessa.elsewhere) == {"CC24"}
    for name in ("DD24", "CC24"):
        assert GAME.board.city_doubts(1 << GAME.board.grid.hex(name)) == (odessa.fact,)
    assert GAME.board.city_doubts(1 << GAME.board.grid.hex("DD25")) == ()


def _alone(city: str, at: str) -> str:
    """Return a record of a unit removed for want of supply, whose side has one city and no rails."""
    rails = " ".join(GAME.board.grid.names(GAME.board.rail_hexes))
    return (
        f"control: {_every_place('russian')}, {city} axis\nrail: russian {rails}\non {at}: ger-12-inf\n"
        "eliminate ger-12-inf because 17.2"
    )


@pytest.mark.parametrize(
    ("at", "city", "expected"),
    [
        ("DD25", "Odessa", "doubt 17.2e"),
        ("CC24", "Odessa", "doubt 17.2e"),
        ("O19", "Minsk", "violation 17.2e"),
        ("O20", "Minsk", "violation 17.2e"),
    ],
)
def test_a_unit_fed_by_such_a_city_is_not_fed_for_certain(at: str, city: str, expected: str) -> None:
    assert told(_alone(city, at), "turn 8 axis impulse 2 end clear") == [expected]


def test_such_a_doubt_names_the_city_and_no_zone_of_control() -> None:
    (found,) = findings(_alone("Odessa", "DD25"), "turn 8 axis impulse 2 end clear")
    assert found.sentence == (
        "Whether ger-12-inf in DD25 is in general supply depends on what our data of the map have in doubt."
    )
    assert "Odessa is a major city in DD24" in [fact.statement for fact in found.facts]


def test_a_port_that_may_lie_in_the_next_hex_is_doubted() -> None:
    text = "control: Odessa axis\non CC24: rum-cav\nsea transfer rum-cav CC24 off-map-units roll 1"
    assert "doubt 10.3.1a" in told(text)


# Counts and sums


def test_factors_that_are_matched_with_a_doubtful_one_are_left_unmatched_with_a_doubt() -> None:
    header = "on K33: {unit}\non R9: rus-30-inf\non Y20: ger-17-inf ger-56-pz\nbox axis off-map-units: ger-23-inf\n"
    acts = "exit {unit} west\n" + "end\n" * 5 + "weather 1\nend\n"
    acts += "withdraw ger-17-inf because 20.10\nenter ger-23-inf E33"
    at = "turn 8 russian impulse 1 movement clear"
    assert told((header + acts).format(unit="rus-54-inf"), at)[-1] == "doubt 20.10.1b"
    assert told((header + acts).format(unit="rus-40-inf"), at)[-1] == "violation 20.10.1b"


def test_points_saved_with_a_doubtful_cost_are_doubted_in_the_next_turn() -> None:
    header = "options: 26.15\non R9: rus-worker-moscow rus-worker-a1\nbox russian replacement-pool: {}\n"
    first, at = "replace {} R9\n", "turn 8 russian impulse 1 movement clear"
    state = position(header.format("rus-54-inf") + first.format("rus-54-inf") + "end\n" * 6, at)
    assert ("counted", "russian-saved", "rus-54-inf") in state.marks
    state = position(header.format("rus-30-inf") + first.format("rus-30-inf") + "end\n" * 6, at)
    assert not any(mark[0] == "counted" for mark in state.marks)


# Land or sea


def test_whatever_is_said_of_a_hex_that_may_be_land_or_sea_is_a_doubt_but_for_stacks() -> None:
    doubted = [GAME.hex_name(at) for at in hexes(GAME.doubted_terrain)]
    assert "F25" in doubted
    assert told("on F25: ger-41-pz ger-56-pz ger-47-pz ger-12-inf\nend") == ["violation 6.1b"]
    far = "on F25: ger-41-pz\non R9: rus-30-inf\nmove ger-41-pz F25 F24 F23 F22 F21 F20 F19 F18 F17"
    assert {one.split()[0] for one in told(far)} == {"doubt"}


# Districts


def test_a_hex_that_may_lie_in_the_next_district_is_doubted_at_the_set_up() -> None:
    at = "turn 1 axis impulse 1 weather clear"
    assert told("setup rus-11-inf J21", at) == ["doubt 3.3c"]
    assert told("setup rus-11-inf L21", at) == ["violation 3.3c"]
