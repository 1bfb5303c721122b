"""Positions without a legal attack, where something else may explain them."""

from __future__ import annotations

import pytest

from tests.games.trc.play import told


@pytest.mark.parametrize(
    ("at", "position", "rule"),
    [
        ("turn 1 axis", "on K24: ger-41-pz\non K22: rus-3-inf\nmove ger-41-pz K24 K23\n", "doubt 3.7h"),
        ("turn 2 russian", "on J16: rus-1-tank\non J17: ger-41-pz ger-56-pz\n", "violation 12.5d"),
    ],
)
def test_who_may_have_won_an_automatic_victory_without_a_line_is_not_held_to_attack(
    at: str, position: str, rule: str
) -> None:
    begin = f"at: {at} impulse 1 movement clear\n"
    assert told(f"{begin}{position}end\n") == [rule]
    assert told(f"{begin}before: undeclared victories\n{position}end\n") == [f"undecided {rule.split()[1]}"]
