from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.errors import UserError
from trc_module.rules import odds


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (4, 9, "1-3"),
        (19, 10, "1-1"),
        (6, 20, "1-4"),
        (11, 11, "1-1"),
        (28, 11, "2-1"),
        (3, 14, "1-5"),
        (20, 2, "10-1"),
        (10, 1, "10-1"),
        (3, 20, "1-7"),
        (3, 18, "1-6"),
        (3, 19, "1-7"),
        (21, 2, "10-1"),
    ],
)
def test_two_strengths_make_odds(attack: int, defence: int, expected: str) -> None:
    assert odds.name(odds.step(attack, defence)) == expected


def test_without_strength_there_are_no_odds() -> None:
    assert odds.step(0, 5) == odds.HOPELESS
    assert odds.step(5, 0) == -odds.HOPELESS
    assert odds.step(0, 0) == odds.HOPELESS


@given(st.integers(-30, 30))
def test_odds_are_read_as_they_are_written(step: int) -> None:
    assert odds.parse(odds.name(step)) == step


@pytest.mark.parametrize("text", ["3-2", "0-1", "1-0", "2:1", "", "AV", "11"])
def test_what_is_no_step_of_the_ladder(text: str) -> None:
    assert odds.parse(text) is None


@given(st.integers(1, 200), st.integers(1, 200))
def test_fractions_are_rounded_for_the_defender(attack: int, defence: int) -> None:
    step = odds.step(attack, defence)
    # The odds taken are never better for the attacker than the strengths are, and one step more would be.
    numerator, denominator = (step + 1, 1) if step >= 0 else (1, 1 - step)
    assert numerator * defence <= attack * denominator
    better, over = (step + 2, 1) if step >= 0 else (1, -step)
    assert better * defence > attack * over


def test_a_column_that_is_no_ratio_is_told() -> None:
    for column in ("1-nan", "2", "1-0", "9" * 5000 + "-1"):
        with pytest.raises(UserError, match="Expected odds as in 3-2 over a column of the results table"):
            odds.Ladder((column,)).column(1, 1)
