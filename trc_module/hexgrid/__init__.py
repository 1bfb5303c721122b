"""Hexes, sets of hexes held in one int, and their geometry, independent of any game or file.

A hex is an int (its bit in a set), as a square is in a chess program; a `HexGrid` gives it a name,
coordinates and neighbours, and moves whole sets of hexes by a handful of shifts.
"""

from trc_module.hexgrid.adjacency import Adjacency
from trc_module.hexgrid.grid import Hex, HexGrid, HexSet, Orientation, count, hexes, nth, single
from trc_module.hexgrid.layout import Layout, Point
from trc_module.hexgrid.naming import HexName, LetterColumns, LetterRows, Naming, PairedNumbers

__all__ = [
    "Adjacency",
    "Hex",
    "HexGrid",
    "HexName",
    "HexSet",
    "Layout",
    "LetterColumns",
    "LetterRows",
    "Naming",
    "Orientation",
    "PairedNumbers",
    "Point",
    "count",
    "hexes",
    "nth",
    "single",
]
