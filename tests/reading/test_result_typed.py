"""Results that were typed, of dice that nobody has named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.reading.phases import brief, phase
from trc_module.reading.evidence import TypedDie
from trc_module.reading.habits import result_typed

DECLARED = ("1 ATT b=1 u=red-1", "2 DEF b=1 u=blue-1")
READ = "3, +5 ROLL b=1 die={} result=DR, chosen"


def dice(*lines: str, said: str = "DR", **given: Any) -> list[str]:
    found = phase(*lines, chat=[(5, said)], **{"steps": [1], **given})
    return [brief(change) for change in result_typed.proposals(found)]


def test_any_die_may_have_brought_it() -> None:
    assert dice(*DECLARED) == [READ.format(pips) for pips in range(1, 7)]
    assert dice(*DECLARED, steps=[9]) == []
    (change, *_) = result_typed.proposals(phase(*DECLARED, chat=[(5, "DR")], steps=[1]))
    assert change.note == "The chat of step 5 says DR for battle 1; no line and no word has its die."


@pytest.mark.parametrize(
    ("lines", "said", "given", "told"),
    [
        (DECLARED, "DR?", {}, False),
        (DECLARED, "DR", {"typed": [TypedDie(5, 3, "die 3: DR")]}, False),
        ((*DECLARED, "3 ROLL b=1 die=5"), "DR", {}, False),
        ((*DECLARED, "4 ROLL b=1 die=5"), "DR", {"typed": [TypedDie(4, 5, "die 5")]}, False),
        (("5 ATT b=1 u=red-1",), "DR", {"steps": [5]}, False),
        (("4 ATT b=1 u=red-1",), "DR", {"steps": [4]}, True),
        ((*DECLARED, "3 ATT b=2 u=red-2"), "battle 2: DR", {}, False),
        ((*DECLARED, "3 ATT b=2 u=red-2"), "battle 1: DR", {}, True),
    ],
)
def test_the_words_are_about_a_battle_declared_before_them_that_has_no_die(
    lines: Sequence[str], said: str, given: dict[str, Any], told: bool
) -> None:
    assert dice(*lines, said=said, **given)[:1] == ([READ.format(1)] if told else [])


def test_what_was_carried_out_before_the_words_was_done_after_the_die() -> None:
    moved = "3, +5 ROLL b=1 die=1 result=DR, 5>{}, chosen"
    assert dice(*DECLARED, "4 LOSS b=1 u=blue-1")[0] == moved.format(2.5)
    # It may have been declared only then.
    assert dice("1 ATT b=1 u=red-1", "5 ATT b=1 u=red-2", "4 LOSS b=1 u=blue-1")[0] == READ.format(1)


def test_hits_are_those_of_the_side_that_is_named() -> None:
    read = "3, +5 TABLE b=1 as=attack die=1 hits=2, chosen"
    assert dice(*DECLARED, said="attackers: 2 hits", game="m41")[::6] == [read]
    assert dice(*DECLARED, said="2 hits", game="m41") == []
    (change, *_) = result_typed.proposals(phase(*DECLARED, chat=[(5, "attackers: 2 hits")], steps=[1], game="m41"))
    assert change.note == "The chat of step 5 says 2 hits for battle 1; no line and no word has its die."
