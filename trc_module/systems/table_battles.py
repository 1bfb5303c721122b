"""Battles that are declared against one hex, rolled once, and read on a results table.

The functions say what is wrong with an act, and a game says under which of its rules: games share no checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from trc_module.hexgrid import Adjacency
from trc_module.rules.actions import Attack, RollCombat
from trc_module.rules.battles import battle_numbered, with_battle
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.ground import SystemGame


class Fault(NamedTuple):
    """A fault of a battle, and the units that it concerns."""

    text: str
    units: tuple[UnitId, ...] = ()


def misdeclared(game: SystemGame, state: State, act: Attack, phase: str, beside: Adjacency) -> Fault | None:
    """Return what is wrong with a declaration; None if nothing is.

    Units of the side to play attack enemies in one hex beside them in the phase named, each unit once in the phase.
    """
    side = state.clock.side
    places = {state.place(unit) for unit in act.defenders}
    target = next(iter(places), None)
    fought = {unit for battle in state.battles for unit in battle.units}
    again = sorted(fought.intersection((*act.attackers, *act.defenders)))
    if state.clock.phase != phase or any(game.side_of[unit] != side for unit in act.attackers):
        return Fault(Sentence("Battle {number} was declared in {clock}.", act.number, state.clock.words), act.attackers)
    if len(places) != 1 or not isinstance(target, int) or any(game.side_of[unit] == side for unit in act.defenders):
        return Fault(Sentence("Battle {number} is not against enemies in one hex.", act.number), act.defenders)
    if again:
        return Fault(Sentence("{again} fights a second time in this phase.", again[0]), (again[0],))
    for unit in act.attackers:
        at = state.place(unit)
        if not isinstance(at, int) or not beside.of[target] >> at & 1:
            return Fault(
                Sentence("{unit} attacks {target}, to which it is not adjacent.", unit, game.hex_name(target)), (unit,)
            )
    return None


def misread(state: State, act: RollCombat, column: str, result: str) -> Fault | None:
    """Return what is wrong with a roll that belongs to a column and means a result; None if nothing is."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return Fault(Sentence("Battle {number} was rolled but not declared.", act.number))
    if battle.result:
        return Fault(Sentence("Battle {number} was rolled a second time.", act.number))
    if not column:
        return Fault(Sentence("The odds of battle {number} are below the results table.", act.number), battle.attackers)
    if act.odds and act.odds != column:
        return Fault(
            Sentence("Battle {number} was read at {odds}; it is fought at {column}.", act.number, act.odds, column)
        )
    if act.result and act.result != result:
        return Fault(
            Sentence(
                "Battle {number} was read as {result}; {column} with a {die} is {other_result}.",
                act.number,
                act.result,
                column,
                act.die,
                result,
            )
        )
    return None


def decided(state: State, act: RollCombat, result: str) -> State:
    """Return the position in which a battle has its result; '' leaves it without one."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or not result:
        return state
    return state.changed(battles=with_battle(state.battles, replace(battle, result=result)))


def unrolled(state: State, faces: int) -> Iterator[RollCombat]:
    """Yield every die of the battles without a result."""
    for battle in state.battles:
        if not battle.result:
            yield from (RollCombat(battle.number, die) for die in range(1, faces + 1))
