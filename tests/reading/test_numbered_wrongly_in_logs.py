"""What lines say under the number of another battle, where that battle's lines leave out something besides."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.laws import playing
from tests.reading.test_search import SIDES, evidence, said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.hexgrid import Hex
from trc_module.reading.habits import numbered_wrongly

TWO_BATTLES = """
at: turn 2 soviet attacks-1 good
on CC5: sov-2-mex
on DD4: ger-54-inf
on R2: sov-6-coskav
on R3: ger-4-army
attack 1: sov-6-coskav x ger-4-army
odds 1: 1-4
roll 1: 3
result 1: D1
retreat 1: ger-4-army R3 Q4
spend ger-4-army
advance 1: sov-6-coskav R2 R3
attack 2: sov-2-mex x ger-54-inf
odds 2: 1-2
roll 2: 6
result 2: DE
lose 2: ger-54-inf
advance 2: sov-2-mex CC5 DD4
end
"""


def test_a_battle_in_which_the_unit_was_may_have_had_a_result_that_no_key_says(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), TWO_BATTLES, [], tmp_path) == []
    assert told_of(parts_of("trp"), TWO_BATTLES, ["number RETREAT 2", "drop RESULT 1"], tmp_path) == []


THREE_BATTLES = """
at: turn 2 german weather good
status: rus-reserve disrupted
on D3: ger-2-pzgr
on B3: ger-3-pzgr
on B2: ger-9-army
on D2: rus-tanks rus-bryansk
on A2: rus-20-army rus-rzhev
on B4: rus-reserve
weather good
end
attack 2: ger-9-army x rus-20-army rus-rzhev
attack 3: ger-2-pzgr x rus-tanks rus-bryansk
attack 4: ger-3-pzgr x rus-reserve
end
end
table 4: defend 4 at 1 full
fire 2: attack 3 = 0
fire 3: defend 5 2 = 1
fire 3: attack 4
fire 2: defend 5 1 3 2 = 1
hit 2: ger-9-army
hit 3: ger-2-pzgr
table 2: defend 5 at 4 full
lose 2: ger-9-army
retreat 3: rus-bryansk D2 C2
retreat 3: rus-tanks D2 C2
hit 4: ger-3-pzgr
retreat 4: rus-reserve B4 B5
end
"""


@pytest.mark.parametrize("edits", [[], ["plain TABLE", "number LOSS 3"]])
def test_a_plain_die_is_dealt_again_to_the_battle_of_which_a_line_tells(edits: list[str], tmp_path: Path) -> None:
    assert told_of(parts_of("m41"), THREE_BATTLES, edits, tmp_path) == []


BATTLE = [said(1, "ATT", b="1", u="red-1"), said(2, "DEF", b="1", u="blue-1"), said(4, "ROLL", b="1", die="5")]
OTHER = said(3, "ATT", b="2", u="red-2")


def _place_at(places: dict[str, Hex], unit: str, step: int) -> Hex:
    return places[unit]


def test_who_stood_beside_a_unit_of_the_battle_may_have_been_left_out_of_it() -> None:
    stray = said(5, "LOSS", b="2", u="blue-2")
    for at, expected in ((Hex(2), [("LOSS", "1", 5), ("DEF", "1", 1)]), (Hex(3), [])):
        places = {"red-1": Hex(1), "red-2": Hex(1), "blue-1": Hex(2), "blue-2": at}
        found = evidence(*BATTLE, OTHER, stray, units=["blue-2"])
        found = replace(found, place_at=partial(_place_at, places), side_of={**SIDES, "blue-2": "blue"})
        read = [line for change in numbered_wrongly.proposals(found) if len(change.into) > 1 for line in change.into]
        assert [(line.says.verb, line.says["b"], line.step) for line in read] == expected


def test_out_of_a_battle_that_was_rolled_and_has_one_side_the_other_was_left() -> None:
    stray = said(6, "LOSS", b="2", u="blue-1")
    for rolls, expected in (([], {1}), ([said(5, "ROLL", b="2", die="2")], {2})):
        found = evidence(*BATTLE, OTHER, *rolls, stray, units=["blue-1"])
        assert {change.price for change in numbered_wrongly.proposals(found)} == expected


TWICE_AGAINST_ONE = """
at: turn 1 axis attacks-2 good
on S2: ger-48-pz ger-29-inf
on S3: sov-4-army
attack 1: ger-48-pz x sov-4-army
attack 2: ger-29-inf x sov-4-army
odds 1: 3-1
roll 1: 6
result 1: DE
lose 1: sov-4-army
advance 1: ger-48-pz S2 S3
end
"""


def test_what_became_of_a_unit_of_two_battles_came_of_the_die_that_had_fallen(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), TWICE_AGAINST_ONE, [], tmp_path) == []
    assert told_of(parts_of("trp"), TWICE_AGAINST_ONE, ["number LOSS 2"], tmp_path) == []
    unrolled = TWICE_AGAINST_ONE.replace("roll 1: 6\n", "")
    last = told_of(parts_of("trp"), unrolled, ["number LOSS 2"], tmp_path)[-1]
    assert last == "violation XIII.C2: sov-4-army was lost in battle 2, which has no result yet."


def test_what_was_told_of_a_unit_in_the_battle_before_is_not_told_of_it_there_again() -> None:
    lines = [*BATTLE, said(5, "DEF", b="2", u="blue-1"), said(6, "ATT", b="2", u="red-2")]
    stray = said(8, "LOSS", b="2", u="blue-1")
    for before, expected in (([], {"1"}), ([said(7, "LOSS", b="1", u="blue-1")], set())):
        found = evidence(*lines, *before, stray, units=["blue-1"])
        changes = numbered_wrongly.proposals(found)
        assert {line.says["b"] for change in changes if stray in change.out for line in change.into} == expected


AN_ATTACKER_AND_A_NUMBER = """
at: turn 1 soviet combat
on 0301: sov-33
on 0302: sov-5
on 0304: sov-20
on 0405: sov-24
on 0505: sov-16
on 0201: ger-40-pz
on 0404: ger-47-pz
attack 1: sov-20 sov-24 sov-16 x ger-47-pz
attack 2: sov-33 sov-5 x ger-40-pz
roll 1: 1
lose 1: ger-47-pz
roll 2: 4
end
"""


@pytest.mark.parametrize(("edits", "rules"), [([], []), (["number LOSS 2", "drop ATT sov-16"], ["undecided 5.4"])])
def test_a_loss_under_another_number_is_of_a_battle_of_which_an_attacker_was_left_out(
    edits: list[str], rules: list[str], tmp_path: Path
) -> None:
    told = told_of(playing.parts_of("bfm", frozenset(), tmp_path), AN_ATTACKER_AND_A_NUMBER, edits, tmp_path)
    assert [text.split(": ")[0] for text in told] == rules
