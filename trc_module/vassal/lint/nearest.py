"""Names that a wrong one may stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

_COMPARISONS = 400_000
"""Pairs of names that are compared for one check: some seconds. Beyond them nothing is offered."""


@dataclass(slots=True)
class Nearest:
    """Looks up what is nearly the same, and each name once."""

    cutoff: float
    left: int = _COMPARISONS
    _known: dict[tuple[object, str], str] = field(default_factory=dict)

    def of(self, name: str, among: Sequence[str], group: object = "") -> str:
        """Return the nearest of some names, '' if none is near; `group` tells them from others asked for."""
        if (group, name) not in self._known:
            self.left -= len(among)
            close = get_close_matches(name, among, 1, self.cutoff) if self.left > 0 else []
            self._known[group, name] = close[0] if close else ""
        return self._known[group, name]
