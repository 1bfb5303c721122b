from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trc_module.board import RailNet
from trc_module.hexgrid import Hex, HexGrid, PairedNumbers, hexes

GRID = HexGrid(5, 6, PairedNumbers())
PLACES = tuple(hexes(GRID.all))
links = st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)).filter(lambda ab: ab[0] != ab[1]))
neighbours = [(a, b) for a in PLACES for b in hexes(GRID.neighbours[a]) if a < b]
sets = st.sets(st.sampled_from(PLACES)).map(lambda found: sum(1 << h for h in found))


@given(links, st.lists(st.sampled_from(neighbours)), sets)
def test_a_set_spreads_along_the_links_of_its_members(
    jumps: list[tuple[Hex, Hex]], rails: list[tuple[Hex, Hex]], members: int
) -> None:
    net = RailNet(GRID, [*jumps, *rails])
    linked = 0
    for h in hexes(members):
        linked |= net.of[h]
    assert net.spread(members) == linked
    assert all(net.joined(a, b) and net.joined(b, a) for a, b in [*jumps, *rails])
