"""The supply kernel: who can trace a line of limited length to a source."""

from __future__ import annotations

from trc_module.hexgrid import Adjacency, Hex, HexSet


def supplied(ground: Adjacency, sources: HexSet, length: int, clear: HexSet) -> HexSet:
    """Return the hexes from which a line of at most `length` steps leads to a source.

    Every hex between the two ends must be clear; the ends need not be. One flood from all sources at once
    answers for a whole side.
    """
    if length == 0:
        return sources
    return sources | ground.spread(ground.flood(sources, length - 1, clear))


def line(ground: Adjacency, start: Hex, sources: HexSet, length: int, clear: HexSet) -> list[Hex] | None:
    """Return a shortest supply line from a hex to a source, both ends included, or None if there is none."""
    way = ground.path(start, sources, clear)
    return way if way is not None and len(way) - 1 <= length else None
