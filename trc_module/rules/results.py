"""The results kernel: what a line of a combat results table demands, and what of it is outstanding."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from trc_module.rules.battles import Battle
from trc_module.rules.state import UnitId

ALL = 1_000_000
"""As many units as there are."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """The effect of a result on one side."""

    lose: int = 0
    """The number of units that are lost; ALL for every one."""
    surrender: bool = False
    """Whether those lost surrender."""
    retreat: tuple[int, int] | None = None
    """Least and most hexes that the others retreat; None if they stay."""


@dataclass(frozen=True, slots=True)
class Result:
    """The effect of a result on both sides."""

    attackers: SideResult = SideResult()
    defenders: SideResult = SideResult()
    attackers_first: bool = False
    """Whether the defender loses nothing before the attacker has."""


@dataclass(frozen=True, slots=True)
class Outstanding:
    """The losses and retreats that one side still has to take from a result."""

    losses: int
    """Units still to be lost."""
    retreats: tuple[UnitId, ...]
    """Units that have still to retreat, once the losses are taken."""


def outstanding(
    result: SideResult, units: Collection[UnitId], battle: Battle, staying: Collection[UnitId] = ()
) -> Outstanding:
    """Return what is still owed by the units of one side; `staying` need not retreat."""
    left = tuple(unit for unit in units if unit not in battle.lost)
    losses = min(max(result.lose - (len(units) - len(left)), 0), len(left))
    if result.retreat is None:
        return Outstanding(losses, ())
    return Outstanding(losses, tuple(unit for unit in left if unit not in battle.ways and unit not in staying))
