"""A key that only says something was not pressed: what a battle may have said, and what none without a die has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reading.test_search import evidence, said
from tests.untidy.other_games import game_and_parts
from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.reading.habits import said_nothing

CANCELLED_TWICE = """
at: turn 1 axis attacks-2 good
on K4: ger-18-army ger-1-inf
on K5: sov-8-army
attack 1: ger-18-army ger-1-inf x sov-8-army
cancel 1:
attack 2: ger-18-army x sov-8-army
cancel 2:
attack 3: ger-18-army x sov-8-army
odds 3: 3-1
roll 3: 6
result 3: DE
lose 3: sov-8-army
advance 3: ger-18-army K4 K5
end
"""


def test_a_result_that_nobody_pressed_is_found_behind_battles_that_were_cancelled(tmp_path: Path) -> None:
    """No result is looked for in a battle without a die: there are too many of them to try."""
    assert told_of(parts_of("trp"), CANCELLED_TWICE, ["drop RESULT"], tmp_path) == []


TAKEN_FIRST = """
at: turn 1 axis attacks good
on K4: ger-18-army ger-1-inf
on K5: sov-8-army
attack 1: ger-18-army ger-1-inf x sov-8-army
odds 1: 3-1
roll 1: 6
result 1: DE
lose 1: sov-8-army
advance 1: ger-18-army K4 K5
end
"""
BEFORE_THE_DIE = ["drop RESULT", "later ROLL 1"]


def test_a_result_that_nobody_pressed_was_carried_out_before_the_die(tmp_path: Path) -> None:
    assert told_of(parts_of("trp"), TAKEN_FIRST, BEFORE_THE_DIE, tmp_path) == []


def test_what_no_result_of_that_die_brings_is_told(tmp_path: Path) -> None:
    crime = TAKEN_FIRST.replace("roll 1: 6", "roll 1: 1").replace("result 1: DE", "result 1: AE")
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    found = told_of(parts, crime, BEFORE_THE_DIE, tmp_path)
    assert "violation XIII.C2: sov-8-army was lost in battle 1, which has no result yet." in found


@pytest.mark.parametrize(("lost", "price"), [(True, 1), (False, 2)])
def test_a_result_of_which_something_was_carried_out_is_looked_for_first(lost: bool, price: int) -> None:
    trp = find_game("trp")
    lines = [said(1, "ATT", b="1", u="red-1"), said(1, "DEF", b="1", u="blue-1"), said(3, "ROLL", b="1", die="5")]
    lines += [said(4, "LOSS", b="1", u="blue-1")] if lost else []
    found = replace(evidence(*lines, units=["blue-1"]), grammar=trp.grammar, policy=trp.line_policy)
    asked = said_nothing.proposals(replace(found, steps=frozenset((4,))))
    assert {change.price for change in asked if change.into[0].says.verb == "RESULT"} == {price}


ORDERED = """
at: turn 2 axis attacks good
on K17: ger-3-pz ger-1-inf
on K18: sov-8-army
attack 1: ger-3-pz ger-1-inf x sov-8-army
{}odds 1: 3-1
roll 1: 3
result 1: D1
becomes 1: - no-retreat
end
"""


@pytest.mark.parametrize(
    ("order", "expected"), [("stand sov-8-army\n", []), ("", ["undecided XIII.C2"])], ids=["ordered", "not ordered"]
)
def test_what_follows_from_an_order_is_no_free_choice(order: str, expected: list[str], tmp_path: Path) -> None:
    _, parts = game_and_parts("trp", frozenset(), tmp_path)
    told = told_of(parts, ORDERED.format(order), ["drop BECOMES"], tmp_path)
    assert [text.split(": ")[0] for text in told] == expected


INTO_AN_ATTACKED_HEX = """
at: turn 2 axis attacks good
on K17: ger-2-army
on K18: sov-8-army
on H18: ger-1-inf
on I18: sov-5-kav
attack 1: ger-2-army x sov-8-army
cancel 1:
fall-back sov-5-kav I18 J18 K18 L18
disperse sov-5-kav
end
"""


def test_an_attack_for_which_no_die_fell_may_have_been_called_off(tmp_path: Path) -> None:
    """Nobody goes into a hex under attack: whether it still was its attacker alone knows."""
    (told,) = told_of(parts_of("trp"), INTO_AN_ATTACKED_HEX, ["drop CANCEL"], tmp_path)
    assert told.startswith("undecided XIII.D8: sov-5-kav retreated wrongly: K18 is under the attack of battle 1.")


BOUND = """
at: turn 2 soviet attacks good
on K17: sov-8-army
on K18: ger-2-army
on H18: sov-6-army
on I18: ger-1-inf
attack 1: sov-8-army x ger-2-army
fall-back ger-1-inf I18 J18 K18 L18
disperse ger-1-inf
end
"""


def test_who_may_not_call_his_attack_off_is_told_of_it(tmp_path: Path) -> None:
    found = told_of(parts_of("trp"), BOUND, [], tmp_path)
    assert [text.split(": ")[0] for text in found] == ["undecided XIII.D8", "violation XIII.A7"]
