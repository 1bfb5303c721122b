"""What became of a battle, told under the number of another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from trc_module.reading.habits import numbered_wrongly

FOUGHT = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "4 ROLL b=1 die=5")
OTHER = ("5 ATT b=2 u=red-2", "5 DEF b=2 u=blue-2", "6 ROLL b=2 die=5")
WORLD = {"red-2": 1, "red-3": 5, "blue-2": 2, "blue-3": 0}


def read(*lines: str, **given: Any) -> Sequence[str]:
    return briefs(numbered_wrongly.proposals(phase(*lines, at=WORLD, **given)))


def as_of(line: str, battle: int = 1) -> str:
    return f"1, -{line}, +{line.replace('b=2', f'b={battle}')}"


def test_what_became_of_a_unit_is_told_of_the_one_battle_in_which_it_fought() -> None:
    lost, gone = "5 LOSS b=2 u=blue-1", "6 RETREAT b=2 u=red-1"
    assert read(*FOUGHT, lost, steps=[5]) == [f"{as_of(lost)}, certain"]
    assert read(*FOUGHT, lost, steps=[9]) == []
    both = "1, -5 LOSS b=2 u=blue-1, -6 RETREAT b=2 u=red-1, +5 LOSS b=1 u=blue-1, +6 RETREAT b=1 u=red-1, certain"
    assert read(*FOUGHT, lost, gone, steps=[5]) == [both, as_of(lost), as_of(gone)]


def test_what_became_of_a_unit_comes_with_each_result_of_its_battle_where_no_key_says_one_behind_its_die() -> None:
    lost = "7 LOSS b=2 u=blue-1"

    def read_in_trp(*lines: str) -> Sequence[str]:
        return briefs(numbered_wrongly.proposals(phase(*lines, game="trp", at=WORLD, steps=frozenset({7}))))

    found = read_in_trp(*FOUGHT, *OTHER, lost)
    assert found[:2] == [as_of(lost), f"2, -{lost}, +4 RESULT b=1 result=AE, +7 LOSS b=1 u=blue-1, after"]
    late = "8 ROLL b=1 die=5"
    assert not any("RESULT" in told for told in read_in_trp(*FOUGHT[:2], *OTHER, lost, late))


def test_who_fights_in_two_battles_may_have_suffered_it_in_either() -> None:
    lost = "7 LOSS b=2 u=blue-1"
    twice = ("5 ATT b=3 u=red-2", "5 DEF b=3 u=blue-1", "6 ROLL b=3 die=3")
    assert read(*FOUGHT, *twice, lost, steps=[7]) == [as_of(lost), as_of(lost, 3)]
    # Others fight under the number of the line.
    assert read(*FOUGHT, *OTHER, lost, steps=[7]) == [as_of(lost)]
    both = (*FOUGHT, *OTHER[:1], "5 DEF b=2 u=blue-1", OTHER[2])
    assert read(*both, lost, steps=[7]) == []
    # What comes next comes of the last die, unless it was told of that already.
    lost = "7 LOSS b=1 u=blue-1"
    assert read(*both, lost, steps=[7]) == [f"1, -{lost}, +7 LOSS b=2 u=blue-1"]
    assert read(*both, "7 LOSS b=2 u=blue-1", lost.replace("7", "8"), steps=[8]) == []


def test_who_was_left_out_of_the_last_battle_may_have_been_in_it_beside_one_of_its_units() -> None:
    last = ("5 ATT b=2 u=red-2", "5 DEF b=2 u=blue-1", "6 ROLL b=2 die=5")
    gone = "7 RETREAT b=1 u=blue-2"
    found = read(*FOUGHT[:2], "3 DEF b=1 u=blue-2", FOUGHT[2], *last, gone, steps=[7])
    assert found == [
        f"1, -{gone}, +7 RETREAT b=2 u=blue-2",
        f"2, -{gone}, +7 RETREAT b=2 u=blue-2, +5 DEF b=2 u=blue-2",
    ]
    # He stands elsewhere than they.
    away = "3 DEF b=1 u=blue-3"
    assert read(*FOUGHT[:2], away, FOUGHT[2], *last, gone.replace("blue-2", "blue-3"), steps=[7]) == []


def test_nothing_comes_of_a_battle_without_a_die_but_of_one_that_has_no_die_either() -> None:
    lost = "7 LOSS b=2 u=blue-1"
    assert read(*FOUGHT[:2], lost, steps=[7]) == [f"{as_of(lost)}, certain"]
    assert read(*FOUGHT[:2], *OTHER, lost, steps=[7]) == []


def test_whom_no_line_puts_into_a_battle_may_have_been_left_out_of_one_before() -> None:
    lost, other = "5 LOSS b=2 u=blue-2", "6 LOSS b=2 u=blue-1"
    joined = "+1 DEF b=1 u=blue-2"
    assert read(*FOUGHT, lost, steps=[5]) == [as_of(lost), f"{as_of(lost).replace('1', '2', 1)}, {joined}"]
    own = "5 LOSS b=2 u=red-2"
    assert read(*FOUGHT, own, steps=[5])[1:] == [f"{as_of(own).replace('1', '2', 1)}, +1 ATT b=1 u=red-2"]
    both = "-5 LOSS b=2 u=blue-2, -6 LOSS b=2 u=blue-1, +5 LOSS b=1 u=blue-2, +6 LOSS b=1 u=blue-1"
    assert read(*FOUGHT, lost, other, steps=[5]) == [f"1, {both}", f"2, {both}, {joined}", as_of(lost), as_of(other)]
    later = ("2 ATT b=1 u=red-1", "3 DEF b=1 u=blue-1", "4 ROLL b=1 die=5")
    assert read("1 LOSS b=2 u=blue-2", *later, steps=[1]) == []
    assert read("2 LOSS b=2 u=blue-2", *later, steps=[2]) == []


def test_what_was_told_before_the_die_was_done_before_it_as_well() -> None:
    lost = "3 LOSS b=2 u=blue-1"
    assert read(*FOUGHT[:2], lost, FOUGHT[2], steps=[3]) == [f"{as_of(lost)}, certain", f"{as_of(lost)}, 3>4.5"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((*FOUGHT[:2], "4 ROLL b=2 die=5"), True),
        ((FOUGHT[0], "4 ROLL b=2 die=5"), False),
        ((FOUGHT[1], "4 ROLL b=2 die=5"), False),
        ((*FOUGHT, "4 ROLL b=2 die=5"), False),
        ((FOUGHT[0], "4 ROLL b=2 die=5", "5 DEF b=1 u=blue-1"), False),
        ((*FOUGHT[:2], "4 ROLL b=2 die=5", "5 ATT b=2 u=red-2"), False),
    ],
)
def test_a_die_of_a_battle_that_nobody_fights_is_of_one_declared_before_it(lines: Sequence[str], told: bool) -> None:
    assert read(*lines, steps=[4]) == ([as_of("4 ROLL b=2 die=5")] if told else [])


def test_a_result_of_a_battle_that_nobody_fights_is_of_one_whose_die_fell_before_it() -> None:
    said = "5 RESULT b=2 result=X"
    first, *others = read(*FOUGHT, said, "3 RESULT b=2 result=X", steps=[5], game="trp")
    # It may have become another one, but not have been said twice.
    assert (first, all("+4 BECOMES" in each for each in others)) == (as_of(said), True)
    assert read(*FOUGHT, *OTHER[:1], said, steps=[5], game="trp") == []


def test_the_plain_die_before_it_may_be_of_that_battle_too() -> None:
    lost = "5 LOSS b=2 u=blue-1"
    rolled = "2, -5 LOSS b=2 u=blue-1, -4 DIE die=5, +5 LOSS b=1 u=blue-1, +4 ROLL b=1 die=5"
    assert read(*FOUGHT[:2], "4 DIE die=5", lost, "6 DIE die=3", steps=[5]) == [f"{as_of(lost)}, certain", rolled]
    assert read(*FOUGHT[:2], "2 DIE die=5", lost, steps=[5]) == [f"{as_of(lost)}, certain"]
    assert read(*FOUGHT, "4 DIE die=5", lost, steps=[5]) == [f"{as_of(lost)}, certain"]
    # Nothing else comes of a battle without a die, where the other has one.
    assert read(*FOUGHT[:2], "4 DIE die=5", *OTHER, "7 LOSS b=2 u=blue-1", steps=[7]) == [
        rolled.replace("5 LOSS", "7 LOSS")
    ]
    # One behind it may be, if something else is told of that battle behind the die.
    found = read(*FOUGHT[:2], lost, "6 DIE die=3", "7 LOSS b=1 u=red-1", steps=[5])
    assert found[1:] == ["2, -5 LOSS b=2 u=blue-1, -6 DIE die=3, +5 LOSS b=1 u=blue-1, +6 ROLL b=1 die=3"]
    fired = (*FOUGHT[:2], "3 TABLE b=1 as=attack die=3", "4 DIE die=5", lost)
    assert [told.rpartition("+4 ")[2] for told in read(*fired, steps=[5], game="m41")[1:]] == [
        "AIRDIE b=1 die=5",
        "TABLE b=1 as=attack die=5",
        "TABLE b=1 as=defend die=5",
    ]


def test_a_plain_die_that_is_read_as_one_of_another_battle_may_be_of_that_one() -> None:
    fired = (*FOUGHT[:2], "3 TABLE b=1 as=attack die=3", *OTHER[:2], "6 TABLE b=2 as=attack die=5")
    lines = (*fired, "7 LOSS b=2 u=blue-1")
    assert len(read(*lines, steps=[7], game="m41")) == 1
    _first, *others = read(*lines, steps=[7], game="m41", rolled_plain=[6])
    assert [told.partition("blue-1, ")[2] for told in others] == [
        f"-6 TABLE b=2 as=attack die=5, +7 LOSS b=1 u=blue-1, +6 {die}"
        for die in ("AIRDIE b=1 die=5", "TABLE b=1 as=attack die=5", "TABLE b=1 as=defend die=5")
    ]


def test_the_key_of_a_way_may_have_come_when_its_counter_had_been_dragged_in_part() -> None:
    gone = "8 RETREAT b=2 u=blue-1"
    found = read(*FOUGHT, gone, goes={"blue-1": {6: 3, 7: 4, 9: 5}}, steps=[9], units=["blue-1"])
    assert found == [f"{as_of(gone)}, certain", f"2, -{gone}, +6 RETREAT b=1 u=blue-1"]
    # What was dragged before the die was another way, and only the key of a way governs any.
    for goes, line in (({3: 3}, gone), ({9: 5}, gone), ({6: 3}, "8 LOSS b=2 u=blue-1")):
        assert not any(" +6 " in told for told in read(*FOUGHT, line, goes={"blue-1": goes}, steps=[8]))


def test_a_retreat_without_a_die_may_be_told_under_the_number_of_a_battle_that_has_not_had_its_own() -> None:
    """A card made the defenders of the first battle retreat."""
    gone, later = "3 RETREAT b=2 u=blue-1", ("4 ATT b=2 u=red-2", "5 DEF b=2 u=blue-2")
    assert read(*FOUGHT[:2], gone, *later, "6 ROLL b=2 die=5", steps=[3]) == [as_of(gone)]
    gone = gone.replace("3", "7")
    assert read(*FOUGHT[:2], *later, "6 ROLL b=2 die=5", gone, steps=[7]) == []
