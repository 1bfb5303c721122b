"""Wrong judgments of the engine until the slow referee of tests/independent disagreed with it."""

from __future__ import annotations

from tests.games.trc.play import hexset, position, told
from trc_module.systems.rails import rails_of


def test_what_lies_behind_own_rails_that_were_cut_off_falls_to_the_side_that_passes_them() -> None:
    # W26 is Axis rail already, without a way over Axis rails to a city or the west edge.
    text = (
        "control: Bucharest axis, Lvov axis\n"
        "rail: axis S25 S26 T27 T26 W26, russian X26\n"
        "on X25: ger-12-inf\n"
        "on Y27: rus-24-inf\n"
        "move ger-12-inf X25 W25 W26\n"
        "end\nend\n"
    )
    at = "turn 3 axis impulse 2 movement clear"
    assert position(text, at).traces["passed"] & hexset("W26")
    after = position(text + "end\n", at)
    assert rails_of(after)["axis"] & hexset("U26", "V26", "W26") == hexset("U26", "V26", "W26")
    assert "violation 9.4.4a" in told(text + "convert S25\nend\n", at)
    elsewhere = text.replace("W25 W26", "W25 V25")
    assert not rails_of(position(elsewhere + "end\n", at))["axis"] & hexset("U26", "V26")


def test_a_partisan_waits_for_the_turn_on_which_it_is_due() -> None:
    text = "control: Minsk axis\nbox russian turn-4: rus-partisan-2\nenter rus-partisan-2 O19\n"
    assert told(text, "turn 2 russian impulse 2 end clear") == ["doubt 20.0b"]
    assert told(text, "turn 4 russian impulse 2 end mud") == []


def test_a_partisan_is_placed_after_the_rail_step_and_not_on_rails_lost_in_it() -> None:
    text = (
        "control: Lvov axis, X21 axis, X22 axis\n"
        "rail: axis S23\n"
        "box russian partisans: rus-partisan-1\n"
        "on S24: rus-24-inf\n"
        "move rus-24-inf S24 S23\n"
        "end\nend\nend\nend\n"
        "enter rus-partisan-1 S23\n"
    )
    at = "turn 5 russian impulse 1 movement clear"
    assert told(text, at) == ["violation 19.1a"]
    assert told(text.replace("move rus-24-inf S24 S23\n", ""), at) == []


def test_rails_and_arrivals_into_bulgaria_before_its_release_are_doubted() -> None:
    ride = "on BB33: ger-12-inf\nrail ger-12-inf BB33 > GG33\n"
    assert told(ride) == ["doubt 5.5"]
    assert told("before: triggered bulgarian-garrison\n" + ride) == []
    arrival = "box axis turn-2: ger-23-inf\nenter ger-23-inf HH33\n"
    assert told(arrival, "turn 2 axis impulse 2 movement clear") == ["doubt 5.5"]


def test_workers_and_partisans_do_not_ride() -> None:
    at = "turn 2 russian impulse 1 movement clear"
    assert told("on W19: rus-worker-kiev\nrail rus-worker-kiev W19 X19\n", at) == ["violation 22.2b"]
    assert told("on W19: rus-partisan-1\nrail rus-partisan-1 W19 X19\n", at) == ["violation 19.4b"]
    assert told("on W19: rus-12-inf\nrail rus-12-inf W19 X19\n", at) == []
