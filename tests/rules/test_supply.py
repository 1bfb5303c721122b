from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from trc_module.hexgrid import Adjacency, Hex, HexGrid, PairedNumbers, hexes
from trc_module.rules.supply import line, supplied

GRID = HexGrid(8, 9, PairedNumbers())
PLACES = tuple(hexes(GRID.all))
sets = st.sets(st.sampled_from(PLACES)).map(lambda found: sum(1 << h for h in found))
sides = st.sampled_from(PLACES).flatmap(
    lambda a: st.tuples(st.just(a), st.sampled_from(tuple(hexes(GRID.neighbours[a]))))
)
grounds = st.lists(sides, max_size=12).map(lambda closed: Adjacency(GRID, closed))


def at(name: str) -> Hex:
    return GRID.hex(name)


@given(grounds, sets, st.integers(0, 6), sets, st.sampled_from(PLACES))
def test_a_line_once_found_is_a_line_step_by_step(
    ground: Adjacency, sources: int, length: int, clear: int, start: Hex
) -> None:
    found = line(ground, start, sources, length, clear)
    assert (found is not None) == bool(supplied(ground, sources, length, clear) >> start & 1)
    if found is not None:
        assert found[0] == start
        assert sources >> found[-1] & 1
        assert len(found) - 1 <= length
        assert all(ground.joined(a, b) for a, b in pairwise(found))
        assert all(clear >> h & 1 for h in found[1:-1])


@given(grounds, sets, st.integers(0, 5), sets)
def test_supply_is_what_walking_unit_by_unit_finds(ground: Adjacency, sources: int, length: int, clear: int) -> None:
    def walks(h: Hex, left: int) -> bool:
        if sources >> h & 1:
            return True
        if not left:
            return False
        return any(sources >> n & 1 or (clear >> n & 1 and walks(n, left - 1)) for n in hexes(ground.of[h]))

    assert supplied(ground, sources, length, clear) == sum(1 << h for h in PLACES if walks(h, length))


def test_the_last_step_may_end_in_a_hex_that_is_not_clear_and_none_between() -> None:
    ground = Adjacency(GRID)
    source, middle, unit = at("0102"), at("0202"), at("0302")
    assert supplied(ground, 1 << source, 2, 1 << middle) >> unit & 1
    other_ways = GRID.all & ~(GRID.neighbours[source] & GRID.neighbours[unit])
    assert not supplied(ground, 1 << source, 2, other_ways) >> unit & 1
    assert not supplied(ground, 1 << source, 1, GRID.all) >> unit & 1
