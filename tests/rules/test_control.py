from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trc_module.hexgrid import Adjacency, HexGrid, PairedNumbers, hexes
from trc_module.rules.control import ControlTracker
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Deployment

GRID = HexGrid(5, 6, PairedNumbers())
PLACES = tuple(hexes(GRID.all))
HOW = ControlTracker(GRID.set_of(["0303", "0101", "0605"]), Adjacency(GRID), frozenset({"ghost"}))
P = GRID.hex("0303")
NEXT, OTHER = sorted(hexes(GRID.neighbours[P]))[:2]
sets = st.sets(st.sampled_from(PLACES), max_size=6).map(lambda found: sum(1 << h for h in found))


def test_who_stands_in_a_place_holds_it_contested_or_not() -> None:
    assert HOW.holder(P, {"a": 1 << P, "b": 1 << NEXT}) == "a"
    assert HOW.holder(P, {"a": 1 << NEXT, "b": 1 << P}) == "b"


def test_a_vacant_place_goes_to_the_only_zone_to_nobody_or_stays() -> None:
    assert HOW.holder(P, {"a": 1 << NEXT, "b": 0}) == "a"
    assert HOW.holder(P, {"a": 1 << NEXT, "b": 1 << OTHER}) == ""
    assert HOW.holder(P, {"a": 0, "b": 0}) is None


def test_idle_units_hold_nothing() -> None:
    ghost = Deployment(FrozenMap({"ghost": P}))
    both = Deployment(FrozenMap({"ghost": P, "unit": P}))
    assert HOW.holders(ghost) == 0
    assert HOW.holders(both) == 1 << P


@given(sets, sets)
def test_all_places_at_once_are_each_place_by_itself(a: int, b: int) -> None:
    b &= ~a
    found = HOW.all_holders({"a": a, "b": b})
    assert found == {
        place: side for place in hexes(HOW.places) if (side := HOW.holder(place, {"a": a, "b": b})) is not None
    }


@given(st.sampled_from(PLACES))
def test_near_are_the_places_whose_holder_a_unit_changes(at: int) -> None:
    changed = sum(1 << p for p in hexes(HOW.places) if HOW.holder(p, {"a": 1 << at, "b": 0}) == "a")
    assert HOW.near.get(at, 0) == changed  # type: ignore[call-overload]
