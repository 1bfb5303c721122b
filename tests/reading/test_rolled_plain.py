"""Plain dice dealt to battles: those of which lines name both sides, and those that somebody went from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.reading.test_search import evidence, said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.reading.habits import rolled_plain


def test_a_battle_of_one_side_had_a_die_if_somebody_retreated_from_it() -> None:
    trp = find_game("trp")
    first = [said(1, "DEF", b="1", u="blue-1"), said(2, "DIE", die="5"), said(3, "RETREAT", b="1", u="blue-1")]
    other = [said(4, "ATT", b="2", u="red-2"), said(5, "DEF", b="2", u="blue-2"), said(6, "DIE", die="2")]
    found = replace(evidence(*first, *other, units=["blue-1"]), grammar=trp.grammar, policy=trp.line_policy)
    likeliest = next(iter(rolled_plain.proposals(found)))
    assert [(line.step, line.says["b"]) for line in likeliest.into] == [(2, "1"), (6, "2")]


THREE_SLIPS = """
at: turn 1 soviet attacks-1 good
on S3: ger-4-army
on S4: sov-4-army
on B17: fin-7-corps
on A18: sov-42-rif
on V1: ger-17-army
on W1: sov-26-army
attack 1: sov-4-army x ger-4-army
attack 2: sov-42-rif x fin-7-corps
odds 1: 1-3
odds 2: 1-3
roll 1: 6
result 1: DE
lose 1: ger-4-army
advance 1: sov-4-army S4 S3
attack 3: sov-26-army x ger-17-army
roll 2: 6
odds 3: 1-3
result 2: DE
lose 2: fin-7-corps
advance 2: sov-42-rif A18 B17
roll 3: 1
result 3: AE
lose 3: sov-26-army
end
"""


def test_of_many_changes_that_only_show_another_fault_the_nearest_is_completed(tmp_path: Path) -> None:
    """Attacker, die and result of one battle: two of them together leave one fault, which the third explains."""
    edits = ["drop ATT 2", "plain ROLL 2", "drop RESULT 2"]
    assert told_of(parts_of("trp"), THREE_SLIPS, edits, tmp_path) == []
