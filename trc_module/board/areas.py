"""Areas of the map that fit on a printed sheet."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.board.board import Board
from trc_module.hexgrid import HexSet

_ROWS, _COLUMNS = 9, 11


@dataclass(frozen=True, slots=True)
class HexRectangle:
    """A rectangle of hexes, titled by its corners: 'A33 to I23'."""

    title: str
    hexes: HexSet


def areas(board: Board) -> tuple[HexRectangle, ...]:
    """Return the areas that cover the map, west to east and north to south."""
    grid = board.grid
    found = []
    for top in range(0, grid.rows, _ROWS):
        for left in range(0, grid.cols, _COLUMNS):
            places = [
                grid.at(row, col)
                for row in range(top, min(top + _ROWS, grid.rows))
                for col in range(left, min(left + _COLUMNS, grid.cols))
            ]
            # A hex that stands for several places of the grid counts once.
            members = list(dict.fromkeys(h for h in places if h is not None))
            if members:
                title = f"{grid.name(members[0])} to {grid.name(members[-1])}"
                found.append(HexRectangle(title, sum(1 << h for h in members)))
    return tuple(found)
