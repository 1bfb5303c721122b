"""Keys of a battle under the number that the module has gone on to, or had before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from tests.reading.test_search import evidence, said
from tests.untidy.other_plays import parts_of, told_of
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.habits import numbered_on
from trc_module.reading.weights import rank
from trc_module.rules.interpretation import Line

FIRST = (said(1, "ATT", b="1", u="red-1"), said(1, "DEF", b="1", u="blue-1"), said(2, "ROLL", b="1", die="4"))


def read(*lines: Line, moved: int = 0) -> list[tuple[list[int], set[str | None]]]:
    """Return the steps whose lines are read as those of another battle, and of which, by each change."""
    found = evidence(*lines, visits={"blue-1": [moved]} if moved else {}, units=("red-2",))
    return [
        ([line.step for line in change.out], {line.says.get("b") for line in change.into})
        for change in numbered_on.proposals(found)
    ]


def test_an_attacker_whose_key_comes_after_the_die_may_be_of_the_battle_before() -> None:
    late = (said(3, "ATT", b="2", u="red-2"), said(3, "DEF", b="2", u="blue-1"))
    assert read(*FIRST, *late) == [([3, 3], {"1"})]


def test_an_attack_on_who_has_gone_since_the_die_is_a_new_one() -> None:
    late = (said(5, "ATT", b="2", u="red-2"), said(5, "DEF", b="2", u="blue-1"))
    assert read(*FIRST, *late, moved=4) == []


def test_a_battle_with_a_die_of_its_own_stays() -> None:
    other = (said(3, "ATT", b="2", u="red-2"), said(3, "DEF", b="2", u="blue-1"), said(4, "ROLL", b="2", die="4"))
    assert read(*FIRST, *other) == []


def test_who_was_declared_before_the_number_went_on_may_be_of_the_battle_after() -> None:
    early = said(0, "ATT", b="0", u="red-2")
    assert read(early, *FIRST) == [([0], {"1"})]


def test_a_free_choice_is_tried_after_all_else_of_its_price() -> None:
    assert rank(Change(2, "a", "a", chosen=True)) > rank(Change(2, "z", "z"))
    assert rank(Change(2, "z", "z", chosen=True)) < rank(Change(3, "a", "a"))


RENEWED = """
at: turn 2 axis combat
hand: soviet 3
on F14: sov-northwest
on G14: ger-4 ger-2-pz
on I9: ger-3-pz ger-2
on I10: ger-1-pz ger-4-pz
on J10: rum-3
on K10: ger-11
on J9: sov-southwest
target sov-southwest
target sov-northwest
attack 1: ger-4 ger-2-pz x sov-northwest
support 1: 1
roll 1: {}
retreat 1: sov-northwest F14 E15 E14
advance 1: ger-4 G14 F14
attack 2: ger-3-pz ger-2 ger-1-pz ger-4-pz rum-3 ger-11 x sov-southwest
support 2: 1
card soviet card-15 event
roll 2: 2
lose 2: sov-southwest
advance 2: ger-2 I9 J9
replace sov-southwest H18
end
"""
"""A unit is lost and comes back in the same phase, by an event."""
UNDER_THE_NEXT = ["number RETREAT 2", "earlier RETREAT 1"]


@pytest.mark.parametrize(("die", "expected"), [(2, []), (4, ["violation 10.7d"])])
def test_a_retreat_under_the_next_number_before_its_die_is_of_its_own_battle(
    die: int, expected: list[str], tmp_path: Path
) -> None:
    found = told_of(parts_of("nr"), RENEWED.format(die), UNDER_THE_NEXT, tmp_path)
    assert [text.split(": ")[0] for text in found] == expected


FOUGHT = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "4 ROLL b=1 die=5")
NEXT = ("5 ATT b=3 u=red-2", "5 DEF b=3 u=blue-3", "6 ROLL b=3 die=3")
LATER = ("2 ATT b=1 u=red-1", "3 DEF b=1 u=blue-1", "4 ROLL b=1 die=5")
WORLD = {"red-2": 1, "blue-2": 2, "red-3": 5, "blue-3": 0}


def as_read(*lines: str, at: dict[str, int | None] | None = None, **given: Any) -> Sequence[str]:
    return briefs(numbered_on.proposals(phase(*lines, at={**WORLD, **(at or {})}, **given)))


@pytest.mark.parametrize(
    ("lines", "given", "told"),
    [
        ("6 DEF b=2 u=blue-2", {}, "6 DEF b=2 u=blue-2"),
        ("6 DEF b=2 u=blue-3", {}, ""),
        ("6 DEF b=2 u=blue-2", {"at": {"blue-2": None}}, ""),
        ("6 ATT b=2 u=red-2", {}, "6 ATT b=2 u=red-2"),
        ("6 ATT b=2 u=red-1", {"goes": {"red-1": {5: 7}}}, "6 ATT b=2 u=red-1"),
        ("6 ATT b=2 u=red-2", {"goes": {"red-2": {5: 1}}}, ""),
        ("6 ATT b=2 u=red-2", {"goes": {"red-2": {6: 1}}}, ""),
        ("6 ATT b=2 u=red-2", {"goes": {"red-2": {3: 1}}}, "6 ATT b=2 u=red-2"),
        ("6 ATT b=2 u=red-2", {"goes": {"red-2": {4: 1}}}, "6 ATT b=2 u=red-2"),
        ("6 ATT b=2 u=red-2", {"goes": {"red-2": {7: 1}}}, "6 ATT b=2 u=red-2"),
        ("6 ATT b=2 u=red-3", {}, ""),
        ("6 ATT b=2 u=blue-2", {}, ""),
        ("6 ATT b=2 u=red-air", {"boxed": ["red-air"]}, "6 ATT b=2 u=red-air"),
        ("6 LOSS b=2 u=blue-1", {}, "6 LOSS b=2 u=blue-1"),
        ("6 LOSS b=2 u=blue-2", {}, "6 LOSS b=2 u=blue-2"),
        ("6 ROLL b=2 die=3", {}, "6 ROLL b=2 die=3"),
    ],
)
def test_a_line_is_of_the_battle_before_if_its_unit_fought_in_that_or_could(
    lines: str, given: dict[str, Any], told: str
) -> None:
    change = f"1, -{told}, +{told.replace('b=2', 'b=1')}"
    assert as_read(*FOUGHT, lines, steps=[6], **given) == ([change] if told else [])


def test_who_fights_in_a_battle_with_a_die_is_told_of_there() -> None:
    assert as_read(*FOUGHT, *NEXT, "7 LOSS b=2 u=blue-1", steps=[7]) == []
    assert as_read(*FOUGHT, *NEXT, "7 LOSS b=2 u=blue-3", steps=[7]) == [
        "1, -7 LOSS b=2 u=blue-3, +7 LOSS b=3 u=blue-3"
    ]
    assert as_read(*FOUGHT, "7 LOSS b=2 u=blue-1", steps=[7], known=[Fight("2")]) == []


def test_of_a_battle_without_defenders_any_may_be_one_whom_its_attackers_could_attack() -> None:
    lines = (FOUGHT[0], FOUGHT[2], "6 DEF b=2 u=blue-3")
    assert as_read(*lines, steps=[6]) == ["1, -6 DEF b=2 u=blue-3, +6 DEF b=1 u=blue-3"]
    assert as_read(*lines, steps=[6], at={"blue-3": 7}) == []


def test_who_is_attacked_after_he_has_gone_is_attacked_anew() -> None:
    lines = ("6 ATT b=2 u=red-2", "7 DEF b=2 u=blue-1")
    told = "1, -6 ATT b=2 u=red-2, -7 DEF b=2 u=blue-1, +6 ATT b=1 u=red-2, +7 DEF b=1 u=blue-1"
    assert as_read(*FOUGHT, *lines, steps=[6]) == [told]
    assert as_read(*FOUGHT, *lines, steps=[6], goes={"blue-1": {5: 0}}) == []


def test_only_what_comes_first_in_a_battle_with_a_die_is_of_the_one_before() -> None:
    first = "5 DEF b=2 u=blue-2"
    told = ["1, -5 DEF b=2 u=blue-2, +5 DEF b=1 u=blue-2"]
    rest = ("6 ATT b=2 u=red-1", "7 DEF b=2 u=blue-3", "8 ROLL b=2 die=4")
    assert as_read(*FOUGHT, first, *rest, steps=[5]) == told
    # What is left would have no defenders.
    assert as_read(*FOUGHT, first, rest[0], rest[2], steps=[5]) == []
    # Its own die stays its own, and so does what was said in one step.
    assert (
        as_read(
            *FOUGHT,
            first,
            "6 ROLL b=2 die=4",
            "7 DEF b=2 u=blue-1",
            "8 ATT b=2 u=red-2",
            "9 DEF b=2 u=blue-3",
            steps=[5],
        )
        == told
    )
    assert as_read(*FOUGHT, first, "5 ATT b=2 u=red-1", "5 DEF b=2 u=blue-3", rest[2], steps=[5]) == []
    # A result alone declares nothing.
    assert as_read(*FOUGHT, "5 LOSS b=2 u=blue-2", *rest, steps=[5]) == []
    assert as_read(*FOUGHT, first, rest[0], "7 LOSS b=2 u=red-1", "7 DEF b=2 u=blue-3", rest[2], steps=[5])[-1:] == told


def test_lines_are_of_the_battle_whose_die_is_next_to_them() -> None:
    assert as_read("1 DEF b=2 u=blue-2", *LATER, steps=[1]) == ["1, -1 DEF b=2 u=blue-2, +1 DEF b=1 u=blue-2"]
    assert as_read("1 DEF b=2 u=blue-3", *LATER, steps=[1]) == []
    after = ("5 ATT b=3 u=red-2", "5 DEF b=3 u=blue-1", "6 ROLL b=3 die=3")
    assert as_read("1 DEF b=2 u=blue-2", *LATER, *after, steps=[1]) == ["1, -1 DEF b=2 u=blue-2, +1 DEF b=1 u=blue-2"]
    assert as_read(*FOUGHT, *NEXT, "7 DEF b=2 u=blue-3", steps=[7]) == ["1, -7 DEF b=2 u=blue-3, +7 DEF b=3 u=blue-3"]
    # A battle with a die of its own lacks none that falls later.
    assert as_read("1 DEF b=2 u=blue-2", "1 ROLL b=2 die=3", *LATER, steps=[1]) == []


def test_the_note_tells_up_to_which_step_if_not_of_the_whole_battle() -> None:
    part = ("5 DEF b=2 u=blue-2", "6 ATT b=2 u=red-1", "7 DEF b=2 u=blue-3")
    for lines, until in ((part[:1], ""), (part, " up to step 5")):
        (change,) = numbered_on.proposals(phase(*FOUGHT, *lines, at=WORLD, steps=[5]))
        assert change.note == (
            f"What lines say of battle 2{until} is read as said of battle 1, whose die is next to them."
        )
