"""What lines say under the number of another battle, where that battle's lines leave out something besides."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

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
