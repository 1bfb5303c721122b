"""Orders drafted from a position alone: who stands next to whom, where no battle has been declared.

Logs of other makers' modules declare nothing, and neither does a position before the attacker has chosen. Each unit may
attack once, so who attacks whom is a proposal: every enemy hex gets an attacker where one is left, and the others go
where the odds are the worst.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.errors import UserError
from trc_module.games.trc.combat.battle_context import fight_of
from trc_module.games.trc.combat.battle_odds import final, sound
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.orders.drafting import asked_of
from trc_module.games.trc.orders.gathering import defenders_in, near
from trc_module.games.trc.orders.short_names import written
from trc_module.games.trc.orders.values import Answer, BattleOrder, Orders
from trc_module.games.trc.steps import COMBAT, MOVEMENT
from trc_module.hexgrid import Hex
from trc_module.rules import odds
from trc_module.rules.actions import Attack
from trc_module.rules.state import State, UnitId


def orders_by_contact(game: Trc, state: State, where: str) -> Orders:
    """Return orders of the impulse of a position, in its movement or combat; every answer is open.

    UserError in another phase, and if no unit stands next to an enemy.
    """
    clock = state.clock
    if clock.phase not in (MOVEMENT, COMBAT):
        raise UserError(f"{where}: expected a position in movement or combat, found {clock}.")
    battles = tuple(_battles(game, state))
    if not battles:
        raise UserError(f"{where}: expected units next to enemies in {clock}, found none.")
    return Orders(clock.turn, clock.side, clock.part, battles)


def _battles(game: Trc, state: State) -> Iterator[BattleOrder]:
    foes = state.forces[ENEMY[state.clock.side]].stacks
    reach = {at: near(game, state, (at,)) for at in sorted(foes) if defenders_in(game, state, at)}
    shared = _shared(game, state, {at: units for at, units in reach.items() if units})
    named = [unit for at, units in shared.items() for unit in (*units, *defenders_in(game, state, at))]
    for number, (at, units) in enumerate(shared.items(), 1):
        fight = fight_of(game, state, Attack(number, units, defenders_in(game, state, at)))
        ratio = odds.name(final(game, fight)) if sound(fight) else "1-1"
        yield BattleOrder(
            0,
            (game.hex_name(at),),
            ratio,
            tuple(written(game, unit, named) for unit in units),
            answers={result: Answer() for result in asked_of(game, ratio)},
        )


def _shared(game: Trc, state: State, reach: Mapping[Hex, tuple[UnitId, ...]]) -> dict[Hex, tuple[UnitId, ...]]:
    """Return which units attack which hexes, each unit one; hexes for which none is left are not in it."""
    free = {unit: [at for at, units in reach.items() if unit in units] for units in reach.values() for unit in units}
    given: dict[Hex, list[UnitId]] = {at: [] for at in reach}

    def give(unit: UnitId, at: Hex) -> None:
        given[at].append(unit)
        del free[unit]

    for unit in [unit for unit, choice in free.items() if len(choice) == 1]:
        give(unit, free[unit][0])
    for at in sorted(reach, key=lambda at: len(reach[at])):
        left = [unit for unit in reach[at] if unit in free]
        if left and not given[at]:
            give(min(left, key=lambda unit: len(free[unit])), at)

    def strength(at: Hex) -> float:
        against = sum(game.units[unit].combat or 0 for unit in defenders_in(game, state, at))
        return sum(game.units[unit].combat or 0 for unit in given[at]) / max(against, 1)

    for unit in list(free):
        give(unit, min(free[unit], key=strength))
    return {at: tuple(units) for at, units in given.items() if units}
