"""Comparison of the orders with what was carried out."""

from __future__ import annotations

import pytest

from tests.games.trc.orders.fought import acted, trc
from trc_module.games.trc.orders.comparing import compare
from trc_module.games.trc.orders.notation import read_orders
from trc_module.rules.actions import Retreat, RollCombat
from trc_module.rules.places import Trail


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("DR W16", []),
        ("DR V17", ["On DR in X17 the orders move rus-24-inf to V17; it went to W16."]),
        ("DR 24i to W16; 4i to V17", ["On DR in X17 the orders move rus-4-inf to V17; it did not retreat."]),
    ],
)
def test_a_way_without_units_is_that_of_all_who_retreated(answer: str, told: list[str]) -> None:
    way = Trail(tuple(map(trc().board.grid.hex, ("X17", "W16"))))
    orders = read_orders(f"turn 2 axis impulse 1\nX17: 2-1 by 41a,17i {answer}", "o.txt")
    found = compare(trc(), acted(RollCombat(1, 5, result="DR"), Retreat(1, "rus-24-inf", way)), orders, "o.txt")
    assert [each.sentence for each in found] == told
