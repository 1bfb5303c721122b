"""Dice that were rolled again: which of them counts, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reading.phases import brief, phase
from trc_module.reading.habits import rolled_again
from trc_module.rules.finding import Verdict

DECLARED = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
FIRST, LAST = "4 ROLL b=1 die=5", "6 ROLL b=1 die=3"
SPEAKERS = {7: "anna", 8: "boris"}


def again(*lines: str, chat: tuple[tuple[int, str], ...] = ((7, "reroll"),), **given: Any) -> list[str]:
    return [brief(change) for change in rolled_again.proposals(phase(*lines, chat=chat, **given))]


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("well", "well", []),
        ("reroll", "well", [(1, FIRST, Verdict.UNDECIDED)]),
        ("reroll", "ok", [(1, FIRST, Verdict.NOTE)]),
        ("reroll", "no, keep it", [(2, LAST, Verdict.NOTE), (1, FIRST, Verdict.DOUBT)]),
        ("first one counts", "well", [(1, LAST, Verdict.UNDECIDED)]),
        ("first one counts", "ok", [(1, LAST, Verdict.NOTE)]),
        ("first one counts", "no", [(1, LAST, Verdict.UNDECIDED)]),
    ],
)
def test_what_is_told_of_a_die_rolled_again_follows_from_what_both_say(
    asked: str, answer: str, told: list[tuple[int, str, Verdict]]
) -> None:
    found = phase(*DECLARED, FIRST, LAST, chat=[(7, asked), (8, answer)], speakers=SPEAKERS)
    changes = list(rolled_again.proposals(found))
    assert [brief(change) for change in changes] == [f"{price}, -{out}" for price, out, _ in told]
    stands = "the first one counts, as the chat says."
    for change, (_, out, verdict) in zip(changes, told, strict=True):
        note = "Battle 1 was rolled again: 5 before, then 3; " + (stands if out == LAST else "")
        assert change.note == note
        assert change.told is not None
        assert (change.told[0], change.told[1].verdict, change.told[1].units) == (6, verdict, ("red-1", "blue-1"))


def test_a_plain_die_may_be_of_any_purpose() -> None:
    assert again(*DECLARED, FIRST, "6 DIE die=3") == [f"1, -{FIRST}, -6 DIE die=3, +{LAST}"]
    assert again(*DECLARED, "4 DIE die=5", LAST) == ["1, -4 DIE die=5"]
    assert again(*DECLARED, "4 DIE die=5", "6 DIE die=3") == []
    assert again("1 FIRE b=1 as=attack dice=3,4", "6 DIE die=4", game="m41") == []


def test_a_battle_that_is_declared_anew_against_the_same_is_rolled_again() -> None:
    rolled = "6 ROLL b=2 die=3"
    whole = f"1, -{FIRST}, -{rolled}, +{LAST}"
    assert again(*DECLARED, FIRST, rolled) == [whole]
    new, enemy = "5 ATT b=2 u=red-1", "5 DEF b=2 u=blue-1"
    assert again(*DECLARED, FIRST, new, enemy, rolled) == [
        f"1, -{FIRST}, -{new}, -{enemy}, -{rolled}, +5 ATT b=1 u=red-1, +5 DEF b=1 u=blue-1, +{LAST}"
    ]
    # It names only who joins it.
    assert again(*DECLARED, FIRST, new, rolled) == [f"1, -{FIRST}, -{new}, -{rolled}, +5 ATT b=1 u=red-1, +{LAST}"]
    assert again(*DECLARED, FIRST, new, "5 DEF b=2 u=blue-2", rolled) == []
    assert again(*DECLARED, "3 ATT b=2 u=red-1", FIRST, enemy, rolled) == []


def test_the_dice_of_two_sides_are_none_that_was_rolled_again() -> None:
    first, other, last = "1 TABLE b=1 as=attack die=3", "2 TABLE b=1 as=defend die=3", "6 TABLE b=1 as=attack die=2"
    assert again(first, other, last, game="m41") == []
    assert again(first, "2 TABLE b=2 as=defend die=3", last, game="m41") == [f"1, -{first}"]
    more = "2 TABLE b=1 as=attack die=4"
    assert again(first, more, last, game="m41") == [f"1, -{first}", f"1, -{more}"]


def test_what_only_says_what_the_first_die_has_brought_is_set_aside_with_it() -> None:
    said = ("3 RESULT b=1 result=X", "4 RESULT b=2 result=X", "7 RESULT b=1 result=X")
    lines = ("1 ATT b=1 u=red-1", "2 ROLL b=1 die=3", *said[:2], "6 ROLL b=1 die=4", said[2])
    assert again(*lines, game="trp") == [f"1, -2 ROLL b=1 die=3, -{said[0]}"]


@pytest.mark.parametrize(
    ("game", "first", "last", "what"),
    [
        ("m41", "1 GAMBLE die=3", "6 GAMBLE die=4", "The die GAMBLE was rolled again: 3 before, then 4; "),
        (
            "trc",
            "1 SEA u=red-1 die=3",
            "6 SEA u=red-1 die=4",
            "The die SEA of red-1 was rolled again: 3 before, then 4; ",
        ),
        ("trc", "1 SEA u=red-1 die=3", "6 SEA u=red-2 die=4", ""),
        (
            "m41",
            "1 FIRE b=1 as=attack dice=3,4",
            "6 FIRE b=1 as=attack dice=3,5",
            "Battle 1 (attack) was rolled again: 3, 4 before, then 3, 5; ",
        ),
    ],
)
def test_dice_for_anything_may_be_rolled_again(game: str, first: str, last: str, what: str) -> None:
    changes = list(rolled_again.proposals(phase(first, last, game=game, chat=[(7, "reroll")])))
    assert [change.note for change in changes] == ([what] if what else [])
