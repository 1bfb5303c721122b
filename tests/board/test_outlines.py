from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import MultiPolygon, Polygon

from trc_module.board import Board, hexside
from trc_module.board.outlines import hexagons, outline, path, sides
from trc_module.hexgrid import HexGrid, Layout, LetterRows, Orientation, count, hexes

SMALL = HexGrid(6, 6, LetterRows(6, -1))
FLAT = HexGrid(6, 6, LetterRows(6, -1), orientation=Orientation.FLAT_TOP)
REGULAR = math.sqrt(3) / 2


@given(st.integers(min_value=0), st.sampled_from([SMALL, FLAT]), st.sampled_from([(0.0, 0.0), (17.3, -250.1)]))
def test_an_outline_covers_its_hexes_and_no_more(bits: int, grid: HexGrid, origin: tuple[float, float]) -> None:
    layout = Layout(grid, 100.0, 100.0 * REGULAR, origin)
    members = bits & grid.all
    shape = outline(members, layout)
    [first, *_] = hexagons(hexes(grid.all), layout)
    one = first.area
    assert shape.area == pytest.approx(one * count(members))
    inner = sum(count(grid.neighbours[h] & members) for h in hexes(members))
    free_sides = 6 * count(members) - inner
    assert shape.length == pytest.approx(free_sides * 100.0 / math.sqrt(3)), "not one sliver between neighbours"


def test_an_outline_has_holes_and_parts() -> None:
    layout = Layout(SMALL, 100.0, 100.0 * REGULAR)
    ring = SMALL.ring(SMALL.hex("C4"), 1)
    donut = outline(ring, layout)
    assert isinstance(donut, Polygon)
    assert len(donut.interiors) == 1
    assert isinstance(outline(SMALL.set_of(["A1", "A3"]), layout), MultiPolygon)
    assert outline(0, layout).is_empty


def test_hexsides_join_into_few_lines(board: Board) -> None:
    layout = Layout(board.grid, 100.0, 100.0 * REGULAR)
    hex_ = board.grid.hex
    around = [hexside(hex_("S11"), n) for n in hexes(board.grid.neighbours[hex_("S11")])]
    assert len(sides(around, layout).geoms) == 1
    assert len(sides(around[:1], layout).geoms) == 1
    assert sides(around, layout).length == pytest.approx(6 * 100.0 / math.sqrt(3))


def test_a_path_runs_through_the_centres(board: Board) -> None:
    layout = Layout(board.grid, 100.0, 100.0 * REGULAR)
    hex_ = board.grid.hex
    assert path([hex_("S12"), hex_("S11"), hex_("S10")], layout).length == pytest.approx(200.0)
    assert path([hex_("S12")], layout).coords[0] == layout.centre(hex_("S12"))
