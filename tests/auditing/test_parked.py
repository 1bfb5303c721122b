"""Counters that are laid beside the map, and put back when another phase has begun."""

from __future__ import annotations

from collections.abc import Sequence

from tests.auditing.steps import change, log_of, place, step
from trc_module.auditing.parked import without_parking
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Step, TurnSet
from trc_module.replay.pieces import Piece

LOG = log_of(place_of=lambda spot: None if str(spot).startswith("beside") else spot)


def goes(number: int, before: int | str, after: int | str, unit: str = "red-1") -> Step:
    return step(number, changes=[change(unit, place(before), place(after))])


def tracker(number: int, name: str = TRACKER_ID) -> Step:
    return step(number, events=[TurnSet(name, "", "later")])


def ways(*steps: Step) -> list[tuple[int, str, object, object]]:
    """Return what steps change when nobody is parked: step, unit, before, after."""
    return [
        (each.number, _name(one.piece), one.before, one.after)
        for each in without_parking(LOG, steps)
        for one in each.changes.pieces
    ]


def _name(piece: Piece) -> str:
    return piece.id


AWAY, BACK, NEXT = goes(2, 1, "beside"), goes(6, "beside", 3), tracker(4)
AS_MADE: Sequence[tuple[int, str, object, object]] = [(2, "red-1", 1, "beside"), (6, "red-1", "beside", 3)]


def test_who_lay_beside_the_map_while_the_tracker_went_on_went_when_he_came_back() -> None:
    assert ways(AWAY, NEXT, BACK) == [(6, "red-1", 1, 3)]
    others = goes(5, 7, 8, "red-2")
    assert ways(AWAY, NEXT, others, BACK) == [(5, "red-2", 7, 8), (6, "red-1", 1, 3)]
    both = step(2, changes=[*AWAY.changes.pieces, *others.changes.pieces])
    assert ways(both, NEXT, BACK) == [(2, "red-2", 7, 8), (6, "red-1", 1, 3)]


def test_within_a_phase_it_is_one_way_in_any_case() -> None:
    assert ways(AWAY, BACK) == AS_MADE
    assert ways(AWAY, tracker(4, "another tracker"), BACK) == AS_MADE
    assert ways(NEXT, AWAY, BACK, tracker(8)) == AS_MADE


def test_who_never_comes_back_or_is_no_unit_is_left_there() -> None:
    assert ways(AWAY, NEXT) == AS_MADE[:1]
    assert ways(goes(2, 1, "beside", "a marker"), NEXT, goes(6, "beside", 3, "a marker")) == [
        (2, "a marker", 1, "beside"),
        (6, "a marker", "beside", 3),
    ]
    # From a box nobody is parked, and who has come back is parked anew.
    assert ways(goes(2, "pool", "beside"), NEXT, BACK) == [(2, "red-1", "pool", "beside"), AS_MADE[1]]
    again = goes(7, 3, "beside")
    assert ways(AWAY, BACK, again, NEXT, goes(9, "beside", 5)) == [*AS_MADE, (9, "red-1", 3, 5)]
    # A shift beside the map, and a change of no place, is no way.
    for to in ("beside", "beside it"):
        shift = step(5, changes=[change("red-1", "beside", to)])
        assert ways(AWAY, shift, NEXT, BACK) == [(5, "red-1", "beside", to), (6, "red-1", 1, 3)]
