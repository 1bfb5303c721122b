"""28.2: who starts in Rumania, what is clear, and trains on the opening turn."""

from __future__ import annotations

from tests.games.trc.play import told

SET_UP = "options: 28.2\nat: turn 1 axis impulse 1 weather clear\n"
OPENING = "options: 28.2\nat: turn 1 axis impulse 1 movement clear\n"


def test_only_units_with_an_r_start_in_rumania() -> None:
    assert told(SET_UP + "setup ger-11-inf X27") == []
    assert told(SET_UP + "setup ger-41-pz X27") == ["violation 28.2a"]
    assert told(SET_UP.replace("options: 28.2\n", "") + "setup ger-41-pz X27") == []


def test_the_odessa_district_counts_as_rumania_for_axis_units_alone() -> None:
    assert "violation 28.2a" in told(SET_UP + "setup ger-41-pz X25")
    assert told(SET_UP + "setup rus-9-inf X25") == []


def test_trains_enter_rumania_from_the_second_turn_on() -> None:
    ride = "rail: axis V26\non V26: ger-41-pz\nrail ger-41-pz V26 W26"
    assert told(OPENING + ride) == ["violation 28.2c"]
    assert told(OPENING.replace("turn 1", "turn 2") + ride) == []
    assert told(OPENING + "on W26: ger-41-pz\nrail ger-41-pz W26 X26") == []


def test_the_gap_is_clear_and_the_hex_that_may_be_meant_accuses_nobody() -> None:
    clear = "options: 28.2\nat: turn 2 axis impulse 1 movement clear\non U25: ger-41-pz\nmove ger-41-pz "
    assert told(clear + "U25 T25 T24") == []
    assert told(clear + "U25 U24 U23") == ["doubt 8.2a"]
