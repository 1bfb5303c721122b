"""The Kerch Strait: the one hexside of its kind (8.5)."""

from __future__ import annotations

from trc_module.board import Board, Side


def kerch(board: Board) -> Side:
    """Return the hexside of the strait; the legend says that the map has exactly one."""
    (strait,) = board.straits
    return strait
