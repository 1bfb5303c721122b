"""What counts in No Retreat!, for the player who looks ahead: steps on the map, and places held."""

from __future__ import annotations

from trc_module.rules.state import State, UnitId
from trc_module.systems.players.bearings import VICTORY, Bearings


class NrBearings(Bearings):
    """What counts in No Retreat!."""

    def strength(self, state: State, unit: UnitId) -> float:
        """Return a unit's strength, for each step that it has left."""
        steps: int = self.game.steps_left(state, unit)
        return float(self.game.units[unit].combat or 1) * max(steps, 1)

    def final(self, state: State, side: str) -> float:
        """Return what a position is worth, or the victory; the points of the track are those of places already."""
        won = self.game.score(state).won
        if won:
            return VICTORY if won[0].side == side else -VICTORY
        return self.worth(state, side)
