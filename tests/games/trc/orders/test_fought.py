"""The battles of an impulse as they were carried out."""

from __future__ import annotations

import pytest

from tests.games.trc.orders.fought import COMBAT, acted, trc
from trc_module.games.trc.orders.fought import fought_in
from trc_module.rules.actions import Eliminate, RollCombat


@pytest.mark.parametrize(("odds", "result"), [("2-1", "EX"), ("", ""), ("2-7", "")])
def test_a_result_that_is_not_told_is_that_of_die_and_odds(odds: str, result: str) -> None:
    (battle,) = fought_in(trc(), acted(RollCombat(1, 4), odds=odds), COMBAT)
    assert (battle.die, battle.result) == (4, result)


def test_who_is_eliminated_was_lost_in_the_battle_that_it_took_part_in() -> None:
    fought = acted(Eliminate("ger-17-inf", "own-will"), Eliminate("ger-47-pz", "own-will"))
    (battle,) = fought_in(trc(), fought, COMBAT)
    assert battle.lost == ("ger-17-inf",)
