from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.hexgrid import (
    Adjacency,
    Hex,
    HexGrid,
    Layout,
    LetterRows,
    Orientation,
    PairedNumbers,
    count,
    hexes,
    nth,
    single,
)

# The Russian Campaign's grid: 43 rows A..Z, AA..QQ; columns 33 in the west to 1 in the east.
TRC_GRID = HexGrid(43, 33, LetterRows(west=33, step=-1))

GRIDS = [
    TRC_GRID,
    HexGrid(7, 9, LetterRows(1, 1), shifted=0),
    HexGrid(8, 5, PairedNumbers(), orientation=Orientation.FLAT_TOP, shifted=1),
    HexGrid(6, 6, PairedNumbers(3), orientation=Orientation.FLAT_TOP, shifted=0),
]


def names(grid: HexGrid, *texts: str) -> int:
    return grid.set_of(texts)


def test_the_map_has_1419_hexes_from_a33_to_qq1() -> None:
    assert count(TRC_GRID.all) == 1419
    ordered = TRC_GRID.names(TRC_GRID.all)
    assert (ordered[0], ordered[-1]) == ("A33", "QQ1")
    assert (ordered[26 * 33], ordered[42 * 33]) == ("AA33", "QQ33")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("I16", "J17"), ("J16", "K15"), ("F18", "G17"), ("R12", "S11"), ("T13", "S12"), ("FF21", "EE20"),
        ("KK17", "JJ17"), ("T14", "T13"), ("KK19", "KK20"), ("I17", "I18"), ("I18", "J18"), ("J18", "J17"),
    ],
)  # fmt: skip
def test_hexes_that_the_rulebook_calls_adjacent_are_adjacent(a: str, b: str) -> None:
    assert TRC_GRID.adjacent(TRC_GRID.hex(a), TRC_GRID.hex(b))


def test_neighbours_of_a_plain_and_of_a_shifted_row() -> None:
    grid = TRC_GRID
    assert grid.neighbours[grid.hex("S12")] == names(grid, "S11", "S13", "R12", "R13", "T12", "T13")
    assert grid.neighbours[grid.hex("J17")] == names(grid, "J16", "J18", "I16", "I17", "K16", "K17")
    assert grid.neighbours[grid.hex("A33")] == names(grid, "A32", "B33")


@pytest.mark.parametrize("text", ["AB7", "A0", "A34", "R R1", "a12", "RR1", "QQ", "12", "", "S012", "S١٢", "A-1"])
def test_what_is_no_hex_of_the_map_is_not_found(text: str) -> None:
    assert TRC_GRID.find(text) is None


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_names_and_coordinates_are_inverse(grid: HexGrid) -> None:
    for h in hexes(grid.all):
        row, col = grid.row_col(h)
        assert grid.at(row, col) == h
        assert grid.naming.parse(grid.name(h)) == (row, col)
        assert grid.find(grid.name(h)) == h


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_every_neighbour_is_one_step_away_in_name_in_distance_and_on_the_drawing(grid: HexGrid) -> None:
    layout = Layout(grid, pitch=100, step=86.6025)
    for a in hexes(grid.all):
        xa, ya = layout.centre(a)
        for b in hexes(grid.all):
            xb, yb = layout.centre(b)
            near = abs(((xa - xb) ** 2 + (ya - yb) ** 2) ** 0.5 - 100) < 1
            assert grid.adjacent(a, b) == near == (grid.distance(a, b) == 1)
        if grid.rows > 10 and a > 200:
            break


@given(st.sampled_from(GRIDS), st.data())
def test_a_set_spreads_as_the_union_of_its_members_neighbours(grid: HexGrid, data: st.DataObject) -> None:
    members = data.draw(st.integers(min_value=0, max_value=grid.all)) & grid.all
    assert grid.spread(members) == _union(grid.neighbours[h] for h in hexes(members))
    assert _union(single(h) for h in hexes(members)) == members


@given(st.sampled_from(GRIDS), st.data())
def test_flood_reaches_exactly_the_hexes_within_its_steps(grid: HexGrid, data: st.DataObject) -> None:
    every = list(hexes(grid.all))
    start = data.draw(st.sampled_from(every))
    steps = data.draw(st.integers(0, 6))
    assert grid.flood(single(start), steps) == _union(single(h) for h in every if grid.distance(start, h) <= steps)
    assert grid.ring(start, steps) == _union(single(h) for h in every if grid.distance(start, h) == steps)


def test_flood_keeps_to_its_mask_but_may_start_outside_it() -> None:
    grid = TRC_GRID
    corridor = names(grid, "S11", "S12", "S14")
    assert grid.flood(single(grid.hex("S10")), through=corridor) == names(grid, "S10", "S11", "S12")


def test_a_grid_with_holes_measures_distance_across_them() -> None:
    grid = HexGrid(3, 3, LetterRows(1, 1), missing=[(1, 1)])
    assert count(grid.all) == 8
    assert grid.find("B2") is None
    assert grid.disc(grid.hex("B1"), 2) == grid.all


@given(st.sampled_from(GRIDS), st.data())
def test_the_hex_under_a_point_is_the_one_whose_centre_is_nearest(grid: HexGrid, data: st.DataObject) -> None:
    layout = Layout(grid, pitch=104, step=90, origin=(60, 70))
    h = data.draw(st.sampled_from(list(hexes(grid.all))))
    dx, dy = data.draw(st.tuples(st.integers(-40, 40), st.integers(-20, 20)))
    x, y = layout.centre(h)
    assert layout.hex_at((x + dx, y + dy)) == h


def test_corners_and_sides_of_neighbours_meet() -> None:
    layout = Layout(TRC_GRID, pitch=104, step=90)
    a, b = TRC_GRID.hex("S12"), TRC_GRID.hex("S11")
    (x1, y1), (x2, y2) = layout.side(a, b)
    assert x1 == x2 == layout.centre(a)[0] + 52
    assert {y1, y2} == {layout.centre(a)[1] - 30, layout.centre(a)[1] + 30}
    with pytest.raises(ValueError, match="S12 and S10 share no hexside"):
        layout.side(a, TRC_GRID.hex("S10"))


def closed(*pairs: tuple[str, str]) -> list[tuple[Hex, Hex]]:
    return [(TRC_GRID.hex(a), TRC_GRID.hex(b)) for a, b in pairs]


def test_a_closed_hexside_joins_neither_way_and_leaves_the_others_open() -> None:
    links = Adjacency(TRC_GRID, closed(("S12", "S11")))
    s12, s11 = TRC_GRID.hex("S12"), TRC_GRID.hex("S11")
    assert not links.joined(s12, s11)
    assert not links.joined(s11, s12)
    assert links.of[s12] == TRC_GRID.neighbours[s12] & ~single(s11)


@given(st.data())
def test_adjacency_spreads_and_finds_paths_as_its_table_says(data: st.DataObject) -> None:
    grid = HexGrid(6, 7, LetterRows(1, 1))
    sides = [(a, b) for a in hexes(grid.all) for b in hexes(grid.neighbours[a]) if a < b]
    links = Adjacency(
        grid,
        data.draw(st.lists(st.sampled_from(sides), max_size=40)),
        within=data.draw(st.integers(0, grid.all)) & grid.all,
    )
    members = data.draw(st.integers(0, grid.all)) & grid.all
    assert links.spread(members) == _union(links.of[h] for h in hexes(members & links.within))
    start = data.draw(st.sampled_from(list(hexes(grid.all))))
    goals = data.draw(st.integers(0, grid.all)) & grid.all
    way = links.path(start, goals)
    assert (way is None) == (not links.flood(single(start)) & goals)
    if way is not None:
        assert way[0] == start
        assert goals >> way[-1] & 1
        assert all(links.joined(a, b) for a, b in pairwise(way))
        reach = links.flood(single(start), len(way) - 2) if len(way) > 1 else 0
        assert not reach & goals


def _union(sets: object) -> int:
    total = 0
    for members in sets:  # type: ignore[attr-defined]
        total |= members
    return total


@given(st.integers(min_value=1, max_value=1 << 200))
def test_the_nth_member_is_the_nth_that_is_listed(members: int) -> None:
    listed = list(hexes(members))
    assert [nth(members, index) for index in range(len(listed))] == listed
