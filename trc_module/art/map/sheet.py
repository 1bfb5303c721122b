"""The sheet of paper: where the hex grid lies on it, and what room is left around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from trc_module.hexgrid import HexGrid, Layout, Orientation

if TYPE_CHECKING:
    from trc_module.art.display import Box

Scale: TypeAlias = Literal[1, 2]

PITCH, STEP = 104, 90
"""Distance between hexes of a line, and between lines, in pixels at scale 1; whole and even, as VASSAL's grid needs."""

COUNTER = 82
"""The side of a 5/8-inch counter at scale 1."""

_WEST, _EAST, _NORTH, _SOUTH = 72, 72, 196, 76
_RIM = 12
"""The distance that the drawn ground reaches beyond the outermost hexes."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The measures of a sheet in pixels at scale 1; `frame` is the drawn ground, `size` the whole sheet."""

    layout: Layout
    grid_box: Box
    frame: Box
    size: tuple[int, int]


def sheet_of(grid: HexGrid) -> Sheet:
    """Return the sheet for a grid."""
    long, short = STEP * 4 // 3, STEP * (grid.rows - 1) + STEP * 4 // 3
    if grid.orientation is Orientation.POINTY_TOP:
        width, height = PITCH * grid.cols + PITCH // 2, short
        first = (PITCH // 2, long // 2)
    else:
        width, height = STEP * (grid.cols - 1) + long, PITCH * grid.rows + PITCH // 2
        first = (long // 2, PITCH // 2)
    layout = Layout(grid, PITCH, STEP, (_WEST + first[0], _NORTH + first[1]))
    box = (_WEST, _NORTH, _WEST + width, _NORTH + height)
    frame = (box[0] - _RIM, box[1] - _RIM, box[2] + _RIM, box[3] + _RIM)
    return Sheet(layout, box, frame, (_WEST + width + _EAST, _NORTH + height + _SOUTH))
