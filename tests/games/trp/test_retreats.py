"""Retreats into a hex that is under attack itself."""

from __future__ import annotations

import pytest

from trc_module import position

RECORD = """game: trp
at: turn 2 axis attacks good
on K17: ger-3-pz
on J19: ger-6-army
on K18: sov-8-army
on J18: sov-5-army
attack 1: ger-3-pz x sov-8-army
{}attack 2: ger-6-army x sov-5-army
roll 2: 5
result 2: D1
"""
UNDER_ATTACK = "violation XIII.D4: sov-5-army retreated wrongly: K18 is under the attack of battle 1."


@pytest.mark.parametrize(("rolled", "expected"), [("", [UNDER_ATTACK]), ("roll 1: 5\n", [])])
def test_a_hex_is_under_attack_until_its_die_falls(rolled: str, expected: list[str]) -> None:
    told = position(RECORD.format(rolled)).told("retreat 2: sov-5-army J18 K18")
    assert [str(finding) for finding in told] == expected
