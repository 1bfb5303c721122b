"""The map of a game as data: terrain, hexsides, rivers, rails, places, regions, boxes; loaded, checked, outlined.

Units and rules are unknown here: a board says what lies where and where we know it from.
"""

from trc_module.board.board import Board, Side, hexside
from trc_module.board.loader import load_board
from trc_module.board.loader import load_with as load_board_with
from trc_module.board.model import Box, City, Gap, NamedRow, Region, River, Terrain, Water
from trc_module.board.railnet import RailNet

__all__ = [
    "Board",
    "Box",
    "City",
    "Gap",
    "NamedRow",
    "RailNet",
    "Region",
    "River",
    "Side",
    "Terrain",
    "Water",
    "hexside",
    "load_board",
    "load_board_with",
]
