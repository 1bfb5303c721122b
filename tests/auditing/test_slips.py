"""Counters that were put somewhere by mistake, and put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of

PLACED = """
options: 15.3
at: turn 4 soviet combat
on K14: sov-southwest
on L14: ger-2
box soviet cadre: sov-ostatky
target ger-2
attack 1: sov-southwest x ger-2
roll 1: 5
lose 1: sov-southwest
reduce 1: ger-2
cadre sov-ostatky K14
end
"""


@pytest.mark.parametrize("edits", [[], ["slip sov-ostatky J14"], ["earlier LOSS 1", "slip sov-ostatky J14"]])
def test_a_cadre_may_be_put_beside_its_hex_first_where_battles_are_read_in_turn_too(
    edits: list[str], tmp_path: Path
) -> None:
    assert told_of(parts_of("nr"), PLACED, edits, tmp_path) == []


def test_a_cadre_that_stays_beside_its_hex_is_named(tmp_path: Path) -> None:
    told = told_of(parts_of("nr"), PLACED, ["earlier LOSS 1", "onto sov-ostatky 1 J14"], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["violation 15.3.2"]
