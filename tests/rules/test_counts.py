"""Counts that remember the doubtful values that went into them."""

from __future__ import annotations

from tests.games.trc.play import GAME, position
from trc_module.rules.counts import Counted, doubts_of, resting_on, settled

COUNT = "axis unmatched"


def test_only_doubtful_values_are_remembered() -> None:
    state = position("on R9: rus-30-inf")
    units = GAME.units["rus-54-inf"], GAME.units["rus-30-inf"], GAME.units["ger-hq-okw"]
    counted = resting_on(state, COUNT, units)
    # What is not known at all is no doubt: it is missing.
    assert Counted.all(counted) == [Counted("axis-unmatched", "rus-54-inf")]
    assert doubts_of(counted, COUNT, GAME.units) == (GAME.units["rus-54-inf"].fact("combat"),)
    assert resting_on(state, COUNT, units[1:]) is state


def test_each_count_has_its_own_and_forgets_them_when_it_begins_anew() -> None:
    state = position("on R9: rus-30-inf")
    both = resting_on(resting_on(state, COUNT, (GAME.units["rus-54-inf"],)), "other", (GAME.units["rus-54-inf"],))
    assert doubts_of(both, "third", GAME.units) == ()
    left = settled(both, COUNT)
    assert doubts_of(left, COUNT, GAME.units) == ()
    assert len(doubts_of(left, "other", GAME.units)) == 1


def test_another_field_than_the_combat_factor_may_be_meant() -> None:
    state = position("on R9: rus-30-inf")
    counted = resting_on(state, COUNT, (GAME.units["rus-4-cav"],), "setup")
    assert [fact.statement for fact in doubts_of(counted, COUNT, GAME.units, "setup")] == ["rus-4-cav: setup O"]
