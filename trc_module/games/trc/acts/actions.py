"""Acts that only The Russian Campaign knows."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, AirSupport, Eliminate, Surrender
from trc_module.rules.state import Place, Trail, UnitId


@dataclass(frozen=True, slots=True)
class Strategic(Action):
    """Move a unit by the strategic movement of 26.10."""

    unit: UnitId
    trail: Trail


@dataclass(frozen=True, slots=True)
class RailMove(Action):
    """Move a unit by rail (9), counted against the allotment or free of it."""

    unit: UnitId
    trail: Trail
    free: bool = False


@dataclass(frozen=True, slots=True)
class SeaMove(Action):
    """Move a unit by sea (10); the die is 0 where none is rolled."""

    kind: str
    unit: UnitId
    start: Place
    goal: Place
    die: int = 0


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop a paratroop unit (18)."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class Exit(Action):
    """Move a unit off the map (20.10)."""

    unit: UnitId
    edge: str = ""
    """The edge of the map, if the record says so: 'west', 'east', 'south', 'north'."""


@dataclass(frozen=True, slots=True)
class Delay(Action):
    """Send an arrival to the off-map box (20.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Archangel(Action):
    """Roll the die of Archangel (22.4)."""

    die: int


@dataclass(frozen=True, slots=True)
class Motorize(Action):
    """Exchange an infantry unit for a motorized one (23.1)."""

    infantry: UnitId
    motorized: UnitId


@dataclass(frozen=True, slots=True)
class AutomaticVictory(Action):
    """Remove a defender during movement at 10-1 or better (16)."""

    number: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    air: tuple[AirSupport, ...] = ()


@dataclass(frozen=True, slots=True)
class Fly(Action):
    """Put the counter of an air unit on a stack, or back into its box (15.2, 15.3)."""

    unit: UnitId
    place: Place


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Convert rail hexes in the end phase (9.4)."""

    hexes: tuple[Hex, ...]


def removed(act: Eliminate | Surrender) -> str:
    """Return the unit that an act takes off the map; where a whole country surrenders, the country."""
    return act.unit if isinstance(act, Eliminate) else act.who
