"""Acts of a game as values: one class for each kind that wargames share.

A game adds its own kinds, and says in its statements how each is written (`rules.record.grammar`).
"""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.hexgrid import Hex
from trc_module.rules.places import Place, Trail, UnitId


@dataclass(frozen=True, slots=True)
class Action:
    """An act that a game's record states and its rules judge."""


@dataclass(frozen=True, slots=True)
class Setup(Action):
    """Place an at-start unit."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a unit over land."""

    unit: UnitId
    trail: Trail


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Bring a unit onto the map: a reinforcement, a garrison, a partisan."""

    unit: UnitId
    place: Place


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """Bring a lost unit back."""

    unit: UnitId
    place: Place


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Take a unit out of play because a rule demands it."""

    unit: UnitId
    because: str = ""
    """The number of that rule, if the record says so."""


@dataclass(frozen=True, slots=True)
class AirSupport(Action):
    """An air unit in a battle, with the headquarters or the like that lends it."""

    kind: str
    by: UnitId


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Declare a battle."""

    number: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    air: tuple[AirSupport, ...] = ()
    guns: tuple[UnitId, ...] = ()
    barrage: bool = False
    odds: str = ""
    """The odds announced, where they are lower than they might be; '' if none are."""


@dataclass(frozen=True, slots=True)
class RollCombat(Action):
    """Roll the die of a battle, with what the players read out of it, if they say so."""

    number: int
    die: int
    odds: str = ""
    result: str = ""
    told: str = ""
    """The odds that the module had reckoned for them; records do not hold them."""


@dataclass(frozen=True, slots=True)
class Lose(Action):
    """Lose a unit in a battle."""

    number: int
    unit: UnitId
    by: str = ""
    """The side that chose the unit, if the record says so."""


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Retreat a unit after a battle."""

    number: int
    unit: UnitId
    trail: Trail
    """The way from the hex of the battle, as the record's hexes, with that hex first."""
    off: bool = False
    """Whether it went on from there off the map."""


@dataclass(frozen=True, slots=True)
class Surrender(Action):
    """Remove a unit, or a whole country, because a rule forces it."""

    who: str
    because: str


@dataclass(frozen=True, slots=True)
class Eliminate(Action):
    """Remove a unit because a rule says so."""

    unit: UnitId
    because: str


@dataclass(frozen=True, slots=True)
class Marker(Action):
    """Put a marker where a rule speaks of it."""

    marker: str
    where: str


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Claim the victory."""

    side: str
    because: str


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the phase; the clock moves on by one."""
