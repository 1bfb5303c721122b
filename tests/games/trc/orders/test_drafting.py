"""Orders written from a game."""

from __future__ import annotations

import pytest

from tests.games.trc.orders.fought import acted, trc
from trc_module.games.trc.orders.drafting import asked_of, draft_orders
from trc_module.games.trc.orders.notation import orders_text
from trc_module.rules.actions import Retreat, RollCombat
from trc_module.rules.places import Trail


@pytest.mark.parametrize(("way", "told"), [("X17 W16", "A1/AR/EX/D1 ?  DR 24i to W16"), ("X17", "A1/AR/EX/D1 ?")])
def test_a_retreat_of_which_no_hex_is_known_is_left_out(way: str, told: str) -> None:
    hexes = tuple(map(trc().board.grid.hex, way.split()))
    drafted = draft_orders(trc(), acted(RollCombat(1, 5, result="DR"), Retreat(1, "rus-24-inf", Trail(hexes))))
    assert orders_text(drafted).splitlines()[1].partition("  ")[2] == told


@pytest.mark.parametrize(
    ("odds", "asked"),
    [("1-2", ("A1", "AR", "EX")), ("2-1", ("A1", "AR", "EX", "DR", "D1")), ("5-1", ("EX", "DR", "D1"))],
)
def test_a_result_that_takes_all_attackers_leaves_them_no_choice(odds: str, asked: tuple[str, ...]) -> None:
    assert asked_of(trc(), odds) == asked
