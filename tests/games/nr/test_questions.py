"""What No Retreat! answers about attacks: the odds of its referee, with every shift and result."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.rules.actions import Attack
from trc_module.rules.record import read_record
from trc_module.rules.state import State

GAME = find_game("nr")
ASK = GAME.questions


def position(text: str) -> State:
    return read_record(f"game: nr\n{text}", "position", find_game).start


def test_an_attack_is_told_with_factors_shifts_and_results() -> None:
    state = position("at: turn 4 axis combat\non L15: ger-6\non L16: sov-south")
    target = GAME.board.grid.hex("L16")
    found = ASK.odds(state, ["ger-6"], [target], [])
    assert found is not None
    assert [(term.unit, term.counts) for term in (*found.attacking, *found.defending)] == [
        ("ger-6", found.attack),
        ("sov-south", found.defence),
    ]
    assert [(step.rule, step.words) for step in found.steps] == [
        ("10.6", "4 to 3 is 1-1, every fraction in the defender's favour."),
        ("13.1g", "In snow Axis attacks on Soviets lose a column: -1."),
    ]
    assert found.odds == GAME.odds(state, Attack(1, ("ger-6",), ("sov-south",)))
    assert sum(one.faces for one in found.outcomes) == 6
    assert found.outcomes[0].meaning == "the defenders may counterattack at once; terrain does not count"


@pytest.mark.parametrize("header", ["at: turn 2 axis combat\non L15: ger-6\non L14: ger-4\non L16: sov-south"])
def test_who_is_near_may_join(header: str) -> None:
    state = position(header)
    assert ASK.may_join(state, "axis", [GAME.board.grid.hex("L16")]) == [("ger-6", GAME.board.grid.hex("L15"))]
