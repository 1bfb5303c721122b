"""The retreat kernel: the hexes to which a unit can retreat a number of hexes.

What forbids a step is told by the same `Bounds` as for movement; here a retreat has a least and a most length, it may
bend, and it ends elsewhere than it began.
"""

from __future__ import annotations

from itertools import pairwise

from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.paths import Bounds
from trc_module.rules.state import Trail


def ends(bounds: Bounds, start: Hex, least: int, most: int) -> HexSet:
    """Return the hexes in which a retreat of `least` to `most` hexes may end."""
    edge: HexSet = 1 << start
    reached: HexSet = 0
    for length in range(1, most + 1):
        edge = _onward(bounds, edge)
        if length >= least:
            reached |= edge
    return reached & ~(1 << start)


def way(bounds: Bounds, start: Hex, goal: Hex, least: int, most: int) -> tuple[Hex, ...] | None:
    """Return a shortest retreat of at least `least` and at most `most` hexes, both ends included, or None."""
    if start == goal:
        return None
    layers: list[HexSet] = [1 << start]
    for length in range(1, most + 1):
        layers.append(_onward(bounds, layers[-1]))
        if length >= least and layers[-1] >> goal & 1:
            path = [goal]
            for layer in reversed(layers[:-1]):
                path.append(next(h for h in hexes(layer) if _onward(bounds, 1 << h) >> path[-1] & 1))
            return tuple(reversed(path))
    return None


def fits(bounds: Bounds, trail: Trail, least: int, most: int) -> bool:
    """Tell whether a retreat may have been of a length from `least` to `most`, as its known steps and gaps allow."""
    start, goal = trail.hexes[0], trail.hexes[-1]
    if start == goal:
        return False
    lengths = {0}
    for i, (a, b) in enumerate(pairwise(trail.hexes)):
        steps = _lengths(bounds, a, b, most) if i in trail.gaps else {1}
        lengths = {known + more for known in lengths for more in steps if known + more <= most}
    return any(length >= least for length in lengths)


def _lengths(bounds: Bounds, start: Hex, goal: Hex, most: int) -> set[int]:
    """Return the lengths that a stretch of unknown path may have."""
    found = {0} if start == goal else set()
    edge: HexSet = 1 << start
    for length in range(1, most + 1):
        edge = _onward(bounds, edge)
        if edge >> goal & 1:
            found.add(length)
    return found


def _onward(bounds: Bounds, edge: HexSet) -> HexSet:
    """Return the hexes one step further, where no step leads from some hexes straight into others."""
    strange = edge & bounds.guarded
    found = bounds.sides.spread(edge ^ strange)
    for a in hexes(strange):
        across = bounds.sides.of[a]
        for leave, enter in bounds.barred:
            if leave >> a & 1:
                across &= ~enter
        found |= across
    return found & bounds.open
