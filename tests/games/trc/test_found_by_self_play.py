"""Legal acts that a rule once spoke against, found by games that the engine played against itself."""

from __future__ import annotations

from tests.games.trc.play import GAME, hexset, position, told
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.combat.combat_retreats import legal_retreats
from trc_module.games.trc.turn.status_sheet import due


def test_points_of_a_worker_that_falls_after_they_were_spent_were_spent_rightly() -> None:
    text = (
        "before: replaced rus-6-inf R9\n"
        "on R9: rus-worker-moscow\n"
        "on Y16: rus-worker-kiev\n"
        "on Y17: ger-47-pz\n"
        "attack 1: rus-worker-kiev x ger-47-pz\n"
        "roll 1: 1\n"
        "lose 1: rus-worker-kiev\n"
        "end\nend\n"
    )
    at = "turn 2 russian impulse 1 combat clear"
    assert GAME.units["rus-6-inf"].combat == 5
    assert told(text, at) == []
    assert position(text, at).used == {"russian workers": 2}
    early = text.partition("attack")[0] + "surrender rus-worker-kiev because 12.5\nend\nend\n"
    assert "violation 22.5a" not in told(early, at.replace("combat", "movement"))
    late = early.replace("because 12.5\nend\nend", "because 12.5\nend")
    assert "violation 22.5a" not in told(late, "turn 2 russian impulse 2 movement clear")
    without = text.replace("on Y16: rus-worker-kiev\n", "on Y16: rus-12-inf\n").replace("worker-kiev", "12-inf")
    assert told(without, at) == ["violation 22.5a"]


def test_a_garrison_that_was_eliminated_is_not_due() -> None:
    text = "before: triggered bulgarian-garrison\nbox axis replacement-pool: ger-15-mtn\n"
    text += "box axis bulgarian-garrison: ger-21-mtn\n"
    state = position(text, "turn 14 axis impulse 1 movement clear")
    assert [one.unit for one in due(GAME, state)] == ["ger-21-mtn"]


def test_a_partisan_on_the_south_edge_comes_from_no_edge() -> None:
    text = "before: south reinforcement\nrail: axis QQ12\nbox russian partisans: rus-partisan-1\n"
    text += "on NN14: ger-41-pz\nenter rus-partisan-1 QQ12\n"
    assert told(text, "turn 8 russian impulse 2 end clear") == []


def test_nobody_is_blamed_for_keeping_corps_that_he_has_not() -> None:
    for turn, rule in ((19, "20.9.2d"), (24, "20.9.3a"), (25, "20.9.3b")):
        at = f"turn {turn} axis impulse 1 movement clear"
        assert told("on E31: fin-2-inf\nend\n", at)[0] == f"note {rule}"
        assert f"violation {rule}" in told("on E31: ger-41-pz\nend\n", at)


def test_a_leap_off_the_map_by_rail_passes_nothing_on_it() -> None:
    # The straight line from one edge to the other is no way that the unit may have gone.
    text = "control: Warsaw none\non E33: ger-5-inf\nrail ger-5-inf E33 > T33\n"
    state = position(text)
    assert state.traces.get("unsure-control", 0) == 0
    assert state.place("ger-5-inf") == GAME.board.grid.find("T33")


def test_a_ride_whose_way_is_not_known_may_have_passed_any_rails_of_its_side() -> None:
    text = "control: Breslau none\non K33: ger-5-inf\nrail ger-5-inf K33 > K25\n"
    unsure = position(text).traces.get("unsure-control", 0)
    assert unsure & ~hexset(*[GAME.hex_name(h) for h in GAME.controllable]) == 0


def test_a_ride_whose_way_is_not_known_may_have_gone_over_rails_that_nobody_is_sure_of() -> None:
    ride = "rail: axis N14\n{}on P14: rus-6-tank\nrail rus-6-tank P14 > M14\n"
    at = "turn 7 russian impulse 1 movement clear"
    assert "perhaps-passed" not in position(ride.format(""), at).traces
    assert position(ride.format("before: unsure-rail N14\n"), at).traces["perhaps-passed"] == hexset("N14")


def test_a_ride_whose_way_is_not_known_may_have_gone_over_rails_of_the_time_before_the_log() -> None:
    ride = "control: Leningrad axis\nrail: axis F10 F11 E11 E10 F9 G10\n{}on K9: rus-20-inf\nrail rus-20-inf K9 > E7\n"
    at = "turn 7 russian impulse 1 movement clear"
    assert "unsure-control" not in position(ride.format(""), at).traces
    after = position(ride.format("before: untold-rail F10 G10\n"), at)
    assert after.traces["unsure-control"] == hexset("E10")
    assert "perhaps-passed" not in after.traces


def test_the_counter_of_a_unit_that_is_sunk_is_put_into_the_pool_in_a_log_too() -> None:
    state = position("on F20: rus-1-tank\n", "turn 2 russian impulse 1 movement clear")
    start = state.place("rus-1-tank")
    assert start is not None
    sunk, saved = (
        list(GAME.say(state, SeaMove("evacuation", "rus-1-tank", start, "off-map-units", die)))[-1] for die in (6, 1)
    )
    assert sunk.lines == (("REMOVED", {"u": "rus-1-tank", "at": "Russian off-map units", "because": "10.4"}),)
    assert sunk.moves == (("rus-1-tank", "replacement-pool"),)
    assert saved.lines == (("SEA", {"u": "rus-1-tank", "die": "1"}),)


def test_a_rail_hex_left_out_does_not_hide_behind_one_converted_beyond_it() -> None:
    text = "rail: axis L24\nbefore: passed L23 L22\non L22: ger-41-pz\nconvert L22\nend\n"
    at = "turn 5 axis impulse 2 end clear"
    assert [word for word in told(text, at) if word.startswith("violation 9.4")] == ["violation 9.4.4a"]
    assert told(text.replace("convert L22", "convert L23 L22"), at) == []


def test_rails_that_may_be_a_sides_own_already_need_not_be_converted() -> None:
    text = "rail: axis L24\nbefore: passed L23 L22{}\non L22: ger-41-pz\nconvert L22\nend\n"
    at = "turn 5 axis impulse 2 end clear"
    assert "violation 9.4.4a" in told(text.format(""), at)
    assert "violation 9.4.4a" not in told(text.format(", unsure-rail L23"), at)


def test_rails_that_fall_to_a_side_after_its_rail_step_wait_for_its_next_turn() -> None:
    # A surrender or a removal after the rails (4.1.6, 4.2.5) may open a line that was barred when they were converted.
    text = "rail: axis L24 L22\nbefore: passed L23 L22, converted L22, to-convert {due}\non L22: ger-41-pz\nend\n"
    at = "turn 5 axis impulse 2 end clear"
    assert "9.4" not in " ".join(told(text.format(due="L22"), at))
    assert "violation 9.4.4a" in told(text.format(due="L22 L23"), at)


def test_nobody_retreats_into_a_finland_that_has_surrendered() -> None:
    text = (
        "before: surrendered finland turn 21\non E10: ger-41-pz ger-47-pz ger-56-pz\non D10: rus-24-inf\n"
        "attack 1: ger-41-pz ger-47-pz ger-56-pz x rus-24-inf\nroll 1: 5 2-1 DR\n"
    )
    at = "turn 22 axis impulse 1 combat clear"
    assert told(f"{text}retreat 1: rus-24-inf D10 C10 B10\n", at) == []
    assert told(f"{text}retreat 1: rus-24-inf D10 C10 B11\n", at) == ["doubt 24.5b"]
    assert told(f"{text}retreat 1: rus-24-inf D10 > B11\n", at) == ["doubt 24.5b"]
    ends = {GAME.hex_name(act.trail.hexes[-1]) for act in legal_retreats(GAME, position(text, at))}
    assert "B10" in ends
    assert "B11" not in ends


def test_corps_that_arrive_when_corps_should_have_left_came_too_late_to_leave() -> None:
    at = "turn 19 axis impulse 1 movement clear"
    text = "before: triggered warsaw-garrison\nbox axis warsaw-garrison: ger-4-ss-pz ger-hg-pz\n{}"
    text += "enter ger-4-ss-pz L26\nenter ger-hg-pz L26\nend\n"
    assert told(text.format(""), at) == ["note 20.9.2d"]
    assert told(text.format("on Y20: ger-41-pz\n"), at) == ["violation 20.9.2d"]
    assert told(text.format("on Y20: ger-41-pz\nwithdraw ger-41-pz\n"), at) == ["note 20.9.2d"]
    replaced = text.format("{}box axis replacement-pool: ger-13-inf\nreplace ger-13-inf E33\n")
    assert told(replaced.format(""), at) == ["note 20.9.2d"]
    assert told(replaced.format("on Y20: ger-41-pz\n"), at) == ["violation 20.9.2a", "violation 20.9.2d"]
