"""A battle is declared before something else was done that made it legal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.reading.phases import briefs, phase
from tests.reading.test_search import evidence, said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.reading.habits import declared_early

NOT_MADE = """
at: turn 1 axis attacks-1 good
on W2: sov-6-army sov-5-kav
on V2: ger-6-army
on T3: ger-29-inf
on S3: sov-4-army
fall-back sov-5-kav W2 X1 Y1 Z1
disperse sov-5-kav
attack 1: ger-6-army x sov-6-army
attack 2: ger-29-inf x sov-4-army
odds 2: 3-2
roll 2: 2
end
"""


def test_an_attack_without_a_die_was_declared_when_who_falls_back_had_gone(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), NOT_MADE, ["earlier ATT 5", "earlier DEF 5"], tmp_path) == []


def test_a_battle_in_question_may_have_been_declared_just_before_the_next_that_is_said_of_it() -> None:
    trp = find_game("trp")
    lines = [said(1, "ATT", b="1", u="red-1"), said(2, "DEF", b="1", u="blue-1")]
    lines += [said(5, "ODDS", b="1", odds="1-1"), said(6, "ROLL", b="1", die="5")]
    asked = replace(evidence(*lines, units=["blue-2"]), grammar=trp.grammar, policy=trp.line_policy)
    for steps, expected in ((frozenset({1, 2}), [(1, 2)]), (frozenset({6}), [])):
        found = declared_early.proposals(replace(asked, steps=steps))
        moves = [change.moved for change in found if len(change.moved) > 1]
        assert [tuple(step for step, _ in moved) for moved in moves] == expected
        assert all(4 < moment < 5 for moved in moves for _, moment in moved)


DECLARED = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")


def early(*lines: str, **given: Any) -> list[str]:
    return list(briefs(declared_early.proposals(phase(*lines, **{"at": {"red-2": 1}, **given}))))


def test_one_of_which_no_more_is_said_was_declared_before_the_next_die() -> None:
    assert early(*DECLARED, "5 ROLL b=2 die=5", steps=[2]) == ["1, 1>4.33333, 2>4.66667"]
    assert early(*DECLARED, steps=[2]) == []
    # What is held against another step is not mended by when the battle was declared.
    assert early(*DECLARED, "5 ROLL b=2 die=5", steps=[5]) == []
