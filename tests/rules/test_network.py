from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trc_module.board import RailNet
from trc_module.hexgrid import HexGrid, PairedNumbers, hexes
from trc_module.rules.network import between, needed

GRID = HexGrid(4, 5, PairedNumbers())
PLACES = tuple(hexes(GRID.all))
links = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)).filter(lambda ab: ab[0] != ab[1]), max_size=24
)
sets = st.sets(st.sampled_from(PLACES)).map(lambda found: sum(1 << h for h in found))


def net(*pairs: str) -> RailNet:
    ends = [pair.split("-") for pair in pairs]
    return RailNet(GRID, [(GRID.hex(a), GRID.hex(b)) for a, b in ends])


def test_a_spur_is_not_between_two_ends_and_a_detour_is() -> None:
    rails = net("0101-0201", "0201-0301", "0301-0401", "0201-0202", "0201-0102", "0102-0103", "0103-0301")
    ends = GRID.set_of(["0101", "0401"])
    found = between(rails, rails.within, ends)
    assert found == GRID.set_of(["0101", "0201", "0301", "0401", "0102", "0103"])


def test_a_ring_that_hangs_on_a_way_by_one_hex_is_not_between_two_ends() -> None:
    rails = net("0101-0201", "0201-0301", "0201-0202", "0202-0302", "0302-0201", "0301-0401", "0401-0402", "0402-0301")
    ends = GRID.set_of(["0101", "0301"])
    assert between(rails, rails.within, ends) == GRID.set_of(["0101", "0201", "0301"])


def test_a_ring_apart_from_the_ends_is_not_between_them() -> None:
    rails = net("0101-0201", "0302-0402", "0402-0303", "0303-0302")
    assert between(rails, rails.within, GRID.set_of(["0101", "0201"])) == GRID.set_of(["0101", "0201"])


def test_an_end_without_a_way_stands_alone() -> None:
    rails = net("0101-0201", "0201-0301")
    assert between(rails, rails.within, GRID.set_of(["0101"])) == GRID.set_of(["0101"])
    assert between(rails, GRID.set_of(["0101", "0301"]), GRID.set_of(["0101", "0301"])) == GRID.set_of(["0101", "0301"])


def test_what_every_way_needs() -> None:
    rails = net("0101-0201", "0201-0301", "0201-0202", "0202-0301", "0301-0401")
    all_ = rails.within
    start, goal = GRID.hex("0101"), GRID.set_of(["0401"])
    assert needed(rails, all_, start, goal, all_) == GRID.set_of(["0101", "0201", "0301", "0401"])
    assert needed(rails, all_, start, goal, GRID.set_of(["0201", "0202"])) == GRID.set_of(["0201"])
    assert needed(rails, all_ & ~GRID.set_of(["0301"]), start, goal, all_) == 0


@given(links, sets, st.sampled_from(PLACES), sets)
def test_without_a_needed_hex_there_is_no_way_and_without_another_there_is(
    pairs: list[tuple[int, int]], members: int, start: int, goals: int
) -> None:
    rails = RailNet(GRID, pairs)  # type: ignore[arg-type]
    members |= 1 << start
    found = needed(rails, members, start, goals & members, GRID.all)  # type: ignore[arg-type]
    if not found:
        assert not rails.flood(1 << start, None, members) & goals & members
        return
    for h in hexes(members):
        left = members & ~(1 << h)
        cut_off = h == start or not rails.flood(1 << start, None, left) & goals & left
        assert bool(found >> h & 1) == cut_off


@given(links, sets, sets)
def test_what_lies_between_keeps_the_ends_joined(pairs: list[tuple[int, int]], members: int, ends: int) -> None:
    rails = RailNet(GRID, pairs)  # type: ignore[arg-type]
    found = between(rails, members, ends)
    assert found & ~members == 0
    assert found & ends == members & ends
    for end in hexes(ends & members):
        whole = rails.flood(1 << end, None, members) & ends
        assert rails.flood(1 << end, None, found) & ends == whole


@given(links, sets, sets)
def test_each_hex_between_two_ends_is_on_a_way_that_visits_none_twice(
    pairs: list[tuple[int, int]], members: int, ends: int
) -> None:
    rails = RailNet(GRID, pairs)  # type: ignore[arg-type]

    def ways(way: list[int]) -> int:
        found = 0
        for onward in hexes(rails.of[way[-1]] & members):  # type: ignore[index]
            if onward in way:
                continue
            if ends >> onward & 1:
                found |= sum(1 << h for h in [*way, onward])
            else:
                found |= ways([*way, onward])
        return found

    slow = members & ends
    for end in hexes(members & ends):
        slow |= ways([end])
    assert between(rails, members, ends) == slow
