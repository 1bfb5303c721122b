"""The pattern of a game's rule numbers: a regular expression that somebody else wrote, followed in bounded time.

Python's own expressions try one way after the other, and of a few letters such as `(a+)+b` there are more ways than
anybody waits for. Here all ways are followed at once: where in the text they may have come is a set of places.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

_LONGEST = 200
"""Letters of a pattern, and of a number."""
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
_SETS = re.compile(r"\[|--|&&|~~|\|\|")
"""What may mean another set of letters to a later Python."""
_TIMES = re.compile(r"\{(\d{1,3})(?:(,)(\d{1,3})?)?\}")

Places: TypeAlias = "frozenset[int]"
Part: TypeAlias = "Callable[[str, Places], Places]"
"""A part of a pattern: from the places in a text where it may begin to those where it may end."""


@dataclass(frozen=True, slots=True)
class RuleNumbers:
    """A pattern of letters, classes, groups, alternatives and repeats.

    Raises:
        ValueError: It is none.
    """

    pattern: str
    _part: Part = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.pattern) > _LONGEST:
            raise ValueError(f"it has more than {_LONGEST} letters")
        reader = _Reader(self.pattern)
        part = reader.either()
        if reader.at < len(self.pattern):
            raise reader.wrong("nothing opens")
        object.__setattr__(self, "_part", part)

    def fits(self, number: str) -> bool:
        """Tell whether a whole number of a rule matches."""
        return len(number) <= _LONGEST and len(number) in self._part(number, frozenset((0,)))


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self.at = 0

    def wrong(self, why: str) -> ValueError:
        return ValueError(f"{why} {self._pattern[self.at :][:20]!r}, letter {self.at + 1}")

    def either(self) -> Part:
        parts = [self._row()]
        while self._take("|"):
            parts.append(self._row())
        return (
            parts[0] if len(parts) == 1 else lambda text, places: frozenset().union(*(p(text, places) for p in parts))
        )

    def _row(self) -> Part:
        parts: list[Part] = []
        while self.at < len(self._pattern) and self._pattern[self.at] not in "|)":
            parts.append(self._repeated(self._one()))

        def follow(text: str, places: Places) -> Places:
            for part in parts:
                places = part(text, places)
            return places

        return follow

    def _one(self) -> Part:
        if self._take("("):
            self._take("?:")
            inner = self.either()
            if not self._take(")"):
                raise self.wrong("a group is not closed before")
            return inner
        found = _CLASS.match(self._pattern, self.at)
        length = found.end() - self.at if found else 2 if self._pattern[self.at] == "\\" else 1
        letter = self._pattern[self.at : self.at + length]
        is_known = found is not None or letter not in ("[", "*", "+", "?", "{", "}", "^", "$", "\\")
        if not is_known or re.fullmatch(r"\\[0-9A-CE-RT-VX-Za-ce-rt-vx-z]", letter):
            raise self.wrong("a number of a rule needs no")
        if found and _SETS.search(letter, 1):
            raise self.wrong("a class of letters should be plainer than")
        try:
            fits = re.compile(letter)
        except re.error:
            raise self.wrong("no letters are meant by") from None
        self.at += length
        return lambda text, places: frozenset(at + 1 for at in places if at < len(text) and fits.match(text[at]))

    def _repeated(self, part: Part) -> Part:
        least, most = 1, 1
        while self.at < len(self._pattern) and self._pattern[self.at] in "*+?{":
            if (least, most) != (1, 1):
                raise self.wrong("a repeat is repeated by")
            times = _TIMES.match(self._pattern, self.at)
            if times:
                least = int(times[1])
                most = least if not times[2] else int(times[3]) if times[3] else _LONGEST
                self.at = times.end()
            elif self._take("{"):
                raise self.wrong("a number of times should stand before")
            else:
                least, most = {"*": (0, _LONGEST), "+": (1, _LONGEST), "?": (0, 1)}[self._pattern[self.at]]
                self.at += 1
        return part if (least, most) == (1, 1) else _repeat(part, least, most)

    def _take(self, text: str) -> bool:
        if not self._pattern.startswith(text, self.at):
            return False
        self.at += len(text)
        return True


def _repeat(part: Part, least: int, most: int) -> Part:
    def follow(text: str, places: Places) -> Places:
        for _ in range(least):
            places = part(text, places)
        found = places
        for _ in range(most - least):
            places = part(text, places) - found
            if not places:
                break
            found |= places
        return found

    return follow
