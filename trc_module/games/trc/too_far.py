"""A unit that has moved further than it may, as the rules look at it that may speak of that."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.roster import Unit
from trc_module.rules.clock import Clock


@dataclass(frozen=True, slots=True)
class TooFar:
    """Several single rules own a move that is too long; `moves.SPEAKERS` says which one speaks."""

    unit: Unit
    clock: Clock
    allowance: int
    """How far the unit may move."""
    again: bool
    """Whether it had moved before in this phase."""
    arrived: bool = False
    """Whether it has come onto the map in this phase."""
