from __future__ import annotations

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, affinity

from trc_module.art.map.soft_areas import (
    FREE_SHARE,
    Cell,
    cells_of,
    hexagons,
    inner_radius,
    soft_area,
    soft_lines,
    union,
    with_rim,
)
from trc_module.hexgrid import HexGrid, Layout, LetterRows, hexes

GRID = HexGrid(5, 6, LetterRows(6, -1))
LAYOUT = Layout(GRID, 104, 90, (52, 60))
CELLS = sorted(cells_of(GRID, hexes(GRID.all)))

areas = st.sets(st.sampled_from(CELLS), min_size=1)


@settings(deadline=None, max_examples=40)
@given(areas, st.integers(0, 9))
def test_the_inner_four_fifths_of_a_hex_are_never_in_doubt(members: set[Cell], seed: int) -> None:
    area = soft_area(LAYOUT, members, seed)
    for cell, hexagon in zip(CELLS, hexagons(LAYOUT, CELLS), strict=True):
        inner = affinity.scale(hexagon, 1 - FREE_SHARE, 1 - FREE_SHARE)
        assert area.covers(inner) if cell in members else not area.intersects(inner)


@settings(deadline=None, max_examples=20)
@given(areas)
def test_a_soft_edge_keeps_to_the_outer_fifth(members: set[Cell]) -> None:
    exact, soft = union(LAYOUT, members), soft_area(LAYOUT, members, 1)
    assert shapely.hausdorff_distance(exact.boundary, soft.boundary) < FREE_SHARE * inner_radius(LAYOUT)


def test_the_same_hexes_have_the_same_edge_and_a_far_change_leaves_it_alone() -> None:
    near, far = {(0, 0), (0, 1), (1, 0)}, {(4, 4), (4, 5)}
    alone = soft_area(LAYOUT, near, 3)
    assert soft_area(LAYOUT, near, 3).equals(alone)
    assert any(part.equals(alone) for part in shapely.get_parts(soft_area(LAYOUT, near | far, 3)))


def test_an_island_in_a_lake_stays_apart() -> None:
    ring = {(1, 1), (1, 2), (2, 1), (2, 3), (3, 1), (3, 2)}
    area = soft_area(LAYOUT, ring | {(2, 2)}, 1)
    lake = soft_area(LAYOUT, ring, 1)
    assert len(shapely.get_parts(area)) == len(shapely.get_parts(lake)) == 1
    assert [len(p.interiors) for p in shapely.get_parts(lake)] == [1]


def test_hexsides_that_meet_become_one_line_that_keeps_its_ends() -> None:
    a, b, c = (LineString(LAYOUT.side(GRID.hex(x), GRID.hex(y))) for x, y in (("B4", "B3"), ("B4", "C3"), ("C4", "C3")))
    lines = soft_lines(LAYOUT, [a, b, c], 1)
    assert len(lines.geoms) == 1
    ends = {tuple(lines.geoms[0].coords[i]) for i in (0, -1)}
    assert ends <= {tuple(p) for line in (a, c) for p in line.coords}


def test_the_rim_repeats_the_nearest_hex() -> None:
    assert with_rim(GRID, {(0, 0)}, 1) == {(0, 0), (-1, -1), (-1, 0), (0, -1)}
