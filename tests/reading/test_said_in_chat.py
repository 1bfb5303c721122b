"""What players type instead of pressing the key that says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.reading.phases import briefs, phase
from trc_module.reading.battle import Fight
from trc_module.reading.habits import said_in_chat

FOUGHT = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1", "4 ROLL b=1 die=5")
WORLD: dict[str, int | None] = {"red-2": 1, "blue-2": 2, "red-3": 5}


def typed(words: str, *lines: str, step: int = 5, **given: Any) -> Sequence[str]:
    return briefs(said_in_chat.proposals(phase(*lines, chat=[(step, words)], **{"steps": [1], "at": WORLD, **given})))


@pytest.mark.parametrize(
    ("words", "step", "lines", "told"),
    [
        ("X", 5, FOUGHT, "4 RESULT b=1 result=X"),
        ("X?", 5, FOUGHT, ""),
        ("X", 3, FOUGHT, "3 RESULT b=1 result=X"),
        ("X", 4, (*FOUGHT, "6 ROLL b=1 die=3"), "4 RESULT b=1 result=X"),
        ("X", 7, (*FOUGHT, "6 ROLL b=1 die=3"), "6 RESULT b=1 result=X"),
        ("X", 6, (*FOUGHT, "6 ROLL b=1 die=3"), "6 RESULT b=1 result=X"),
        ("2-1", 5, FOUGHT[:2], "5 ODDS b=1 odds=2-1"),
        ("X", 5, (*FOUGHT, "6 RESULT b=1 result=AE"), ""),
        ("X", 5, (*FOUGHT, "6 RESULT b=2 result=X"), "4 RESULT b=1 result=X"),
        ("X", 5, (*FOUGHT, "6 ODDS b=1 odds=2-1"), "4 RESULT b=1 result=X"),
        ("battle 2: X", 5, (*FOUGHT, "3 ATT b=2 u=red-2"), ""),
        ("battle 1: X", 5, (*FOUGHT, "3 ATT b=2 u=red-2"), "4 RESULT b=1 result=X"),
    ],
)
def test_results_and_odds_are_said_of_a_battle_that_has_none(
    words: str, step: int, lines: Sequence[str], told: str
) -> None:
    assert typed(words, *lines, step=step, game="trp") == ([f"1, +{told}, after"] if told else [])


@pytest.mark.parametrize(
    ("words", "step", "lines", "given", "told"),
    [
        ("red-2 attacks", 5, FOUGHT, {}, "4 ATT b=1 u=red-2"),
        ("red-2 attacks", 3, FOUGHT, {}, "3 ATT b=1 u=red-2"),
        ("red-2 waits", 5, FOUGHT, {}, ""),
        ("red-2 attacks", 5, (*FOUGHT, "3 ATT b=2 u=red-2"), {}, ""),
        ("red-2 and red-4 attack", 5, FOUGHT, {"at": {**WORLD, "red-4": 1}}, ""),
        ("blue-2 attacks", 5, FOUGHT, {}, ""),
        ("red-3 attacks", 5, FOUGHT, {}, ""),
        ("red-2 attacks", 5, (), {"units": ["red-1"], "known": [Fight("1", {"red-1": None}, {"blue-1": None})]}, ""),
    ],
)
def test_one_unit_beside_the_defenders_attacks_as_well(
    words: str, step: int, lines: Sequence[str], given: dict[str, Any], told: str
) -> None:
    assert typed(words, *lines, step=step, **given) == ([f"1, +{told}"] if told else [])


@pytest.mark.parametrize(("line", "told"), [(None, True), ("6 WEATHER weather=mud", False), ("6 WIN side=axis", True)])
def test_what_holds_for_the_turn_is_said_where_no_line_states_it(line: str | None, told: bool) -> None:
    found = phase(*([line] if line else []), chat=[(5, "snow this turn")], game="trp")
    assert briefs(said_in_chat.of_the_turn(found)) == (["1, +5 WEATHER weather=snow, after"] if told else [])
