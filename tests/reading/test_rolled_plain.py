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


ROLLED_FIRST = """
at: turn 2 soviet attacks-1 good
on CC5: sov-2-mex
on DD4: ger-54-inf
on R2: sov-6-coskav
on R3: ger-4-army
attack 1: sov-6-coskav x ger-4-army
attack 2: sov-2-mex x ger-54-inf
odds 2: 1-2
roll 2: 6
result 2: DE
odds 1: 1-4
lose 2: ger-54-inf
advance 2: sov-2-mex CC5 DD4
roll 1: 3
result 1: D1
retreat 1: ger-4-army R3 Q4
spend ger-4-army
advance 1: sov-6-coskav R2 R3
end
"""


def test_a_die_was_rolled_before_a_unit_that_is_not_in_its_battle_was_dragged(tmp_path: Path) -> None:
    edits = ["drop ADVANCE 2", "plain ROLL 2", "earlier DIE 1"]
    assert told_of(parts_of("trp"), ROLLED_FIRST, edits, tmp_path) == []


def test_one_that_is_in_it_may_have_gone_because_of_the_die() -> None:
    trp = find_game("trp")
    lines = [said(1, "ATT", b="1", u="red-1"), said(2, "DEF", b="1", u="blue-1"), said(3, "DIE", die="5")]
    for unit, moments in (("red-2", [((3, 4.5),)]), ("red-1", [])):
        asked = evidence(*lines, visits={unit: (4,)}, units=["red-1"])
        found = rolled_plain.proposals(replace(asked, grammar=trp.grammar, policy=trp.line_policy))
        assert [change.moved for change in found if change.moved] == moments
