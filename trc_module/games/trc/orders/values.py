"""Values of combat orders: for each battle the odds, and for each result the losses and the retreats."""

from __future__ import annotations

from msgspec import Struct, field

RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
"""The results of the table, the worst for the attacker first."""


class RetreatWay(Struct, frozen=True):
    """A retreat of units: their names as written (none for all defenders), and the hexes of the way as written."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]


class Answer(Struct, frozen=True):
    """The answer to one result. No loss and no retreat means that the answer is still open (`?`)."""

    lost: tuple[str, ...] = ()
    """The attackers that are lost, as written."""
    going: tuple[RetreatWay, ...] = ()

    @property
    def open(self) -> bool:
        """Tell whether the answer is left open."""
        return not self.lost and not self.going


class BattleOrder(Struct, frozen=True):
    """One battle that is ordered."""

    line: int
    """Its line in the file, from 1; 0 where it was not read."""
    targets: tuple[str, ...]
    """The hexes that are attacked, as written."""
    odds: str
    attackers: tuple[str, ...] = ()
    """The attackers as written; none if the orders leave them to be gathered from the answers."""
    air: tuple[str, ...] = ()
    """The headquarters that lend aircraft, one for each counter, as written."""
    guns: tuple[str, ...] = ()
    """The artillery that supports, as written."""
    barrage: bool = False
    answers: dict[str, Answer] = field(default_factory=dict)
    """By result."""
    open: bool = False
    """Whether the answers are left to be given after the die: the last battle's may be."""


class Orders(Struct, frozen=True):
    """The combat orders of one impulse."""

    turn: int
    side: str
    impulse: int
    battles: tuple[BattleOrder, ...]

    @property
    def title(self) -> str:
        """Return the impulse in words."""
        return f"turn {self.turn} {self.side} impulse {self.impulse}"
