"""The context of a battle for the rules of chapters 12 to 16: the places of the units, and the strength of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeAlias

from trc_module.facts import Fact
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import Invaded
from trc_module.games.trc.strait import kerch
from trc_module.games.trc.supply.combat_supply import combat_supply, halved, winter
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules import odds
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.battles import WON, Battle
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.hooks import hook
from trc_module.rules.identity_cache import cache_last
from trc_module.rules.state import Stack, State, UnitId

LOWEST = odds.step(1, 6)
"""The lowest legal odds (12.5)."""
HIGHEST = odds.step(9, 1)
"""The highest odds of the table (13.1)."""
AUTOMATIC = odds.step(10, 1)
"""The odds of an automatic victory (16.1)."""


Declaration = Attack | AutomaticVictory

Weigh: TypeAlias = Callable[[UnitId, Hex], int]
"""Tells what a unit in a hex counts, before terrain."""


@dataclass(frozen=True)
class BattleContext:
    """An attack, declared or only thought of."""

    game: Trc
    state: State
    number: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    """Those named; `defence` counts everybody in their hexes (12.2)."""
    places: Mapping[UnitId, Hex]
    air: tuple[AirSupport, ...] = ()
    guns: tuple[UnitId, ...] = ()
    barrage: bool = False
    announced: str = ""
    by_automatic_victory: bool = False
    memo: dict[Callable[[BattleContext], int], int] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Values already computed for the battle, by the function that computed them."""

    @property
    def side(self) -> str:
        """Return the attacker: the side whose phase it is (12.1)."""
        return self.state.clock.side

    @property
    def enemy(self) -> str:
        """Return the defender."""
        return ENEMY[self.side]

    @cached_property
    def ground(self) -> tuple[UnitId, ...]:
        """The attackers that are no aircraft."""
        return tuple(unit for unit in self.attackers if self.game.units[unit].type != "air")

    @cached_property
    def from_hexes(self) -> tuple[Hex, ...]:
        """The hexes in which attackers stand, each once."""
        return tuple(dict.fromkeys(self.places[unit] for unit in self.ground))

    @cached_property
    def at_hexes(self) -> tuple[Hex, ...]:
        """The hexes that are attacked, each once."""
        return tuple(dict.fromkeys(self.places[unit] for unit in self.defenders))

    def garrison(self, at: Hex) -> Stack:
        """Return the units that defend a hex: all that can be attacked there, and those named that stood there."""
        named = [unit for unit in self.defenders if self.places[unit] == at]
        there = attackable(self.game, self.state.forces[self.enemy].stack(at))
        return tuple(dict.fromkeys((*named, *there)))

    def weigh(self, unit: UnitId, at: Hex) -> int:
        """Return the strength of a unit in a hex, before terrain."""
        return factor(self.game, self.state, unit, at)

    @cached_property
    def attack(self) -> int:
        """The attackers' strength."""
        return self.attack_by(self.weigh)

    def attack_by(self, weigh: Weigh) -> int:
        """Return the attackers' strength if units counted as `weigh` says."""
        return sum(weigh(unit, self.places[unit]) for unit in self.ground) + added_attack(self.game, self, weigh)

    def strength(self, at: Hex, weigh: Weigh | None = None) -> int:
        """Return the strength of the defenders of a hex without any terrain."""
        weigh = weigh or self.weigh
        return sum(weigh(unit, at) for unit in self.garrison(at))

    def defence(self, multiplier: Callable[[BattleContext, Hex], int], weigh: Weigh | None = None) -> int:
        """Return the defenders' strength."""
        doubled = sum(self.strength(at, weigh) * multiplier(self, at) for at in self.at_hexes)
        return doubled + sum(added_strength(self.game, self, at) for at in self.at_hexes)

    @property
    def everybody(self) -> tuple[tuple[UnitId, Hex], ...]:
        """Return all who count, with their hexes."""
        defenders = ((unit, at) for at in self.at_hexes for unit in self.garrison(at))
        return (*((unit, self.places[unit]) for unit in self.ground), *defenders)

    @cached_property
    def untold(self) -> tuple[UnitId, ...]:
        """The units with an unknown combat factor."""
        return tuple(unit for unit, _ in self.everybody if not self.game.units[unit].fact("combat").trust)

    @cached_property
    def in_dark(self) -> tuple[UnitId, ...]:
        """The units whose combat supply is unknown (17.3)."""
        if not winter(self.state, self.game):
            return ()
        supplies = ((unit, combat_supply(self.game, self.state, unit, at)) for unit, at in self.everybody)
        return tuple(unit for unit, supplied in supplies if supplied is None)

    @cached_property
    def factor_facts(self) -> tuple[Fact, ...]:
        """The facts about everybody's combat factor."""
        return tuple(self.game.units[unit].fact("combat") for unit, _ in self.everybody)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all hexes of the fight, those attacked first."""
        return tuple(self.game.hex_name(h) for h in (*self.at_hexes, *self.from_hexes))

    def battle(self, result: str = "") -> Battle:
        """Return the fight as the position remembers it."""
        places = FrozenMap({unit: self.places[unit] for unit in (*self.attackers, *self.defenders)})
        return Battle(
            self.number,
            self.attackers,
            self.defenders,
            places,
            self.air,
            self.guns,
            self.barrage,
            self.announced,
            result,
        )


@hook
def added_attack(game: Trc, fight: BattleContext, weigh: Weigh) -> int:
    """Return what the attackers have besides."""
    return 0


@hook
def added_strength(game: Trc, fight: BattleContext, at: Hex) -> int:
    """Return what the defenders of a hex have besides, never doubled."""
    return 0


@hook
def added_facts(game: Trc, fight: BattleContext) -> tuple[Fact, ...]:
    """Return the facts that this rests on."""
    return ()


@cache_last
def fight_of(game: Trc, state: State, act: Declaration) -> BattleContext:
    """Return the fight that a declaration begins; every unit named stands on the map (`precondition_error`)."""
    places = {unit: place_on_map(state, unit) for unit in (*act.attackers, *act.defenders)}
    if isinstance(act, AutomaticVictory):
        return BattleContext(
            game, state, act.number, act.attackers, act.defenders, places, act.air, by_automatic_victory=True
        )
    return BattleContext(
        game, state, act.number, act.attackers, act.defenders, places, act.air, act.guns, act.barrage, act.odds
    )


def fight_again(game: Trc, state: State, battle: Battle) -> BattleContext:
    """Return the fight of a battle that has been declared."""
    return BattleContext(
        game,
        state,
        battle.number,
        battle.attackers,
        battle.defenders,
        battle.places,
        battle.air,
        battle.guns,
        battle.barrage,
        battle.odds,
        battle.result == WON,
    )


def place_on_map(state: State, unit: UnitId) -> Hex:
    """Return the hex of a unit that stands on the map."""
    at = state.place(unit)
    assert at is not None
    assert not isinstance(at, str)
    return at


def attackable(game: Trc, stack: Iterable[UnitId]) -> Stack:
    """Return the units of a stack that can be attacked and made to attack: neither partisans (C49) nor aircraft."""
    idle = never_in_battle(game)
    return tuple([unit for unit in stack if unit not in idle])


@lru_cache(maxsize=32)
def never_in_battle(game: Trc) -> frozenset[UnitId]:
    """Return the partisans and the aircraft."""
    return frozenset(unit for unit, who in game.units.items() if who.type in ("partisan", "air"))


def factor(game: Trc, state: State, unit: UnitId, at: Hex) -> int:
    """Return what a unit in a hex counts in battle, before terrain: half without combat supply (17.3.1)."""
    combat = game.units[unit].combat or 0
    if not winter(state, game) or combat_supply(game, state, unit, at) is not False:
        return combat
    return halved(combat)


def strongholds(game: Trc, state: State, side: str) -> HexSet:
    """Return the hexes that hold a unit of a side that can be attacked."""
    deployment = state.forces[side]
    found: HexSet | None = deployment.memo.get("strongholds")
    if found is None:
        found = sum(1 << at for at, stack in deployment.stacks.items() if attackable(game, stack))
        deployment.memo["strongholds"] = found
    return found


@hook
def attackable_from(game: Trc, at: Hex) -> HexSet:
    """Return the hexes that may be attacked from one: those in its zone of control, and over the Kerch Strait."""
    return in_reach_of_attacks(game)[at]


@lru_cache(maxsize=32)
def in_reach_of_attacks(game: Trc) -> Mapping[Hex, HexSet]:
    """Return for every hex the hexes that may be attacked from it."""
    near: dict[Hex, HexSet] = dict(game.board.zoc.of)
    for a, b in (kerch(game.board), kerch(game.board)[::-1]):
        near[a] |= 1 << b
    return near


def invaded_now(state: State, unit: UnitId) -> bool:
    """Tell whether a unit came ashore in an invasion of this impulse."""
    return Invaded.in_impulse(state, unit)


def pairs(fight: BattleContext) -> Iterator[tuple[UnitId, Hex]]:
    """Yield every attacker with every hex that it attacks."""
    for unit in fight.ground:
        for at in fight.at_hexes:
            yield unit, at
