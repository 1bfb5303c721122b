"""Results, hits and odds that players typed and that the table does not give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import pytest

from tests.auditing.steps import clock_of
from trc_module.auditing.judged import Done
from trc_module.auditing.told_otherwise import told_otherwise
from trc_module.rules.actions import Action, Attack
from trc_module.rules.clock import FIGHT


@dataclass(frozen=True)
class Rolled(Action):
    """A die of a battle, or several."""

    number: int
    die: int | None = None
    dice: tuple[int, ...] = ()


def battle(step: int, number: int = 1, odds: str = "2-1") -> Done:
    return Done((step,), clock_of(FIGHT), "", Attack(number, ("red-1",), ("blue-1",)), odds)


def rolled(step: int, outcome: str, number: int = 1, die: int | None = 4, dice: tuple[int, ...] = ()) -> Done:
    return Done((step,), clock_of(FIGHT), "", cast("Action", Rolled(number, die, dice)), "", outcome)


def notes(acts: Sequence[Done], *chat: tuple[int, str], named: Sequence[str] = ("DR", "EX", "DE")) -> list[str]:
    found = list(told_otherwise(acts, chat, named))
    assert all((one.rule, one.units) == ("log.battle", ("red-1", "blue-1")) for _, one in found)
    return [f"{step} {one.sentence}" for step, one in found]


FOUGHT = [battle(1), rolled(4, "DR")]
EX = "The chat says EX for battle 1; at 2-1 the 4 gives DR, and so it is judged."


@pytest.mark.parametrize(
    ("step", "words", "told"),
    [
        (5, "EX", [f"5 {EX}"]),
        (9, "EX", [f"9 {EX}"]),
        (5, "DR", []),
        (5, "hm", []),
        (5, "EX?", []),
        # What is typed with the die, or before it, speaks of none.
        (4, "EX", []),
        (3, "EX", []),
        # Words that name another battle are not of this one.
        (5, "battle 1: EX", [f"5 {EX}"]),
        (5, "battle 2: EX", []),
    ],
)
def test_a_result_is_that_of_the_die_before_it(step: int, words: str, told: Sequence[str]) -> None:
    assert notes(FOUGHT, (step, words)) == told


def test_of_two_dice_the_last_one_before_the_words_counts() -> None:
    acts = [*FOUGHT, battle(5, 2, ""), rolled(6, "DE", 2, 6)]
    assert notes(acts, (5, "EX"), (7, "DR")) == [
        f"5 {EX}",
        "7 The chat says DR for battle 2; the 6 gives DE, and so it is judged.",
    ]
    # A die of no battle, and one whose outcome is not known, say nothing.
    assert notes([battle(1), rolled(4, "DR", 2)], (5, "EX")) == []
    assert notes([battle(1), rolled(4, "")], (5, "EX")) == []
    assert notes([battle(1), rolled(4, "DR", die=None)], (5, "EX")) == []
    assert notes([], (5, "EX")) == []


@pytest.mark.parametrize(("step", "told"), [(4, False), (5, True), (7, True), (8, False)])
def test_hits_are_those_of_dice_shortly_before(step: int, told: bool) -> None:
    fired = [battle(1), rolled(4, "1", die=None, dice=(6, 2))]
    says = f"{step} The chat says 2 hits for battle 1; at 2-1 the 6, 2 give 1, and so it is judged."
    assert notes(fired, (step, "2 hits"), named=()) == ([says] if told else [])
    assert notes(fired, (step, "1 hit"), named=()) == []


@pytest.mark.parametrize(
    ("step", "words", "told"),
    [
        (1, "3-1", False),
        (2, "3-1", True),
        (4, "3-1", True),
        (5, "3-1", False),
        (2, "2-1", False),
        (2, "3-1 or 4-1", False),
        (2, "3-1?", False),
        (2, "on we go", False),
    ],
)
def test_odds_are_those_of_the_battle_declared_shortly_before(step: int, words: str, told: bool) -> None:
    says = f"{step} The chat says 3-1 for battle 1; it is fought at 2-1, and so it is judged."
    assert notes([battle(1)], (step, words)) == ([says] if told else [])


def test_of_two_battles_odds_are_those_of_the_last() -> None:
    assert notes([battle(1), battle(2, 2, "1-1")], (3, "2-1")) == [
        "3 The chat says 2-1 for battle 2; it is fought at 1-1, and so it is judged."
    ]
    assert notes([battle(1, odds="")], (3, "2-1")) == []
