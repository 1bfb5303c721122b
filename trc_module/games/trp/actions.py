"""The acts of this game beside those that wargames share."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.state import Trail, UnitId


@dataclass(frozen=True, slots=True)
class DeclareWeather(Action):
    """Say what the weather of the turn is; `die` is what was rolled for it, 0 if the record does not say."""

    weather: str
    die: int = 0


@dataclass(frozen=True, slots=True)
class Redeploy(Action):
    """Place a unit elsewhere than in the historical set-up."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """The attacker asks for No Retreat orders."""

    side: str


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """Give a unit a No Retreat order for the attacker's whole player turn."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class StateColumn(Action):
    """Say on which column a battle is fought."""

    number: int
    odds: str


@dataclass(frozen=True, slots=True)
class StateResult(Action):
    """Say what the die of a battle brings: to undispersed defenders, or to the Dispersed ones among them."""

    number: int
    result: str
    dispersed: bool = False


@dataclass(frozen=True, slots=True)
class Becomes(Action):
    """Turn a result into another, because of an overrun, a surrounded defender, an order or the lack of a way."""

    number: int
    result: str
    because: str


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Decline an exchange, and take D1 in its place."""

    number: int


@dataclass(frozen=True, slots=True)
class Amphibious(Action):
    """Drop the penalty of a river for one German attack."""

    number: int


@dataclass(frozen=True, slots=True)
class Cancel(Action):
    """Cancel an attack before its die."""

    number: int


@dataclass(frozen=True, slots=True)
class Survive(Action):
    """Roll for a unit that can retreat only three hexes."""

    number: int
    unit: UnitId
    die: int


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance a unit after its battle."""

    number: int
    unit: UnitId
    trail: Trail


@dataclass(frozen=True, slots=True)
class FallBack(Action):
    """Retreat a unit of one's own will in the enemy's attack phase."""

    unit: UnitId
    trail: Trail


@dataclass(frozen=True, slots=True)
class Spend(Action):
    """Turn a unit to Spent."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Disperse(Action):
    """Turn a unit to Dispersed."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Recover(Action):
    """Turn a unit back to ready."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """Take a unit off the map: overstacked, isolated, or of one's own will."""

    unit: UnitId
    because: str


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Put an army in the place of a front."""

    front: UnitId
    army: UnitId


@dataclass(frozen=True, slots=True)
class Produce(Action):
    """Take replacement or tank factors from a city."""

    hex: Hex


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """State who controls a hex."""

    hex: Hex
    side: str


@dataclass(frozen=True, slots=True)
class Command(Action):
    """State who controls a sea."""

    sea: str
    side: str


@dataclass(frozen=True, slots=True)
class Win(Action):
    """Claim the victory."""

    side: str


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Stop the game at the beginning of one's own player turn."""

    side: str
