"""Acts of supply: a unit is marked as unsupplied, or surrenders."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.declarations import ANYBODY
from trc_module.games.nr.acts.of_a_unit import into_a_box, of_a_unit
from trc_module.rules.actions import Action
from trc_module.rules.state import UnitId


@dataclass(frozen=True, slots=True)
class MarkUnsupplied(Action):
    """Put a marker on a unit that was found without supply."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Surrender(Action):
    """Put a unit without supply into the box of surrendered units."""

    unit: UnitId


MARKING = of_a_unit(
    "unsupplied",
    MarkUnsupplied,
    "UNSUPPLIED",
    "A unit is found without supply, and gets a marker.",
    "6a",
    who=ANYBODY,
)
SURRENDERING = into_a_box(
    "surrender",
    Surrender,
    "SURRENDER",
    "A unit without supply surrenders.",
    "6b",
    "surrendered",
    number="D14",
    who=ANYBODY,
)
