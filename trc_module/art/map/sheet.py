"""The sheet of paper: where the hex grid lies on it, and what room is left around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from trc_module.art.map.key_kinds import key_kinds
from trc_module.hexgrid import Layout, Orientation, hexes

if TYPE_CHECKING:
    from trc_module.art.display import Box
    from trc_module.board import Board

Scale: TypeAlias = Literal[1, 2]

PITCH, STEP = 104, 90
"""Distance between hexes of a line, and between lines, in pixels at scale 1; whole and even, as VASSAL's grid needs."""

COUNTER = 82
"""The side of a 5/8-inch counter at scale 1."""

_WEST, _EAST, _NORTH, _SOUTH = 72, 72, 196, 76
KEY_LINE, KEY_COLUMN = 58, 300
"""The height of a line of the key that stands under a map, and the least width of its columns."""
KEY_HEAD = 54
"""The height of a panel's heading."""
_RIM = 12
"""The distance that the drawn ground reaches beyond the outermost hexes."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The measures of a sheet in pixels at scale 1; `frame` is the drawn ground, `size` the whole sheet."""

    layout: Layout
    grid_box: Box
    frame: Box
    size: tuple[int, int]
    key: Box | None
    """The strip under the map in which its key stands, if no land off play has room for it."""


def sheet_of(board: Board) -> Sheet:
    """Return the sheet for a board."""
    grid = board.grid
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
    size = (_WEST + width + _EAST, _NORTH + height + _SOUTH)
    signs = len(key_kinds(board))
    if not signs or rooms_off_play(board):
        return Sheet(layout, box, frame, size, None)
    columns = max(1, int(frame[2] - frame[0]) // KEY_COLUMN)
    strip = KEY_HEAD + -(-signs // columns) * KEY_LINE + 18
    # Under the map and not beside it: where hexes lie, and so the pieces of a saved game, does not change.
    key = (frame[0], frame[3] + 26, frame[2], frame[3] + 26 + strip)
    return Sheet(layout, box, frame, (size[0], size[1] + strip), key)


def rooms_off_play(board: Board) -> list[tuple[int, int, int, int]]:
    """Return (top, left, bottom, right) of up to two blocks of cells of land off play, the largest first."""
    grid = board.grid
    free = {grid.row_col(h) for h in hexes(board.off_play)}
    free |= {cell for gap in board.gaps if gap.kind == "land" for cell in gap.cells}
    rooms = []
    for _ in range(2):
        best = _largest_block(free, grid.rows, grid.cols)
        if best is None:
            break
        rooms.append(best)
        top, left, bottom, right = best
        free -= {(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
    return rooms


def _largest_block(free: set[tuple[int, int]], rows: int, cols: int) -> tuple[int, int, int, int] | None:
    """Return (top, left, bottom, right) of the block of free cells with the largest area of at least 3 by 3."""
    best, area = None, 8
    for top in range(rows):
        run = [True] * cols
        for bottom in range(top, rows):
            run = [ok and (bottom, col) in free for col, ok in enumerate(run)]
            if not any(run):
                break
            start = None
            for col in range(cols + 1):
                if col < cols and run[col]:
                    start = col if start is None else start
                elif start is not None:
                    wide, high = col - start, bottom - top + 1
                    if min(wide, high) > 2 and wide * high > area:
                        best, area = (top, start, bottom, col - 1), wide * high
                    start = None
    return best
