from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product

import pytest

from trc_module.replay.dice_statistics import face_test, holm, mean_test, repeat_test, runs_test

ALL = list(product(range(1, 7), repeat=4))


def by_counting(rolls: Sequence[int], extremity: Callable[[Sequence[int]], float]) -> Fraction:
    """The definition itself: every possible row of dice, and how many are as extreme."""
    return Fraction(sum(extremity(other) >= extremity(rolls) for other in ALL), len(ALL))


def same_as_before(rolls: Sequence[int]) -> int:
    return sum(a == b for a, b in pairwise(rolls))


@pytest.mark.parametrize("rolls", [(1, 1, 1, 1), (1, 6, 3, 4), (6, 6, 5, 6), (2, 2, 3, 5)])
def test_p_values_are_those_of_counting_every_outcome(rolls: tuple[int, ...]) -> None:
    assert mean_test(rolls) == by_counting(rolls, lambda r: abs(2 * sum(r) - 28))
    assert face_test(rolls) == by_counting(rolls, lambda r: max(Counter(r).values()))
    repeats = Counter(map(same_as_before, ALL))
    assert repeat_test(rolls) == by_counting(rolls, lambda r: -repeats[same_as_before(r)])


def test_runs_are_judged_among_the_rows_with_as_many_high_dice() -> None:
    # HHHLLL: of the 20 rows of three high and three low, 2 have two runs and 2 have six.
    assert runs_test((6, 5, 4, 1, 2, 3)) == Fraction(4, 20)
    assert runs_test((6, 1, 4, 4, 2, 3)) == Fraction(1)
    assert runs_test((6, 6)) == 1


def test_no_rolls_are_as_likely_as_anything() -> None:
    assert [test([]) for test in (mean_test, repeat_test, runs_test)] == [1, 1, 1]


def test_many_tests_are_corrected_step_by_step() -> None:
    given = [Fraction(1, 100), Fraction(4, 100), Fraction(3, 100), Fraction(9, 10)]
    assert holm(given) == [Fraction(4, 100), Fraction(9, 100), Fraction(9, 100), Fraction(9, 10)]
