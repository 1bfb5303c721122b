"""A counter dragged into a box without a key, before the die that sends it there."""

from __future__ import annotations

from pathlib import Path

from tests.untidy.other_plays import parts_of, told_of

SECOND_ROUND = """
at: turn 2 german weather good
on B1: ger-4-army
on C2: rus-20-army
weather good
end
attack 1: ger-4-army x rus-20-army
end
end
fire 1: attack 4 1 = 1
fire 1: defend 1
hit 1: rus-20-army
fire 1: attack {}
lose 1: rus-20-army
advance 1: ger-4-army disrupted B1 C2
end
"""
EARLY = ["earlier LOSS 1", "drop LOSS"]


def test_the_die_that_follows_may_be_what_a_counter_was_taken_off_for(tmp_path: Path) -> None:
    assert told_of(parts_of("m41"), SECOND_ROUND.format("4 2 = 1"), EARLY, tmp_path) == []


def test_a_die_that_brings_no_hit_takes_nobody_off(tmp_path: Path) -> None:
    told = told_of(parts_of("m41"), SECOND_ROUND.format("3 2"), EARLY, tmp_path)
    assert "violation M41-OPC-1: Battle 1 went on; no defender is left in C2." in told
