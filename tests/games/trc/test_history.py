"""What rests on the game before a log is left open where the log begins late."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.history import rests_on_history

SUMMER = position("", "turn 9 axis impulse 1 combat clear")


@pytest.mark.parametrize("rule", ["17.2", "17.2.3b", "4.1.6b", "4.2.5e", "8.5.3", "8.6b", "28.6-MD-2d"])
def test_every_rule_that_a_unit_out_of_supply_may_carry_rests_on_the_rails_and_places_so_far(rule: str) -> None:
    assert rests_on_history(GAME, SUMMER, rule)


@pytest.mark.parametrize("rule", ["8.6a", "6.1", "8.3a", "4.1.2b", "28.6-MD-2a"])
def test_who_walks_where_he_may_not_needs_no_history(rule: str) -> None:
    assert not rests_on_history(GAME, SUMMER, rule)


@pytest.mark.parametrize("rule", ["12.5b", "13.1a", "13.2a"])
def test_in_the_winters_of_the_axis_odds_rest_on_the_supply_of_cities_and_with_them_results(rule: str) -> None:
    assert not rests_on_history(GAME, SUMMER, rule)
    assert rests_on_history(GAME, position("", "turn 10 axis impulse 1 combat snow"), rule)
