"""Findings that a long run leaves out in games that go on after a victory."""

from __future__ import annotations

from tests.long_play.game import is_victory


def test_the_victories_of_scenarios_are_victories_and_their_other_rules_are_not() -> None:
    rules = ("25.1.1", "25.2.1", "20.9.2d", "27.2d", "27.3b", "27.3c", "27.2f", "2.5", "20.9.2a", "12.5b")
    assert [rule for rule in rules if is_victory(rule)] == ["25.1.1", "25.2.1", "20.9.2d", "27.2d", "27.3b", "27.3c"]
