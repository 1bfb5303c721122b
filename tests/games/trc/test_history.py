"""What rests on the game before a log is left open where the log begins late."""

from __future__ import annotations

import pytest

from trc_module.games.trc.history import rests_on_history


@pytest.mark.parametrize("rule", ["17.2", "17.2.3b", "4.1.6b", "4.2.5e", "8.5.3", "8.6b", "28.6-MD-2d"])
def test_every_rule_that_a_unit_out_of_supply_may_carry_rests_on_the_rails_and_places_so_far(rule: str) -> None:
    assert rests_on_history(rule)


@pytest.mark.parametrize("rule", ["8.6a", "6.1", "8.3a", "4.1.2b", "28.6-MD-2a"])
def test_who_walks_where_he_may_not_needs_no_history(rule: str) -> None:
    assert not rests_on_history(rule)
