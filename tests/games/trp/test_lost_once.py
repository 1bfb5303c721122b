"""A unit is lost once: what an earlier battle of it was read as is not carried out after another has taken it."""

from __future__ import annotations

import pytest

from trc_module import position
from trc_module.games import find_game
from trc_module.rules.selfplay import self_play

TWICE = """game: trp
at: turn 2 axis attacks good
on K17: ger-3-pz
on K19: ger-6-army
on K18: sov-8-army
attack 1: ger-3-pz x sov-8-army
roll 1: 5
result 1: D4
disperse sov-8-army
attack 2: ger-6-army x sov-8-army
roll 2: 5
result 2: {second}
"""
TAKEN = TWICE.format(second="DE dispersed") + "lose 2: sov-8-army\n"


def told(record: str, act: str) -> list[str]:
    return [str(finding) for finding in position(record).told(act)]


@pytest.mark.parametrize("second", ["DE dispersed", "DE"])
def test_the_result_of_a_dispersed_defender_takes_it_with_no_other_result(second: str) -> None:
    assert told(TWICE.format(second=second), "lose 2: sov-8-army") == []


def test_a_unit_that_has_no_result_yet_is_not_lost() -> None:
    waiting = "violation XIII.C2: sov-8-army was lost in battle 2, which has no result yet."
    assert told(TWICE.format(second="DE").rpartition("result 2")[0], "lose 2: sov-8-army") == [waiting]


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("lose 1: sov-8-army", "sov-8-army was lost in battle 1, and in battle 2 before."),
        ("becomes 1: DE no-way", "Battle 1 became DE; sov-8-army had been lost in battle 2."),
        ("lose 2: sov-8-army", ""),
    ],
)
def test_a_unit_that_a_later_battle_took_is_not_lost_in_the_earlier_one(act: str, text: str) -> None:
    assert told(TAKEN, act) == ([f"violation XIII.C2: {text}"] if text else [])


def test_the_player_leaves_a_battle_alone_whose_defender_another_has_taken() -> None:
    game = find_game("trp")
    acts = sum(1 for _ in self_play(game, game.start("22jun41", frozenset()), game.player("greedy", 0), 1))
    assert acts > 100
