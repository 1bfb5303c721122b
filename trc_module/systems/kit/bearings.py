"""What counts in a game whose rules are data: what its tables say of results, ground and victory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack
from trc_module.rules.state import State, UnitId
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.ladder import is_last
from trc_module.systems.kit.odds import column_of
from trc_module.systems.kit.owing import steps_in
from trc_module.systems.kit.questions import lost
from trc_module.systems.kit.tables import ResultRules
from trc_module.systems.players.bearings import Bearings, Prospect

_DECIDES = 8.0
"""The weight of the place that decides the game."""


class KitBearings(Bearings):
    """What counts in a game whose rules are data."""

    game: KitGround

    def strength(self, state: State, unit: UnitId) -> float:
        """Return the strength of the face that a unit shows."""
        return float(self.game.strength(state, unit))

    def defence(self, state: State, unit: UnitId) -> float:
        """Return the strength with which it defends."""
        return float(self.game.defence(state, unit))

    def shelter(self, at: Hex) -> float:
        """Return the columns by which the ground shifts attacks in the defender's favour."""
        row = self.game.ground.terrain.get(self.game.board.terrain[at].id)
        return float(-row.shift) if row is not None and row.shift else 0.0

    @cached_property
    def named(self) -> dict[Hex, float]:
        """The cities, and the place that decides the game."""
        told = self.game.basics.victory
        decides = told.holds if told is not None else ""
        return {at: _DECIDES if name == decides else 1.0 for name, at in sorted(self.game.places.items())}

    def goals(self, state: State, side: str) -> Mapping[Hex, float]:
        """Return the same."""
        return self.named

    def prospect(self, state: State, attack: Attack) -> Prospect | None:
        """Return what the faces of the die bring on the average; None below the table."""
        column = column_of(self.game, state, attack)
        if not column:
            return None
        table = self.game.table
        told = [self.game.basics.results.get(result, ResultRules()) for result in table.cells[table.sheets[0], column]]
        costs = [lost(self.game, state, attack, result) for result in told]
        cleared = sum(self._clears(state, attack, result) for result in told)
        return Prospect(
            sum(theirs for theirs, _ in costs) / len(told),
            sum(ours for _, ours in costs) / len(told),
            cleared / len(told),
        )

    def _clears(self, state: State, attack: Attack, told: ResultRules) -> bool:
        """Tell whether a result leaves no defender in the hex."""
        if told.retreat or told.defender == "all":
            return True
        only = attack.defenders[0]
        return len(attack.defenders) == 1 and steps_in(told.defender) > 0 and is_last(self.game, state, only)
