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


CERTAIN, GAP = set[int](), {0}


@pytest.mark.parametrize(
    ("stops", "found"),
    [
        ((1, 2), [((1, 2), CERTAIN), ((1, 2), GAP)]),
        ((1, 4), [((1, 4), GAP)]),
        ((1, 2, 3), [((1, 2, 3), CERTAIN), ((1, 2, 3), {0, 1}), ((1, 3), GAP)]),
        # Who returns to a hex begins anew from there.
        ((1, 2, 1, 3), [((1, 3), GAP)]),
        ((1, 2, 3, 4, 2, 3), [((1, 2, 3), CERTAIN), ((1, 2, 3), {0, 1}), ((1, 3), GAP)]),
        # The second stop lies over unknown hexes: it may lead aside, and so the way without it comes first.
        ((1, 4, 5), [((1, 5), GAP), ((1, 4, 5), {0}), ((1, 4, 5), {0, 1})]),
        ((1, 2, 5), [((1, 2, 5), {1}), ((1, 2, 5), {0, 1}), ((1, 5), GAP)]),
        ((1, 5, 2, 3), [((1, 3), GAP), ((1, 5, 2, 3), {0, 1}), ((1, 5, 2, 3), {0, 1, 2})]),
        (
            (1, 2, 6, 3, 4),
            [((1, 2, 4), {0, 1}), ((1, 2, 6, 3, 4), {1, 2}), ((1, 2, 6, 3, 4), {0, 1, 2, 3}), ((1, 4), GAP)],
        ),
        # Forth and back between neighbours, away from where it began.
        ((1, 2, 3, 2, 3), [((1, 3), GAP), ((1, 2, 3), CERTAIN), ((1, 2, 3), {0, 1})]),
        ((1, 2, 5, 2, 3), [((1, 2, 3), CERTAIN), ((1, 2, 3), {0, 1}), ((1, 3), GAP)]),
    ],
)
def test_the_ways_come_in_their_order(stops: tuple[int, ...], found: list[tuple[tuple[int, ...], set[int]]]) -> None:
    assert ways(*stops) == found


def test_a_stop_beside_the_straight_way_leads_aside() -> None:
    """On a ring of four hexes the one between two neighbours lies beside them both."""
    near = {(1, 2), (2, 3), (1, 3)}
    found = trails([Hex(1), Hex(2), Hex(3)], lambda a, b: (min(a, b), max(a, b)) in near)
    assert [(way.hexes, set(way.gaps)) for way in found] == [
        ((1, 3), GAP),
        ((1, 2, 3), CERTAIN),
        ((1, 2, 3), {0, 1}),
    ]
