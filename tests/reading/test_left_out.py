"""Units that lines leave out of a battle: those that could fight when it was declared, gone by its die or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reading.test_search import ATT, DEF, ROLL, evidence
from tests.untidy.other_plays import parts_of, told_of
from trc_module.hexgrid import Hex
from trc_module.reading.habits import left_out


def proposed(gone_at: int) -> set[tuple[str, ...]]:
    """Return the units that may have been left out, where red-2 is taken off the map in a step."""
    found = replace(
        evidence(ATT, DEF, ROLL, units=["red-1"]),
        place_at=lambda unit, step: (
            None if unit == "red-2" and step > gone_at else Hex(2) if unit == "blue-1" else Hex(1)
        ),
    )
    return {tuple(line.says["u"] for line in change.into) for change in left_out.proposals(found)}


def test_an_attacker_that_is_taken_off_before_the_die_may_have_been_left_out() -> None:
    assert proposed(gone_at=9) == proposed(gone_at=2) == {("red-2",)}


def test_one_that_was_gone_before_the_battle_was_declared_was_not() -> None:
    assert proposed(gone_at=0) == set()


def test_others_attacked_a_defender_that_is_taken_off_before_the_die() -> None:
    found = replace(
        evidence(ATT, DEF, ROLL, units=["red-1"]),
        place_at=lambda unit, step: Hex(1) if unit != "blue-1" else Hex(2) if step < 3 else None,
    )
    assert [line.says["u"] for change in left_out.proposals(found) for line in change.into] == ["red-2"]


RETREATS = """
at: turn 2 axis combat
on G10: ger-4 ger-17
on G11: sov-northwest
on L15: ger-6 ger-9
on L16: sov-south
on M17: sov-west
target sov-northwest
target sov-south
attack 1: ger-4 ger-17 x sov-northwest
support 1: 1
roll 1: 6
shatter 1: sov-northwest
advance 1: ger-4 G10 G11
attack 2: ger-6 ger-9 x sov-south
roll 2: 5
retreat 2: sov-south L16 M17 N17
advance 2: ger-6 L15 L16
end
"""
ON_ITS_WAY = ["plain ROLL 1", "later DIE 3", "drop RETREAT", "later ROLL 1"]
"""A plain die behind what it has brought, and a retreat without its key, begun before the die."""


@pytest.mark.parametrize("edits", [[], ON_ITS_WAY], ids=["tidy", "on its way before the die"])
def test_nobody_stood_with_a_defender_where_he_was_on_his_way(edits: list[str], tmp_path: Path) -> None:
    assert told_of(parts_of("nr"), RETREATS, edits, tmp_path) == []


TWO_STRIKES = """
at: turn 1 russian replacement good
status: rus-20-army disrupted, rus-western disrupted
on A1: ger-4-army ger-3-pzgr
on C1: rus-24-army
on D1: ger-2-pzgr
on A2: ger-4-pzgr
on B2: ger-9-army
on C2: rus-20-army
on D2: ger-2-army
on E2: rus-bryansk
on A3: rus-rzhev rus-western
box german air: ger-2-fk ger-8-fk
box russian air: rus-west-air rus-moscow-air
end
attack 1: rus-west-air x ger-4-pzgr
attack 2: rus-moscow-air x {}
attack 3: rus-24-army rus-bryansk x ger-2-army
intercept 2: ger-2-fk x rus-moscow-air
intercept 1: ger-8-fk x rus-west-air
airdie 2: 1
airdie 1: 3
end
end
"""


@pytest.mark.parametrize(
    ("struck", "edits", "expected"),
    [
        ("ger-2-pzgr", [], []),
        ("ger-2-pzgr", ["drop ATT rus-west-air", "drop DEF ger-2-pzgr"], ["undecided M41-OPC-1"]),
        ("ger-9-army", ["drop ATT rus-west-air"], ["doubt M41-OPC-1"]),
    ],
)
def test_others_may_have_been_attacked_than_a_mend_has_chosen(
    struck: str, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    """Who is beside an army that attacks has to be attacked: a strike from the air may have been on him."""
    found = told_of(parts_of("m41"), TWO_STRIKES.format(struck), edits, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


TOO_SHORT = """
at: turn 2 axis combat
on L15: ger-6 ger-9
on L16: sov-south
on L18: ger-11
target sov-south
attack 1: ger-6 ger-9 x sov-south
roll 1: 5
retreat 1: sov-south L16 L17
end
"""


@pytest.mark.parametrize(
    "edits",
    [["drop DEF"], ["drop ATT"], ["drop ATT", "drop DEF"]],
    ids=["who is attacked", "who attacks", "both"],
)
def test_a_battle_whose_die_fell_was_fought_by_somebody(edits: list[str], tmp_path: Path) -> None:
    # A key that is forgotten hides no retreat that is too short, whoever fought.
    (found,) = told_of(parts_of("nr"), TOO_SHORT, edits, tmp_path)
    assert found.startswith("violation 10.7c: sov-south did not retreat 2 hexes to L17")


CALLED_OFF = """
at: turn 2 axis attacks good
on N5: ger-16-army
on O5: sov-6-coskav
on N6: sov-3-army sov-3-mex
attack 1: ger-16-army x sov-6-coskav
cancel 1:
attack 2: ger-16-army x sov-3-army sov-3-mex
odds 2: 1-2
roll 2: 2
end
"""


def test_whose_attack_was_called_off_may_attack_by_no_key(tmp_path: Path) -> None:
    tidy = told_of(parts_of("trp"), CALLED_OFF, [], tmp_path)
    assert told_of(parts_of("trp"), CALLED_OFF, ["drop ATT 2"], tmp_path) == tidy
