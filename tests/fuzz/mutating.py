"""Changing inputs with their format in mind: its words are put in, pieces cut, doubled, swapped, inputs crossed."""

from __future__ import annotations

import random
from collections.abc import Sequence


def changed(data: bytes, others: Sequence[bytes], words: Sequence[bytes], rng: random.Random) -> bytes:
    """Return an input after one to six changes."""
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        data = _once(data, others, words, rng)
    return data[:20_000]


def _once(data: bytes, others: Sequence[bytes], words: Sequence[bytes], rng: random.Random) -> bytes:
    a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    match rng.randrange(8):
        case 0:
            return data[:a] + data[b:]
        case 1:
            return data[:b] + data[a:b] * rng.choice((1, 2, 50)) + data[b:]
        case 2:
            return data[:a] + rng.choice(words) + data[a:]
        case 3:
            return data[:a] + rng.choice(words) + data[b:]
        case 4:
            other = rng.choice(others)
            return data[:a] + other[rng.randrange(len(other) + 1) :]
        case 5:
            return data[:a] + bytes([rng.randrange(256)]) + data[a + 1 :]
        case 6:
            middle = (a + b) // 2
            return data[:a] + data[middle:b] + data[a:middle] + data[b:]
        case _:
            parts = data.split(rng.choice(words))
            rng.shuffle(parts)
            return rng.choice(words).join(parts)
