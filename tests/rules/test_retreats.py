from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.hexgrid import Adjacency, Hex, HexGrid, LetterRows, hexes
from trc_module.rules.paths import Bounds, Limit, both_ways
from trc_module.rules.retreats import ends, fits, way
from trc_module.rules.state import Trail

GRID = HexGrid(5, 5, LetterRows(1, 1))
HEXES = list(hexes(GRID.all))
SIDES = [(a, b) for a in HEXES for b in hexes(GRID.neighbours[a]) if a < b]
sets = st.sets(st.sampled_from(HEXES), max_size=12).map(lambda members: sum(1 << h for h in members))
sides = st.sets(st.sampled_from(SIDES), max_size=10)
lengths = st.sampled_from([(1, 1), (1, 2), (2, 2), (1, 3)])


def bounds(shut: int, closed: set[tuple[Hex, Hex]], bars: list[tuple[int, int]] | None = None) -> Bounds:
    limits = (
        Limit("zone", shut=shut),
        Limit("side", closed=both_ways(closed)),
        *(Limit("bar", leave=leave, enter=enter) for leave, enter in bars or ()),
    )
    return Bounds(GRID, limits, Adjacency(GRID, both_ways(closed)))


def all_ways(
    shut: int, closed: set[tuple[Hex, Hex]], bars: list[tuple[int, int]], start: Hex, most: int
) -> list[list[Hex]]:
    """Walk every way, one hex at a time: slow, and obviously right."""
    found = [[start]]
    for _ in range(most):
        found += [
            [*path, b]
            for path in found
            for b in hexes(GRID.neighbours[path[-1]])
            if not shut >> b & 1
            and (min(path[-1], b), max(path[-1], b)) not in closed
            and not any(leave >> path[-1] & enter >> b & 1 for leave, enter in bars)
        ]
    return found


@settings(max_examples=80, deadline=None)
@given(sets, sides, st.lists(st.tuples(sets, sets), max_size=2), st.sampled_from(HEXES), lengths)
def test_a_retreat_exists_exactly_if_the_search_finds_one(
    shut: int, closed: set[tuple[Hex, Hex]], bars: list[tuple[int, int]], start: Hex, length: tuple[int, int]
) -> None:
    least, most = length
    walked = {
        path[-1]
        for path in all_ways(shut, closed, bars, start, most)
        if least <= len(path) - 1 <= most and path[-1] != start
    }
    here = bounds(shut, closed, bars)
    assert set(hexes(ends(here, start, least, most))) == walked
    for goal in HEXES:
        path = way(here, start, goal, least, most)
        assert (path is not None) == (goal in walked)
        if path is not None:
            assert (path[0], path[-1]) == (start, goal)
            assert least <= len(path) - 1 <= most
            for a, b in pairwise(path):
                assert here.sides.joined(a, b)
                assert not shut >> b & 1
                assert not any(leave >> a & enter >> b & 1 for leave, enter in bars)
            assert fits(here, Trail(path), least, most)
        assert fits(here, Trail((start, goal), frozenset({0})), least, most) == (goal in walked)


def test_a_known_way_must_have_the_right_length() -> None:
    here = bounds(0, set())
    a, b, c = (GRID.hex(name) for name in ("C1", "C2", "C3"))
    assert fits(here, Trail((a, b, c)), 2, 2)
    assert not fits(here, Trail((a, b)), 2, 2)
    assert not fits(here, Trail((a, b, c)), 1, 1)
    assert not fits(here, Trail((a, b, a)), 2, 2)


def test_a_way_of_two_hexes_may_end_next_to_where_it_began() -> None:
    here = bounds(0, set())
    start = GRID.hex("C3")
    near = GRID.neighbours[start]
    assert ends(here, start, 2, 2) & near == near
    assert not ends(here, start, 2, 2) >> start & 1
