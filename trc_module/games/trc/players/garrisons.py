"""Places that a side wants to take or to keep in a phase, and the units that it sends there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from msgspec import Struct

from trc_module.games.trc.combat.battle_context import attackable
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.players.evaluation import FAR, distances
from trc_module.games.trc.players.objectives import CAPITALS, prize
from trc_module.games.trc.players.risk import strength
from trc_module.games.trc.supply.control import held
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.state import State, UnitId

_RAID = 11
"""The distance in hexes that the enemy's fast units come in a turn."""
_PER_POINT = 6.0
"""The hexes that a unit goes further for a place that counts a point more."""
_DEAR = 0.5
"""The hexes that a unit goes further for a place that takes a strength point less."""
_WEAK = 0.5
"""The hexes that a unit goes further to be a garrison for each strength point that it has less."""
_CHEAP = 11
"""The strength points up to which even a side that waits attacks a place: hardly any unit is there."""
_FAST, _NEAR = 6, 8
"""The allowance from which a unit goes where others come too late, and the distance in hexes that counts as too far."""
_ODDS = 3
"""The odds at which a garrison is attacked."""
_PLAIN = 3
"""The worth up to which a place is nothing out of the ordinary."""
_POST, _GARRISON, _CORPS = 3, 2, 5
"""Strength points: what keeps a place behind an army that goes forward; what keeps one, for each point that it counts,
if the army does not; what takes an undefended place."""


class Goal(Struct, frozen=True):
    """A place that a side wants."""

    at: Hex
    worth: int
    """The value of a place (27.12) in any scenario, with what depends on it."""
    need: int
    """The strength points that it takes to win it, or to keep it."""
    kept: bool = False
    """Whether it is one's own, to be kept."""


class _Offer(Struct, frozen=True):
    unit: UnitId
    goal: Goal
    liked: float
    late: bool
    """Whether it is asked about after the others: the fast go where the slow do not come in time, and whoever waits
    takes what he can when he has kept what he has."""


class Errands(Struct, dict=True):
    """The places that a side wants at the beginning of a phase, and which unit goes for which."""

    game: Trc
    state: State
    attacking: bool
    """Whether the side goes for what the enemy has; if not, it keeps what it has."""

    @property
    def side(self) -> str:
        """The side to play."""
        return self.state.clock.side

    @cached_property
    def of(self) -> dict[UnitId, Goal]:
        """The goal of each unit: the best place near it that does not yet have enough units."""
        units = self._able()
        offers = [offer for goal in self.goals for offer in self._offers(goal, units)]
        offers.sort(key=lambda offer: (offer.late, -offer.liked, offer.goal.at, offer.unit))
        found: dict[UnitId, Goal] = {}
        while offers:
            left = {goal.at: goal.need for goal in self.goals}
            for offer in offers:
                at, unit = offer.goal.at, offer.unit
                if unit not in found and left[at] > 0:
                    found[unit] = offer.goal
                    left[at] -= self.game.units[unit].combat or 0
            # As long as something can be won no unit is left over: again as many come as need be.
            offers = [offer for offer in offers if offer.unit not in found] if self.attacking else []
        return found

    def _offers(self, goal: Goal, units: dict[UnitId, Hex]) -> Iterator[_Offer]:
        far = away(self.game, goal.at)
        for unit, at in units.items():
            steps = far.get(at, FAR)
            fast = (self.game.printed_allowance(unit, 1, "clear").value or 0) >= _FAST
            liked = _PER_POINT * goal.worth - steps - _DEAR * goal.need
            # The weak stay behind.
            liked -= _WEAK * (self.game.units[unit].combat or 0) * goal.kept
            late = bool(steps) and (fast or steps > _NEAR) if self.attacking else not goal.kept
            yield _Offer(unit, goal, liked, late)

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """The places: what is in danger of being lost, and what may be won."""
        return (*self._to_keep(), *(goal for goal in self._to_take() if self.attacking or goal.need <= _CHEAP))

    def _able(self) -> dict[UnitId, Hex]:
        able: dict[UnitId, Hex] = {}
        for at, stack in self.state.forces[self.side].stacks.items():
            able.update(dict.fromkeys((u for u in attackable(self.game, stack) if self.game.units[u].combat), at))
        return {unit: at for unit, at in able.items() if self.game.units[unit].type not in ("hq", "leader", "worker")}

    def _to_keep(self) -> Iterator[Goal]:
        board, foes = self.game.board, self.state.forces[ENEMY[self.side]].occupied
        mine = self.game.zones.of(self.state.forces[self.side])
        raided = foes | board.walk.flood(foes, _RAID, ~mine)
        raided |= board.walk.spread(raided)
        for name, at in self.game.places.items():
            if not held(self.state.control)[self.side] >> at & 1:
                continue
            value = prize(self.game, self.state, name)
            if name == CAPITALS[self.side]:
                yield Goal(at, value, max(_GARRISON * value, self._threat(at)), kept=True)
            elif raided >> at & 1:
                guarded = not self.attacking or value > _PLAIN
                yield Goal(at, value, _GARRISON * value if guarded else _POST, kept=True)

    def _threat(self, at: Hex) -> int:
        """Return the strength that holds a capital, where defenders are doubled: half that of possible attackers."""
        return self._enemies(self.game.board.grid.disc(at, _RAID)) // 2

    def _to_take(self) -> Iterator[Goal]:
        board = self.game.board
        for name, at in self.game.places.items():
            if not held(self.state.control)[self.side] >> at & 1:
                inside = self._enemies(1 << at) * (2 if board.major_cities >> at & 1 else 1)
                near = self._enemies(board.grid.disc(at, 2) & ~(1 << at))
                yield Goal(at, prize(self.game, self.state, name), _CORPS + _ODDS * inside + near)

    def _enemies(self, members: HexSet) -> int:
        enemy = self.state.forces[ENEMY[self.side]]
        return sum(strength(self.game, enemy.stack(at)) for at in hexes(members & enemy.occupied))


@lru_cache(maxsize=256)
def away(game: Trc, at: Hex) -> dict[Hex, int]:
    """Return how far it is over land to a place, from wherever there is a way."""
    return distances(game, 1 << at)
