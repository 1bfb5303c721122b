"""A player who wants to win: attacks at good odds, goes for the enemy's cities, keeps supply, and holds lines else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import Struct

from trc_module.board import Terrain
from trc_module.games.trc.combat.air_power import STUKA, available
from trc_module.games.trc.combat.battle_context import AUTOMATIC, attackable, strongholds
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.players.assault import FEWEST, AssaultForce, expected
from trc_module.games.trc.players.evaluation import FAR, Taste, distances, distances_to
from trc_module.games.trc.players.garrisons import Errands, away
from trc_module.games.trc.players.risk import doubled, stake
from trc_module.games.trc.supply.control import held
from trc_module.games.trc.supply.general_supply import supply_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules import odds
from trc_module.rules.actions import Retreat
from trc_module.rules.clock import Clock
from trc_module.rules.state import Deployment, State, UnitId
from trc_module.systems.players.attitude import USUAL, Attitude
from trc_module.systems.weather import weather_of

GOOD = 3.0
"""The ratio of strengths from which an enemy hex is worth an attack."""
DOUBTFUL = 2.0
"""The value of an attack, in strength points, from which a side that would rather wait makes it."""
_STEP, _THERE, _ALONE, _STAKE = 1.5, 2.0, 0.5, 1.0
"""The weights of a hex for a unit with an errand: for each step nearer to the place, for each point of the place
itself, for being alone there, for each strength point that it brings in battles there. Found by trial."""
_NEARING = 11
"""The distance of an enemy at which a leader leaves: with Stalin lost, Moscow loses the game (25.1.1)."""
MOST_PREY = 60
"""The greatest number of enemy hexes that are considered in one phase."""


class Greedy(Taste):
    """Play to win."""

    variety = 0.0
    attitude: Attitude = USUAL
    _engaged: HexSet = 0
    """The enemy hexes that are attacked in this phase."""
    _sent: tuple[Clock, Errands] | None = None
    """The errands of a phase."""
    _flights = 0
    """The Stukas that are not assigned yet."""

    def battle(self, step: int, attack: int, defence: int) -> float:
        """Like what costs the enemy more than oneself."""
        mine, theirs = expected(self.game, step)
        return theirs * defence - mine * min(attack, 2 * defence)

    def supports(self, step: int) -> bool:
        """Fly where it helps most: where three columns make sure of what is doubtful, or win without a die."""
        return odds.step(1, 1) <= step <= odds.step(5, 1) or step == AUTOMATIC - 1

    def battles(self, steps: Sequence[int]) -> list[int]:
        """Fight first where aircraft help most: those who fight first have them."""
        return sorted(range(len(steps)), key=lambda i: (not self.supports(steps[i]), -self._help(steps[i]), i))

    def _help(self, step: int) -> float:
        mine, theirs = expected(self.game, step)
        mine_up, theirs_up = expected(self.game, step + self.game.charts.air.stuka.shift)
        return theirs_up - theirs + mine - mine_up

    def converts(self) -> bool:
        """Convert whatever can be."""
        return True

    def order(self, state: State, units: Sequence[UnitId]) -> list[UnitId]:
        """Move leaders first, as long as there are rails for them, then the strong before the weak."""
        who = self.game.units
        return sorted(self.shuffled(units), key=lambda unit: (who[unit].type != "leader", -(who[unit].combat or 0)))

    def loss(self, state: State, units: Sequence[UnitId]) -> UnitId:
        """Lose what counts least."""
        return min(units, key=lambda unit: (self.game.units[unit].combat or 0, unit))

    def start_hex(self, state: State, unit: UnitId, open_: HexSet) -> Hex:
        """Set up the Axis at the border of its district, the Russians in depth and in cities."""
        who, board = self.game.units[unit], self.game.board
        if who.side == AXIS:
            code = {"N": "Baltic", "C": "Western", "S": "Kiev", "R": "Odessa", "F": "Leningrad"}.get(who.setup)
            aim = board.regions["Russia"].hexes if code is None else self._district(code)
            far = who.type == "hq"
            return min(hexes(open_), key=lambda h: (abs(self.distance(h, aim) - (5 if far else 2)), self.rng.random()))
        border = board.regions["Poland"].hexes | board.regions["Rumania"].hexes | board.regions["Germany"].hexes
        own = state.forces[RUSSIAN].occupied
        return max(hexes(open_), key=lambda h: self._depth(h, border, own))

    def _district(self, name: str) -> HexSet:
        return sum(1 << h for h, district in self.game.board.district_of.items() if district == name)

    def _depth(self, at: Hex, border: HexSet, own: HexSet) -> float:
        steps = self.distance(at, border)
        return -abs(steps - 2) + _shelter(self.game, at) - 1.5 * (own >> at & 1) + self.rng.random()

    def entry(self, state: State, unit: UnitId, open_: HexSet) -> Hex:
        """Come in as near to the front as can be without being next to the enemy."""
        view = view_of(self.game, state)
        return min(hexes(open_), key=lambda h: (view.zone >> h & 1, view.to_enemy.get(h, FAR), h))

    def prey(self, state: State) -> list[Hex]:
        """Choose the enemy hexes that enough can come against, cities and the hopeful ones first."""
        game, clock = self.game, state.clock
        foes, own = state.forces[ENEMY[clock.side]], state.forces[clock.side]
        movers = [
            (
                at,
                game.units[unit].combat or 0,
                game.printed_allowance(unit, clock.part, weather_of(state)).value or 0,
            )
            for at, stack in own.stacks.items()
            for unit in attackable(game, stack)
        ]
        found = []
        for at, stack in foes.stacks.items():
            strength = sum(game.units[unit].combat or 0 for unit in attackable(game, stack))
            if not strength:
                continue
            near = sum(n for origin, n, reach in movers if game.board.grid.distance(origin, at) <= max(1, reach))
            ratio = near / (strength * (2 if doubled(game, at) else 1))
            if ratio >= (2 if self.attacks(state) else GOOD) - 0.5 * self.attitude.columns:
                found.append((min(ratio, 8) + 4 * (game.board.city_hexes >> at & 1), at))
        self._engaged = 0
        self._flights = available(game, state, STUKA) if clock.side == AXIS and clock.part == 1 else 0
        return [at for _, at in sorted(found, reverse=True)[:MOST_PREY]]

    def assault(
        self, state: State, prey: Hex, who_comes: Callable[[Hex], dict[UnitId, HexSet]]
    ) -> list[tuple[UnitId, Hex]]:
        """Attack where it is worth it, from all sides if that can be; else leave the enemy alone."""
        if not strongholds(self.game, state, ENEMY[state.clock.side]) >> prey & 1:
            return []
        reaches = who_comes(prey)
        worth, chosen = 0.0, None
        for shift in (0, self.game.charts.air.stuka.shift) if self._flights else (0,):
            fewest = FEWEST - self.attitude.columns
            plan = AssaultForce(self.game, state, prey, reaches, self._engaged, shift, fewest)
            value = plan.planned() - (1.5 if shift else 0)
            if value > worth:
                worth, chosen = value, plan
        if chosen is None or worth < (0 if self.attacks(state) else DOUBTFUL):
            return []
        self._flights -= bool(chosen.shift)
        self._engaged |= 1 << prey | chosen.others()
        own = state.forces[state.clock.side].places
        return [(unit, goal) for unit, goal in chosen.to.items() if own[unit] != goal]

    def attacks(self, state: State) -> bool:
        """Tell whether the side to play goes forward: a side strong enough for the weather, the Axis with less."""
        if self.attitude.forward is not None:
            return self.attitude.forward
        mine, theirs = (
            sum(self.game.units[unit].combat or 0 for stack in state.forces[side].stacks.values() for unit in stack)
            for side in (state.clock.side, ENEMY[state.clock.side])
        )
        snow = weather_of(state) == "snow"
        if state.clock.side == AXIS:
            return mine > (1.0 if snow else 0.6) * theirs
        return mine > (0.8 if snow else 1.2) * theirs

    def goal(self, state: State, unit: UnitId, at: Hex, reach: HexSet) -> Hex | None:
        """Go where it is best to stand, if that is not here."""
        if not reach:
            return None
        view = view_of(self.game, state)
        best = max(hexes(reach), key=lambda h: (self._liking(state, view, unit, h), h))
        return best if self._liking(state, view, unit, best) > self._liking(state, view, unit, at) + 0.5 else None

    def ride(self, state: State, unit: UnitId, at: Hex, reach: HexSet) -> Hex | None:
        """Bring by rail to the front who is far from it, and a leader out of its way."""
        view = view_of(self.game, state)
        if self.game.units[unit].type == "leader":
            return self._refuge(view, at, reach)
        if not reach or view.to_enemy.get(at, FAR) < 8:
            return None
        best = max(hexes(reach), key=lambda h: (self._liking(state, view, unit, h), h))
        return best if self._liking(state, view, unit, best) > self._liking(state, view, unit, at) + 4 else None

    def _refuge(self, view: GreedyView, at: Hex, reach: HexSet) -> Hex | None:
        """Return the city farthest from an enemy who comes near, None for a leader who is safe where he is."""
        cities = reach & self.game.board.city_hexes
        if not cities or view.to_enemy.get(at, FAR) > _NEARING:
            return None
        best = max(hexes(cities), key=lambda h: (view.to_enemy.get(h, FAR), h))
        return best if view.to_enemy.get(best, FAR) > view.to_enemy.get(at, FAR) else None

    def _liking(self, state: State, view: GreedyView, unit: UnitId, at: Hex) -> float:
        liked = 0.0 if view.fed >> at & 1 else -8.0
        if self.game.units[unit].type in ("hq", "leader"):
            return liked - abs(view.to_enemy.get(at, FAR) - 4)
        liked += _STAKE * self.attitude.stake * stake(self.game, state, unit, at)
        if self.attitude.whim:
            liked += self.attitude.whim * self.rng.random()
        own = state.forces[state.clock.side]
        alone = not (own.occupied >> at & 1)
        errand = self.errands(state).of.get(unit)
        if errand is not None:
            way = away(self.game, errand.at).get(at, FAR)
            liked -= _STEP * way - _THERE * self.attitude.there * errand.worth * (not way)
            liked += _ALONE * alone
        elif self.attacks(state):
            liked -= 0.8 * view.to_goal.get(at, FAR) + (3.0 if view.zone >> at & 1 else 0.0)
            liked += 4.0 * (view.goals >> at & 1)
        else:
            liked -= abs(view.to_enemy.get(at, FAR) - 2) + (4.0 if view.zone >> at & 1 else 0.0)
            liked += 2.0 * _shelter(self.game, at) - 0.4 * view.to_home.get(at, FAR)
            liked += 1.5 if alone and not view.covered >> at & 1 else 0.0
        return liked

    def errands(self, state: State) -> Errands:
        """Return who goes where in this phase."""
        if self._sent is None or self._sent[0] != state.clock:
            self._sent = state.clock, Errands(self.game, state, self.attacks(state))
        return self._sent[1]

    def retreat(self, state: State, options: Sequence[Retreat]) -> Retreat:
        """Lead one's own units out of the enemy's way and near supply, the enemy's out of theirs."""
        view = view_of(self.game, state)
        unit = options[0].unit
        same = [act for act in options if act.unit == unit]
        if self.game.side_of[unit] == state.clock.side:
            return max(
                same, key=lambda act: (view.fed >> act.trail.hexes[-1] & 1, view.to_enemy.get(act.trail.hexes[-1], 0))
            )
        return min(same, key=lambda act: view.zone.bit_count() and view.to_goal.get(act.trail.hexes[-1], FAR))


def _shelter(game: Trc, at: Hex) -> float:
    """Return how good a hex is to stand in: 1 where defenders are doubled, less in woods and small cities."""
    board = game.board
    if board.terrain[at] is Terrain.MOUNTAIN:
        return 1.0
    city = board.city_at.get(at)
    if city is not None:
        return 1.5 if city.major else 0.7
    return 0.4 if board.terrain[at] in (Terrain.WOODS, Terrain.SWAMP) else 0.0


class GreedyView(Struct, dict=True):
    """The map as a side sees it at the beginning of a phase."""

    game: Trc
    state: State

    @property
    def side(self) -> str:
        """The side to play."""
        return self.state.clock.side

    @cached_property
    def zone(self) -> HexSet:
        """The enemy's zone of control."""
        return self.game.zones.of(self.state.forces[ENEMY[self.side]])

    @cached_property
    def own(self) -> HexSet:
        """The hexes of one's own units."""
        return self.state.forces[self.side].occupied

    @cached_property
    def covered(self) -> HexSet:
        """One's own zone of control."""
        return self.game.zones.of(self.state.forces[self.side])

    @cached_property
    def fed(self) -> HexSet:
        """The hexes in which its units have supply, and those one step beyond."""
        fed = supply_of(self.game, self.state, self.side).likely.fed
        return fed | self.game.board.walk.spread(fed)

    @cached_property
    def goals(self) -> HexSet:
        """The enemy's cities and wells."""
        places = self.game.board.city_hexes | self.game.board.oil_hexes
        return places & ~held(self.state.control)[self.side]

    @cached_property
    def to_goal(self) -> dict[Hex, int]:
        """The distance to the next of them."""
        return distances(self.game, self.goals)

    @cached_property
    def to_home(self) -> dict[Hex, int]:
        """The distance to the next of one's own cities."""
        return distances(self.game, held(self.state.control)[self.side] & self.game.board.city_hexes)

    @cached_property
    def to_enemy(self) -> dict[Hex, int]:
        """The distance to the next enemy unit."""
        return distances_to(self.game, self.state.forces[ENEMY[self.side]])


_KEY = "greedy view"


def view_of(game: Trc, state: State) -> GreedyView:
    """Return the view of the side to play, the same for as long as the enemy stands where he stands."""
    enemy: Deployment = state.forces[ENEMY[state.clock.side]]
    view: GreedyView | None = enemy.memo.get((_KEY, state.clock))
    if view is None:
        view = enemy.memo[_KEY, state.clock] = GreedyView(game, state)
    return view
