"""Unknown paths: the hexes where a unit may have been on an unknown stretch of its route."""

from __future__ import annotations

from functools import lru_cache

from trc_module.hexgrid import Hex, HexGrid, HexSet
from trc_module.rules.places import Trail


@lru_cache(maxsize=1 << 16)
def _disc(grid: HexGrid, hex_: Hex, radius: int) -> HexSet:
    return grid.disc(hex_, radius)


@lru_cache(maxsize=1 << 15)
def corridor(grid: HexGrid, a: Hex, b: Hex, steps: int) -> HexSet:
    """Return every hex on any walk of at most `steps` hexes from a to b, whatever hinders it on the way.

    Both ends are among them, even where the walk is too short to join the two.
    """
    found: HexSet = 1 << a | 1 << b
    for i in range(steps + 1):
        found |= _disc(grid, a, i) & _disc(grid, b, steps - i)
    return found


def perhaps_passed(grid: HexGrid, trail: Trail) -> HexSet:
    """Return the hexes through which the unknown parts of a way may have led, by one hex more than the shortest."""
    found: HexSet = 0
    for at in trail.gaps:
        found |= _with_detour(grid, *trail.hexes[at : at + 2])
    return found


@lru_cache(maxsize=1 << 15)
def _with_detour(grid: HexGrid, a: Hex, b: Hex) -> HexSet:
    return corridor(grid, a, b, grid.distance(a, b) + _DETOUR)


_DETOUR = 1
"""The number of hexes by which an unknown way may be longer than the shortest."""
