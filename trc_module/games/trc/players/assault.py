"""An attack on one enemy hex, planned before anybody moves: who comes from where, and whether it is worth it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from trc_module.games.trc.combat.battle_context import (
    HIGHEST,
    LOWEST,
    BattleContext,
    attackable,
    in_reach_of_attacks,
    strongholds,
)
from trc_module.games.trc.combat.battle_odds import base
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.movement.stacking import excess
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules import odds
from trc_module.rules.state import State, UnitId
from trc_module.systems.weather import weather_of

ENOUGH = odds.step(4, 1)
"""The odds from which no further unit is brought up."""
FEWEST = odds.step(2, 1)
"""The odds below which no attack is made voluntarily."""
_WORTH = {"AE": (1.0, 0.0), "A1": (0.4, 0.0), "AR": (0.1, 0.0), "C": (0.05, 0.0), "EX": (0.45, 0.8),
          "DR": (0.0, 0.35), "D1": (0.0, 0.65), "DE": (0.0, 1.0), "DS": (0.0, 1.0)}  # fmt: skip
"""The share of its strength that each side loses by a result."""
_CUT_OFF = {"DR": (0.0, 1.0), "D1": (0.0, 1.0)}
"""The same where no defender can retreat."""


def expected(game: Trc, step: int, *, cut_off: bool = False) -> tuple[float, float]:
    """Return what share of their strength attacker and defender lose at some odds, on the average."""
    row = game.charts.combat.results[odds.name(max(LOWEST, min(step, HIGHEST)))]
    pairs = [_CUT_OFF.get(result, _WORTH[result]) if cut_off else _WORTH[result] for result in row]
    return sum(a for a, _ in pairs) / len(pairs), sum(d for _, d in pairs) / len(pairs)


class AssaultForce(Struct, dict=True):
    """Those who may come up against an enemy hex, and the best that they can do together."""

    game: Trc
    state: State
    prey: Hex
    reaches: Mapping[UnitId, HexSet]
    """The hexes from which each may attack; where it stands if it stays there."""
    engaged: HexSet
    """The enemy hexes that others attack already: who stands next to them as well adds nothing to what must be done."""
    shift: int = 0
    """The number of columns by which aircraft may shift the odds."""
    fewest: int = FEWEST
    """The odds below which no attack is made voluntarily."""
    to: dict[UnitId, Hex] = field(default_factory=dict)
    """The attackers, each with the hex from which it attacks."""

    def __post_init__(self) -> None:
        side = self.state.clock.side
        self.foes = attackable(self.game, self.state.forces[ENEMY[side]].stack(self.prey))
        self.defence = sum(self.game.units[unit].combat or 0 for unit in self.foes)
        self.near = self.game.board.zoc.of[self.prey]
        self.strongholds = strongholds(self.game, self.state, ENEMY[side])

    def planned(self) -> float:
        """Plan the attack into `to`; return what it is worth in strength points, 0 or less if no unit should come."""
        best: tuple[float, dict[UnitId, Hex]] = (0.0, {})
        open_: HexSet = 0
        for burden, at_hexes in self._by_burden():
            if burden > max(6, 2 * self.defence):
                break
            open_ |= at_hexes
            self.to = {}
            self._assign(open_)
            worth = self._worth()
            if worth > best[0]:
                best = worth, self.to
        self.to = best[1]
        return best[0]

    def others(self) -> HexSet:
        """Return the other enemy hexes that would have to be attacked as well."""
        reach = in_reach_of_attacks(self.game)
        found: HexSet = 0
        for at in set(self.to.values()):
            found |= self.game.board.zoc.of[at] & reach[at]
        return found & self.strongholds & ~(1 << self.prey | self.engaged)

    def cut_off(self) -> bool:
        """Tell whether the units attacked have nowhere to go."""
        zone = self.game.zones.of(self.state.forces[self.state.clock.side])
        for at in set(self.to.values()):
            zone |= self.game.board.zoc.of[at] | 1 << at
        return not self.near & ~zone

    def _by_burden(self) -> Iterator[tuple[int, HexSet]]:
        """Yield the hexes to attack from, those first from which no other enemy must be attacked."""
        found: dict[int, HexSet] = {}
        everywhere: HexSet = 0
        for reach in self.reaches.values():
            everywhere |= reach
        for at in hexes(everywhere & self.near):
            burden = self._strength(self.game.board.zoc.of[at] & self.strongholds & ~(1 << self.prey | self.engaged))
            found[burden] = found.get(burden, 0) | 1 << at
        yield from sorted(found.items())

    def _strength(self, members: HexSet) -> int:
        stacks = self.state.forces[ENEMY[self.state.clock.side]].stacks
        units = self.game.units
        return sum(units[unit].combat or 0 for at in hexes(members) for unit in attackable(self.game, stacks[at]))

    def _assign(self, open_: HexSet) -> None:
        # Units that stand there already attack in any case.
        fixed = {unit: reach for unit, reach in self.reaches.items() if reach == 1 << self._at(unit)}
        for unit in fixed:
            self.to[unit] = self._at(unit)
        covered: HexSet = 0
        for at in self.to.values():
            covered |= self.game.board.zoc.of[at] | 1 << at
        free = [unit for unit in self.reaches if unit not in fixed]
        # The slow before the fast, which can go where no other unit can.
        free.sort(key=lambda unit: (self._speed(unit), -(self.game.units[unit].combat or 0), unit))
        for unit in free:
            if self._step() + self.shift >= ENOUGH and (not self.near & ~covered or self._step() > ENOUGH + 1):
                return
            options = [at for at in hexes(self.reaches[unit] & open_) if not self._crowded(unit, at)]
            if not options:
                continue
            at = max(options, key=lambda h: self._gain(h, covered))
            self.to[unit] = at
            covered |= self.game.board.zoc.of[at] | 1 << at

    def _speed(self, unit: UnitId) -> int:
        clock, weather = self.state.clock, weather_of(self.state)
        return self.game.printed_allowance(unit, clock.part, weather).value or 0

    def _gain(self, at: Hex, covered: HexSet) -> tuple[int, int]:
        new = (self.game.board.zoc.of[at] | 1 << at) & self.near & ~covered
        return new.bit_count(), -at

    def _at(self, unit: UnitId) -> Hex:
        at = self.state.forces[self.state.clock.side].places[unit]
        assert not isinstance(at, str)
        return at

    def _crowded(self, unit: UnitId, at: Hex) -> bool:
        there = [other for other in self.state.forces[self.state.clock.side].stack(at) if other not in self.to]
        stack = (*there, *(other for other, goal in self.to.items() if goal == at), unit)
        return bool(excess(self.game, self.state, stack)[0])

    def _fight(self, more: HexSet = 0) -> BattleContext:
        enemy = self.state.forces[ENEMY[self.state.clock.side]]
        places = {**self.to, **dict.fromkeys(self.foes, self.prey)}
        for at in hexes(more):
            places.update(dict.fromkeys(attackable(self.game, enemy.stack(at)), at))
        foes = tuple(unit for unit in places if unit not in self.to)
        return BattleContext(self.game, self.state, 0, tuple(self.to), foes, places)

    def _step(self) -> int:
        return base(self._fight()) if self.to else LOWEST - 1

    def _worth(self) -> float:
        if not self.to:
            return 0.0
        others = self.others()
        step = base(self._fight(others)) + self.shift
        cut_off = self.cut_off()
        if step < self.fewest + (0 if cut_off else 1):
            return 0.0
        mine, theirs = expected(self.game, step, cut_off=cut_off and not others)
        strength = sum(self.game.units[unit].combat or 0 for unit in self.to)
        defence = self.defence + self._strength(others)
        worth = theirs * defence - mine * min(strength, 1.5 * defence)
        return worth + (2.0 + self.defence / 2 if self.game.board.city_hexes >> self.prey & 1 else 0.0)
