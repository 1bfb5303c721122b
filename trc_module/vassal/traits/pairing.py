"""Finding the trait of one piece that is the same as a trait of another, among any number of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from trc_module.vassal.traits.meaning import LATER, meaning, written_id


class UnpairedTypes:
    """The types of a piece's traits that are not paired yet; each is taken once.

    Two types are alike as `same_type` tells. They are found by key: a piece that a stranger made may have thousands.
    """

    def __init__(self, types: Iterable[tuple[int, str]]) -> None:
        # By meaning, then by what no known engine writes: types without such fields are like those with any.
        self._waiting: dict[object, dict[object, deque[int]]] = {}
        for index, text in types:
            key, later = _key(text)
            self._waiting.setdefault(key, {}).setdefault(later, deque()).append(index)

    def take(self, text: str) -> int | None:
        """Take the first that is the same as a type, one with the same later fields before others; None if none is."""
        key, later = _key(text)
        alike = self._waiting.get(key)
        if not alike:
            return None
        if later not in alike:
            later = None if later is not None else next(iter(alike))
        indexes = alike.get(later)
        if indexes is None:
            return None
        index = indexes.popleft()
        if not indexes:
            del alike[later]
        return index


def _key(text: str) -> tuple[object, object]:
    fields = meaning(text)
    return (written_id(text), *(pair for pair in fields.items() if pair[0] != LATER)), fields.get(LATER)
