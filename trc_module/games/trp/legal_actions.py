"""Legal acts of a position, from which the random player draws, except those that follow a battle.

Where the movement factors are not known, a unit moves one hex of clear terrain, which any unit can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from trc_module.games.trp.actions import (
    Amphibious,
    Ask,
    Cancel,
    DeclareWeather,
    FallBack,
    Recover,
    Remove,
    Stand,
    StateColumn,
)
from trc_module.games.trp.attacks import basic_movement, last_rolled
from trc_module.games.trp.cancelling import open_attacks
from trc_module.games.trp.data import ATTACKS, AXIS, DISPERSED, JUNE_1, MOVES, SIDES, SUPPLY, Trp, book
from trc_module.games.trp.ground import ARMOR, enemy_of, is_strong, zones
from trc_module.games.trp.legal_actions_after_combat import battles_are_done
from trc_module.games.trp.marks import (
    ActedBefore,
    Advanced,
    AskedForOrders,
    Attacked,
    AttackedAgain,
    BrokenThrough,
    Cancelled,
    ColumnSaid,
    Recovered,
    Rolled,
    UnderOrders,
    WeatherTold,
)
from trc_module.games.trp.odds import BattleColumn, attack_factors, column_of
from trc_module.games.trp.retreats import retreat_ways
from trc_module.games.trp.stacking import ROUGH, overfull
from trc_module.games.trp.supply import pockets
from trc_module.games.trp.turn import reserve_number
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Attack, Move, RollCombat
from trc_module.rules.battles import Battle, driven_off
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.statuses import status_of

_DIE = range(1, 7)
_MOST_TOGETHER = 3
"""Units of an attack that is listed."""


@book.lister(DeclareWeather)
def weathers(game: Trp, state: State) -> Iterator[DeclareWeather]:
    """Yield the weather of the turn, by its die where the table is known."""
    clock = state.clock
    if (clock.side, clock.phase) != (SIDES[0], SUPPLY) or WeatherTold() in state.marks:
        return
    turn = game.track.turns.get(clock.turn)
    table = game.weather_table.dice.get(turn.label, ()) if turn is not None else ()
    for die in _DIE:
        if clock.turn == 1 and state.scenario == JUNE_1:
            yield DeclareWeather("mud" if die % 2 else "good", die)
        elif table and table[die - 1] != "?":
            yield DeclareWeather(table[die - 1], die)
        elif die == 1:
            yield DeclareWeather("good")


# ---------------------------------------------------------------------- moves


def zones_of(game: Trp, state: State, side: str) -> Mapping[Hex, frozenset[UnitId]]:
    """Return the units of a side whose zones of control hold each hex."""
    found: dict[Hex, set[UnitId]] = {}
    for at, stack in state.forces[side].stacks.items():
        holders = [unit for unit in stack if status_of(state, unit) != DISPERSED]
        for other in hexes(game.beside[at]) if holders else ():
            found.setdefault(other, set()).update(holders)
    return {at: frozenset(units) for at, units in found.items()}


def _cost(game: Trp, a: Hex, b: Hex) -> int | None:
    """Return the movement points of a step; None where they are not known."""
    kind = game.board.terrain[b].id
    if not game.board.land >> b & 1 or ("terrain", kind) not in game.effects.rows:
        return None
    cost = game.effects.of("terrain", kind).cost
    more = game.effects.of("hexside", "river").cost if frozenset((a, b)) in game.river_sides else 0
    return None if cost is None or more is None else cost + more


def _ways(game: Trp, state: State, unit: UnitId, start: Hex, held: Mapping[Hex, frozenset[UnitId]]) -> Iterator[Trail]:
    """Yield ways of a unit that its points allow, one to each hex; a zone stops it, as an advance does (XIII.E2)."""
    factor = game.units[unit].move
    points = 1 if factor is None else basic_movement(factor, reserve_number(state))
    enemies = state.forces[enemy_of(game.side_of[unit])].occupied
    best: dict[Hex, int] = {start: points}
    ways: list[tuple[Hex, ...]] = [(start,)]
    while ways:
        way = ways.pop()
        at = way[-1]
        if len(way) > 1 and at in held:
            continue
        for other in hexes(game.beside[at] & ~enemies):
            cost = _cost(game, at, other)
            if cost is None or held.get(at, frozenset()) & held.get(other, frozenset()):
                continue
            left = best[at] - cost
            if left >= 0 and left > best.get(other, -1):
                best[other] = left
                ways.append((*way, other))
                yield Trail((*way, other))


def _room(game: Trp, state: State, unit: UnitId, at: Hex) -> bool:
    """Tell whether a unit may stay in a hex as to stacking, armor in rough ground included."""
    stack = (*(one for one in state.forces[game.side_of[unit]].stack(at) if one != unit), unit)
    armor = sum(game.units[one].type in ARMOR for one in stack)
    return not any(overfull(game, stack)) and (armor < 2 or game.board.terrain[at].id not in ROUGH)


def ways_of(game: Trp, state: State, unit: UnitId, held: Mapping[Hex, frozenset[UnitId]]) -> Iterator[Trail]:
    """Yield ways to hexes in which a unit may end its move; none if it has moved in this phase, or may not.

    `held` are the zones of control of the enemy, as `zones_of` tells them.
    """
    at = state.place(unit)
    fit = unit not in state.trails and not status_of(state, unit)
    if fit and isinstance(at, int) and not {ActedBefore(unit), Recovered(unit)} & state.marks:
        ways = _ways(game, state, unit, at, held)
        yield from (way for way in ways if _room(game, state, unit, way.hexes[-1]))


@book.lister(Move)
def moves(game: Trp, state: State) -> Iterator[Move]:
    """Yield the moves of units that have not moved in this phase."""
    side = state.clock.side
    if not state.clock.phase.startswith(MOVES):
        return
    held = zones_of(game, state, enemy_of(side))
    for unit in state.forces[side].places:
        yield from (Move(unit, way) for way in ways_of(game, state, unit, held))


@book.lister(Recover)
def recoveries(game: Trp, state: State) -> Iterator[Recover]:
    """Yield the Dispersed units of a side, in its first moves of a turn."""
    if state.clock.phase == MOVES:
        for unit, at in state.forces[state.clock.side].places.items():
            if isinstance(at, int) and status_of(state, unit) == DISPERSED:
                yield Recover(unit)


# -------------------------------------------------------------------- attacks


def _may_attack(state: State, unit: UnitId) -> bool:
    """Tell whether a unit may still attack: for the first time on this turn, or after its breakthrough."""
    if any(unit in battle.attackers for battle in open_attacks(state)) or AttackedAgain(unit) in state.marks:
        return False
    if Attacked(unit) not in state.marks:
        return not status_of(state, unit) and (not reserve_number(state) or ActedBefore(unit) not in state.marks)
    last = last_rolled(state)
    return (
        last is not None
        and BrokenThrough(str(last.number), unit) in state.marks
        and Advanced(str(last.number), unit) in state.marks
    )


def _obliged(game: Trp, state: State, unit: UnitId, attacked: set[UnitId]) -> bool:
    """Tell whether its attack would make others necessary: on armies and fronts beside it (XIII.A3)."""
    at = state.place(unit)
    if not isinstance(at, int):
        return True
    near = (one for one, _ in zones(game, state, enemy_of(game.side_of[unit]), at))
    return any(is_strong(game, one) and one not in attacked for one in near)


@book.lister(Attack)
def attacks(game: Trp, state: State) -> Iterator[Attack]:
    """Yield attacks on one hex that oblige to no others, of units that have room there together.

    One wave after the other may attack a hex, before the die of the first and after it (XIII.A1).
    """
    side, phase = state.clock.side, state.clock.phase
    if not phase.startswith(ATTACKS) or not battles_are_done(game, state):
        return
    used = (*(battle.number for battle in state.battles), *(int(mark.battle) for mark in Cancelled.all(state)))
    number = 1 + max(used, default=0)
    done = {unit for battle in state.battles for unit in battle.defenders}
    ready = [unit for unit in state.forces[side].places if _may_attack(state, unit)]
    for at, stack in sorted(state.forces[enemy_of(side)].stacks.items()):
        beside = _beside(game, state, ready, at, done | set(stack))
        for group in (g for count in range(1, _MOST_TOGETHER + 1) for g in combinations(beside, count)):
            if not any(overfull(game, group)) and _strong_enough(game, state, group, stack, at):
                yield Attack(number, group, stack)


def _beside(game: Trp, state: State, ready: list[UnitId], at: Hex, attacked: set[UnitId]) -> list[UnitId]:
    """Return the ready units beside a hex whose attack on it makes no other necessary."""
    near = game.beside[at]
    places = ((unit, state.place(unit)) for unit in ready)
    found = [unit for unit, place in places if isinstance(place, int) and near >> place & 1]
    return [unit for unit in found if not _obliged(game, state, unit, attacked)]


def _strong_enough(game: Trp, state: State, group: tuple[UnitId, ...], stack: tuple[UnitId, ...], at: Hex) -> bool:
    """Tell whether an attack has a column, as far as that is known."""
    places = {unit: place for unit in group if isinstance(place := state.place(unit), int)} | dict.fromkeys(stack, at)
    battle = Battle(0, group, stack, FrozenMap(places))
    found = column_of(game, state, battle)
    return not isinstance(found, BattleColumn) or (found.final is not None and found.final >= 0)


@book.lister(Ask)
def questions(game: Trp, state: State) -> Iterator[Ask]:
    """Yield the question for No Retreat orders before the first die."""
    side = state.clock.side
    if state.battles and Rolled(side) not in state.marks and AskedForOrders(side) not in state.marks:
        yield Ask(side)


@book.lister(Stand)
def orders(game: Trp, state: State) -> Iterator[Stand]:
    """Yield No Retreat orders of defenders once the attacker has asked."""
    side = state.clock.side
    if AskedForOrders(side) in state.marks and Rolled(side) not in state.marks:
        for unit in dict.fromkeys(unit for battle in state.battles for unit in battle.defenders):
            if UnderOrders(unit) not in state.marks:
                yield Stand(unit)


@book.lister(Cancel)
def cancellations(game: Trp, state: State) -> Iterator[Cancel]:
    """Yield the cancelling of an Axis attack that is the only one, so that nothing depends on it."""
    if state.clock.side == AXIS and len(state.battles) == 1 and open_attacks(state):
        yield Cancel(state.battles[0].number)


@book.lister(Amphibious)
def crossings(game: Trp, state: State) -> Iterator[Amphibious]:
    """Yield the one German attack that pays no penalty for a river, before its column is stated."""
    told = set(ColumnSaid.firsts(state))
    for battle in open_attacks(state) if state.clock.turn == 1 else ():
        if str(battle.number) not in told:
            yield Amphibious(battle.number)


def _to_be_fought(state: State) -> list[Battle]:
    """Return the battles without a die whose defenders an earlier wave has not all driven from their hex."""
    return [battle for battle in open_attacks(state) if not driven_off(state.battles, battle)]


@book.lister(StateColumn)
def columns(game: Trp, state: State) -> Iterator[StateColumn]:
    """Yield the column of each battle whose column is known and not stated yet."""
    told = set(ColumnSaid.firsts(state))
    for battle in _to_be_fought(state):
        found = column_of(game, state, battle) if str(battle.number) not in told else None
        if isinstance(found, BattleColumn) and found.final is not None and found.final >= 0:
            yield StateColumn(battle.number, game.table.columns[min(found.final, len(game.table.columns) - 1)])


@book.lister(RollCombat)
def dice(game: Trp, state: State) -> Iterator[RollCombat]:
    """Yield the dice of battles, one battle after the other, the column stated first where it is known."""
    if not battles_are_done(game, state):
        return
    told = set(ColumnSaid.firsts(state))
    for battle in _to_be_fought(state):
        known = attack_factors(game, battle.attackers)[0] is not None
        if str(battle.number) in told or not known or not isinstance(column_of(game, state, battle), BattleColumn):
            yield from (RollCombat(battle.number, die) for die in _DIE)


# ------------------------------------------------------------- other acts


@book.lister(FallBack)
def voluntary_retreats(game: Trp, state: State) -> Iterator[FallBack]:
    """Yield a retreat of its own will for each ready unit beside the enemy, unless its battle waits for its die."""
    if not state.clock.phase.startswith(ATTACKS) or not battles_are_done(game, state):
        return
    side = enemy_of(state.clock.side)
    under = {unit for battle in open_attacks(state) for unit in battle.defenders}
    beside = zones_of(game, state, state.clock.side)
    for unit, at in state.forces[side].places.items():
        if not isinstance(at, int) or at not in beside or unit in under or status_of(state, unit):
            continue
        ways = [way for way in retreat_ways(game, state, unit, at) if len(way) >= 4]
        if ways:
            yield FallBack(unit, Trail(ways[0]))


@book.lister(Remove)
def removals(game: Trp, state: State) -> Iterator[Remove]:
    """Yield what is eliminated for stacking, and of an isolated pocket as long as too few of it are gone."""
    if state.clock.phase == SUPPLY:
        for pocket in pockets(game, state, state.clock.side):
            yield from (Remove(unit, "XIV.B2") for unit in pocket)
    for side in game.sides:
        for stack in state.forces[side].stacks.values():
            if any(overfull(game, stack)):
                yield from (Remove(unit, "XII.4") for unit in stack)
