"""Statistics of dice: the chance that fair dice stray as far from their average as some rolls did."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

import numpy as np

Deviations = tuple[int, ...]
"""The value that each face of a die would have counted; their sum is 0."""

_EXACT = 300
"""The number of rolls up to which the chance is computed exactly; the sum of more is nearly normally distributed."""


def chance_of(rolls: Sequence[Deviations], total: int) -> float:
    """Return the chance that the counts of fair dice add up to something at least as far from 0 as `total`."""
    if not rolls:
        return 1.0
    if len(rolls) > _EXACT:
        variance = sum(sum(count * count for count in roll) / len(roll) for roll in rolls)
        # The sum is a whole number: half of one less is the border between it and the next.
        return erfc(max(0.0, abs(total) - 0.5) / sqrt(2 * variance)) if variance else 1.0
    chances = np.array([1.0])
    for roll in rolls:
        reach = max(map(abs, roll))
        one = np.zeros(2 * reach + 1)
        for count in roll:
            one[count + reach] += 1 / len(roll)
        chances = np.convolve(chances, one)
    middle = len(chances) // 2
    far = np.abs(np.arange(len(chances)) - middle) >= abs(total)
    return min(1.0, float(chances[far].sum()))


def holm(chances: Sequence[float]) -> list[float]:
    """Return chances corrected for how many they are, in the same order (Holm 1979).

    Of many fair players the least chance alone is small. A corrected chance below 0.05 comes up in one of twenty
    archives in which all dice are fair, however many players they have.
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    found = [1.0] * len(chances)
    least = 0.0
    for rank, index in enumerate(order):
        least = max(least, min(1.0, (len(chances) - rank) * chances[index]))
        found[index] = least
    return found


def between(won: int, games: int) -> tuple[float, float]:
    """Return between which shares the true one lies in 95 of 100 cases, where so many games were won (Wilson 1927)."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)
