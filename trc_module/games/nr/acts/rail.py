"""Acts of rail movement: into the box, and out of it."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.declarations import ONCE
from trc_module.games.nr.acts.of_a_unit import into_a_box, onto_the_map
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.state import UnitId


@dataclass(frozen=True, slots=True)
class Entrain(Action):
    """Put a unit into the rail movement box."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Detrain(Action):
    """Bring a unit from the rail movement box onto the map."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class PlaceCadre(Action):
    """Put a cadre where a unit has just been eliminated."""

    unit: UnitId
    hex: Hex


ENTRAINING = into_a_box(
    "entrain", Entrain, "ENTRAIN", "A unit goes into the rail movement box.", "9.1", "rail", number="D04"
)
DETRAINING_ACT = onto_the_map(
    "detrain", Detrain, "DETRAIN", "A unit leaves the rail movement box.", "9.1", governs=ONCE, number="D04"
)
CADRE_ACT = onto_the_map(
    "cadre", PlaceCadre, "CADRE", "A cadre is placed where a unit was eliminated.", "15.3.2", governs=ONCE, number="D20"
)
