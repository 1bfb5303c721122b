"""Retreats into a hex that is under attack itself, and those that do not come before the next die."""

from __future__ import annotations

import pytest

from trc_module import position
from trc_module.games import find_game
from trc_module.rules.record import read_record, try_record

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


LATE = """
at: turn 2 axis attacks good
on K17: ger-3-pz
on K18: sov-8-army
on C15: ger-12-inf
on B15: sov-6-army
on F12: ger-1-inf
on E12: sov-9-army
attack 1: ger-3-pz x sov-8-army
attack 2: ger-12-inf x sov-6-army
attack 3: ger-1-inf x sov-9-army
roll 1: 5
result 1: D1
roll 2: 2
result 2: -
roll 3: 2
"""


def test_a_retreat_that_is_not_made_before_the_next_die_is_told_once() -> None:
    record = read_record(f"game: trp\n{LATE.strip()}\n", "x", find_game)
    found = [finding for act in try_record(record, "x").outcomes for finding in act.told.findings]
    told = [str(finding) for finding in found if finding.rule == "XIII.D1"]
    assert told == ["violation XIII.D1: Battle 2 was rolled before sov-8-army retreated from battle 1."]


AT_THE_EDGE = """game: trp
at: turn 2 axis attacks good
on B10: ger-3-pz
on {0}: sov-8-army
attack 1: ger-3-pz x sov-8-army
roll 1: 5
result 1: D4
{1}"""
NO_DIE = "sov-8-army was lost on D4 and could retreat three hexes at most; no line says what its die showed."


@pytest.mark.parametrize(
    ("at", "die", "expected"),
    [
        ("B9", "", [f"undecided XIII.D6: {NO_DIE}"]),
        ("B9", "survive 1: sov-8-army 5\n", []),
        ("B9", "survive 1: sov-8-army 1\n", ["violation XIII.D6"]),
        ("B11", "", ["doubt XIII.C2: sov-8-army was lost on D4, and could retreat."]),
    ],
)
def test_who_could_retreat_three_hexes_may_be_lost_by_a_die_that_no_line_tells(
    at: str, die: str, expected: list[str]
) -> None:
    told = position(AT_THE_EDGE.format(at, die)).told("lose 1: sov-8-army")
    assert [str(finding)[: len(text)] for finding, text in zip(told, expected, strict=True)] == expected
