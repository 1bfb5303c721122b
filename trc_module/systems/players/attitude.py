"""Attitudes: the ways in which a player may go about a phase of moves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attitude:
    """How a side goes about a phase of moves: what it weighs more or less than usual."""

    name: str = "as usual"
    forward: bool | None = None
    """Whether it goes forward, whatever the strengths; None if they decide."""
    columns: int = 0
    """The number of columns by which odds may be worse than usual for an attack; below 0 they have to be better."""
    there: float = 1.0
    """The share of the usual weight of the places that it goes for."""
    stake: float = 1.0
    """The share of the usual weight of what its units bring or cost in battles."""
    whim: float = 0.0
    """The greatest amount by which a hex may be liked more by chance."""


USUAL = Attitude()
ATTITUDES = (
    USUAL,
    Attitude("forward", forward=True),
    Attitude("back", forward=False),
    Attitude("bold", columns=1),
    Attitude("careful", columns=-1, stake=1.5),
    Attitude("for places", there=2.5, stake=0.7),
    Attitude("by whim", whim=2.0),
    Attitude("forward by whim", forward=True, whim=2.0, stake=0.7),
)
"""The attitudes that a player who looks ahead tries."""
