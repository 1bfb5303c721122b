"""Reach of units, as the page is told: the same as the judges of moves say, hex by hex."""

from __future__ import annotations

import pytest

from tests.games.trc.questions.positions import ASK, GAME, SECOND_TURN, at, met, names, position
from trc_module.games import find_game
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Move
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.questions import Ways
from trc_module.rules.record import read_record
from trc_module.rules.state import State, Trail, UnitId

FRONT = SECOND_TURN + "on M24: ger-24-pz ger-46-pz\non K24: ger-9-inf\non N22: rus-10-inf\non L22: rus-6-cav\n"


def land(state: State, unit: UnitId) -> Ways:
    found = ASK.reach(state, unit)
    assert found is not None
    return next(ways for ways in found.ways if ways.manner == "land")


def test_a_unit_goes_as_far_as_its_factor_and_stops_at_the_enemy() -> None:
    state = position(FRONT)
    found = ASK.reach(state, "ger-9-inf")
    assert found is not None
    assert land(state, "ger-9-inf").ends >> at("L23") & 1
    assert not land(state, "ger-9-inf").ends >> at("L22") & 1
    assert names(found.attacks) == ""
    assert names(found.attacks_after) == "L22 N22"
    assert [(note.rule, note.words) for note in found.notes] == [("5.4", "It may move 4 hexes over land.")]
    assert [(ways.manner, ways.closed) for ways in found.ways[1:]] == [
        ("rail", "No ride along friendly rails, clear of enemy zones of control, begins in its hex."),
        ("sea", "Its hex is not on a coast."),
    ]


def test_the_way_to_a_hex_ends_where_a_rule_says_so() -> None:
    way = ASK.way(position(FRONT), "ger-9-inf", at("L23"), "land")
    assert way is not None
    assert [GAME.board.grid.name(h) for h in way.hexes] == ["K24", "K23", "L23"]
    assert [(reason.rule, reason.words) for reason in way.held] == [
        ("7.2", "A unit stops as soon as it enters an enemy zone of control.")
    ]
    assert way.against == ()


def test_a_way_that_is_forbidden_comes_with_the_rule() -> None:
    way = ASK.way(position(FRONT), "ger-9-inf", at("L20"), "land")
    assert way is not None
    assert way.hexes == ()
    assert [finding.rule for finding in way.against] == ["4.1.2c"]


def test_a_unit_in_a_zone_of_control_is_pinned_in_the_second_impulse() -> None:
    head = FRONT.replace("impulse 1", "impulse 2").replace("on K24: ger-9-inf", "on L23: ger-9-inf")
    assert land(position(head), "ger-9-inf").closed == (
        "A unit in an enemy zone of control in a second impulse stays there."
    )


def test_a_full_hex_is_told_but_not_forbidden() -> None:
    head = SECOND_TURN + "on M24: ger-24-pz\non M23: ger-46-pz ger-47-pz ger-39-pz\n"
    found = land(position(head), "ger-24-pz")
    assert names(found.crowded) == "M23"
    assert found.ends >> at("M23") & 1
    way = ASK.way(position(head), "ger-24-pz", at("M23"), "land")
    assert way is not None
    assert [reason.rule for reason in way.held] == ["6.2a"]


def test_a_unit_that_is_put_elsewhere_has_what_its_way_left_of_its_allowance() -> None:
    record = read_record(
        f"game: trc\n{SECOND_TURN}on M24: ger-24-pz\nmove ger-24-pz M24 N24 O24 P24\n", "moved", find_game
    )
    moved = GAME.apply(record.start, record.lines[0].entry)  # type: ignore[arg-type]
    fresh = ASK.put(record.start, "ger-24-pz", at("M25"))
    there = ASK.put(moved, "ger-24-pz", at("M25"))
    far, near = land(fresh, "ger-24-pz").ends, land(there, "ger-24-pz").ends
    assert near
    assert not near & ~far
    (beyond, *_) = hexes(far & ~near)
    (within, *_) = hexes(near)
    ways = [ASK.way(there, "ger-24-pz", goal, "land") for goal in (within, beyond)]
    assert [bool(way and way.hexes) for way in ways] == [True, False]


def test_rails_lead_as_far_as_the_side_owns_them() -> None:
    head = SECOND_TURN + "on L25: ger-24-pz\n"
    found = ASK.reach(position(head), "ger-24-pz")
    assert found is not None
    ends = next(ways.ends for ways in found.ways if ways.manner == "rail")
    assert ends >> at("M26") & 1 or ends.bit_count() > 20
    goal = next(hexes(ends))
    way = ASK.way(position(head), "ger-24-pz", goal, "rail")
    assert way is not None
    assert way.hexes[0] == at("L25")
    assert way.hexes[-1] == goal
    assert all(GAME.board.rail_hexes >> h & 1 for h in way.hexes)


def test_the_enemy_is_asked_for_as_if_it_were_his_turn() -> None:
    supposed = ASK.to_move(position(FRONT), "russian")
    assert supposed is not None
    assert str(supposed.state.clock) == "turn 2 russian impulse 1 movement"
    assert supposed.words == "as if it were turn 2 russian impulse 1 movement, with all else as it is now"
    assert ASK.reach(supposed.state, "rus-10-inf") is not None


def test_the_weather_of_a_turn_to_come_is_said_to_be_unknown() -> None:
    supposed = ASK.to_move(position(FRONT.replace("axis impulse 1 movement", "russian impulse 2 movement")), "axis")
    assert supposed is not None
    assert str(supposed.state.clock) == "turn 3 axis impulse 1 movement"
    assert supposed.words.endswith("; the weather of that turn is not known, and taken as it is now")


@pytest.mark.parametrize("seed", [3])
def test_what_may_be_reached_is_what_the_judges_let_pass(seed: int) -> None:
    asked = 0
    for state in met(seed, 4, 45):
        units = [unit for unit, place in state.forces[state.clock.side].places.items() if not isinstance(place, str)]
        for unit in units[:: max(1, len(units) // 4)]:
            if GAME.units[unit].type == "air":
                continue
            place = state.place(unit)
            assert isinstance(place, int)
            found = land(state, unit)
            for goal in hexes(GAME.board.grid.disc(place, 9) & GAME.board.land & ~(1 << place)):
                verdicts = {f.verdict for f in check(GAME, state, Move(unit, Trail((place, goal), frozenset({0}))))}
                where = f"{unit} to {GAME.hex_name(goal)} in {state.clock}"
                assert bool(found.ends >> goal & 1) == (not verdicts & {Verdict.VIOLATION, Verdict.DOUBT}), where
                if found.doubtful >> goal & 1:
                    assert verdicts == {Verdict.DOUBT}, where
                asked += 1
    assert asked > 500
