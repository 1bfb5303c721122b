"""A one-entry cache by identity, for the checks of one act that need the same value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
R = TypeVar("R")


def cache_last(function: Callable[[A, B, C], R]) -> Callable[[A, B, C], R]:
    """Make a function of three values remember what it said last, for as long as it is asked about the very same ones.

    They are not compared, nor hashed: another position, equal to the last, is another one.
    """
    known: tuple[A, B, C, R] | None = None

    @wraps(function)
    def ask(one: A, two: B, three: C) -> R:
        nonlocal known
        last = known
        if last is None or last[0] is not one or last[1] is not two or last[2] is not three:
            last = known = one, two, three, function(one, two, three)
        return last[3]

    return ask
