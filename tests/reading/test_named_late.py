"""What belongs to the declaration of a battle, said when dice had fallen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.reading.phases import briefs, phase
from trc_module.reading.habits import named_late

BATTLE = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "4 ROLL b=1 die=5")


def late(*lines: str, **given: Any) -> Sequence[str]:
    return briefs(named_late.proposals(phase(*lines, **{"units": ["red-1"], "game": "nr", **given})))


def test_what_is_said_of_a_unit_comes_before_its_battle_or_before_the_first_die() -> None:
    assert late(*BATTLE, "5 TARGET u=blue-1") == ["1, 5>0.5", "1, 5>3.5"]
    assert late("1 ROLL b=9 die=2", *(line.replace("1 ATT", "2 ATT") for line in BATTLE), "5 TARGET u=blue-1") == [
        "1, 5>1.5",
        "1, 5>0.5",
    ]
    assert late(*BATTLE, "3 TARGET u=blue-1") == ["1, 3>0.5"]
    assert late(*BATTLE, "1 TARGET u=blue-1", "5 TARGET u=blue-2") == []
    assert late(*BATTLE, "5 TARGET u=blue-1", units=["red-9"]) == []
    # A key of the battle itself is not said of a unit.
    assert late(*BATTLE, "5 SUPPORT b=1 count=1", "5 LOSS b=1 u=blue-1") == []


def test_what_its_player_chose_freely_stays_open() -> None:
    assert late(*BATTLE, "5 STAND u=blue-1", game="trp") == ["1, 5>0.5, chosen", "1, 5>3.5, chosen"]


def test_who_is_put_into_a_battle_behind_its_die_was_in_it_before() -> None:
    other = ("6 DEF b=2 u=blue-1", "5 LOSS b=1 u=blue-1")
    read = "1, -4 DEF b=1 u=blue-1, +3 DEF b=1 u=blue-1"
    lines = ("1 ATT b=1 u=red-1", "3 ROLL b=1 die=5", "4 DEF b=1 u=blue-1")
    assert late(*lines, *other) == [read]
    found = list(named_late.proposals(phase(*lines, units=["red-1"])))
    assert found[0].note == "What declares battle 1 from step 4 on is read as if it came before the die of step 3."
    assert late(*BATTLE, *other) == []


def test_a_battle_into_whose_declaration_another_die_fell_was_declared_before_it() -> None:
    lines = ("1 ATT b=1 u=red-1", "3 ROLL b=9 die=5", "4 DEF b=1 u=blue-1", "5 DEF b=1 u=blue-2", "7 ROLL b=1 die=4")
    assert late(*lines) == ["1, 4>2.5, 5>2.5, chosen"]
    assert late(*lines, "2 DIE die=3") == ["1, 4>2.5, 5>2.5, chosen"]
    assert late(*BATTLE, "3 DIE die=3", "5 DIE die=3") == []
    (change,) = named_late.proposals(phase(*lines, units=["red-1"]))
    assert change.note == "What declares battle 1 from step 4 on is read as if it came before the die of step 3."
