"""Counters that were put somewhere by mistake, and put right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.reading.phases import line
from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.slips import put_right, told_of_slips
from trc_module.hexgrid import Hex
from trc_module.rules.interpretation import PieceTrack
from trc_module.rules.state import Place

PLACED = """
options: 15.3
at: turn 4 soviet combat
on K14: sov-southwest
on L14: ger-2
box soviet cadre: sov-ostatky
target ger-2
attack 1: sov-southwest x ger-2
roll 1: 5
lose 1: sov-southwest
reduce 1: ger-2
cadre sov-ostatky K14
end
"""


@pytest.mark.parametrize("edits", [[], ["slip sov-ostatky J14"], ["earlier LOSS 1", "slip sov-ostatky J14"]])
def test_a_cadre_may_be_put_beside_its_hex_first_where_battles_are_read_in_turn_too(
    edits: list[str], tmp_path: Path
) -> None:
    assert told_of(parts_of("nr"), PLACED, edits, tmp_path) == []


def test_a_cadre_that_stays_beside_its_hex_is_named(tmp_path: Path) -> None:
    told = told_of(parts_of("nr"), PLACED, ["earlier LOSS 1", "onto sov-ostatky 1 J14"], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["violation 15.3.2"]


def way(places: str, steps: str, says: str = "", unit: str = "red-1") -> PieceTrack:
    """Return a way from place to place in some steps; numbers are hexes, `says` is the line that tells of it."""
    found = [place_of(each) for each in places.split()]
    return PieceTrack(
        unit, tuple(found), tuple(map(int, steps.split())), line=line(f"{steps.split()[0]} {says}") if says else None
    )


def place_of(name: str) -> Place:
    return Hex(int(name)) if name.isdigit() else name


def brief(track: PieceTrack) -> str:
    places, steps = (" ".join(map(str, each)) for each in (map(_word, track.places), track.steps))
    return f"{places} in {steps}" + (f" by {track.line.says.verb}" if track.line else "")


def _word(place: Place | None) -> str:
    return place if isinstance(place, str) else str(int(place or 0))


def readings(
    *tracks: PieceTrack,
    dice: Sequence[int] = (),
    exchanged: Mapping[int, Place | None] | None = None,
    exchanges: Collection[str] = (),
    once: Collection[str] = (),
) -> list[list[str]]:
    """Return the ways of a counter as they are put right, but for the last reading, its whole way as one."""
    whole = replace(
        tracks[0],
        places=(*tracks[0].places, *(place for track in tracks[1:] for place in track.places[1:])),
        steps=tuple(step for track in tracks for step in track.steps),
        line=None,
    )
    found = put_right(tracks, whole, dice, exchanged or {}, exchanges, once)
    return [list(map(brief, each)) for each in found]


OUT = way("box 1", "3", "PLACE")
ONE = "box 1 2 4 in 3 5 7 by PLACE"


def test_a_counter_came_out_of_its_box_to_a_place_to_which_it_was_put_later() -> None:
    assert readings(OUT, way("1 2 4", "5 7")) == [
        ["box 2 in 3 5 by PLACE", "2 4 in 7"],
        ["box 4 in 3 5 7 by PLACE"],
        [ONE],
    ]
    # Its other ways stay as they are.
    later = way("4 9", "9", "MOVE")
    assert readings(later, OUT, way("1 2", "11"), way("2 6", "13", "MOVE"))[0] == [
        "4 9 in 9 by MOVE",
        "box 2 in 3 11 by PLACE",
        "2 6 in 13 by MOVE",
    ]


def test_what_a_line_tells_of_and_what_ends_in_a_box_is_no_slip() -> None:
    assert readings(OUT, way("1 2", "5", "MOVE")) == [["box 1 2 in 3 5 by PLACE"]]
    assert readings(OUT, way("1 lost", "5")) == []


def test_a_key_may_be_pressed_where_the_counter_was_put_by_mistake() -> None:
    beside = way("box 1", "3")
    assert readings(beside, way("1 2", "5", "PLACE"), way("2 4", "7"), once=["PLACE"]) == [
        ["box 2 in 3 5 by PLACE", "2 4 in 7"],
        ["box 1 in 3", "1 4 in 5 7 by PLACE"],
        ["box 1 2 4 in 3 5 7 by PLACE"],
    ]
    # A line that tells of more than one way was of the second: by rail, say.
    assert readings(beside, way("1 2", "5", "MODE"), once=["PLACE"]) == [["box 1 2 in 3 5 by MODE"]]
    # What another line tells of already is of that one.
    assert readings(OUT, way("1 2", "5", "PLACE"), once=["PLACE"]) == [["box 1 2 in 3 5 by PLACE"]]


@pytest.mark.parametrize(
    ("die", "ends"), [(2, [2, 4]), (3, [2, 4]), (4, []), (5, [2]), (6, [2]), (7, [2, 4]), (8, [2, 4])]
)
def test_a_move_after_its_die_is_no_correction(die: int, ends: Sequence[int]) -> None:
    found = readings(OUT, way("1 2 4", "5 7"), dice=[die])
    short = [each for each in found if each != [ONE]]
    assert [each[0] for each in short] == [f"box {end} in 3 {'5' if end == 2 else '5 7'} by PLACE" for end in ends]


@pytest.mark.parametrize(("die", "whole"), [(2, True), (3, True), (4, False), (6, False), (7, True), (8, True)])
def test_a_way_with_its_die_in_it_is_not_read_as_one(die: int, whole: bool) -> None:
    assert ([ONE] in readings(OUT, way("1 2 4", "5 7"), dice=[die])) is whole


@pytest.mark.parametrize(("die", "goes"), [(2, [1]), (3, [2, 1]), (4, [])])
def test_whom_its_die_has_put_into_a_box_can_be_put_back_alone(die: int, goes: Sequence[int]) -> None:
    found = readings(way("1 lost", "3", "LOSE"), way("lost 2 1", "5 7"), dice=[die])
    assert [each for each in found if len(each) == 1 and " 5" in each[0]][:1] == (
        [["1 1 in 3 5 7 by LOSE"]] if 1 in goes else []
    )
    assert (["1 2 in 3 5 by LOSE", "2 1 in 7"] in found) is (2 in goes)


def test_an_exchange_ends_where_those_stood_who_were_exchanged_and_nowhere_else() -> None:
    came = way("box 1", "3", "CHANGE")
    for at, expected in ((2, [["box 2 in 3 5 by CHANGE", "2 4 in 7"]]), (4, [["box 4 in 3 5 7 by CHANGE"]]), (9, [])):
        exchanged = {id(came.line): Hex(at)}
        assert readings(came, way("1 2 4", "5 7"), exchanged=exchanged, exchanges=["CHANGE"]) == expected
    # Of another line nothing is known: such a way is as any other.
    assert readings(came, way("1 2 4", "5 7"), exchanged={id(came.line): Hex(2)})[-1] == [
        "box 1 2 4 in 3 5 7 by CHANGE"
    ]


def test_a_whole_way_is_of_one_line_unless_it_began_in_a_box() -> None:
    given, brought = way("1 box", "3", "GIVE"), way("box 2", "5", "PLACE")
    assert readings(given, brought) == []
    assert readings(given, way("box 2", "5", "GIVE")) == [["1 box 2 in 3 5 by GIVE"]]
    assert readings(OUT, way("1 2", "5", "MOVE")) == [["box 1 2 in 3 5 by PLACE"]]
    assert readings(way("1 2", "3"), way("2 3", "5")) == [["1 3 in 3 5"], ["1 2 3 in 3 5"]]


@pytest.mark.parametrize(("die", "told"), [(2, True), (3, True), (4, False), (5, True), (6, True)])
def test_a_way_into_a_box_may_have_led_through_another_one(die: int, told: bool) -> None:
    through = [way("1 pool", "3"), way("pool lost", "5")]
    assert readings(*through, dice=[die]) == ([["1 lost in 3 5"]] if told else [])


def test_a_way_through_a_box_has_no_line_and_begins_on_the_map() -> None:
    assert readings(way("1 pool", "3", "LOSE"), way("pool lost", "5")) == []
    assert readings(way("1 pool", "3"), way("pool lost", "5", "LOSE")) == []
    assert readings(way("box pool", "3"), way("pool lost", "5")) == []
    others = [way("4 1", "2"), way("1 pool", "3"), way("pool lost", "5"), way("lost dead", "7", "LOSE")]
    assert readings(*others) == [["4 1 in 2", "1 lost in 3 5", "lost dead in 7 by LOSE"]]


def test_a_place_is_a_slip_where_no_way_begins_or_ends_as_it_is_read() -> None:
    dragged = [
        way("box 1", "3", "PLACE"),
        way("1 2", "5"),
        way("4 5", "6", unit="red-2"),
        way("7 8", "8", unit="red-3"),
    ]
    right = [way("box 2", "3", "PLACE"), *dragged[2:]]
    notes = list(told_of_slips(dragged, right, _word))
    assert [(note.steps, *(str(finding) for finding in note.findings)) for note in notes] == [
        ((3,), "note log.back: red-1 was put into 1 first, and came from there to 2; it is read as put right.")
    ]
    assert list(told_of_slips(dragged, dragged, _word)) == []
    # Where a way begins or ends as before nothing was put right.
    assert list(told_of_slips(dragged[:2], [way("box 1 2", "3 5")], _word)) != []
    assert list(told_of_slips(dragged[:2], [way("1 2", "5")], _word)) == []
