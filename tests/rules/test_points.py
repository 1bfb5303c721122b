from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.test_paths import GRID, HEXES, limits, named, path
from trc_module.hexgrid import Adjacency, Hex, hexes
from trc_module.rules.paths import ALLOWANCE, Breach, Limit, allowed, faults
from trc_module.rules.points import Costs, PointBounds, Toll

CLEAR = Costs(dict.fromkeys(HEXES, 1))
WOODS = Costs({**dict.fromkeys(HEXES, 1), GRID.hex("C3"): 2})


def points(costs: Costs, *limits: Limit) -> PointBounds:
    closed = {pair for limit in limits for pair in limit.closed | limit.last}
    return PointBounds(GRID, limits, Adjacency(GRID, closed), costs=costs)


def ends_of_all_ways(bounds: PointBounds, start: Hex, allowance: int) -> dict[Hex, int]:
    """Walk every way, one step at a time: slow, and obviously right."""
    ends = {start: 0}
    front = {(start, 0)}
    while front:
        onward: set[tuple[Hex, int]] = set()
        for a, spent in front:
            for b in hexes(GRID.neighbours[a]):
                price = bounds.costs.of(a, b)
                if price is None or spent + price > allowance or any(bounds.breaches(a, b)):
                    continue
                ends[b] = min(spent + price, ends.get(b, 999))
                if not bounds.holding(a, b):
                    onward.add((b, spent + price))
        front = onward
    return ends


prices = st.dictionaries(st.sampled_from(HEXES), st.integers(1, 3), min_size=15)


@settings(deadline=None)
@given(prices, st.lists(limits, max_size=2), st.sampled_from(HEXES), st.integers(0, 4))
def test_the_hexes_in_reach_are_the_ends_of_all_ways(
    prices: dict[Hex, int], limits: list[Limit], start: Hex, allowance: int
) -> None:
    bounds = points(Costs(prices), *limits)
    expected = ends_of_all_ways(bounds, start, allowance)
    assert set(hexes(bounds.reach(start, allowance))) == set(expected)
    for goal, spent in expected.items():
        assert bounds.reaches(start, goal, allowance)
        way = bounds.way(start, goal, allowance)
        assert way is not None
        if not any(limit.last for limit in limits):
            assert bounds.spent(way) == spent
            assert bounds.leads(way, allowance) or any(limit.leave for limit in limits)


def test_a_hex_that_costs_two_points_takes_two_of_the_allowance() -> None:
    bounds = points(WOODS)
    assert allowed(bounds, path("C2 C3"), 2)
    assert not allowed(bounds, path("C2 C3"), 1)
    assert faults(bounds, path("C2 C3 C4"), 2) == (Breach(ALLOWANCE, GRID.hex("C2"), GRID.hex("C4")),)
    assert allowed(bounds, path("C2 > C4"), 3)


def test_an_unknown_way_is_judged_by_the_cheapest_one() -> None:
    around = points(Costs({**dict.fromkeys(HEXES, 1), GRID.hex("C3"): 4}))
    assert around.way(GRID.hex("C2"), GRID.hex("C4"), 3) is not None
    assert allowed(around, path("C2 > C4"), 3)
    assert not allowed(around, path("C2 > C4"), 2)
    assert not allowed(around, path("C2 C3 C4"), 4)


def test_a_toll_is_paid_by_whoever_leaves_a_zone_of_control() -> None:
    zone = named("C2", "C3")
    costs = Costs(CLEAR.enter, tolls=(Toll(1, leave=zone), Toll(2, leave=zone, enter=zone)))
    assert costs.of(GRID.hex("C2"), GRID.hex("C1")) == 2
    assert costs.of(GRID.hex("C2"), GRID.hex("C3")) == 4
    assert costs.of(GRID.hex("C4"), GRID.hex("C3")) == 1
    assert Costs(CLEAR.enter, tolls=(Toll(1, leave=0),)).of(GRID.hex("C2"), GRID.hex("C3")) == 1


def test_a_hexside_costs_whoever_crosses_it() -> None:
    pair = GRID.hex("C2"), GRID.hex("C3")
    bounds = points(Costs(CLEAR.enter, {pair: 1, pair[::-1]: 1}))
    assert [bounds.cost(a, b) for a, b in pairwise(path("C1 C2 C3 C4").hexes)] == [1, 2, 1]


def test_a_hex_without_a_price_cannot_be_entered() -> None:
    costs = Costs({h: 1 for h in HEXES if h != GRID.hex("C3")})
    assert not allowed(points(costs), path("C2 C3"), 9)


def test_what_bars_a_free_step_is_named_even_where_no_point_is_left() -> None:
    wall = Limit("R", shut=1 << GRID.hex("B3"))
    for costs in (Costs(CLEAR.enter, first_is_free=True), Costs({**CLEAR.enter, GRID.hex("B3"): 0})):
        first = faults(points(costs, wall), path("B2 > B3"), 0)[0]
        assert first == Breach("R", GRID.hex("B2"), GRID.hex("B3"), known=False)


def test_the_first_hex_may_be_free_of_the_allowance() -> None:
    bounds = points(Costs(WOODS.enter, first_is_free=True))
    assert allowed(bounds, path("C2 C3"), 1)
    assert not allowed(bounds, path("C2 C3 C4"), 2)
    assert bounds.reaches(GRID.hex("C2"), GRID.hex("C3"), 1)


def test_a_limit_that_is_broken_is_named_and_its_toll_with_it() -> None:
    bounds = points(WOODS, Limit("7.2", stop=named("C3")))
    assert faults(bounds, path("C2 C3 C4"), 9) == (Breach("7.2", GRID.hex("C3"), GRID.hex("C4")),)
    assert faults(bounds, path("C2 C3 C4"), 2) == (
        Breach("7.2", GRID.hex("C3"), GRID.hex("C4")),
        Breach(ALLOWANCE, GRID.hex("C2"), GRID.hex("C4")),
    )
