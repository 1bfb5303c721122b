"""Units, places and ways: what positions, acts and battles are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from trc_module.hexgrid import Hex

UnitId: TypeAlias = str
"""A unit as the record names it: `ger-41-pz`."""

Box: TypeAlias = str
"""A box beside the map: `replacement-pool`, `turn-12`. Each side has its own box of a name."""

Place: TypeAlias = Hex | Box
"""The place of a unit. A unit in no place is out of play."""

Mark: TypeAlias = tuple[str, ...]
"""An earlier act that still matters, word for word as the record's `before:` writes it."""

Stack: TypeAlias = tuple[UnitId, ...]
"""The units in one place, bottom first."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The trail of a unit in this phase: the known hexes, and those of them that unknown hexes follow."""

    hexes: tuple[Hex, ...]
    gaps: frozenset[int] = frozenset()
    """Index i stands for an unknown path between `hexes[i]` and `hexes[i + 1]`."""
    dragged: bool = False
    """Whether a counter was dragged so in a log: a stop may stand for another hex that joins those beside it."""

    def then(self, other: Trail) -> Trail:
        """Return this trail continued by one that begins where it ends."""
        shift = len(self.hexes) - 1
        gaps = self.gaps | {shift + gap for gap in other.gaps}
        return Trail(self.hexes + other.hexes[1:], gaps, self.dragged or other.dragged)
