"""The order of readings and of changes: a total one, so that no run reads a log otherwise than another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from trc_module.reading.changes import Change

Weight: TypeAlias = tuple[int, ...]
"""How much a reading breaks and leaves open: violations, doubts, what the game before may excuse, what is open.

The less, the better; the first number decides.
"""


def breaks(weight: Weight) -> bool:
    """Tell whether a reading of this weight accuses somebody, whatever the game before the log was."""
    return any(weight[:2])


def accuses(weight: Weight) -> bool:
    """Tell whether a reading of this weight accuses somebody, or would if the game before the log were known."""
    return any(weight[:3])


def left_open(weight: Weight) -> int:
    """Return how much a reading of this weight leaves open."""
    return weight[-1]


def rank(change: Change) -> tuple[int, bool, int, str, int, str]:
    """Return the place of a change among those that may be tried: the cheapest first, a free choice last of these."""
    size = len(change.out) + len(change.into) + len(change.moved)
    return change.price, change.chosen, size, change.habit, change.way or 0, change.note


def kind_of(change: Change) -> tuple[object, ...]:
    """Return what changes have in common that differ in the values of a key, or in its moment, alone."""
    if change.way is not None:
        return change.price, change.habit
    return change.price, change.habit, *((line.says.verb, line.says.get("b")) for line in change.into)


def by_turns(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield changes by their ranks, and of those of one price one of each kind in turn.

    A key may have many values: none of the others has to wait until all of them have been tried.
    """
    seen: Counter[tuple[object, ...]] = Counter()
    placed: list[tuple[int, int, Change]] = []
    for change in sorted(changes, key=rank):
        kind = kind_of(change)
        placed.append((change.price, seen[kind], change))
        seen[kind] += 1
    yield from (change for _, _, change in sorted(placed, key=lambda place: place[:2]))
