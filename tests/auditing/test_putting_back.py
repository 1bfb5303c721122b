"""Counters that leave the map and come back to their hex within a phase: put back, or lost and replaced by a key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.auditing.steps import leg
from tests.reading.phases import TOY
from tests.reading.test_search import said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.drags import DragLeg
from trc_module.auditing.putting_back import put_back, undone_in_between, without_returns
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


VERBS = TOY.grammar.verbs
LOST, CAME = leg(2, 1, "lost"), leg(6, "lost", 1)


@pytest.mark.parametrize(
    ("legs", "steps"),
    [
        ([LOST, CAME], [2, 6]),
        ([leg(2, "pool", 1), leg(6, 1, "pool")], [2, 6]),
        ([LOST, leg(6, "lost", 2)], []),
        # Over the map a counter may go round.
        ([leg(2, 1, 2), leg(6, 2, 1)], []),
        ([leg(2, 1, 2), leg(4, 2, "lost"), CAME], [2, 4, 6]),
    ],
)
def test_who_ends_where_he_began_was_put_back_if_he_was_in_a_box(legs: Sequence[DragLeg], steps: Sequence[int]) -> None:
    assert {unit: sorted(found) for unit, found in put_back(legs, [], VERBS).items()} == (
        {"red-1": steps} if steps else {}
    )


@pytest.mark.parametrize(
    ("step", "die", "key"),
    [(1, True, True), (2, True, True), (3, False, False), (5, False, False), (6, True, False), (7, True, True)],
)
def test_a_die_meanwhile_or_a_key_that_brings_him_back_tells_of_two_deeds(step: int, die: bool, key: bool) -> None:
    """Whether he was put back, with a die for him in a step, and with such a key."""
    rolled = said(step, "ROLL", b="1", u="red-1", die="3")
    assert ("red-1" in put_back([LOST, CAME], [rolled], VERBS)) is die
    brought = said(step, "ARRIVE", u="red-1")
    assert ("red-1" in put_back([LOST, CAME], [brought], VERBS)) is key
    # Lines of others, and those that neither roll nor bring.
    for line in (said(step, "ROLL", b="1", die="3"), said(step, "ARRIVE", u="red-2"), said(step, "REDUCE", u="red-1")):
        assert "red-1" in put_back([LOST, CAME], [line], VERBS)


def test_who_came_out_of_a_box_was_brought_by_no_key() -> None:
    out = [leg(2, "pool", 1), leg(6, 1, "pool")]
    assert "red-1" in put_back(out, [said(4, "ARRIVE", u="red-1")], VERBS)
    others = [leg(2, 1, "lost", "red-2"), leg(6, "lost", 1, "red-2")]
    found = put_back([*out, *others], [said(4, "ARRIVE", u="red-1"), said(5, "ARRIVE", u="red-2")], VERBS)
    assert list(found) == ["red-1"]


@pytest.mark.parametrize(
    ("legs", "steps"),
    [
        # That it was put back at last is another matter.
        ([LOST, CAME], []),
        ([LOST, CAME, leg(8, 1, 2)], [2, 6]),
        ([leg(1, 3, 1), LOST, CAME], [2, 6]),
        ([LOST, leg(4, "lost", "pool"), leg(6, "pool", 1), leg(8, 1, 2)], [2, 4, 6]),
        ([LOST, leg(6, "lost", 2), leg(8, 2, 3)], []),
        ([leg(2, "pool", "lost"), leg(6, "lost", "pool"), leg(8, "pool", 2)], []),
        ([leg(2, None, "lost"), leg(6, "lost", None), leg(8, None, 2)], []),
        ([leg(2, 1, 2), leg(6, 2, 1), leg(8, 1, 2)], []),
    ],
)
def test_who_was_put_into_a_box_and_back_goes_on(legs: Sequence[DragLeg], steps: Sequence[int]) -> None:
    found = undone_in_between(legs, [], VERBS)
    assert {unit: sorted(each) for unit, each in found.items()} == ({"red-1": steps} if steps else {})


@pytest.mark.parametrize(("step", "undone"), [(1, True), (2, True), (3, False), (6, False), (7, True)])
def test_a_line_in_between_tells_of_two_deeds_but_for_one_of_its_fate(step: int, undone: bool) -> None:
    legs = [LOST, CAME, leg(8, 1, 2)]
    assert ("red-1" in undone_in_between(legs, [said(step, "RETREAT", b="1", u="red-1")], VERBS)) is undone
    assert "red-1" in undone_in_between(legs, [said(step, "LOSS", b="1", u="red-1")], VERBS)
    assert "red-1" in undone_in_between(legs, [said(step, "RETREAT", b="1", u="red-2")], VERBS)


def test_a_way_without_returns_goes_on_from_where_it_had_been() -> None:
    out, back, on = leg(1, 1, 2), leg(3, 2, 1), leg(5, 1, 3)
    assert without_returns([out, on]) == [out, on]
    assert without_returns([out, back, on]) == [on]
    assert without_returns([out, leg(3, 2, 4), leg(5, 4, 2), leg(7, 2, 5)]) == [out, leg(7, 2, 5)]
    assert without_returns([out, back]) == [leg(3, 1, 1)]
