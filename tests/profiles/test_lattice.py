"""Hexes as a lattice: cells and pixels, and how one grid lies over another."""

from __future__ import annotations

import math

import pytest

from trc_module.hexgrid import hexes
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.lattice import Lattice, LatticeFit, fits, own_cells, turned

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
COLUMNS, ROWS = Lattice(78, 90, 40, 75), Lattice(78, 90, 40, 75, sideways=True)


@pytest.mark.parametrize("lattice", [COLUMNS, ROWS])
def test_a_cell_is_found_again_by_its_middle_and_by_points_about_it(lattice: Lattice) -> None:
    for line in range(-3, 9):
        for place in range(-3, 9):
            cell = lattice.cell_of(line, place)
            assert lattice.line_place(cell) == (line, place)
            x, y = lattice.centre(cell)
            assert {lattice.cell_at(x + dx, y + dy) for dx in (-25, 0, 25) for dy in (-25, 0, 25)} == {cell}


@pytest.mark.parametrize(("lattice", "first"), [(COLUMNS, 30), (ROWS, 0)])
def test_the_neighbours_of_a_cell_follow_each_other_clockwise(lattice: Lattice, first: int) -> None:
    x, y = lattice.centre((4, 4))
    angles = []
    for a, b in NEIGHBOURS:
        other_x, other_y = lattice.centre((4 + a, 4 + b))
        angles.append(round(math.degrees(math.atan2(other_y - y, other_x - x))) % 360)
    assert angles == [(first + 60 * n) % 360 for n in range(6)]


def test_the_cells_of_our_map_have_its_neighbours(parts: ModuleInputs) -> None:
    grid = parts.board.grid
    cells = own_cells(grid)
    by_cell = {cell: hex_ for hex_, cell in cells.items()}
    for hex_, (a, b) in cells.items():
        found = {by_cell[a + p, b + q] for p, q in NEIGHBOURS if (a + p, b + q) in by_cell}
        assert found == set(hexes(grid.neighbours[hex_]))


def test_six_turns_are_none_and_an_overlay_can_be_taken_back() -> None:
    assert turned((3, -5), 6) == (3, -5)
    assert turned((1, 0), 1) == (0, 1)
    overlay = LatticeFit(2, (34, -1))
    assert overlay.under(overlay.over((7, 3))) == (7, 3)


def test_the_overlay_that_most_places_agree_on_comes_first(parts: ModuleInputs) -> None:
    cells = own_cells(parts.board.grid)
    overlay = LatticeFit(5, (-3, 11))
    known = [
        (overlay.under(cells[parts.board.grid.hex(name)]), parts.board.grid.hex(name)) for name in ("E31", "R9", "W19")
    ]
    wrong = (overlay.under(cells[parts.board.grid.hex("A1")]), parts.board.grid.hex("QQ33"))
    best = fits([*known, wrong], cells)[0]
    assert (best.overlay, best.agreed, best.asked, best.error) == (overlay, 3, 4, 0.25)
