"""Counters that leave the map and come back to their hex within a phase: put back, or lost and replaced by a key."""

from __future__ import annotations

from pathlib import Path

from tests.reading.test_search import said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.drags import DragLeg
from trc_module.auditing.putting_back import put_back
from trc_module.games import find_game
from trc_module.hexgrid import Hex

REPLACED = """
at: turn 11 soviet combat
hand: soviet 1
on H17: sov-south
on H16: hun-2
target hun-2
attack 1: sov-south x hun-2
card soviet card-1 event
roll 1: 4
lose 1: sov-south
lose 1: hun-2
replace sov-south H17
end
"""
"""The event brings a unit back that its battle has cost."""


def test_who_comes_back_by_a_key_was_lost_and_replaced(tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), REPLACED, [], tmp_path) == []


def test_a_key_that_brings_a_counter_onto_the_map_tells_of_two_deeds() -> None:
    verbs = find_game("nr").grammar.verbs
    out, back = DragLeg(2, "sov-south", Hex(9), "destroyed", None), DragLeg(4, "sov-south", "destroyed", Hex(9), None)
    assert put_back([out, back], [said(2, "LOSS", b="1", u="sov-south")], verbs) == {"sov-south": frozenset({2, 4})}
    assert put_back([out, back], [said(3, "REPLACE", u="sov-south")], verbs) == {}
    # Who comes out of a box and goes back into it changed his mind.
    changed = [DragLeg(2, "sov-south", "destroyed", Hex(9), None), DragLeg(4, "sov-south", Hex(9), "destroyed", None)]
    assert put_back(changed, [said(3, "REPLACE", u="sov-south")], verbs) == {"sov-south": frozenset({2, 4})}
