"""Slips that a reading had put right stay so when its lines are changed, where that touches no way of the unit."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import structs

from tests.auditing.test_slips import brief, way
from trc_module.auditing.evidence import PhaseEvidence, put_right_as_before, with_whole_ways
from trc_module.rules.interpretation import PieceTrack

NOTHING = cast("Any", None)


def evidence(tracks: Sequence[PieceTrack], slips: Sequence[PieceTrack] = ()) -> PhaseEvidence:
    phase: Any = SimpleNamespace()
    empty: Any = {}
    held: Any = {"tracks": tuple(tracks), "with_slips": tuple(slips)}
    return PhaseEvidence(phase, NOTHING, (), (), (), False, empty, (), empty, (), **held)


DRAGGED = [way("box 1", "1", "PLACE"), way("1 2", "3")]
RIGHT = [way("box 2", "1 3", "PLACE")]
OTHER = [way("4 5", "2", unit="red-2")]


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ([*DRAGGED, *OTHER], ["4 5 in 2", "box 2 in 1 3 by PLACE"]),
        # A change has touched those ways.
        ([way("box 1 2", "1 3", "PLACE"), *OTHER], ["4 5 in 2", "box 1 2 in 1 3 by PLACE"]),
    ],
)
def test_a_slip_stays_put_right(now: Sequence[PieceTrack], found: Sequence[str]) -> None:
    known = evidence([*RIGHT, *OTHER], [*DRAGGED, *OTHER])
    read = put_right_as_before(evidence(now), known)
    assert [brief(track) for track in read.tracks] == found
    assert read.with_slips == tuple(now)
    assert read.dragged == tuple(now)


def test_without_slips_the_ways_stay_as_they_are() -> None:
    now = evidence([*DRAGGED, *OTHER])
    assert put_right_as_before(now, evidence(RIGHT)) is now
    # Ways that were right as they were dragged stay in the order of their ends.
    known = evidence([*OTHER, *DRAGGED], [*OTHER, *DRAGGED])
    assert [brief(track) for track in put_right_as_before(now, known).tracks] == [
        "box 1 in 1 by PLACE",
        "4 5 in 2",
        "1 2 in 3",
    ]


@pytest.mark.parametrize(
    ("goal", "found"),
    [("dead", ["1 box dead in 1 3"]), ("4", ["1 box in 1", "box 4 in 3 by BACK"])],
    ids=["from box to box", "onto the map again"],
)
def test_a_whole_way_leaves_a_box_by_a_line_alone_that_leads_onto_the_map(goal: str, found: Sequence[str]) -> None:
    ways = [way("1 box", "1"), way(f"box {goal}", "3", "BACK")]
    whole = way(f"1 box {goal}", "1 3")
    known = structs.replace(evidence([*ways, *OTHER]), tracks_by_unit={"red-1": whole})
    assert [brief(track) for track in with_whole_ways(known, ["red-1"]).tracks if track.unit == "red-1"] == found


@pytest.mark.parametrize(
    ("ways", "found"),
    [
        ([way("box 1", "1", "PLACE"), way("1 dead", "3")], ["box 1 in 1 by PLACE", "1 dead in 3"]),
        (
            [way("box 1", "1", "PLACE"), way("1 aside", "3"), way("aside dead", "5")],
            ["box 1 in 1 by PLACE", "1 aside dead in 3 5"],
        ),
        (
            [way("box 1", "1", "PLACE"), way("1 aside", "3"), way("aside 1", "5", "BACK")],
            ["box 1 in 1 by PLACE", "1 aside in 3", "aside 1 in 5 by BACK"],
        ),
    ],
    ids=["and is gone", "and is gone by another box", "and comes back"],
)
def test_a_whole_way_begins_behind_the_line_by_which_a_unit_came(ways: list[PieceTrack], found: Sequence[str]) -> None:
    known = structs.replace(evidence([*ways, *OTHER]), tracks_by_unit={"red-1": NOTHING})
    assert [brief(track) for track in with_whole_ways(known, ["red-1"]).tracks if track.unit == "red-1"] == found
