"""What counts in The Russian Portfolio, for players that want to win: victory cities, cities, and its results table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from trc_module.games.trp.actions import (
    Advance,
    Amphibious,
    Ask,
    Becomes,
    Cancel,
    Disperse,
    FallBack,
    Remove,
    Spend,
    Stand,
    StateColumn,
    StateResult,
    Stop,
    Win,
)
from trc_module.games.trp.data import DISPERSED, SPENT, Trp
from trc_module.games.trp.odds import BattleColumn, column_of
from trc_module.games.trp.supply import supplied
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Action, Attack, Lose, Retreat
from trc_module.rules.battles import Battle
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.score import Winner
from trc_module.rules.state import State, UnitId
from trc_module.systems.players.bearings import Bearings, Prospect
from trc_module.systems.statuses import status_of

_SHARES = {SPENT: 0.9, DISPERSED: 0.6}
"""What a unit is worth in a status, as a share of its factors."""
_VICTORY, _MAJOR, _MINOR = 3.0, 1.5, 0.5
"""The weights of a victory city, of a major city where these are not known, and of a town."""
_ASKED = 0.15
"""What a question is worth that the rules want asked: more than a die, and less than an attack that is worth it."""
_COSTS = {
    "AE": (0.0, 1.0, 0), "X": (1.0, 1.0, 1), "AD": (0.0, 0.4, 0), "S": (0.1, 0.1, 0), "D1": (0.1, 0.0, 1),
    "D4": (0.4, 0.0, 1), "DX": (1.0, 1.0, 1), "DE": (1.0, 0.0, 1), "BR": (1.0, 0.0, 1),
}  # fmt: skip
"""By result: the share of the defence that the defenders lose and the attackers, and whether the hex is cleared."""


class TrpBearings(Bearings):
    """What counts in The Russian Portfolio."""

    most_together = 3
    dues = frozenset({Advance, Becomes, Disperse, Lose, StateColumn, Remove, StateResult, Retreat, Spend})
    passed_over = frozenset({Amphibious, Cancel, FallBack, Stand, Win})

    def strength(self, state: State, unit: UnitId) -> float:
        """Return a unit's attack factor, less if it is not ready; 1 where factors are not known."""
        return float(self.game.units[unit].combat or 1) * _SHARES.get(status_of(state, unit), 1.0)

    def defence(self, state: State, unit: UnitId) -> float:
        """Return a unit's defence factor; 1 where factors are not known."""
        return float(self.game.units[unit].own["defence"] or 1)

    def fed(self, state: State, side: str) -> HexSet:
        """Return the hexes in which units are in supply."""
        return supplied(self.game, state, side)

    def shelter(self, at: Hex) -> float:
        """Return the defence of the terrain, three of which help as much as a column."""
        game: Trp = self.game
        kind = game.board.terrain[at].id
        return (game.effects.of("terrain", kind).defence or 0) / 3 if ("terrain", kind) in game.effects.rows else 0.0

    @cached_property
    def named(self) -> dict[Hex, float]:
        """The victory cities, as far as they are known, and all others."""
        game: Trp = self.game
        known = game.victory_cities
        found = {city.hex: _MAJOR if city.major and not known else _MINOR for city in game.board.cities.values()}
        return dict(sorted({**found, **dict.fromkeys(known.values(), _VICTORY)}.items()))

    def goals(self, state: State, side: str) -> Mapping[Hex, float]:
        """Return the same."""
        return self.named

    def prospect(self, state: State, attack: Attack) -> Prospect | None:
        """Return what the results of the column bring on the average; by the strengths where the table is not known."""
        game: Trp = self.game
        ours = sum(self.strength(state, unit) for unit in attack.attackers)
        theirs = sum(self.defence(state, unit) for unit in attack.defenders)
        stands = {unit: state.place(unit) for unit in (*attack.attackers, *attack.defenders)}
        places = {unit: at for unit, at in stands.items() if isinstance(at, int)}
        if len(places) < len(stands):
            return None
        found = column_of(game, state, Battle(attack.number, attack.attackers, attack.defenders, FrozenMap(places)))
        if not isinstance(found, BattleColumn):
            return self._by_strength(ours, theirs, None)
        if found.final is None or found.final < 0:
            return None
        column = game.table.columns[min(found.final, len(game.table.columns) - 1)]
        row = game.table.cells["", column]
        if any(result not in (*_COSTS, "-") for result in row):
            return self._by_strength(ours, theirs, None)
        costs = [_COSTS.get(result, (0.0, 0.0, 0)) for result in row]
        lost, paid, cleared = (sum(each[place] for each in costs) / len(row) for place in range(3))
        return Prospect(lost * theirs, paid * min(ours, theirs), cleared)

    def leaning(self, state: State, act: Action) -> float:
        """Stop the game when its track is at an end; ask for orders before the first die (XIII.B6)."""
        return 1.0 if isinstance(act, Stop) else _ASKED if isinstance(act, Ask) else 0.0

    def claim(self, winner: Winner) -> Action:
        """Return the claim of a victory."""
        return Win(winner.side)
