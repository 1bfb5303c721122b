"""What counts in Moscow 1941, for players that want to win: the cities of its victory, and the average hits of dice."""

from __future__ import annotations

from collections.abc import Mapping

from trc_module.games.m41.acts import Intercept
from trc_module.games.m41.combat import staying_power, walls_left
from trc_module.games.m41.data import M41
from trc_module.games.m41.firepower import Firepower
from trc_module.games.m41.supply import line_hexes
from trc_module.games.m41.victory import AT_ANY_TIME, GERMAN_CITIES, RUSSIAN_CITIES
from trc_module.games.m41.words import AIR, DISRUPTED, FORTIFIED, GERMAN, ROUNDS
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Action, Attack, Retreat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State, UnitId
from trc_module.systems.dice_pools import ATTACK, DEFEND, Fire, FireOnTable, exchange_of
from trc_module.systems.players.bearings import Bearings, Prospect
from trc_module.systems.statuses import status_of

_SHARES = {DISRUPTED: 0.5, FORTIFIED: 1.2}
"""What a unit is worth in a status, as a share of its factor."""
_FACES = 6
_INTERCEPTION = 0.2


class M41Bearings(Bearings):
    """What counts in Moscow 1941."""

    most_together = 3

    def strength(self, state: State, unit: UnitId) -> float:
        """Return a unit's factor, less if it is disrupted."""
        return (self.game.units[unit].combat or 1) * _SHARES.get(status_of(state, unit), 1.0)

    def fed(self, state: State, side: str) -> HexSet:
        """Return the hexes that a line reaches."""
        return line_hexes(self.game, state, side)

    def shelter(self, at: Hex) -> float:
        """Return 1 for a forest or a city."""
        game: M41 = self.game
        return float((game.forest | game.board.city_hexes) >> at & 1)

    def goals(self, state: State, side: str) -> Mapping[Hex, float]:
        """Return the cities that a side needs for its victory."""
        game: M41 = self.game
        if side == GERMAN:
            return {game.city(name): 3.0 if name == "Moscow" else 2.0 for name in GERMAN_CITIES}
        return {game.city(name): 3.0 if name in AT_ANY_TIME else 1.0 for name in (*RUSSIAN_CITIES, "Smolensk")}

    def prospect(self, state: State, attack: Attack) -> Prospect | None:
        """Return what the rounds of a battle bring by the number of hits that each side scores on the average."""
        game: M41 = self.game
        target = state.place(attack.defenders[0])
        if not isinstance(target, int):
            return None
        stands = {unit: state.place(unit) for unit in (*attack.attackers, *attack.defenders)}
        places = FrozenMap({unit: at if isinstance(at, int) else target for unit, at in stands.items()})
        battle = Battle(attack.number, attack.attackers, attack.defenders, places)
        fights = ROUNDS.get(state.clock.phase, 2)
        ours, theirs = (self._hits(Firepower(game, state, battle, role)) for role in (ATTACK, DEFEND))
        stay, walls = self._hits_to_clear(state, attack.defenders), walls_left(game, state, battle)[0]
        ground = [unit for unit in attack.attackers if game.units[unit].type != AIR]
        hits = max(0.0, fights * (ours - walls))
        share = min(1.0, hits / max(stay, 1))
        against = min(1.0, fights * theirs * (1 - share / 2) / max(self._hits_to_clear(state, ground), 1))
        value = sum(self.strength(state, unit) for unit in attack.defenders)
        cost = sum(self.strength(state, unit) for unit in ground)
        return Prospect(share * value, against * cost, share**2)

    def _hits_to_clear(self, state: State, units: tuple[UnitId, ...] | list[UnitId]) -> int:
        """Return how many hits some units take before all are gone."""
        found = 0
        for unit in units:
            status = status_of(state, unit)
            found += 1 + (0 if status == DISRUPTED else staying_power(self.game, state, unit)) + (status == FORTIFIED)
        return found

    @staticmethod
    def _hits(power: Firepower) -> float:
        return sum((_FACES + 1 - need) / _FACES for need in power.needs(power.dice))

    def goes_on(self, state: State, act: Action) -> bool:
        """Tell whether to fire: always in the first round, and for who is fired at; else if it is worth it."""
        battle = battle_numbered(state.battles, getattr(act, "number", 0))
        if not isinstance(act, Fire | FireOnTable) or battle is None:
            return not isinstance(act, FireOnTable)
        now = exchange_of(state, battle.number)
        if isinstance(act, FireOnTable) or not now.round:
            return isinstance(act, Fire)
        if act.role == DEFEND:
            return now.fired(ATTACK)
        left = tuple(unit for unit in battle.defenders if state.place(unit) == battle.places[unit])
        found = self.prospect(state, Attack(battle.number, battle.attackers, left)) if left else None
        return found is not None and found.theirs > 0.5 * found.mine

    def leaning(self, state: State, act: Action) -> float:
        """Intercept, and lead away who would be destroyed."""
        if isinstance(act, Intercept):
            return _INTERCEPTION
        if isinstance(act, Retreat) and status_of(state, act.unit) == DISRUPTED:
            return self.strength(state, act.unit)
        return 0.0
