"""Firepower: the dice that each side of a battle fires, and their hits (M41-OPC, M41-TER, M41-SUP-3, M41-CRT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from trc_module.facts import Fact
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.marks import Aborted
from trc_module.games.m41.movement import FALLEN, up_the_road
from trc_module.games.m41.supply import line_hexes, supply_facts
from trc_module.games.m41.weather import weather_facts
from trc_module.games.m41.words import (
    AIR,
    BLITZ_COMBAT,
    COMBAT,
    DISRUPTED,
    FULL,
    GERMAN,
    INFANTRY,
    MOVEMENT,
    MUD,
    PANZER,
    REDUCED_1,
    REDUCED_2,
    RUSSIAN,
    SHEETS,
    SHOCK,
    SNOW,
    UNKNOWN,
)
from trc_module.hexgrid import Hex
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.identity_cache import cache_last
from trc_module.rules.state import State, UnitId
from trc_module.systems.dice_pools import ATTACK, DEFEND, Fire, FireOnTable, exchange_of
from trc_module.systems.statuses import status_of
from trc_module.systems.weather import weather_of

NEEDED = {FULL: 4, REDUCED_1: 5, REDUCED_2: 6}
"""The lowest die that hits at each rate."""


@dataclass(frozen=True)
class Firepower:
    """One side of a battle when it fires."""

    game: M41
    state: State
    battle: Battle
    role: str

    @cached_property
    def target(self) -> Hex:
        """The hex that is attacked."""
        return target_of(self.battle)

    @cached_property
    def round(self) -> int:
        """The round in which it would fire."""
        now = exchange_of(self.state, self.battle.number)
        return now.round if now.round and not now.fired(self.role) else now.round + 1

    @cached_property
    def side(self) -> str:
        """The side that fires."""
        unit = (self.battle.attackers if self.role == ATTACK else self.battle.defenders)[0]
        return self.game.side_of[unit]

    @cached_property
    def ground(self) -> tuple[UnitId, ...]:
        """The ground units of the side that are still in the battle, where they stood when it was declared."""
        units = self.battle.attackers if self.role == ATTACK else self.battle.defenders
        return tuple(unit for unit in units if self.state.place(unit) == self.battle.places[unit])

    @cached_property
    def air(self) -> tuple[UnitId, ...]:
        """The air units that support the attackers, but for those that were intercepted."""
        if self.role == DEFEND:
            return ()
        return tuple(
            unit
            for unit in self.battle.attackers
            if self.game.units[unit].type == AIR and not stopped(self.state, self.battle, unit)
        )

    @cached_property
    def is_strike(self) -> bool:
        """Whether only air units attack."""
        return all(self.game.units[unit].type == AIR for unit in self.battle.attackers)

    def factor(self, unit: UnitId, *, in_forest: bool = True) -> int:
        """Return the dice of a ground unit, 0 if it is disrupted; who was hit in this round fires as he began it."""
        who = self.game.units[unit]
        if status_of(self.state, unit) == DISRUPTED and unit not in self.hit_now:
            return 0
        if self._is_at_first_shock(unit):
            return 2
        forest = in_forest and self.role == ATTACK and self.game.forest >> self.target & 1
        if forest and who.type == PANZER and not self._on_the_road(unit):
            return 1
        return who.combat or 0

    @cached_property
    def hit_now(self) -> tuple[UnitId, ...]:
        """The units that were hit in the round in which it would fire: both sides roll at the same time."""
        now = exchange_of(self.state, self.battle.number)
        return now.takers if now.round == self.round else ()

    def _is_at_first_shock(self, unit: UnitId) -> bool:
        shock = self.game.units[unit].type == SHOCK
        return shock and self.state.clock.phase in (MOVEMENT, COMBAT) and self.round == 1

    def _on_the_road(self, unit: UnitId) -> bool:
        return up_the_road(self.game, self.battle.places[unit], self.target)

    @cached_property
    def units_dice(self) -> int:
        """The dice of the ground units, terrain and all."""
        return sum(map(self.factor, self.ground))

    @cached_property
    def air_dice(self) -> int:
        """The dice of the air units, no more than those of the ground units that they support."""
        dice = sum(map(self.air_factor, self.air))
        return dice if self.is_strike else min(dice, self.units_dice)

    def air_factor(self, unit: UnitId) -> int:
        """Return the dice of an air unit."""
        if self.state.clock.phase == BLITZ_COMBAT:
            return 1
        along = any(self._on_the_road(each) for each in self.ground)
        if self.game.side_of[unit] == GERMAN and self.game.forest >> self.target & 1 and not along:
            return 1
        return self.game.units[unit].combat or 0

    @cached_property
    def crossed(self) -> tuple[tuple[Hex, Hex], ...]:
        """The hexsides across which ground units attack."""
        attackers = [unit for unit in self.battle.attackers if self.game.units[unit].type != AIR]
        return tuple(dict.fromkeys((self.battle.places[unit], self.target) for unit in attackers))

    @cached_property
    def works(self) -> int:
        """The rivers (none in Snow) and defence lines that are attacked across."""
        sides, rivers = self.game.board.sides, weather_of(self.state) != SNOW
        return sum((rivers and _pair(a, b) in sides["river"]) + (_pair(a, b) in sides["line"]) for a, b in self.crossed)

    @cached_property
    def bonus(self) -> int:
        """The dice that terrain gives defenders, disrupted ones too: at most one each (M41-TER-1, M41-TER-2)."""
        return 0 if self.role == ATTACK else terrain_dice(self)

    @cached_property
    def in_moscow(self) -> bool:
        """Whether Russians defend Moscow."""
        return self.side == RUSSIAN and self.target == self.game.city("Moscow")

    @cached_property
    def own_dice(self) -> int:
        """The dice of the place itself: Moscow's, and Tula's until the Germans take it."""
        if self.role == ATTACK or self.side != RUSSIAN or not self.ground:
            return 0
        return int(self.in_moscow) + holds_out(self.game, self.state, self.target)

    @cached_property
    def dice(self) -> int:
        """All dice; defenders do not fire at air units that attack alone."""
        if self.role == DEFEND and self.is_strike:
            return 0
        return self.units_dice + self.air_dice + self.bonus + self.own_dice

    @cached_property
    def unsupplied(self) -> int:
        """The dice of units out of supply."""
        lines = line_hexes(self.game, self.state, self.side)
        return sum(self.factor(unit) for unit in self.ground if not lines >> self.battle.places[unit] & 1)

    @cached_property
    def surely_supplied(self) -> bool:
        """Whether a line reaches all units, whichever side was last in the cities on it."""
        lines = line_hexes(self.game, self.state, self.side, at_worst=True)
        return all(lines >> self.battle.places[unit] & 1 for unit in self.ground)

    @cached_property
    def strength(self) -> int:
        """The firing strength for the table: the dice of units out of supply are halved (M41-SUP-3)."""
        return self.dice - self.unsupplied + halved(self.unsupplied, self.role)

    @cached_property
    def in_mud_or_snow(self) -> bool | None:
        """Whether the side fires at the lower rate of Germans in Mud and Snow; None where the weather is unknown."""
        if self.side != GERMAN or (self.role == DEFEND and self.game.settled >> self.target & 1):
            return False
        weather = weather_of(self.state)
        return None if weather == UNKNOWN else weather in (MUD, SNOW)

    @cached_property
    def sheet(self) -> str:
        """The rate of units in supply; the full rate where the weather is unknown."""
        return REDUCED_1 if self.in_mud_or_snow else FULL

    def hits(self, dice: Iterable[int]) -> int:
        """Return the most hits that some dice score: it is not known which die is of which unit."""
        left = sorted(dice)
        found = 0
        for need in self.needs(len(left)):
            fitting = [each for each in left if each >= need]
            if fitting:
                left.remove(fitting[0])
                found += 1
        return found

    def most_ever(self, dice: Iterable[int]) -> int:
        """Return the hits that dice would score in supply, in the best weather and on the best ground."""
        return sum(die >= NEEDED[FULL] for die in dice)

    def needs(self, dice: int) -> list[int]:
        """Return the lowest number that hits, for each of so many dice; those of units out of supply come first."""
        worse = [NEEDED[_worse(self.sheet)]] * self.unsupplied
        return (worse + [NEEDED[self.sheet]] * (dice - len(worse)))[:dice]

    # ---------------------------------------------------------------- facts

    def facts(self) -> tuple[Fact, ...]:
        """Return the data on which the number of dice rests beside the counters' factors."""
        return (*self._unit_facts(), *self._place_facts())

    def _unit_facts(self) -> Iterator[Fact]:
        for unit in (*self.ground, *self.air):
            # A disrupted unit has no die, and a Shock army two in the first round, whatever the counters say.
            if self.factor(unit) and not self._is_at_first_shock(unit):
                yield self.game.units[unit].fact("combat")

    def _place_facts(self) -> Iterator[Fact]:
        board = self.game.board
        armed = any(self.game.units[unit].type in (PANZER, AIR) for unit in (*self.ground, *self.air))
        if self.role == DEFEND or armed:
            yield board.terrain_fact(self.target)
        if self.role == DEFEND:
            for a, b in self.crossed:
                yield self.game.side_fact("river", a, b)
                yield self.game.side_fact("line", a, b)
            if self.side == RUSSIAN:
                yield board.cities["Moscow"].fact
                yield board.cities["Tula"].fact

    def rate_facts(self) -> tuple[Fact, ...]:
        """Return the data on which the hit rate rests."""
        found = [*weather_facts(self.game, self.state)] if self.side == GERMAN else []
        if self.side == GERMAN and self.role == DEFEND and weather_of(self.state) in (MUD, SNOW, UNKNOWN):
            found.append(self.game.board.terrain_fact(self.target))
        if self.unsupplied:
            found += supply_facts(self.game)
        return tuple(found)


@book.rule("M41-TER-1")
def terrain_dice(power: Firepower) -> int:
    """Return the dice that terrain gives defenders, disrupted ones too: at most one each.

    Infantry in a forest has one each, and two of it in Moscow; each river and defence line that is attacked across
    gives one to a unit that has none yet.
    """
    foot = sum(power.game.units[unit].type in INFANTRY for unit in power.ground)
    certain = 0
    if power.game.forest >> power.target & 1:
        certain = foot
    elif power.in_moscow:
        certain = min(foot, 2)
    return certain + min(power.works, len(power.ground) - certain)


def holds_out(game: M41, state: State, at: Hex) -> bool:
    """Tell whether a hex has a fortress that the Germans have never taken."""
    return bool(game.fortresses >> at & 1) and FALLEN not in state.marks


def _pair(a: Hex, b: Hex) -> tuple[Hex, Hex]:
    return (a, b) if a < b else (b, a)


def _worse(sheet: str) -> str:
    return SHEETS[min(SHEETS.index(sheet) + 1, len(SHEETS) - 1)]


@book.rule("M41-SUP-3")
def halved(dice: int, role: str) -> int:
    """Return the half of the firing points of units out of supply: rounded down for attackers, up for defenders."""
    return dice // 2 if role == ATTACK else (dice + 1) // 2


def stopped(state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether an air unit takes no part in a battle any more."""
    return Aborted(str(battle.number), unit) in state.marks


def target_of(battle: Battle) -> Hex:
    """Return the hex that a battle is about: where its defenders stood."""
    return battle.places[battle.defenders[0]]


@cache_last
def firepower(game: M41, state: State, act: Fire | FireOnTable) -> Firepower | None:
    """Return the side of a battle that fires, one for all judges of the act; None if there is no such battle."""
    battle = battle_numbered(state.battles, act.number)
    return None if battle is None else Firepower(game, state, battle, act.role)


def read_on_table(game: M41, act: FireOnTable) -> tuple[int, int]:
    """Return what the firing table says: for who fires, and as the other side's column has it (reading M06)."""
    least, most = game.firing.die
    other = least + most - act.die
    strength = min(act.strength, game.firing.strengths[1])
    mine, theirs = (act.die, other) if act.role == ATTACK else (other, act.die)
    return game.firing.hits(act.sheet, mine, strength), game.firing.hits(act.sheet, theirs, strength)


def hits_of(game: M41, state: State, act: Fire | FireOnTable) -> int:
    """Return the hits that a roll scores: what the players count, where that can be right."""
    if isinstance(act, FireOnTable):
        right, other = read_on_table(game, act)
        return act.hits if act.hits in (right, other) and act.hits is not None else right
    power = firepower(game, state, act)
    most = power.hits(act.dice) if power is not None else 0
    return act.hits if act.hits is not None and act.hits < most else most
