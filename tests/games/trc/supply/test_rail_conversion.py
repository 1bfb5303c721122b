from __future__ import annotations

import random

import pytest

from tests.games.trc.play import GAME, findings, hexset, names, position, told
from tests.games.trc.supply.test_control import opening
from trc_module.games.trc.movement.land_movement import reachable
from trc_module.games.trc.supply.rail_conversion import assess, rails_now
from trc_module.games.trc.supply.rails import exits, ground
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import End, Move
from trc_module.rules.state import Trail
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import with_weather

END = "turn 3 axis impulse 2 end clear"
HEX = GAME.board.grid.hex


def axis_gains(text: str, at: str = END) -> set[str]:
    """Return the rail hexes that the Axis gains when the record ends its end phase."""
    before = position(text, at)
    return names(rails_of(position(text + "\n end", at))["axis"] & ~rails_of(before)["axis"])


def test_a_city_by_itself_and_a_line_between_two() -> None:
    assert axis_gains("control: Smolensk axis") == {"P14"}
    assert axis_gains("control: Bryansk axis, S12 axis") == {"T14", "T13", "S12"}
    assert axis_gains("control: Bryansk axis, S12 axis\n on T12: rus-24-inf") == {"T14"}


def test_a_railhead_goes_forward_in_the_end_phase_before_the_conversion_is_stated_or_after_it() -> None:
    text = "control: Smolensk axis\n mark rail P14 axis"
    assert told(text, END) == []
    assert told(text, "turn 3 axis impulse 2 combat clear") == ["violation 9.1a"]
    assert told("control: Smolensk axis\n mark rail R13 axis", END) == ["violation 9.1a"]


def test_a_partisan_bars_the_line_in_the_axis_turn_and_nothing_in_its_own() -> None:
    text = "control: Smolensk axis, S12 axis\n on R13: rus-partisan-1"
    assert axis_gains(text) == {"P14", "S12"}
    back = "control: S12 axis\n rail: axis S12 R13 Q13\n on R13: rus-partisan-1\n convert R13"
    assert told(back, "turn 3 russian impulse 2 end clear") == ["violation 9.4.5a"]


def test_an_uncontrolled_city_on_the_line_is_no_bar() -> None:
    text = "control: Dnepropetrovsk axis, Kharkov axis, CC15 none, EE16 none, FF16 none\n rail: axis AA14 DD18"
    assert {"BB15", "CC15", "DD16", "EE16", "EE17"} <= axis_gains(text)


def test_the_edge_of_the_map_is_a_way_back() -> None:
    assert exits(GAME, "axis") == GAME.board.edge_rails["west"]
    assert exits(GAME, "russian") == GAME.board.edge_rails["east"] | GAME.board.edge_rails["south"]
    text = "control: Gorki none\n rail: axis U1 U2 T3\n before: passed U2\n convert U2"
    assert told(text, "turn 9 russian impulse 2 end clear") == []
    nobody = text.replace(" before: passed U2\n", "")
    assert told(nobody, "turn 9 russian impulse 2 end clear") == ["violation 9.4.5a"]


def test_both_moments_count() -> None:
    text = "control: Bryansk axis\n rail: axis T14\n before: passed T13\n on S12: rus-24-inf\n convert T13"
    assert told(text, END) == ["violation 9.4.1d"]
    behind = "control: Bryansk axis\n rail: axis T14\n before: passed S12\n on U13: rus-24-inf\n convert S12"
    assert told(behind, END) == ["violation 9.4.4b"]
    cut = "control: Bryansk axis, S12 none\n rail: axis T14\n before: cut-off T13\n convert T13"
    assert told(cut, END) == ["violation 9.4.4b"]


def test_a_unit_that_stands_there_may_convert_and_need_not() -> None:
    text = "control: Bryansk axis, S12 none\n rail: axis T14\n on T13: ger-47-pz\n"
    assert told(text + "convert T13", END) == []
    assert axis_gains(text) == set()
    assert position(text + "end", END).traces["unsure-rail"] == hexset("T13")
    assert told("before: cut-off T13\n" + text + "convert T13", END) == ["violation 9.4.4b"]


def test_what_a_way_not_known_may_have_passed_is_undecided() -> None:
    text = "control: Bryansk axis\n rail: axis T14\n before: perhaps-passed T13\n"
    assert told(text + "convert T13", END) == ["note 9.4.4a"]
    assert told(text + "end", END) == []
    unsure = position(text + "end", END)
    assert unsure.traces["unsure-rail"] == hexset("T13")
    assert position(text + "convert T13\n end", END).traces.get("unsure-rail", 0) == 0


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        (
            "control: Bryansk axis, S12 none\n rail: axis T14\n before: passed T13, dragged-over T13\n convert T14",
            END,
            "9.4.4a",
        ),
        (
            "control: Gorki none\n rail: axis U1 U2 T3\n before: passed U2, dragged-over U2\n convert T4",
            "turn 4 russian impulse 2 end clear",
            "9.4.5a",
        ),
    ],
)
def test_rails_that_a_counter_was_dragged_over_are_noted_by_the_rule_of_the_side(text: str, at: str, rule: str) -> None:
    assert told(f"{text}\n end", at) == [f"note {rule}"]


def test_a_drag_past_rails_is_remembered_as_a_may_be() -> None:
    text = "control: Bryansk axis\n rail: axis T14\n on T14: ger-47-pz\n move ger-47-pz T14 > S12"
    state = position(text, "turn 3 axis impulse 2 movement clear")
    assert state.traces["perhaps-passed"] & hexset("T13") == hexset("T13")
    assert state.traces["passed"] & hexset("T13") == 0


def test_a_drag_past_own_rails_that_are_cut_off_is_remembered_as_a_may_be() -> None:
    text = "control: Bryansk axis\n rail: axis T13\n on U13: ger-47-pz\n move ger-47-pz {}"
    movement = "turn 3 axis impulse 2 movement clear"
    assert position(text.format("U13 T13 S12"), movement).traces["passed"] & hexset("T13")
    assert position(text.format("U13 > S12"), movement).traces.get("perhaps-passed", 0) & hexset("T13")


@pytest.mark.parametrize("holder", ["axis", "russian"])
@pytest.mark.parametrize("way", ["C11 B11", "C11 > B11"])
def test_a_way_back_to_a_place_of_unsure_control_is_a_may_be(holder: str, way: str) -> None:
    text = f"control: E10 {holder}, F10 axis, F11 axis\n rail: axis B11 C10 D10 E10\n on C11: rus-24-inf\n {{}}"
    text += f"move rus-24-inf {way}"
    movement = "turn 4 russian impulse 1 movement clear"
    known = position(text.format(""), movement).traces
    assert known["passed" if holder == "russian" else "cut-off"] == hexset("B11")
    unsure = position(text.format("before: unsure-control E10\n "), movement).traces
    assert unsure["perhaps-passed"] & hexset("B11")
    assert not unsure.get("passed", 0) | unsure.get("cut-off", 0)


def test_the_other_side_passes_nothing_in_your_turn() -> None:
    text = "rail: axis T14\n control: Bryansk axis\n on T14: ger-47-pz\n move ger-47-pz T14 T13"
    assert "passed" not in position(text, "turn 3 russian impulse 1 movement clear").traces


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("convert T13", "9.4.4a"),
        ("convert P13", "9.4.4a"),
        ("convert P14", "9.4.3a"),
        ("convert S11", "9.4.2b"),
        ("convert K26", "9.4.4a"),
        ("control: Smolensk axis, Bryansk axis\n on R12: rus-24-inf\n convert R13", "9.4.1d"),
        ("control: Smolensk axis, Bryansk axis, S12 none\n on S13: rus-24-inf\n convert Q13", "9.4.3b"),
        ("on T12: rus-24-inf\n before: passed T13\n convert T13", "9.4.1d"),
        ("control: S12 none, Bryansk none\n before: passed T13\n convert T13", "9.4.4b"),
        ("control: S11 none\n before: passed S11\n convert S11", "9.4.4b"),
    ],
)
def test_the_number_of_a_wrong_conversion(text: str, rule: str) -> None:
    assert told(text, END) == [f"violation {rule}"]
    assert told(text, END.replace("axis", "russian").replace("turn 3", "turn 4")) != [f"violation {rule}"]


def test_each_fault_is_told_once_with_all_its_hexes() -> None:
    found = findings("convert T13 S13 S12 S11 P14", END)
    assert [(f.rule, f.hexes) for f in found] == [
        ("9.4.4a", ("T13",)),
        ("9.4.4a", ("S13",)),
        ("9.4.2b", ("S12", "S11")),
        ("9.4.3a", ("P14",)),
    ]


def test_stated_conversions_must_be_complete() -> None:
    text = "control: Smolensk axis, S12 axis, Bryansk axis\n before: passed S13\n"
    everything = "convert P14 Q13 R13 S12 T13 T14"
    assert told(text + everything + "\n end", END) == []
    assert told(text + "convert P14\n end", END) == ["violation 9.4.3a", "violation 9.4.2b", "violation 9.4.3b"]
    late = "control: Bryansk axis, S12 none\n rail: axis T14\n before: passed T13\n convert T14\n end"
    assert told(late, END) == ["violation 9.4.4a"]
    russian = "rail: axis T13\n before: passed T13\n convert T14\n end"
    assert told(russian, "turn 4 russian impulse 2 end clear") == ["violation 9.4.3b"]


def test_players_rails_are_kept_when_they_forget_one() -> None:
    text = "control: Smolensk axis, Bryansk axis\n convert P14\n end"
    assert rails_of(position(text, END))["axis"] & hexset("P14", "T14") == hexset("P14")


def test_a_forgotten_conversion_is_told_once_until_it_is_mended() -> None:
    text = "control: Smolensk axis, Bryansk axis\n convert P14\n end\n"
    whole_turn = "end\n" * 5 + "weather 3\n" + "end\n" * 5
    once = text + whole_turn + "convert P14\n end"
    assert told(once, END).count("violation 9.4.3a") == 1


def test_a_doubted_line_makes_a_doubt() -> None:
    text = "control: Dnepropetrovsk axis, Kharkov axis, CC15 axis\n rail: axis AA14 DD18\n convert CC15\n end"
    assert {line.split()[0] for line in told(text, END)} == {"doubt"}


def test_convert_markers_are_counted_out_one_by_one() -> None:
    put = "mark rr-convert S11\n mark rr-convert T13\n"
    found = findings(put + "end", END)
    assert [(f.rule, f.hexes) for f in found if f.rule == "9.4.6"] == [("9.4.6", ("S11", "T13"))]
    assert "violation 9.4.6" not in told(put + "mark rr-convert none\n end", END)
    assert "violation 9.4.6" not in told(put + "end", "turn 3 axis impulse 2 combat clear")


@pytest.mark.parametrize(
    ("flag", "at", "expected"),
    [
        ("mark rail T14 axis", END, []),
        ("mark rail T13 russian", END, []),
        ("mark rail T14 russian", END, ["violation 9.4.1c"]),
        ("mark rail T13 axis", END, ["violation 9.1a"]),
        ("mark rail K26 axis", END, ["violation 9.3.2a"]),
        ("mark rail T13 axis", "turn 3 russian impulse 2 end clear", ["violation 9.4.1c"]),
    ],
)
def test_rail_flags(flag: str, at: str, expected: list[str]) -> None:
    assert told(f"rail: axis T14\n {flag}", at) == expected


def test_rails_count_as_converted_within_the_end_phase() -> None:
    state = position("control: Smolensk axis", END)
    assert names(rails_now(GAME, state, "axis")[0] & ~rails_of(state)["axis"]) == {"P14"}
    other = position("control: Smolensk axis", "turn 3 axis impulse 2 combat clear")
    assert rails_now(GAME, other, "axis")[0] == rails_of(other)["axis"]


def test_an_unsure_city_makes_its_rails_unsure() -> None:
    text = "before: unsure-control P14\n control: Smolensk axis"
    state = position(text, END)
    found = assess(GAME, state, "axis")
    assert found.full.due == 0
    assert names(found.possible) == {"P14"}
    russian = position("before: unsure-control P14", END)
    assert names(assess(GAME, russian, "axis").possible) == {"P14"}


@pytest.mark.parametrize("seed", range(4))
def test_rails_always_have_one_owner_and_grow_in_the_owners_turn_only(seed: int) -> None:
    rng = random.Random(seed)
    state = opening(rng)
    for _ in range(24):
        side = state.clock.side
        before = state
        if state.clock.phase == "movement":
            for unit in rng.sample(list(state.forces[side].places), 4):
                at = state.place(unit)
                assert at is not None
                assert not isinstance(at, str)
                goal = Hex(rng.choice(list(hexes(reachable(GAME, state, unit)))))
                state = GAME.apply(state, Move(unit, Trail((at, goal), frozenset({0}))))
        state = GAME.apply(state, End())
        assert rails_of(state)["axis"] & rails_of(state)["russian"] == 0
        assert rails_of(state)["axis"] | rails_of(state)["russian"] == GAME.board.rail_hexes
        for own in GAME.sides:
            lost = rails_of(before)[own] & ~rails_of(state)[own]
            assert not (lost and own == side)
            assert not (lost and before.clock.phase != "end")


def test_ground_is_worked_out_once_for_each_deployment_of_the_enemy() -> None:
    state = position("control: Smolensk axis")
    assert ground(GAME, state, "axis") is ground(GAME, with_weather(state, modifier=1), "axis")


def test_the_rails_come_before_the_losses_of_an_end_phase() -> None:
    # While ger-41-pz stood next to T13 its zone of control barred the line to Bryansk.
    text = "control: Bryansk russian, S12 none\n rail: axis T13\n on S13: ger-41-pz\n before: passed T13\n {}"
    russian = END.replace("axis", "russian").replace("turn 3", "turn 4")
    assert rails_of(position(text.format("eliminate ger-41-pz because 17.2\n end"), russian))["axis"] & hexset("T13")
    free = "control: Bryansk russian, S12 none\n rail: axis T13\n before: passed T13\n end"
    assert not rails_of(position(free, russian))["axis"] & hexset("T13")


def test_where_no_railroad_runs_there_is_nothing_to_convert() -> None:
    text = "on U11: ger-41-pz\n convert U11 U10"
    assert told(text, END) == ["violation 9.4.4a"]
    (finding,) = findings(text, END)
    assert finding.sentence == "There is nothing to convert in U11 and U10: there is no railroad."


def test_what_only_a_way_round_a_place_of_unsure_control_would_convert_is_a_may_be() -> None:
    text = "rail: axis Q26 T28\n on S26: ger-41-pz\n before: passed S26{}\n end\n"
    at = "turn 5 axis impulse 2 end clear"
    assert rails_of(position(text.format(""), at))["axis"] & hexset("S26", "T27") == hexset("S26", "T27")
    unsure = position(text.format(", unsure-control S25"), at)
    assert rails_of(unsure)["axis"] & hexset("S26", "T27") == hexset("S26")
    assert unsure.traces["unsure-rail"] & hexset("T27")


def test_a_junction_that_is_none_of_yours_rests_on_the_junction_being_one() -> None:
    text = "control: Smolensk axis\nrail: axis P14\nconvert S11\n"
    (finding,) = findings(text, "turn 3 axis impulse 2 end clear")
    assert [str(fact).partition(" [")[0] for fact in finding.facts] == ["S11 is a rail junction"]
