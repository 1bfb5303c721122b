"""The best attack that units can be brought up for: a search over the units and the hexes from which they attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations

from trc_module.games.trc.combat.air_power import shift
from trc_module.games.trc.combat.battle_context import AUTOMATIC, BattleContext, attackable
from trc_module.games.trc.combat.battle_odds import reduced
from trc_module.games.trc.combat.combat_terrain import multiplier
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.movement.stacking import CORPS, excess
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import AirSupport
from trc_module.rules.odds import HOPELESS
from trc_module.rules.state import State, UnitId

MOST = 4000
"""The greatest number of placings that are tried. Only searches with many weak units around a strong place reach it."""


def defenders(game: Trc, state: State, targets: Sequence[Hex]) -> tuple[UnitId, ...]:
    """Return the units in some hexes that the side to play may attack."""
    enemy = state.forces[ENEMY[state.clock.side]]
    return tuple(unit for at in targets for unit in attackable(game, enemy.stack(at)))


def fight_of(
    game: Trc, state: State, own: Mapping[UnitId, Hex], targets: Sequence[Hex], air: tuple[AirSupport, ...]
) -> BattleContext:
    """Return the battle of units, each attacking from a hex, against some hexes."""
    foes = {unit: at for at in targets for unit in defenders(game, state, (at,))}
    return BattleContext(game, state, 0, tuple(own), tuple(foes), {**own, **foes}, air)


class BestAttackSearch:
    """Branch and bound: units are placed one after another, the strongest first, each from where it counts most.

    What the rest could add at most, on the ground that would be best for the attacker, ends a branch. Who cannot leave
    his hex keeps his room there; 10-1 is enough, since no odds are better.
    """

    def __init__(
        self,
        game: Trc,
        state: State,
        coming: Mapping[UnitId, HexSet],
        targets: Sequence[Hex],
        air: tuple[AirSupport, ...],
    ) -> None:
        self._game, self._state, self._targets, self._air = game, state, targets, air
        self._weights = {unit: self._weighed(unit, ends) for unit, ends in coming.items()}
        strongest = {unit: max(ends.values()) for unit, ends in self._weights.items()}
        self._units = sorted(strongest, key=lambda unit: (-strongest[unit], unit))
        self._sums = [0, *accumulate(strongest[unit] for unit in self._units)]
        self._bound_to = {unit for unit, ends in self._weights.items() if list(ends) == [state.place(unit)]}
        own = state.forces[state.clock.side]
        self._stacks = {
            at: [unit for unit in own.stack(at) if unit not in coming or unit in self._bound_to]
            for at in sorted({at for ends in self._weights.values() for at in ends})
        }
        self._defences: dict[frozenset[Hex], int] = {}
        self._least = self._least_defence()
        self._shift = shift(game, self._fight({}))
        self._looked = 0
        self._best = HOPELESS
        self.found: dict[UnitId, Hex] = {}
        """The attackers, each with the hex from which it attacks."""
        self._go_on(0, {}, 0)
        self._spare()

    @property
    def whole(self) -> bool:
        """Tell whether all ways were looked at."""
        return self._looked <= MOST

    def _fight(self, own: Mapping[UnitId, Hex]) -> BattleContext:
        return fight_of(self._game, self._state, own, self._targets, self._air)

    def _weighed(self, unit: UnitId, ends: HexSet) -> dict[Hex, int]:
        """Return what a unit counts in each hex from which it may attack: its own first, then where it counts most."""
        here = self._state.place(unit)
        counts = {at: self._fight({unit: at}).weigh(unit, at) for at in hexes(ends)}
        return dict(sorted(counts.items(), key=lambda item: (item[0] != here, -item[1], item[0])))

    def _least_defence(self) -> int:
        """Return what the defence is worth at least: no ground asks for more than two hexes of the attackers."""
        if len(self._targets) > 1:
            return self._fight({}).defence(lambda *_: 1)
        comes = {at: [unit for unit, ends in self._weights.items() if at in ends] for at in self._stacks}
        ways = [{units[0]: at} for at, units in comes.items()]
        for (one, first), (two, second) in combinations(comes.items(), 2):
            other = next((unit for unit in second if unit != first[0]), None)
            if other is not None:
                ways.append({first[0]: one, other: two})
        return min((self._defence(way) for way in ways), default=1)

    def _defence(self, own: Mapping[UnitId, Hex]) -> int:
        """Return the strength of the defence; of the attackers only their hexes matter."""
        used = frozenset(own.values())
        found = self._defences.get(used)
        if found is None:
            found = self._defences[used] = self._fight(own).defence(multiplier)
        return found

    def _go_on(self, number: int, own: dict[UnitId, Hex], attack: int) -> None:
        """Place the next unit, in each way that may lead to better odds than were found."""
        self._looked += 1
        if own:
            step = min(reduced(attack, self._defence(own)) + self._shift, AUTOMATIC)
            if step > self._best:
                self._best, self.found = step, dict(own)
        if number == len(self._units) or not self.whole:
            return
        room = sum(max(0, CORPS - len(stack)) for stack in self._stacks.values()) + len(self._bound_to)
        more = self._sums[min(number + room, len(self._units))] - self._sums[number]
        if min(reduced(attack + more, self._least) + self._shift, AUTOMATIC) <= self._best:
            return
        unit = self._units[number]
        for at, counts in self._weights[unit].items():
            stack = self._stacks[at]
            stays = unit in self._bound_to
            if not stays and excess(self._game, self._state, (*stack, unit))[0]:
                continue
            stack += [] if stays else [unit]
            self._go_on(number + 1, {**own, unit: at}, attack + counts)
            if not stays:
                stack.pop()
        self._go_on(number + 1, own, attack)

    def _spare(self) -> None:
        """Leave out whom the odds do not need, the weakest first."""
        for unit in reversed(self._units):
            fewer = {each: at for each, at in self.found.items() if each != unit}
            if unit in self.found and fewer:
                attack = sum(self._weights[each][at] for each, at in fewer.items())
                if min(reduced(attack, self._defence(fewer)) + self._shift, AUTOMATIC) >= self._best:
                    self.found = fewer
