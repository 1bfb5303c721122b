"""Marks as small classes: what a position remembers of an earlier act, with names for its words, and for how long.

A mark is the tuple of words that a record's `before:` writes: one read from a record equals one that a rule made. Its
class names the words and says when it is forgotten:

    class Replaced(KindOfMark, word="replaced", until=TURN):
        \"""a unit and where it came in: it was replaced on this turn\"""

        unit: UnitId
        where: str

The text of a class is what the reference of the record says after the word. Fields with a default may be left out.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform

from trc_module.rules.places import Mark
from trc_module.rules.state import State

PHASE, COMBAT, PLAYER_TURN, TURN = "phase", "combat", "player turn", "turn"
"""Ends at which marks are forgotten: of any phase, of a combat phase, of one side's turn, of both."""


def _word(at: int, default: str | None) -> property:
    if default is None:
        return property(itemgetter(at))
    return property(lambda mark: mark[at] if len(mark) > at else default)


@dataclass_transform(frozen_default=True)
class KindOfMark(tuple[str, ...]):
    """One kind of mark; a subclass names its word, its fields and how long it lasts."""

    __slots__ = ()
    word: ClassVar[str]
    until: ClassVar[frozenset[str]]
    """The ends at which it is forgotten; none for what a rule forgets, or nothing does."""
    _fields: ClassVar[tuple[str, ...]]
    _least: ClassVar[int]
    _most: ClassVar[int]

    def __init_subclass__(cls, word: str, until: str | Iterable[str] = (), more: bool = False) -> None:
        fields: dict[str, Any] = vars(cls).get("__annotations__", {})
        cls.word = word
        cls.until = frozenset({until} if isinstance(until, str) else until)
        defaults = {name: vars(cls).get(name) for name in fields}
        cls._fields = tuple(fields)
        cls._least = 1 + sum(default is None for default in defaults.values())
        cls._most = sys.maxsize if more else 1 + len(fields)
        for at, (name, default) in enumerate(defaults.items(), 1):
            setattr(cls, name, _word(at, default))

    def __new__(cls, *words: str) -> Self:
        """Make a mark of the words of its fields, in their order."""
        return tuple.__new__(cls, (cls.word, *words))

    def followed_by(self, *words: str) -> Self:
        """Return the mark with more words, for a kind whose marks may have any number of them."""
        return tuple.__new__(type(self), (*self, *words))

    def changed(self, **words: str) -> Self:
        """Return the mark with other words in some of its fields."""
        own = [words.pop(name, word) for name, word in zip(self._fields, self[1:], strict=False)]
        if words:
            raise TypeError(f"{self} has no field {min(words)}")
        return type(self)(*own, *self[1 + len(own) :])

    @property
    def more(self) -> Mark:
        """The words after those of the fields."""
        return self[self._least :]

    def __getnewargs__(self) -> tuple[str, ...]:
        """Return the words from which the mark is made again."""
        return self[1:]

    @classmethod
    def among(cls, marks: Collection[Mark]) -> list[Self]:
        """Return those of some marks that are of this kind, sorted; one with too few or too many words is left out."""
        least, most = cls._least, cls._most
        found = [mark for mark in marks if mark[0] == cls.word and least <= len(mark) <= most]
        return [cls(*mark[1:]) for mark in sorted(found)]

    @classmethod
    def all(cls, state: State) -> list[Self]:
        """Return the marks of this kind that a position has, sorted."""
        return cls.among(state.marks) if state.marks else []

    @classmethod
    def of(cls, state: State, first: str) -> list[Self]:
        """Return the marks of this kind whose first word is `first`, sorted."""
        word = cls.word
        return cls.among([mark for mark in state.marks if mark[0] == word and mark[1:2] == (first,)])

    @classmethod
    def firsts(cls, state: State) -> tuple[str, ...]:
        """Return the first words of all marks of this kind, sorted: the units of a kind that is about units."""
        return tuple(mark[1] for mark in cls.all(state))

    @classmethod
    def any(cls, state: State) -> bool:
        """Tell whether a position has a mark of this kind."""
        return any(mark[0] == cls.word for mark in state.marks)

    @classmethod
    def forgotten(cls, state: State, *first: str) -> State:
        """Return a position without the marks of this kind, or without those that begin with some words."""
        words = (cls.word, *first)
        if not cls.any(state):
            return state
        return state.without_marks(lambda mark: mark[: len(words)] == words)


def lasting(marks: frozenset[Mark], kinds: Mapping[str, type[KindOfMark]], ends: frozenset[str]) -> frozenset[Mark]:
    """Return the marks that outlast some ends; words that name no kind do."""
    over = {word for word, kind in kinds.items() if not kind.until.isdisjoint(ends)}
    return frozenset(mark for mark in marks if mark[0] not in over)


def kinds_of_marks(kinds: Iterable[type[KindOfMark]]) -> dict[str, type[KindOfMark]]:
    """Return kinds of marks by their words."""
    return {kind.word: kind for kind in kinds}


def meanings(kinds: Mapping[str, type[KindOfMark]]) -> dict[str, str]:
    """Return what follows the words of marks in a record, by word."""
    return {word: " ".join((kind.__doc__ or "").split()) for word, kind in kinds.items()}
