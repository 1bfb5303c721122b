"""The ways of counters within a phase: legs that belong together, and the lines that say how they went."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import structs

from tests.auditing.steps import change, leg, log_of, step
from tests.reading.phases import line
from tests.untidy.other_plays import parts_of
from trc_module.auditing.drags import Drag, DragLeg, drags, governed, halts_of, legs_of, with_stops
from trc_module.declarations import ALL, EXCHANGE, FATE, ONCE, WAY, Verb
from trc_module.hexgrid import Hex


def brief(found: Sequence[Drag]) -> list[str]:
    """Return drags in short words: unit, places, steps."""
    return [
        f"{drag.unit} {' '.join(map(_word, drag.places))} in {' '.join(map(str, drag.steps))}"
        + (f" by {drag.line.says.verb}" if drag.line else "")
        for drag in found
    ]


def _word(at: object) -> str:
    return str(int(at)) if isinstance(at, int) else str(at)


def test_a_step_puts_units_elsewhere_that_were_and_are_in_the_game() -> None:
    changes = [
        change("red-1", Hex(1), Hex(2)),
        # A shift within a hex, and a piece that is none of the units.
        change("red-2", Hex(1), Hex(1)),
        change("a marker", Hex(1), Hex(2)),
        change("blue-1", None, Hex(2), old=None),
        change("blue-2", Hex(2), None, new=None),
        change("blue-g", Hex(2), None),
    ]
    assert list(legs_of(log_of(), step(3, changes=changes, by="red"))) == [
        leg(3, 1, 2, by="red"),
        leg(3, 2, None, "blue-g", by="red"),
    ]
    # Two spots of one hex are one place.
    near = log_of(place_of=lambda spot: Hex(spot // 10))
    moved = step(3, changes=[change("red-1", 10, 11), change("red-2", 10, 21)])
    assert [(one.unit, one.before, one.after) for one in legs_of(near, moved)] == [("red-2", Hex(1), Hex(2))]


def test_a_drag_is_of_the_side_that_moved_it_always() -> None:
    assert Drag((leg(1, 1, 2, by="red"), leg(2, 2, 3, by="red"))).by == "red"
    assert Drag((leg(1, 1, 2, by="red"), leg(2, 2, 3, by="blue"))).by is None
    assert Drag((leg(1, 1, 2),)).by is None


def test_a_counter_that_was_put_elsewhere_goes_on_from_there() -> None:
    legs = [leg(1, 1, 2), leg(2, 5, 6, "red-2"), leg(3, 2, 4), leg(4, 4, 5)]
    assert with_stops(legs, ()) is legs
    assert with_stops(legs, {(1, "red-1", Hex(3))}) == [leg(1, 1, 3), legs[1], leg(3, 3, 4), legs[3]]
    # A leg that leads nowhere is none.
    assert with_stops(legs, {(1, "red-1", Hex(1))}) == [legs[1], leg(3, 1, 4), legs[3]]
    assert with_stops(legs, {(1, "red-1", Hex(4))}) == [leg(1, 1, 4), legs[1], legs[3]]


@pytest.mark.parametrize(
    ("legs", "found"),
    [
        ([leg(1, 1, 2), leg(2, 2, 3)], ["red-1 1 2 3 in 1 2"]),
        # However many others went meanwhile; the first that was completed comes first.
        ([leg(1, 1, 2), leg(2, 7, 8, "red-2"), leg(3, 2, 3)], ["red-2 7 8 in 2", "red-1 1 2 3 in 1 3"]),
        ([leg(1, 1, 2), leg(2, 2, "lost")], ["red-1 1 2 in 1", "red-1 2 lost in 2"]),
        ([leg(1, "pool", 2), leg(2, 2, 3)], ["red-1 pool 2 in 1", "red-1 2 3 in 2"]),
        # Who fell beside the map did not leave it.
        ([leg(1, 1, None), leg(2, None, 3)], ["red-1 1 None 3 in 1 2"]),
    ],
)
def test_legs_over_the_map_are_one_drag(legs: Sequence[DragLeg], found: Sequence[str]) -> None:
    assert brief(drags(legs)) == found


def test_while_the_game_is_set_up_a_leg_from_a_box_belongs_to_the_drag() -> None:
    legs = [leg(1, "pool", 2), leg(2, 2, 3), leg(3, 3, "pool")]
    assert brief(drags(legs, set_up=True)) == ["red-1 pool 2 3 in 1 2", "red-1 3 pool in 3"]


def test_a_drag_has_one_line() -> None:
    back = line("1 RETREAT b=1 u=red-1")
    told = [
        structs.replace(each, line=back) for each in (leg(1, 1, 2), leg(2, 2, 3), leg(3, 3, "lost"), leg(4, "lost", 4))
    ]
    assert brief(drags(told)) == [
        "red-1 1 2 3 in 1 2 by RETREAT",
        "red-1 3 lost in 3 by RETREAT",
        "red-1 lost 4 in 4 by RETREAT",
    ]
    assert brief(drags(told, ["RETREAT"])) == ["red-1 1 2 3 lost in 1 2 3 by RETREAT", "red-1 lost 4 in 4 by RETREAT"]
    assert brief(drags([told[0], leg(2, 2, 3)])) == ["red-1 1 2 in 1 by RETREAT", "red-1 2 3 in 2"]
    # A line of another verb, and no line, end in a box as ever.
    assert brief(drags(told, ["ADVANCE"])) == brief(drags(told))
    assert brief(drags([leg(1, 1, 2), leg(2, 2, "lost")], ["RETREAT"])) == ["red-1 1 2 in 1", "red-1 2 lost in 2"]


@pytest.mark.parametrize(
    ("halts", "ends"),
    [
        ([], False),
        ([1], False),
        ([2], False),
        ([3], True),
        ([4], True),
        ([5], False),
        ([6], False),
        ([1, 5], False),
        ([2, 4], True),
    ],
)
def test_a_drag_ends_where_a_unit_stood_for_certain(halts: Sequence[int], ends: bool) -> None:
    """It stood there after one leg and before the next, of the steps 2 and 5."""
    found = drags([leg(2, 1, 2), leg(5, 2, 3)], halts={"red-1": halts})
    assert len(found) == (2 if ends else 1)


def test_units_stood_still_that_won_at_once() -> None:
    grammar = parts_of("trc").grammar
    said = [
        line("1 ATT b=1 u=red-1"),
        line("2 ATT b=1 u=red-2"),
        line("3 ATT b=1 u=red-3"),
        line("4 OUT b=1 u=red-2"),
        line("5 OUT b=1"),
        line("6 DEF b=1 u=blue-1"),
        line("7 ATT b=2 u=red-2"),
        line("8 AV b=1"),
        line("9 AV b=2"),
        line("9 AV b=3"),
        line("10 ATT b=1"),
    ]
    assert halts_of(said, ["red-1", "red-2", "blue-1"], grammar) == {"red-1": [8], "red-2": [9]}


VERBS = {
    "WAY": Verb("WAY", "", (), governs=WAY),
    "ONCE": Verb("ONCE", "", (), governs=ONCE),
    "FATE": Verb("FATE", "", (), governs=FATE),
    "ALL": Verb("ALL", "", (), governs=ALL),
    "SAYS": Verb("SAYS", "", ()),
    "SWAP": Verb("SWAP", "", (), role=EXCHANGE, exchanges=("for",)),
    "BRING": Verb("BRING", "", (), governs=ONCE, role=EXCHANGE, exchanges=("for",)),
}
OVER = [leg(2, 1, 2), leg(4, 2, 3), leg(6, 3, 4)]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ((), ["", "", ""]),
        (("1 SAYS u=red-1",), ["", "", ""]),
        # A line about a unit's fate governs the leg of its own step, one of all governs whoever goes in its step.
        (("4 FATE u=red-1",), ["", "FATE", ""]),
        (("4 FATE u=red-2",), ["", "", ""]),
        (("4 ALL country=x",), ["", "ALL", ""]),
        (("4 FATE u=red-1", "4 ALL u=red-1"), ["", "FATE", ""]),
        # One about its way governs what follows, up to the next; if nothing follows, what went before.
        (("1 WAY u=red-1",), ["WAY", "WAY", "WAY"]),
        (("2 WAY u=red-1",), ["WAY", "WAY", "WAY"]),
        (("3 WAY u=red-1",), ["", "WAY", "WAY"]),
        (("7 WAY u=red-1",), ["WAY", "WAY", "WAY"]),
        (("1 WAY u=red-1", "5 ONCE u=red-1"), ["WAY", "WAY", "ONCE"]),
        (("1 ONCE u=red-1",), ["ONCE", "", ""]),
        (("1 ONCE u=red-1", "3 WAY u=red-1"), ["ONCE", "WAY", "WAY"]),
        (("1 ONCE u=red-1", "3 ONCE u=red-1"), ["ONCE", "ONCE", ""]),
        (("7 ONCE u=red-1",), ["ONCE", "", ""]),
        (("1 WAY u=red-1", "4 FATE u=red-1"), ["WAY", "FATE", "WAY"]),
        # What is said again, or corrected, before the counter goes counts once.
        (("1 WAY u=red-1 mode=rail", "1 WAY u=red-1 mode=ground"), ["foot", "foot", "foot"]),
        (("1 WAY u=red-1 mode=ground", "1 WAY u=red-1 mode=rail"), ["WAY", "WAY", "WAY"]),
        (("1 ONCE u=red-1", "1 WAY u=red-1", "3 WAY u=red-1"), ["WAY", "WAY", "WAY"]),
        (("1 WAY u=red-1 mode=ground", "3 WAY u=red-1"), ["foot", "WAY", "WAY"]),
        (("3 WAY u=red-1", "3 WAY u=red-1"), ["", "WAY", "WAY"]),
        (("3 ONCE u=red-1", "3 WAY u=red-1"), ["ONCE", "WAY", "WAY"]),
    ],
)
def test_lines_govern_legs(said: Sequence[str], told: Sequence[str]) -> None:
    found = governed(OVER, [line(each) for each in said], VERBS)
    assert [_says(each) for each in found] == told
    assert [structs.replace(each, line=None, on_foot=False) for each in found] == OVER


def _says(each: DragLeg) -> str:
    return "foot" if each.on_foot else each.line.says.verb if each.line else ""


def test_while_the_game_is_set_up_no_line_is_about_what_was_dragged_before_it() -> None:
    for at, told in ((5, ["", "", "WAY"]), (6, ["", "", "WAY"]), (7, ["", "", ""])):
        found = governed(OVER, [line(f"{at} WAY u=red-1")], VERBS, set_up=True)
        assert [_says(each) for each in found] == told


@pytest.mark.parametrize("verb", ["SWAP", "BRING"])
def test_an_exchange_governs_both_units(verb: str) -> None:
    said = [line(f"3 {verb} u=red-1 for=red-2")]
    went = [
        leg(1, "pool", 7, "red-2"),
        leg(4, "pool", 1),
        leg(5, 7, 8, "red-2"),
        leg(6, 8, "pool", "red-2"),
        leg(7, 1, 2),
    ]
    assert [_says(each) for each in governed(went, said, VERBS)] == ["", verb if verb == "BRING" else "", "", verb, ""]
    # Who never went into a box made no room.
    stayed = [leg(4, 7, 8, "red-2"), leg(5, 8, 9, "red-2")]
    assert [_says(each) for each in governed(stayed, said, VERBS)] == ["", ""]
