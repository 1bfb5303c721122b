from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trc_module.hexgrid import Hex, HexGrid, PairedNumbers, hexes
from trc_module.rules.places import Trail
from trc_module.rules.unknown_paths import corridor, perhaps_passed

GRID = HexGrid(7, 8, PairedNumbers())
PLACES = tuple(hexes(GRID.all))


@given(st.sampled_from(PLACES), st.sampled_from(PLACES), st.integers(0, 6))
def test_a_corridor_holds_the_hexes_whose_two_distances_fit(a: Hex, b: Hex, steps: int) -> None:
    fits = sum(1 << h for h in PLACES if GRID.distance(a, h) + GRID.distance(h, b) <= steps)
    assert corridor(GRID, a, b, steps) == fits | 1 << a | 1 << b


def test_a_way_that_is_known_has_perhaps_passed_nothing_else() -> None:
    a, b, c = (GRID.hex(name) for name in ("0303", "0404", "0505"))
    assert perhaps_passed(GRID, Trail((a, b, c))) == 0
    assert perhaps_passed(GRID, Trail((a, b, c), frozenset({1}))) == corridor(GRID, b, c, GRID.distance(b, c) + 1)
