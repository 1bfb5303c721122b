"""Retreats (10.7): who goes, and how far, in battles whose result no log shows as well."""

from __future__ import annotations

import pytest

from tests.games.nr.test_worked_examples import tried

CHOSEN = """at: turn 4 axis combat
hand: axis 1
on M11: ger-11
on M12: sov-southwest
target sov-southwest
attack 1: ger-11 x sov-southwest
card axis card-21 event
roll 1: 4
"""
"""The attacker has rolled two dice and chosen one: no log shows the other."""


@pytest.mark.parametrize(
    ("retreat", "expected"),
    [
        ("retreat 1: sov-southwest M12 M13 M14", []),
        ("retreat 1: sov-southwest M12 M13", ["10.7c"]),
        ("retreat 1: ger-11 M11 M10 M9", ["10.7c"]),
    ],
)
def test_where_the_die_was_chosen_defenders_alone_retreat_and_two_hexes(retreat: str, expected: list[str]) -> None:
    outcomes = tried(CHOSEN + retreat).outcomes
    assert [finding.rule for outcome in outcomes for finding in outcome.told.findings] == expected
