"""The ways of a counter that was dragged from hex to hex, on a row of hexes that lie one beside the next."""

from __future__ import annotations

import pytest

from trc_module.auditing.trails import trails
from trc_module.hexgrid import Hex


def ways(*stops: int) -> list[tuple[tuple[int, ...], set[int]]]:
    """Return the hexes of each way, and between which of them it is unknown."""
    found = trails([Hex(stop) for stop in stops], lambda a, b: abs(a - b) == 1)
    return [(tuple(way.hexes), set(way.gaps)) for way in found]


def test_who_went_nowhere_has_no_way() -> None:
    assert ways() == ways(1) == ways(1, 2, 1) == []


@pytest.mark.parametrize(
    ("stops", "first"),
    [
        ((1, 2, 3), ((1, 2, 3), set())),
        # A drag over hexes that nobody saw.
        ((1, 4), ((1, 4), {0})),
        # A stop that may have been a mistake: the one before it lies next to the one behind it, or it was dragged to.
        ((1, 4, 5), ((1, 5), {0})),
        # Forth and back between neighbours: either may have been the mistake.
        ((1, 2, 3, 2), ((1, 2), {0})),
    ],
)
def test_the_likeliest_way_comes_first(stops: tuple[int, ...], first: tuple[tuple[int, ...], set[int]]) -> None:
    assert ways(*stops)[0] == first
    assert ((stops[0], stops[-1]), {0}) in ways(*stops)
