"""No key says a result, nor what it became."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.reading.phases import briefs, phase
from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import told_of
from trc_module.reading.habits import became_unsaid

LOST_BY_ORDER = """
at: turn 2 axis attacks good
on K17: ger-3-pz ger-1-inf
on K18: sov-8-army
stand sov-8-army
attack 1: ger-3-pz ger-1-inf x sov-8-army
odds 1: 3-1
roll 1: {}
result 1: D4
becomes 1: DE no-retreat
lose 1: sov-8-army
advance 1: ger-3-pz K17 K18
end
"""
NEVER_LOST = "violation XIII.C2: sov-8-army was lost in battle 1, which has no result yet."


@pytest.mark.parametrize(("die", "expected"), [(5, []), (4, [NEVER_LOST])])
def test_a_result_and_what_it_becomes_are_found_together(die: int, expected: list[str], tmp_path: Path) -> None:
    """Neither alone explains the loss of a unit that was ordered to stand; a die that brings D1 explains none."""
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    assert told_of(parts, LOST_BY_ORDER.format(die), ["drop RESULT", "drop BECOMES"], tmp_path) == expected


def test_a_result_and_what_it_becomes_are_looked_for_together_where_neither_was_pressed() -> None:
    """Of a battle with both sides and its die, of which something in question was carried out."""

    def read(*lines: str, steps: Sequence[int] = (4,)) -> Sequence[str]:
        found = phase(*lines, game="trp", steps=frozenset(steps))
        return briefs(became_unsaid.proposals(found))

    fought, lost = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 ROLL b=1 die=5"), "4 LOSS b=1 u=blue-1"
    both = read(*fought, lost)
    assert len(both) == 27
    assert both[0] == "2, +3 RESULT b=1 result=AE, +3 BECOMES b=1 result=- because=no-retreat, after"
    assert not any("of=" in told or told.count("result=BR") > 1 for told in both)
    assert read(*fought, lost, steps=[1]) == []
    assert read(*fought, lost, "5 RESULT b=1 result=DE") == []
    assert read(*fought, lost, "5 BECOMES b=1 result=D1 because=no-retreat") == []
    assert [read(*fought[:2], lost), read(fought[0], fought[2], lost)] == [[], []]
