"""Exact tests of dice, in whole numbers: the probability that fair dice fall at least as unevenly as some did.

Every test counts the equally likely outcomes that are at least as extreme as the one observed, so its p-value is
exact, and none needs a smallest number of rolls. Many tests need a correction for their number: `holm`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial

FACES = 6


def mean_test(rolls: Sequence[int]) -> Fraction:
    """Return how likely the sum of fair dice is at least as far from 3.5 a die as that of these."""
    count = len(rolls)
    # Twice the distance from the middle, so that it stays whole. Both ends are alike.
    middle = (FACES - 1) * count
    far = abs(2 * sum(roll - 1 for roll in rolls) - middle)
    least = (middle - far) // 2
    ways = sum((-1) ** k * comb(count, k) * comb(least - FACES * k + count, count) for k in range(least // FACES + 1))
    return Fraction(2 * ways, FACES**count) if far else Fraction(1)


def face_test(rolls: Sequence[int]) -> Fraction:
    """Return how likely any one face comes up at least as often as the commonest of these (multinomial)."""
    most = max(Counter(rolls).values(), default=0)
    total = len(rolls)
    if not most:
        return Fraction(1)
    # The ways in which no face comes up `most` times, by their generating function: the sixth power of the sum of
    # x^count / count!, here times (most - 1)! so that it stays whole.
    whole = factorial(most - 1)
    half = _power([whole // factorial(count) for count in range(most)], FACES // 2)
    first = max(total - len(half) + 1, 0)
    ways = sum(half[count] * half[total - count] for count in range(first, min(total + 1, len(half))))
    return 1 - Fraction(factorial(total) * ways, whole**FACES * FACES**total)


def runs_test(rolls: Sequence[int]) -> Fraction:
    """Return how likely as few, or as many, runs of high (4 to 6) and low dice are, given how many are of each."""
    high = [roll > FACES // 2 for roll in rolls]
    ones, zeros = sum(high), len(high) - sum(high)
    if not ones or not zeros:
        return Fraction(1)
    runs = 1 + sum(a != b for a, b in pairwise(high))
    ways = {count: _ways_of_runs(count, ones, zeros) for count in range(2, len(high) + 1)}
    return Fraction(sum(n for n in ways.values() if n <= ways[runs]), comb(len(high), ones))


def repeat_test(rolls: Sequence[int]) -> Fraction:
    """Return how likely it is that so few, or so many, dice show what the die before them showed (binomial)."""
    pairs = max(len(rolls) - 1, 0)
    same = sum(a == b for a, b in pairwise(rolls))
    ways = [comb(pairs, count) * (FACES - 1) ** (pairs - count) for count in range(pairs + 1)]
    return Fraction(sum(n for n in ways if n <= ways[same]), FACES**pairs)


def holm(chances: Sequence[Fraction]) -> list[Fraction]:
    """Return the p-values corrected for their number (Holm 1979), in their order.

    The chance that any of them falls below a bound by accident is then below that bound.
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    found = [Fraction(1)] * len(chances)
    worst = Fraction(0)
    for rank, index in enumerate(order):
        worst = max(worst, min(Fraction(1), chances[index] * (len(chances) - rank)))
        found[index] = worst
    return found


def _power(polynomial: Sequence[int], exponent: int) -> list[int]:
    """Return the coefficients of a power of a polynomial without negative ones.

    They are laid side by side in one whole number, whose power Python finds quickly; none is larger than the power
    of their sum, so none runs into its neighbour.
    """
    size = (sum(polynomial) ** exponent).bit_length() // 8 + 1
    packed = int.from_bytes(b"".join(c.to_bytes(size, "little") for c in polynomial), "little") ** exponent
    count = (len(polynomial) - 1) * exponent + 1
    laid = packed.to_bytes(size * count, "little")
    return [int.from_bytes(laid[at : at + size], "little") for at in range(0, size * count, size)]


def _ways_of_runs(runs: int, ones: int, zeros: int) -> int:
    half, odd = divmod(runs, 2)
    if not odd:
        return 2 * comb(ones - 1, half - 1) * comb(zeros - 1, half - 1)
    return comb(ones - 1, half) * comb(zeros - 1, half - 1) + comb(ones - 1, half - 1) * comb(zeros - 1, half)
