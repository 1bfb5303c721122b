"""Keys that only say something, pressed at the border of two phases: the phase of which they are read explains them."""

from __future__ import annotations

from pathlib import Path

from tests.untidy.other_plays import parts_of, told_of

TWO_BATTLES = """
at: turn 2 soviet moves good
on U1: ger-4-army
on V1: sov-26-army
on BB3: sov-12-army
on CC3: rom-3-army ger-30-inf
on Q3: sov-6-coskav
status: ger-4-army dispersed, rom-3-army dispersed, ger-30-inf dispersed
move sov-6-coskav Q3 R3 R4 R5
end
attack 1: sov-26-army x ger-4-army
attack 2: sov-12-army x rom-3-army ger-30-inf
ask soviet
stand ger-30-inf
stand ger-4-army
odds 2: 1-3
odds 1: 1-2
roll 2: 1
result 2: AE dispersed
result 2: AE
lose 2: sov-12-army
roll 1: 6
result 1: DE dispersed
result 1: DE
lose 1: ger-4-army
advance 1: sov-26-army V1 U1
end
"""


def test_what_is_said_of_a_battle_is_not_read_where_no_battle_is(tmp_path: Path) -> None:
    """The odds of battles that no key declares by their attackers stay with them: in the phase before none is."""
    assert told_of(parts_of("trp"), TWO_BATTLES, ["drop ATT"], tmp_path) == []
