from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.games.trc.play import GAME, findings, hexset, names, position, told
from trc_module.games import find_game
from trc_module.games.trc.movement.land_movement import reachable
from trc_module.games.trc.supply.control import control_is_frozen, controls, holders, holding
from trc_module.games.trc.supply.control_gains import prospects_of
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Move
from trc_module.rules.record import position_text, read_record
from trc_module.rules.state import State, Trail
from trc_module.systems.rails import rails_of, with_rails

HEX = GAME.board.grid.hex
SMOLENSK = HEX("P14")


def holder(text: str, at: str = "turn 2 axis impulse 1 movement clear") -> str:
    return position(text, at).control[SMOLENSK]


def test_a_city_goes_to_who_comes_near_and_stays_his() -> None:
    near = "on P17: ger-41-pz\n move ger-41-pz P17 P16 P15"
    assert holder(near) == "axis"
    assert holder(near + "\n end\n end\n move ger-41-pz P15 P16") == "axis"
    assert holder("on P17: ger-41-pz\n move ger-41-pz P17 P16") == "russian"


def test_a_unit_in_passing_takes_what_it_leaves_behind() -> None:
    assert holder("on O16: ger-41-pz\n move ger-41-pz O16 O15 P15 Q15 Q16") == "axis"


def test_a_city_in_an_enemy_zone_is_only_contested_in_passing() -> None:
    text = "on P11: rus-24-inf\n on O12: rus-16-inf\n on P17: ger-41-pz\n move ger-41-pz P17 P16 P15"
    assert holder(text) == "axis"
    close = "on P13: rus-24-inf\n on P17: ger-41-pz\n move ger-41-pz P17 P16 P15"
    assert holder(close) == ""


def test_whoever_stands_in_a_city_holds_it() -> None:
    assert holder("on P13: rus-24-inf\n on P15: ger-41-pz\n move ger-41-pz P15 P14") == "axis"
    assert holder("on P14: rus-24-inf\n on P17: ger-41-pz\n move ger-41-pz P17 P16 P15") == "russian"


def test_leaving_gives_a_contested_city_back_to_the_other_zone() -> None:
    text = "control: Smolensk axis\n on P14: ger-41-pz\n on P13: rus-24-inf\n move ger-41-pz P14 Q14 Q15"
    assert holder(text) == "russian"


def test_a_header_puts_a_place_into_the_hands_of_the_unit_in_it_and_of_no_unit_beside_it() -> None:
    at = "turn 2 axis impulse 2 combat clear"
    assert holder("on P14: ger-41-pz", at) == "axis"
    assert holder("on P15: ger-41-pz", at) == "russian"
    assert holder("on P15: ger-41-pz\n end", at) == "axis"


def test_the_set_up_changes_nothing() -> None:
    at = "turn 1 axis impulse 1 weather clear"
    state = position("setup ger-41-pz N24\n mark control Brest russian", at)
    assert state.control[HEX("O23")] == "russian"


def test_partisans_and_aircraft_control_nothing() -> None:
    assert holding(GAME).idle >= GAME.partisans
    state = position("on P14: rus-partisan-1\n control: Smolensk axis\n end", "turn 8 axis impulse 2 combat clear")
    assert state.control[SMOLENSK] == "axis"


def test_a_way_that_is_not_known_may_leave_control_unsure() -> None:
    text = "on O16: ger-41-pz\n move ger-41-pz O16 > Q16"
    state = position(text)
    assert controls(state, "axis", SMOLENSK) is None
    assert told(text + "\n mark control Smolensk axis") == ["undecided 17.2.1c"]
    assert told(text + "\n mark control Smolensk russian") == ["undecided 17.2.1c"]
    settled = position(text + "\n end\n end\n move ger-41-pz Q16 Q15 P15")
    assert controls(settled, "axis", SMOLENSK) is True


def test_a_way_too_short_to_pass_leaves_it_sure() -> None:
    state = position("on O17: ger-12-inf\n move ger-12-inf O17 > O18")
    assert controls(state, "russian", SMOLENSK) is True


def test_a_city_in_an_enemy_zone_is_not_unsure() -> None:
    state = position("on O16: ger-41-pz\n on P13: rus-24-inf\n move ger-41-pz O16 > Q16")
    assert controls(state, "russian", SMOLENSK) is True


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("at: turn 1 axis impulse 1 weather clear\n mark control Minsk none", "3.5"),
        ("at: turn 2 axis impulse 1 weather clear\n mark control Minsk none", "17.2.1b"),
        ("on R14: ger-12-inf\n move ger-12-inf R14 R13 R12\n mark control S11 russian", "9.4.2b"),
        ("on P13: rus-24-inf\n on P16: ger-41-pz\n move ger-41-pz P16 P15\n mark control Smolensk russian", "17.2.1d"),
        ("control: Smolensk none\n mark control Smolensk axis", "17.2.1e"),
        ("on P17: ger-41-pz\n move ger-41-pz P17 P16 P15 P16\n mark control Smolensk none", "17.2.1c"),
        ("on P14: ger-41-pz\n end\n mark control Smolensk none", "17.2.1b"),
        ("mark control Grozny axis", "17.2.1b"),
    ],
)
def test_the_number_of_a_wrong_flag(text: str, rule: str) -> None:
    assert told(text) == [f"violation {rule}"]


def test_flags_of_what_nobody_controls_are_passed_over() -> None:
    assert told("mark control Atlantis axis") == ["skipped 17.2.1b"]
    assert told("mark control P15 axis") == ["skipped 17.2.1b"]
    assert told("mark control Smolensk swedish") == ["skipped 17.2.1b"]


def test_a_doubted_junction_makes_a_doubt() -> None:
    found = findings("mark control T9 axis")
    assert [f"{f.verdict.value} {f.rule}" for f in found] == ["doubt 9.4.2b"]


def opening(rng: random.Random) -> State:
    land = list(hexes(GAME.board.land))
    state = GAME.start("none", frozenset())
    units = [u for u in GAME.units.values() if u.entry == "start" and u.type != "air" and not u.option]
    for unit in rng.sample(units, 40):
        free = [h for h in land if not state.forces["axis" if unit.side == "russian" else "russian"].occupied >> h & 1]
        state = state.with_unit(unit.side, unit.id, rng.choice(free))
    clock = GAME.sequence.find(2, "axis", 1, "movement")
    assert clock is not None
    return replace(state, clock=clock)


@pytest.mark.parametrize("seed", range(4))
def test_control_kept_act_by_act_is_control_worked_out_from_the_positions(seed: int) -> None:
    """Every place in a zone or under a unit has the holder that the position gives it; the rest keep theirs."""
    rng = random.Random(seed)
    state = opening(rng)
    everything = holding(GAME).all_holders(holders(GAME, state))
    state = replace(state, control=state.control.merged(everything))
    for unit in rng.sample(list(state.forces["axis"].places), 15):
        at = state.place(unit)
        assert at is not None
        assert not isinstance(at, str)
        goal = Hex(rng.choice(list(hexes(reachable(GAME, state, unit)))))
        before = state
        state = GAME.apply(state, Move(unit, Trail((at, goal), frozenset({0}))))
        now = holding(GAME).all_holders(holders(GAME, state))
        unsure = state.traces.get("unsure-control", 0)
        for place in GAME.controllable:
            if place in now:
                assert state.control[place] == now[place], GAME.hex_name(place)
                assert not unsure >> place & 1
            elif state.control[place] != before.control[place]:
                assert state.control[place] == "axis"


def test_a_position_with_traces_is_written_and_read_again() -> None:
    state = position("control: Bryansk axis\n on T14: ger-47-pz\n move ger-47-pz T14 T13 S12\n")
    assert names(state.traces["passed"]) >= {"T13"}
    text = position_text(GAME, replace(state, trails=type(state.trails)()))
    assert "before: " in text
    again = read_record(text, "test", find_game).start
    assert again.traces == state.traces
    assert again.control == state.control


def test_what_was_passed_is_forgotten_with_the_player_turn() -> None:
    text = (
        "rail: axis T14\n control: Bryansk axis\n on T14: ger-47-pz\n move ger-47-pz T14 T13\n end\n end\n end\n end\n"
    )
    assert position(text).traces["passed"] == hexset("T13")
    assert "passed" not in position(text + "end").traces
    assert "changed" not in position(text + "end").traces


COMBAT = "turn 2 axis impulse 1 combat clear"


@pytest.mark.parametrize(("stands", "frozen"), [("X14", True), ("S13", False)])
def test_an_exchange_is_over_when_the_last_defender_may_stay_in_the_woods(stands: str, frozen: bool) -> None:
    origin = "Y13" if stands == "X14" else "T13"
    text = (
        f"on {origin}: ger-41-pz ger-56-pz\non {stands}: rus-24-inf rus-13-inf\n"
        "attack 1: ger-41-pz ger-56-pz x rus-24-inf rus-13-inf\nroll 1: 4 1-1 C\n"
    )
    state = position(text, COMBAT)
    battle = state.battles[-1]
    exchanged = replace(battle, result="EX", lost=("ger-41-pz", "rus-24-inf"))
    assert control_is_frozen(GAME, replace(state, battles=(exchanged,))) is frozen


@pytest.mark.parametrize(("unit", "unsure"), [("ger-13-inf", set()), ("ger-inf-bg", {"P14"})])
def test_who_gains_a_place_by_a_loss_of_an_unknown_result_is_not_known(unit: str, unsure: set[str]) -> None:
    # Were it an exchange, control would not change before both are gone (13.3); the battlegroup's factors are unknown.
    text = f"options: 26.4\ncontrol: Smolensk axis\non Q14: {unit}\non Q13: rus-24-inf\n"
    after = position(
        f"{text}attack 1: {unit} x rus-24-inf\nroll 1: 1\nlose 1: {unit}\n", "turn 3 axis impulse 1 combat clear"
    )
    assert after.control[SMOLENSK] == "russian"
    assert names(after.traces.get("unsure-control", 0)) == unsure


def test_who_held_a_place_before_a_late_log_is_not_known_when_it_changes_hands() -> None:
    moved = (
        "control: Odessa axis\non EE25: rus-2-cav\nbox russian turn-12: rus-worker-g1\nmove rus-2-cav EE25 DD25\n"
        "end\nend\nenter rus-worker-g1 DD24"
    )
    at = "turn 12 russian impulse 1 movement clear"
    assert told(moved, at) == ["violation 22.3a"]
    assert told(f"before: untold-control DD24\n{moved}", at) == []


def test_what_a_landing_takes_is_unsure_while_it_is_unknown_whether_the_unit_survives() -> None:
    landing = (
        "before: unsure-control JJ23\ncontrol: Odessa axis, DD18 axis\nbox russian turn-3: rus-5-para\n"
        "sea invasion rus-5-para turn-3 DD24 roll {}\neliminate rus-5-para because 10.4"
    )
    at = "turn 4 russian impulse 1 movement clear"
    unsure = {die: position(landing.format(die), at).traces["unsure-control"] for die in (4, 5, 6)}
    assert {die: names(members) for die, members in unsure.items()} == {4: {"JJ23"}, 5: {"DD24", "JJ23"}, 6: {"JJ23"}}


def test_a_landing_of_unknown_survival_settles_no_guess_of_the_time_before_a_log() -> None:
    landing = (
        "before: untold-control JJ23\nbox russian turn-3: rus-5-para\ncontrol: Odessa axis, DD18 axis\n"
        "sea invasion rus-5-para turn-3 II22 roll {}\neliminate rus-5-para because 10.4"
    )
    at = "turn 4 russian impulse 1 movement clear"
    guessed = {die: names(position(landing.format(die), at).traces.get("untold-control", 0)) for die in (5, 6)}
    assert guessed == {5: {"JJ23"}, 6: {"JJ23"}}


def test_a_stop_from_afar_next_door_to_the_next_one_may_have_been_a_slip() -> None:
    header = "on G20: ger-41-pz\ncontrol: Kaunas axis, Riga axis\nrail: axis G18 G17"
    before = position(header, "turn 3 axis impulse 1 movement clear")
    trail = Trail(tuple(map(HEX, ("G20", "G16", "F16", "E15"))), frozenset({0, 1, 2}), dragged=True)
    after = GAME.apply(before, Move("ger-41-pz", trail))
    assert names(after.traces["passed"]) == {"E15", "F16", "G16"}
    assert names(after.traces["dragged-over"]) == {"G16"}


def test_a_stop_of_two_ways_may_have_been_a_slip_though_the_counter_had_points_left() -> None:
    header = "on W19: rus-1-cav\ncontrol: Kiev russian\nrail: axis X23 W22 W23, russian X22"
    before = position(header, "turn 3 russian impulse 1 movement clear")
    trail = Trail(tuple(map(HEX, ("W19", "X22", "X23", "W23"))), frozenset({0, 1, 2}), dragged=True)
    after = GAME.apply(before, Move("rus-1-cav", trail))
    assert names(after.traces["passed"]) == {"X23", "W23"}
    assert names(after.traces["dragged-over"]) == {"X23"}


@pytest.mark.parametrize(
    ("phase", "kept"),
    [
        ("movement", {"changed", "was-russian", "began-russian"}),
        ("combat", {"changed", "was-russian"}),
        ("end", set()),
    ],
)
def test_who_held_a_place_when_the_impulse_began_is_known_until_its_combat_phase_ends(
    phase: str, kept: set[str]
) -> None:
    text = "control: Smolensk axis\n before: changed P14, was-russian P14, began-russian P14\n end"
    impulse = 2 if phase == "end" else 1
    assert set(position(text, f"turn 2 axis impulse {impulse} {phase} clear").traces) == kept


CHANGES = {
    "a city": lambda state: state.changed(control=state.control.put(SMOLENSK, "axis")),
    "rails": lambda state: with_rails(state, rails_of(state).put("axis", rails_of(state)["axis"] | hexset("P14"))),
    "a doubt of a city": lambda state: state.changed(traces=state.traces.put("unsure-control", hexset("P14"))),
    "a doubt of rails": lambda state: state.changed(traces=state.traces.put("unsure-rail", hexset("P14"))),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_a_side_can_gain_is_worked_out_anew_where_any_of_its_causes_has_changed(
    change: Callable[[State], State],
) -> None:
    before = position("on P17: ger-41-pz\n on M10: rus-24-inf")
    after = change(before)
    # What is kept is kept with the enemy's units, which are the same.
    assert after.forces["russian"] is before.forces["russian"]
    for state in (before, after, before):
        found = prospects_of(GAME, state, "axis")
        traces = state.traces
        assert found.control is state.control
        assert (found.own, found.unsure, found.unsure_rails) == (
            rails_of(state)["axis"],
            traces.get("unsure-control", 0),
            traces.get("unsure-rail", 0),
        )
        assert prospects_of(GAME, state, "axis") is found
