from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.trc.play import GAME, findings, hexset, names, position, told
from trc_module.board import Terrain
from trc_module.games.trc.movement.land_movement import reachable
from trc_module.hexgrid import Hex, hexes
from trc_module.rules import check, legal_actions
from trc_module.rules.actions import Move
from trc_module.rules.state import State, Trail
from trc_module.systems.weather import weather_of, with_weather

SECOND = "turn 2 axis impulse 2 movement clear"
RUSSIAN = "turn 2 russian impulse 1 movement clear"

LAND = list(hexes(GAME.board.land))
MOVERS = ["ger-41-pz", "ger-12-inf", "ger-49-mtn", "rum-cav", "ger-hq-south", "ger-hitler", "ger-1-cav", "ger-3-lw"]
ENEMIES = ["rus-24-inf", "rus-1-tank", "rus-partisan-1", "rus-worker-kiev", "rus-stavka", "rus-5-para"]


def ends_by_walking(state: State, name: str, allowance: int) -> set[Hex]:
    """Walk every path as the rulebook describes it: slow, and written without any kernel."""
    board, unit = GAME.board, GAME.units[name]
    enemy = dict(state.forces["russian" if unit.side == "axis" else "axis"].places)
    own = {u: at for u, at in state.forces[unit.side].places.items() if u != name}

    def closed(a: Hex, b: Hex) -> bool:
        return (min(a, b), max(a, b)) in board.closed_sides

    def strait(a: Hex, b: Hex) -> bool:
        return (min(a, b), max(a, b)) in board.straits

    def controlled(h: Hex) -> bool:
        for foe, at in enemy.items():
            assert not isinstance(at, str)
            if at == h:
                return True
            near = board.grid.adjacent(at, h) and not closed(at, h) and not strait(at, h)
            if near and GAME.units[foe].type != "partisan" and board.land >> at & 1:
                return True
        return False

    def may_enter(a: Hex, b: Hex) -> bool:
        if not board.land >> b & 1 or closed(a, b) or board.country_of.get(b) == "Bulgaria":
            return False
        if any(at == b and GAME.units[foe].type != "partisan" for foe, at in enemy.items()):
            return False
        if controlled(a) and controlled(b):
            return False
        company = any(at == b and GAME.units[friend].type != "hq" for friend, at in own.items())
        return not (unit.type == "hq" and controlled(b) and not company)

    def must_stop(a: Hex, b: Hex) -> bool:
        terrain = board.terrain[b]
        return (
            controlled(b)
            or strait(a, b)
            or (terrain is Terrain.WOODS and unit.type not in ("infantry", "mountain", "paratroop", "luftwaffe"))
            or (terrain is Terrain.MOUNTAIN and unit.type != "mountain")
            or (terrain is Terrain.SWAMP and weather_of(state) != "snow")
        )

    start = state.place(name)
    assert isinstance(start, int)
    ends = {start}
    if allowance == 0 or (state.clock.part == 2 and controlled(start)):
        return ends
    front = {start}
    for _ in range(allowance):
        onward = set()
        for a in front:
            for b in hexes(board.grid.neighbours[a]):
                if may_enter(a, b):
                    ends.add(b)
                    if not must_stop(a, b):
                        onward.add(b)
        front = onward
    return ends


@st.composite
def encounters(draw: st.DrawFn) -> tuple[State, str]:
    centre = draw(st.sampled_from(LAND))
    near = st.sampled_from(list(hexes(GAME.board.grid.disc(centre, 4) & GAME.board.land)))
    name = draw(st.sampled_from(MOVERS))
    state = GAME.start("none", frozenset()).with_units("axis", {name: centre})
    taken = {centre}
    for enemy in draw(st.sets(st.sampled_from(ENEMIES), max_size=4)):
        at = draw(near)
        if at not in taken:
            state = state.with_units("russian", {enemy: at})
    friends = [unit for unit in ("ger-56-pz", "ger-hq-north") if unit != name]
    russians = state.forces["russian"].occupied
    for friend in friends:
        at = draw(near)
        if not russians >> at & 1:
            state = state.with_units("axis", {friend: at})
    clock = GAME.sequence.find(2, "axis", draw(st.integers(1, 2)), "movement")
    assert clock is not None
    return with_weather(replace(state, clock=clock), draw(st.sampled_from(["clear", "snow"]))), name


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(encounters())
def test_the_hexes_in_reach_are_those_that_walking_every_path_finds(encounter: tuple[State, str]) -> None:
    state, name = encounter
    allowance = GAME.printed_allowance(name, state.clock.part, weather_of(state)).value
    assert allowance is not None
    assert names(reachable(GAME, state, name)) == names(sum(1 << h for h in ends_by_walking(state, name, allowance)))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(encounters())
def test_the_moves_that_are_listed_are_those_that_nothing_is_said_about(encounter: tuple[State, str]) -> None:
    state, name = encounter
    listed = {move for move in legal_actions(GAME, state, Move) if move.unit == name}
    start = state.place(name)
    assert isinstance(start, int)
    near = GAME.board.grid.disc(Hex(start), 8) & ~(1 << start)
    moves = {Move(name, Trail((Hex(start), goal), frozenset({0}))) for goal in hexes(near)}
    assert listed == {move for move in moves if not check(GAME, state, move)}


# Zones of control


def test_two_units_side_by_side_contest_exactly_four_hexes() -> None:
    state = position("on FF21: ger-41-pz\non FF22: rus-24-inf\n")
    axis, russian = (GAME.zones.of(state.forces[side]) for side in GAME.sides)
    assert names(axis & russian) == {"EE21", "FF21", "FF22", "GG21"}


def test_no_zone_reaches_across_the_dashes_by_riga_nor_at_jj17() -> None:
    assert told("on F19: ger-41-pz\non F17: rus-27-inf\nmove ger-41-pz F19 F18 G17\n") == []
    assert told("on KK16: ger-41-pz\non JJ17: rus-27-inf\nmove ger-41-pz KK16 KK17 KK18\n") == []
    state = position("on JJ17: rus-27-inf\n")
    assert not GAME.zones.of(state.forces["russian"]) & hexset("KK17")


def test_partisans_stop_only_who_enters_their_hex() -> None:
    beside = "on Y20: ger-41-pz\non Y18: rus-partisan-1\nmove ger-41-pz Y20 Y19 Z19 Z18\n"
    through = "on Y20: ger-41-pz\non Y18: rus-partisan-1\nmove ger-41-pz Y20 Y19 Y18 Y17\n"
    assert told(beside) == []
    assert told(through) == ["violation 19.2b"]


def test_an_enemy_in_the_hex_counts_even_if_a_partisan_is_there_too() -> None:
    text = "on Y20: ger-41-pz\non Y18: rus-partisan-1 rus-24-inf\nmove ger-41-pz Y20 Y19 Y18\n"
    assert told(text) == ["violation 5.3a"]


def test_from_zone_to_zone_is_told_of_who_begins_in_one_and_a_missed_stop_of_who_enters_one() -> None:
    text = "on {}: ger-41-pz\non X17: rus-24-inf\nmove ger-41-pz {} Y16\n"
    begins, enters = text.format("Y17", "Y17"), text.format("Y19", "Y19 Y18 Y17")
    assert told(begins) == ["violation 8.3a"]
    assert findings(begins)[0].sentence == (
        "ger-41-pz moved directly from the enemy zone of control in Y17 to that of rus-24-inf in Y16."
    )
    assert set(findings(begins)[0].units) == {"ger-41-pz", "rus-24-inf"}
    assert told(enters) == ["violation 7.2"]
    assert findings(enters)[0].sentence == "ger-41-pz moved on after entering the zone of control of rus-24-inf in Y17."
    assert told("on Y18: ger-12-inf\n" + enters) == ["violation 7.2"]


def test_an_unknown_path_is_legal_if_any_path_is() -> None:
    wall = "on Y17: rus-24-inf\non W16: rus-13-inf\non AA17: rus-4-inf\n"
    assert told(f"on Y20: ger-12-inf\n{wall}move ger-12-inf Y20 > Y18\n") == []
    assert told(f"on Y20: ger-41-pz\n{wall}move ger-41-pz Y20 > Y14\n") == ["violation 7.2"]


def test_a_unit_may_leave_one_zone_and_enter_another_in_the_first_impulse_only() -> None:
    text = "on Y17: ger-41-pz\non X17: rus-24-inf\nmove ger-41-pz Y17 Z17 Y16\n"
    assert told(text) == []
    assert told(text, SECOND) == ["violation 8.4"]


def test_who_is_not_in_a_zone_moves_in_the_second_impulse() -> None:
    assert told("on Y18: ger-41-pz\non X17: rus-24-inf\nmove ger-41-pz Y18 Y17\n", SECOND) == []


def test_a_unit_pinned_by_an_enemy_removed_since_stays_pinned() -> None:
    text = "before: pinned ger-41-pz\non Y17: ger-41-pz\nmove ger-41-pz Y17 Y16\n"
    assert told(text, SECOND) == ["violation 8.4"]


# Allowances


@pytest.mark.parametrize(
    ("at", "move", "expected"),
    [
        ("turn 2 axis impulse 1 movement clear", "ger-12-inf Y20 > Y16", []),
        ("turn 2 axis impulse 1 movement clear", "ger-12-inf Y20 > Y15", ["violation 4.1.2c"]),
        ("turn 2 russian impulse 1 movement clear", "rus-24-inf Y20 > Y17", []),
        ("turn 2 russian impulse 1 movement clear", "rus-24-inf Y20 > Y16", ["violation 4.2.1b"]),
        # The chart of the second impulse is assumed; up to the printed factor a longer move is no more than a doubt.
        ("turn 2 axis impulse 2 movement clear", "ger-41-pz Y20 > Y16", []),
        ("turn 2 axis impulse 2 movement clear", "ger-41-pz Y20 > Y15", ["doubt 5.4"]),
        ("turn 2 axis impulse 2 movement clear", "ger-41-pz Y20 > Y14", ["doubt 5.4"]),
        ("turn 2 axis impulse 2 movement clear", "ger-41-pz Y20 > Y13", ["violation 5.4"]),
        ("turn 2 axis impulse 2 movement clear", "ger-41-pz Y20 > Y12", ["violation 5.4"]),
        ("turn 2 axis impulse 2 movement mud", "ger-41-pz Y20 > Y19", ["violation 4.1.4a"]),
        # One hex in snow is what earlier editions give to all who move then.
        ("turn 5 axis impulse 2 movement snow", "ger-12-inf Y20 > Y19", []),
        ("turn 5 axis impulse 2 movement snow", "ger-12-inf Y20 > Y18", ["doubt 5.4"]),
        ("turn 2 russian impulse 2 movement clear", "rus-24-inf Y20 > Y19", ["violation 4.2.3a"]),
        ("turn 2 russian impulse 2 movement clear", "rus-2-cav Y20 > Y19", ["doubt 4.2.3a"]),
        ("turn 2 axis impulse 1 movement clear", "ger-hq-south Y20 > Y19", ["violation 11.1b"]),
        ("turn 2 axis impulse 2 movement mud", "ger-hq-south Y20 > Y13", []),
        ("turn 2 axis impulse 2 movement mud", "ger-hq-south Y20 > Y12", ["violation 5.4"]),
        ("turn 2 axis impulse 1 movement clear", "ger-hitler Y20 > Y19", ["violation 11.2a"]),
        ("turn 2 russian impulse 1 movement clear", "rus-worker-kiev Y20 > Y19", ["violation 22.2b"]),
        ("turn 2 axis impulse 1 movement clear", "ger-12-inf Y20 > Y20", []),
    ],
)
def test_how_far_a_unit_may_move(at: str, move: str, expected: list[str]) -> None:
    assert told(f"on Y20: {move.split()[0]}\nmove {move}\n", at) == expected


def test_what_nobody_has_told_us_is_skipped_and_what_a_record_does_not_say_is_undecided() -> None:
    assert told("on Y20: ger-pz-bg\nmove ger-pz-bg Y20 > Y10\n") == ["skipped 5.4"]
    assert told("on Y20: ger-pz-bg\non X17: rus-24-inf\nmove ger-pz-bg Y20 Y19 Y18 Y17 Z17\n") == ["violation 7.2"]
    russian = "turn 4 russian impulse 1 movement clear"
    assert told("on Y20: rus-partisan-1\nmove rus-partisan-1 Y20 Y19\n", russian) == ["violation 4.2.1b"]
    assert told("before: moved ger-12-inf\non Y20: ger-12-inf\nmove ger-12-inf Y20 Y19\n") == ["undecided 5.3b"]


def test_a_doubted_movement_factor_makes_a_doubt_of_a_move_that_is_too_long() -> None:
    assert told("on Y20: rus-10gd-inf\nmove rus-10gd-inf Y20 > Y15\n", RUSSIAN) == ["doubt 4.2.1b"]


def test_all_steps_of_a_phase_count_together() -> None:
    steps = "on Y20: ger-12-inf\nmove ger-12-inf Y20 > Y18\nmove ger-12-inf Y18 Y17 Y16\n"
    assert told(steps) == []
    assert told(steps + "move ger-12-inf Y16 Y15\n") == ["violation 5.3b"]
    assert told(steps + "end\nend\nmove ger-12-inf Y16 Y15\n") == []


def test_a_stop_in_one_step_binds_the_next() -> None:
    text = "on Y20: ger-41-pz\non X17: rus-24-inf\nmove ger-41-pz Y20 > Y17\nmove ger-41-pz Y17 Z17\n"
    assert told(text) == ["violation 7.2"]


def test_the_same_fault_of_one_move_is_told_once() -> None:
    text = "on Y20: ger-12-inf\nmove ger-12-inf Y20 > Y14\nmove ger-12-inf Y14 Y13\nmove ger-12-inf Y13 Y12\n"
    assert told(text) == ["violation 4.1.2c", "violation 5.3b"]


# Terrain, coasts, countries


@pytest.mark.parametrize(
    ("unit", "path", "weather", "expected"),
    [
        ("ger-41-pz", "S15 S14 S13", "clear", ["violation 8.2a"]),
        ("ger-12-inf", "S15 S14 S13", "clear", []),
        ("ger-49-mtn", "S15 S14 S13", "clear", []),
        ("ger-3-lw", "S15 S14 S13", "clear", []),
        ("rum-cav", "S15 S14 S13", "clear", ["violation 8.2a"]),
        ("ger-12-inf", "T26 T25 T24", "clear", ["violation 8.2a"]),
        ("ger-49-mtn", "T26 T25 T24", "clear", []),
        ("ger-12-inf", "T17 T18 T19", "clear", ["violation 8.2a"]),
        ("ger-49-mtn", "T17 T18 T19", "light-mud", ["violation 8.2a"]),
        ("ger-12-inf", "T17 T18 T19", "snow", []),
        ("ger-41-pz", "S14 S15 S16", "clear", []),
    ],
)
def test_who_stops_in_which_terrain(unit: str, path: str, weather: str, expected: list[str]) -> None:
    text = f"on {path.split()[0]}: {unit}\nmove {unit} {path}\n"
    assert told(text, f"turn 5 axis impulse 1 movement {weather}") == expected


def test_headquarters_stop_and_want_company() -> None:
    assert told("on S15: ger-hq-center\nmove ger-hq-center S15 S14 S13\n", SECOND) == ["violation 11.1d"]
    assert told("on T17: ger-hq-center\nmove ger-hq-center T17 T18 T19\n", "turn 5 axis impulse 2 movement snow") == []
    alone = "on Y20: ger-hq-south\non X17: rus-24-inf\n"
    assert told(alone + "move ger-hq-south Y20 > Y17\n", SECOND) == ["violation 11.1f"]
    assert told(alone + "on Y17: ger-12-inf\nmove ger-hq-south Y20 > Y17\n", SECOND) == []
    assert told(alone + "on Y17: ger-hq-north\nmove ger-hq-south Y20 > Y17\n", SECOND) == ["violation 11.1f"]


def test_the_kerch_strait_is_crossed_and_ends_the_move() -> None:
    assert told("on JJ21: ger-41-pz\nmove ger-41-pz JJ21 > KK19\n") == []
    assert told("on JJ21: ger-41-pz\nmove ger-41-pz JJ21 > LL19\n") == ["violation 8.5.1a"]
    assert told("on JJ21: ger-41-pz\nmove ger-41-pz JJ21 > KK19\nmove ger-41-pz KK19 LL19\n") == ["violation 8.5.1a"]


def test_nobody_walks_over_water() -> None:
    assert told("on F18: ger-41-pz\nmove ger-41-pz F18 F17\n") == ["violation 8.5"]
    assert told("on F18: ger-12-inf\nmove ger-12-inf F18 > F17\n") == []
    assert told("on GG19: ger-41-pz\nmove ger-41-pz GG19 HH21\n") == ["violation 8.6a"]
    assert told("on GG19: ger-12-inf\nmove ger-12-inf GG19 > HH21\n") == []  # by land
    assert told("on GG19: rus-24-inf\nmove rus-24-inf GG19 > HH21\n", RUSSIAN) == ["violation 8.6a"]


def test_the_sea_cannot_be_entered_and_land_under_a_chart_is_a_matter_of_doubt() -> None:
    assert told("on DD24: rum-cav\nmove rum-cav DD24 EE24\n") == ["violation 8.5"]
    off_play = next(h for h in hexes(GAME.board.off_play) if GAME.board.grid.neighbours[h] & GAME.board.land)
    beside = next(hexes(GAME.board.grid.neighbours[off_play] & GAME.board.land))
    a, b = GAME.hex_name(beside), GAME.hex_name(off_play)
    header = "before: triggered bulgarian-garrison\n"
    assert told(f"{header}on {a}: rum-cav\nmove rum-cav {a} {b}\n") == ["doubt 8.5"]


def test_bulgaria_opens_with_its_garrison_to_both_sides() -> None:
    move = "on DD30: rum-cav\nmove rum-cav DD30 EE30\n"
    assert told(move) == ["violation 5.5"]
    assert told("before: triggered bulgarian-garrison\n" + move) == []
    theirs = "on DD30: rus-24-inf\nmove rus-24-inf DD30 EE30\n"
    assert told(theirs, RUSSIAN) == ["violation 5.5"]


def test_whether_bulgaria_is_open_may_be_unknown() -> None:
    """A Russian unit may have come near Bucharest on its way: the garrison may have been released."""
    move, unknown = "on DD30: rum-cav\nmove rum-cav DD30 {}\n", "before: perhaps bulgarian-garrison\n"
    assert told(unknown + move.format("EE30")) == ["undecided 5.5"]
    # That breaks another rule whether or not Bulgaria was open.
    assert told(unknown + "on DD30: rum-cav\non EE31: rus-24-inf\nmove rum-cav DD30 EE30 EE31\n") != ["undecided 5.5"]
    # It is no act of those that are legal for certain.
    at = position(f"{unknown}on DD30: rum-cav\n")
    (ee30,) = hexes(hexset("EE30"))
    assert not reachable(GAME, at, "rum-cav") >> ee30 & 1
    assert told(unknown + move.format("DD29")) == []
    assert told(f"{unknown}before: triggered bulgarian-garrison\n" + move.format("EE30")) == []


def test_a_finding_says_what_would_have_been_legal() -> None:
    (finding,) = findings("on Y20: ger-12-inf\nmove ger-12-inf Y20 > Y10\n")
    assert finding.sentence == (
        "ger-12-inf moved at least 10 hexes from Y20 to Y10; in impulse 1 of a clear turn it may move only 4."
    )
    assert finding.legal == "the move could have ended in Y16."
    assert finding.hexes == ("Y20", "Y10")


# Whose act, and when


def test_only_the_side_whose_phase_it_is_moves_and_only_then() -> None:
    assert told("on Y20: rus-24-inf\nmove rus-24-inf Y20 Y19\n") == ["violation 2.1a"]
    assert told("on Y20: ger-12-inf\nmove ger-12-inf Y20 Y19\n", "turn 2 axis impulse 1 combat clear") == [
        "violation 12.1c"
    ]
    assert told("on Y20: ger-12-inf\nmove ger-12-inf Y20 Y19\n", "turn 2 axis impulse 2 end clear") == [
        "violation 4.0a"
    ]


def test_a_move_from_zone_to_zone_names_the_enemies_of_both() -> None:
    text = "on Y17: ger-12-inf\non X17: rus-6-tank\non Z19: rus-20-inf\nmove ger-12-inf Y17 Z18\n"
    (finding,) = findings(text)
    assert (finding.rule, finding.units) == ("8.3a", ("ger-12-inf", "rus-6-tank", "rus-20-inf"))


def test_a_way_not_told_that_must_stop_rests_on_the_terrain_of_its_ends() -> None:
    found = findings("on B3: rum-pz\nmove rum-pz B3 > C1\n", "turn 8 axis impulse 2 movement mud")
    (finding,) = (one for one in found if one.rule == "8.2a")
    assert [str(fact).partition(" [")[0] for fact in finding.facts[:2]] == ["B3 is swamp", "C1 is swamp"]
