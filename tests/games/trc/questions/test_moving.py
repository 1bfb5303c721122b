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


def moved(text: str, act: str) -> State:
    record = read_record(f"game: trc\n{SECOND_TURN}{text}{act}\n", "moved", find_game)
    return GAME.apply(record.start, record.lines[0].entry)  # type: ignore[arg-type]


ALREADY = "It has moved in this phase and can go no further."
ZONE = "on {}: ger-24-pz\non N21: rus-10-inf\n"


@pytest.mark.parametrize(
    ("start", "act", "put", "goes_on", "closed"),
    [
        ("M24", "move ger-24-pz M24 N24 N23 N22", "", False, ALREADY),
        # It was put into the zone by hand: its way does not lead there.
        ("M24", "move ger-24-pz M24 N24", "N22", True, ""),
        # It began in the zone and left it.
        ("N22", "move ger-24-pz N22 N23", "", True, ""),
        # It left the zone and came back, which the judges tell of.
        ("N22", "move ger-24-pz N22 N23 N22", "", False, "7.2: "),
    ],
)
def test_who_has_entered_a_zone_goes_no_further(start: str, act: str, put: str, goes_on: bool, closed: str) -> None:
    state = moved(ZONE.format(start), act)
    found = land(ASK.put(state, "ger-24-pz", at(put)) if put else state, "ger-24-pz")
    assert bool(found.ends) == goes_on
    assert found.closed.startswith(closed)
    assert bool(found.closed) == bool(closed)


@pytest.mark.parametrize("put", ["P24", "M23"])
@pytest.mark.parametrize("act", ["move ger-24-pz M24 N24 O24 P24", "move ger-24-pz M24 > P24"])
def test_a_way_takes_what_it_is_long_whether_all_its_hexes_are_told_or_not(act: str, put: str) -> None:
    # Of seven hexes the unit has four left, also where it was put by hand.
    ends = land(ASK.put(moved("on M24: ger-24-pz\n", act), "ger-24-pz", at(put)), "ger-24-pz").ends
    assert max(GAME.board.grid.distance(at(put), goal) for goal in hexes(ends)) == 4


def test_a_unit_that_is_put_elsewhere_goes_on_from_there_and_not_from_where_its_way_led() -> None:
    there = ASK.put(moved(ZONE.format("M24"), "move ger-24-pz M24 N24"), "ger-24-pz", at("M23"))
    ends = land(there, "ger-24-pz").ends
    assert ends >> at("G24") & 1
    assert max(GAME.board.grid.distance(at("M23"), goal) for goal in hexes(ends)) == 6


def test_what_a_doubtful_allowance_might_permit_is_told_as_doubtful() -> None:
    head = SECOND_TURN.replace("impulse 1", "impulse 2")
    found = land(position(f"{head}on M24: ger-3-pz\n"), "ger-3-pz")
    farthest = [
        max(GAME.board.grid.distance(at("M24"), h) for h in hexes(part)) for part in (found.ends, found.doubtful)
    ]
    assert farthest == [4, 6]
    assert not found.ends & found.doubtful


def test_a_unit_without_an_allowance_may_not_move() -> None:
    assert land(position(f"{SECOND_TURN}on M24: ger-hq-center\n"), "ger-hq-center").closed == (
        "ger-hq-center may not move now."
    )


@pytest.mark.parametrize(("goal", "legal"), [("JJ22", True), ("EE25", True), ("DD24", False), ("E10", False)])
def test_a_way_by_sea_leads_to_where_a_sea_move_ends(goal: str, legal: bool) -> None:
    state = position(f"{SECOND_TURN}control: Odessa axis\non DD24: rum-cav\n")
    way = ASK.way(state, "rum-cav", at(goal), "sea")
    assert way is not None
    assert (way.manner, way.hexes) == ("sea", (at("DD24"), at(goal)) if legal else ())


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
    assert supposed.words == "Shown for turn 2, Russian impulse 1, movement, with the pieces where they are now"
    assert ASK.reach(supposed.state, "rus-10-inf") is not None


def test_the_weather_of_a_turn_to_come_is_said_to_be_unknown() -> None:
    supposed = ASK.to_move(position(FRONT.replace("axis impulse 1 movement", "russian impulse 2 movement")), "axis")
    assert supposed is not None
    assert str(supposed.state.clock) == "turn 3 axis impulse 1 movement"
    assert supposed.words.endswith("; the weather of that turn is unknown, and taken as it is now")


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
