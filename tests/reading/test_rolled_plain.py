"""Plain dice dealt to battles: those of which lines name both sides, and those that somebody went from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.reading.phases import briefs, phase
from tests.reading.test_search import evidence, said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.reading.battle import Fight
from trc_module.reading.habits import rolled_plain

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


WORLD = {"red-2": 1, "blue-2": 2, "red-3": 5, "blue-3": 0}
FIRST = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
SECOND = ("5 ATT b=2 u=red-2", "6 DEF b=2 u=blue-2")
PLAIN = "4 DIE die=5"


def plain(*lines: str, steps: tuple[int, ...] = (1,), **given: Any) -> Sequence[str]:
    return briefs(rolled_plain.proposals(phase(*lines, at=WORLD, steps=steps, **given)))


def of(price: int, battle: int, die: str = PLAIN) -> str:
    step, _, value = die.split()
    return f"{price}, -{die}, +{step} ROLL b={battle} {value}"


def test_the_one_die_that_fell_for_the_one_battle_without_is_certain() -> None:
    assert plain(*FIRST, PLAIN) == [f"{of(1, 1)}, certain"]
    assert plain(*FIRST, PLAIN, *SECOND, "7 ROLL b=2 die=3") == [f"{of(1, 1)}, certain"]
    assert plain(*FIRST, PLAIN, *SECOND) == [of(1, 1)]
    # A battle that lacks a side may lack its die as well.
    assert plain(*FIRST, PLAIN, SECOND[0]) == [of(1, 1)]
    assert plain(*FIRST, PLAIN, SECOND[0], "6 ROLL b=2 die=3") == [f"{of(1, 1)}, certain"]
    assert plain("1 DIE die=5", "2 ATT b=1 u=red-1", "3 DEF b=1 u=blue-1", steps=(2,)) == [of(1, 1, "1 DIE die=5")]


def test_a_battle_that_is_far_or_not_in_question_costs_more() -> None:
    assert plain(*FIRST, PLAIN, *SECOND, steps=(4,)) == [of(2, 2), of(2, 1)]
    many = ("5 ATT b=2 u=red-2", "6 ATT b=3 u=red-2", "7 ATT b=4 u=red-2")
    assert plain(*FIRST, "3 DIE die=2", *many, steps=(1, 3)) == [
        of(price, battle, "3 DIE die=2") for battle, price in enumerate((1, 2, 3, 3), 1)
    ]
    assert plain(*FIRST, "3 DIE die=2", *many, steps=(1, 5, 6)) == [
        of(price, battle, "3 DIE die=2") for battle, price in enumerate((1, 1, 2), 1)
    ]


def test_a_die_before_a_drag_that_no_line_tells_of_may_have_fallen_behind_it() -> None:
    early = (*FIRST, "3 DIE die=5")
    sure = f"{of(1, 1, '3 DIE die=5')}, certain"
    assert plain(*early, goes={"red-2": {4: 6}}) == [sure, f"{of(2, 1, '3 DIE die=5')}, 3>4.5"]
    assert plain(*early, "4 ARRIVE u=red-2", goes={"red-2": {4: 6}}) == [sure]
    assert plain(*early, goes={"red-1": {4: 6}}) == [sure]
    assert plain(*early, goes={"red-2": {5: 6}}) == [sure]


def test_the_die_of_a_battle_of_an_earlier_phase_is_not_certain() -> None:
    assert plain(PLAIN, steps=(4,), known=[Fight("1", {"red-1": None}, {"blue-1": None})]) == [of(2, 1)]


def test_each_of_two_dice_may_be_of_the_battle_in_question() -> None:
    lines = (*FIRST, PLAIN, *SECOND, "7 DIE die=3")
    assert plain(*lines) == [of(1, 1), of(1, 1, "7 DIE die=3")]
    assert plain(*lines, barred=["red-1"]) == []


def test_a_die_that_a_line_asks_for_is_lacking_until_it_is_rolled() -> None:
    met = (*FIRST, "2 INTERCEPT b=1 u=blue-air x=red-air")
    rolled = plain(*met, "3 AIRDIE b=1 die=5", "4 DIE die=2", "5 DIE die=3", game="m41")
    assert rolled[0] == "1, -4 DIE die=2, +4 AIRDIE b=1 die=2"


LOST_BEFORE_THE_DIE = """
at: turn 3 german weather snow
on D2: ger-9-army
on E2: rus-13-army
weather snow
end
attack 1: ger-9-army x rus-13-army
end
end
table 1: defend 1 at 1 full = 0
fire 1: attack 6 = 1
hit 1: rus-13-army
table 1: attack 2 at 1 reduced-1
lose 1: rus-13-army
advance 1: ger-9-army disrupted D2 E2
end
"""


def test_what_a_plain_die_has_brought_may_have_been_done_just_before_it(tmp_path: Path) -> None:
    assert told_of(parts_of("m41"), LOST_BEFORE_THE_DIE, [], tmp_path) == []
    assert told_of(parts_of("m41"), LOST_BEFORE_THE_DIE, ["plain TABLE", "earlier LOSS 1"], tmp_path) == []
    # The loss may bear another battle's number besides.
    edits = ["plain TABLE 2", "number LOSS 2", "earlier LOSS 1"]
    assert told_of(parts_of("m41"), LOST_BEFORE_THE_DIE, edits, tmp_path) == []


def test_what_befell_an_accused_unit_just_before_another_die_of_its_battle_may_have_come_of_both() -> None:
    fired = ("4 HIT b=1 u=blue-1", "5 TABLE b=1 as=attack die=2 strength=2 sheet=full hits=")
    lines = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "3 DIE die=6", *fired)
    behind = "2, -3 DIE die=6, +3 TABLE b=1 as=attack die=6, 4>5.5"
    assert behind in plain(*lines, steps=(4,), game="m41")
    # Not before another die than the next one, nor if the plain die fell after it.
    for other in ((*lines[:-1], "5 HIT b=1 u=red-1", "6" + fired[1][1:]), (*lines[:2], *fired, "6 DIE die=6")):
        assert not any(">" in each for each in plain(*other, steps=(4,), game="m41"))
