"""The battle that an order means: attackers and defenders, as an act that the rules judge."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from trc_module.errors import UserError
from trc_module.games.trc.combat.battle_context import attackable, attackable_from, place_on_map
from trc_module.games.trc.data import AXIS, ENEMY, Trc
from trc_module.games.trc.orders.short_names import unit_named
from trc_module.games.trc.orders.values import BattleOrder
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.state import State, UnitId


class Gathered(Struct, frozen=True):
    """A battle of orders in a position, its names read."""

    order: BattleOrder
    attack: Attack
    targets: tuple[Hex, ...]


def gather(game: Trc, state: State, orders: Iterable[BattleOrder], where: str) -> tuple[Gathered, ...]:
    """Return the battles of orders in a position; UserError, with the line, for a hex or unit that cannot be meant.

    An order that names no attackers (`by`) means those that its answers name. If they name none, it means all units
    next to its hexes that no other order names.
    """
    given = tuple(orders)
    named = [_named(game, state, order, f"{where}, line {order.line}") for order in given]
    busy = {unit for units in named for unit in units}
    found = []
    for number, (order, units) in enumerate(zip(given, named, strict=True), 1):
        place = f"{where}, line {order.line}"
        targets = _targets(game, state, order, place)
        attackers = units or _rest(game, state, targets, busy)
        if not attackers:
            raise UserError(f"{place}: expected attackers next to {'+'.join(order.targets)}, found none.")
        busy |= set(attackers)
        defenders = tuple(unit for at in targets for unit in defenders_in(game, state, at))
        kind = "stuka" if state.clock.side == AXIS else "sturmovik"
        own = _own(game, state)
        air = tuple(AirSupport(kind, unit_named(game, text, own, place)) for text in order.air)
        guns = tuple(unit_named(game, text, own, place) for text in order.guns)
        attack = Attack(number, attackers, defenders, air, guns, order.barrage)
        found.append(Gathered(order, attack, targets))
    return tuple(found)


def _targets(game: Trc, state: State, order: BattleOrder, where: str) -> tuple[Hex, ...]:
    found = []
    for name in order.targets:
        at = game.board.grid.find(name)
        if at is None:
            raise UserError(f"{where}: expected a hex of the map, found '{name}'.")
        if not defenders_in(game, state, at):
            raise UserError(f"{where}: expected {ENEMY[state.clock.side]} units in {name}, found none.")
        found.append(at)
    return tuple(dict.fromkeys(found))


def defenders_in(game: Trc, state: State, at: Hex) -> tuple[UnitId, ...]:
    """Return the enemies in a hex that may be attacked."""
    return attackable(game, state.forces[ENEMY[state.clock.side]].stack(at))


def _own(game: Trc, state: State) -> tuple[UnitId, ...]:
    return tuple(unit for stack in state.forces[state.clock.side].stacks.values() for unit in stack)


def near(game: Trc, state: State, targets: Iterable[Hex]) -> tuple[UnitId, ...]:
    """Return the own units that may attack one of some hexes from where they stand."""
    reach: HexSet = sum(1 << at for at in set(targets))
    stacks = state.forces[state.clock.side].stacks
    return tuple(
        unit
        for at in sorted(stacks)
        if attackable_from(game, at) & reach
        for unit in attackable(game, stacks[at])
        if game.units[unit].type != "air"
    )


def _named(game: Trc, state: State, order: BattleOrder, where: str) -> tuple[UnitId, ...]:
    """Return the attackers that an order names, in its `by` or else in its answers."""
    targets = _targets(game, state, order, where)
    able = near(game, state, targets)
    if order.attackers:
        # A unit from afar is named by its id; the rules say what is wrong with it.
        own = frozenset(_own(game, state))
        far = tuple(text for text in order.attackers if text in own)
        return tuple(dict.fromkeys(unit_named(game, text, (*able, *far), where) for text in order.attackers))
    foes = tuple(unit for at in targets for unit in defenders_in(game, state, at))
    found: list[UnitId] = []
    for result, answer in order.answers.items():
        for text in answer.lost:
            found.append(unit_named(game, text, able, f"{where}, {result}"))
        for going in answer.going:
            # Survivors of either side may go: those that defend are no attackers.
            units = [
                unit_named(game, text, _by_result(result, able, foes), f"{where}, {result}") for text in going.units
            ]
            found += [unit for unit in units if unit in able]
    return tuple(dict.fromkeys(found))


def _by_result(result: str, able: tuple[UnitId, ...], foes: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Return who may go on a result: attackers on those that drive them back, else defenders."""
    return able if result in ("A1", "AR") else foes


def who_goes(attack: Attack, result: str) -> tuple[UnitId, ...]:
    """Return the units of a battle that a result may drive back."""
    return _by_result(result, attack.attackers, attack.defenders)


def _rest(game: Trc, state: State, targets: Iterable[Hex], busy: Iterable[UnitId]) -> tuple[UnitId, ...]:
    taken = frozenset(busy)
    return tuple(unit for unit in near(game, state, targets) if unit not in taken)


def origin(state: State, unit: UnitId) -> Hex:
    """Return the hex of a unit of a battle."""
    return place_on_map(state, unit)
