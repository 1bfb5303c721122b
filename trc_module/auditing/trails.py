"""The ways that a counter may have gone which was dragged from hex to hex."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise

from trc_module.hexgrid import Hex
from trc_module.rules.state import Trail


def trails(stops: Sequence[Hex], adjacent: Callable[[Hex, Hex], bool]) -> tuple[Trail, ...]:
    """Return the readings of the way of a counter that was put from hex to hex, the likeliest first."""
    hexes = _without_loops(stops)
    if len(hexes) < 2:
        return ()
    gaps = frozenset(i for i, (a, b) in enumerate(pairwise(hexes)) if not adjacent(a, b))
    every = frozenset(range(len(hexes) - 1))
    anyhow = Trail((hexes[0], hexes[-1]), frozenset({0}), dragged=True)
    # A drag is a straight line on the screen and no path: even to a hex next door a unit may have gone around.
    # A player who drags on and off is trying things out; what counts is that some way leads to the last hex.
    ways = [Trail(tuple(hexes), gaps, dragged=True), Trail(tuple(hexes), every, dragged=True), anyhow]
    straight = _without_detours(adjacent, hexes, gaps)
    if straight is not None:
        # Where a stop lies on no straight way the counter may have been put by mistake.
        ways.insert(0, straight)
    if _tried(adjacent, stops):
        # Of two hexes next to each other, one of them twice, either may have been the mistake.
        ways.insert(0, anyhow)
    return tuple(dict.fromkeys(ways))


def _without_detours(adjacent: Callable[[Hex, Hex], bool], hexes: Sequence[Hex], gaps: Collection[int]) -> Trail | None:
    """Return a way without the stops that lead aside, what lies there left unknown; None if there are none.

    A stop leads aside where the one before it lies next to the one after it, and where the counter was dragged to it
    over hexes that are not known.
    """
    inner = range(1, len(hexes) - 1)
    aside = {i for i in inner if i - 1 in gaps or adjacent(hexes[i - 1], hexes[i + 1])}
    if not aside:
        return None
    kept = [i for i in range(len(hexes)) if i not in aside]
    # A counter that was corrected once may have been corrected before: no stretch of such a way is certain.
    return Trail(tuple(hexes[i] for i in kept), frozenset(range(len(kept) - 1)), dragged=True)


def _tried(adjacent: Callable[[Hex, Hex], bool], stops: Sequence[Hex]) -> bool:
    """Tell whether a counter was put forth and back between neighbouring hexes, after it had left where it began."""
    return any(
        at == before and at != stops[0] and adjacent(at, between)
        for before, between, at in zip(stops, stops[1:], stops[2:], strict=False)
    )


def _without_loops(hexes: Iterable[Hex]) -> list[Hex]:
    """Return a way without the parts that were taken back: a counter that returns to a hex begins anew from there."""
    way: list[Hex] = []
    for hex_ in hexes:
        if hex_ in way:
            del way[way.index(hex_) :]
        way.append(hex_)
    return way
