"""The units that have won an automatic victory this turn (16): stacking asks for them as well as combat."""

from __future__ import annotations

from trc_module.games.trc.marks import PERHAPS, Victor
from trc_module.rules.battles import WON
from trc_module.rules.state import State, UnitId


def automatic_victor(state: State, unit: UnitId) -> int:
    """Return the impulse of this turn in which a unit took part in an automatic victory, 0 if it did in none."""
    if state.battles and any(battle.result == WON and unit in battle.attackers for battle in state.battles):
        return state.clock.part
    return 1 if Victor(unit) in state.marks else 0


def perhaps_victor(state: State, unit: UnitId) -> bool:
    """Tell whether a unit may have had a part in an automatic victory of the first impulse, though no line says so."""
    return Victor(unit, PERHAPS) in state.marks
