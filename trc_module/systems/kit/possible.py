"""What the die of a battle may mean where data behind its odds is in doubt: a column may be another, and its result.

A verdict about what a result takes rests on that data where another possible result would make it another verdict. What
no possible result explains is a violation all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from trc_module.charts.results import NOT_KNOWN
from trc_module.facts import Fact
from trc_module.rules.actions import RollCombat
from trc_module.rules.battles import Battle
from trc_module.rules.state import State
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.marks import MayBe, Showed
from trc_module.systems.kit.odds import facts_of_attack, reading
from trc_module.systems.kit.tables import ResultRules
from trc_module.systems.steps import steps_lost, with_steps_lost


def decided_by(game: KitGround, state: State, battle: Battle, act: RollCombat) -> tuple[str, State]:
    """Return the result of a battle's die, and a position that remembers which others it may have, and why.

    What the players read themselves is taken where it is possible: it rests on no datum of ours. Below the table the
    result is the first that takes nothing.
    """
    nothing = next((name for name, told in game.basics.results.items() if told == ResultRules()), "")
    read = reading(game, state, act)[1] or nothing
    if not facts_of_attack(game, state, battle):
        return read, state
    possible = list(_results(game, act.die, nothing))
    if act.result in possible:
        return act.result, state
    number = str(battle.number)
    others = (MayBe(number, result) for result in possible if result != read)
    shown = (Showed(number, unit, str(steps_lost(state, unit))) for unit in battle.units)
    return read, state.with_mark(*others, *shown)


def _results(game: KitGround, die: int, nothing: str) -> Iterator[str]:
    """Yield what a die means in each column, all results where one of them is not supplied, and below the table."""
    cells = dict.fromkeys(game.table.result(column, die) for column in game.table.columns)
    yield from game.basics.results if NOT_KNOWN in cells else cells
    if nothing and nothing not in cells:
        yield nothing


def doubts_of_result(
    game: KitGround, state: State, battle: Battle, is_right: Callable[[Battle], bool]
) -> tuple[Fact, ...]:
    """Return the data in doubt on which a verdict about a decided battle rests; none if it would be given in any case.

    `is_right` tells whether nothing is wrong if the battle has the result that it is given.
    """
    number = str(battle.number)
    others = (replace(battle, result=mark.result) for mark in MayBe.of(state, number))
    if not any(map(is_right, others)):
        return ()
    for mark in Showed.of(state, number):
        state = with_steps_lost(state, mark.unit, int(mark.face))
    return facts_of_attack(game, state, battle)
