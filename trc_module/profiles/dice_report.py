"""The report of a die button: a text with `$properties$`, and the dice found again in what a log holds of it.

Such a format comes from a module, and the line from a log: each may be anything, so that a line is looked through once
for each part of the format, and a long one not at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_RESULT = re.compile(r"\$result\d*\$")
_PROPERTY = re.compile(r"(\$[A-Za-z0-9_]+\$)")
_NUMBER = r"(?<!\d)(\d{1,9})(?!\d)"
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class DiceReport:
    """A format that shows dice: the patterns of what stands between its unknown properties, in their order."""

    parts: tuple[re.Pattern[str], ...]

    @classmethod
    def read(cls, report: str) -> DiceReport | None:
        """Read a button's format; None if its text shows no dice."""
        if len(report) > _LONGEST:
            return None
        pieces = [piece for piece in _PROPERTY.split(report) if piece]
        # What stands at the end may be a player's name, which is unknown.
        while pieces and not _RESULT.fullmatch(pieces[-1]):
            pieces.pop()
        if not pieces:
            return None
        parts = [""]
        for piece in pieces:
            if _RESULT.fullmatch(piece):
                parts[-1] += _NUMBER
            elif _PROPERTY.fullmatch(piece):
                parts.append("")
            else:
                parts[-1] += _loose(piece)
        # A blank beside an unknown text may belong to it.
        bare = (part.removeprefix(" ?").removesuffix(" ?") for part in parts)
        return cls(tuple(re.compile(part) for part in bare if part))

    def find(self, text: str) -> tuple[str, ...]:
        """Return what a line shows of the dice, in their order; nothing if it is no such report."""
        if len(text) > _LONGEST:
            return ()
        line, at = " ".join(text.split()), 0
        found: list[str] = []
        for part in self.parts:
            match = part.search(line, at)
            if match is None:
                return ()
            found += match.groups()
            at = match.end()
        return tuple(found)


def _loose(text: str) -> str:
    """Return a pattern of a text in which blanks are one or none at its ends."""
    words = text.split()
    return " ?" + " ".join(map(re.escape, words)) + " ?" if words else " ?"
