"""Battles (C), on a table with a column 3-2, with results that take steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.toy.game import BATTLE, CHARGE, Toy, book
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import Attack, End, Lose, Retreat, RollCombat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.cards import Play
from trc_module.systems.ground_prices import prices
from trc_module.systems.steps import Reduce, lose_step, steps_lost
from trc_module.systems.table_battles import decided, misdeclared, misread, unrolled

CHARGED, PAID = "charged", "paid"


def strength(game: Toy, state: State, units: tuple[UnitId, ...], *, defending: bool) -> int:
    """Return the factors of some units."""
    faces = (game.face(state, unit) for unit in units)
    return sum(int((face.own.get("defence") if defending else face.combat) or 0) for face in faces)


def column_of(game: Toy, state: State, act: Attack | Battle) -> str:
    """Return the column of an attack, shifted by the defenders' ground and by a charge; '' below the table."""
    attack = strength(game, state, act.attackers, defending=False)
    defence = max(strength(game, state, act.defenders, defending=True), 1)
    column = game.ladder.column(attack, defence)
    if column is None:
        return ""
    where = state.place(act.defenders[0])
    shift = game.ground.terrain[game.board.terrain[where].id].shift if isinstance(where, int) else 0
    shift += (CHARGED, state.clock.side) in state.marks
    return game.table.columns[game.ladder.shifted(column, shift)]


def reading(game: Toy, state: State, act: RollCombat) -> tuple[str, str]:
    """Return the column on which a battle is read, and what the die means there; '' where it has none."""
    battle = battle_numbered(state.battles, act.number)
    column = column_of(game, state, battle) if battle is not None else ""
    return column, game.table.result(column, act.die, "field") if column else ""


@book.check("C1", Attack)
def beside_the_defenders(game: Toy, state: State, act: Attack) -> Iterator[Finding]:
    """Units attack enemies in one hex beside them, each once in a phase, in their own battle phase."""
    fault = misdeclared(game, state, act, BATTLE, game.zones.reach)
    if fault is not None:
        yield violation("C1", fault.text, units=fault.units)


@book.check("C2", RollCombat)
def read_on_the_table(game: Toy, state: State, act: RollCombat) -> Iterator[Finding]:
    """A battle is rolled once, on the column of its odds."""
    fault = misread(state, act, *reading(game, state, act))
    if fault is not None:
        yield violation("C2", fault.text, units=fault.units)


@book.effect(RollCombat)
def decide(game: Toy, state: State, act: RollCombat) -> State:
    """Remember the result of a battle."""
    return decided(state, act, reading(game, state, act)[1])


def paying(battle: Battle) -> tuple[UnitId, ...]:
    """Return the units that a result is about."""
    if battle.result[:1] == "A":
        return battle.attackers
    return battle.defenders if battle.result[:1] == "D" else ()


def outstanding(game: Toy, state: State) -> Iterator[tuple[Battle, UnitId]]:
    """Yield the units that have still to pay for a result."""
    for battle in state.battles:
        for unit in paying(battle):
            done = unit in battle.lost or unit in battle.ways or (PAID, str(battle.number), unit) in state.marks
            if not done:
                yield battle, unit


@book.check("C3", Reduce, Lose, Retreat)
def as_the_result_says(game: Toy, state: State, act: Reduce | Lose | Retreat) -> Iterator[Finding]:
    """Units lose a step or retreat as the result says; one on its last face, or without a way back, is lost."""
    battle = battle_numbered(state.battles, act.number)
    owing = {unit for found, unit in outstanding(game, state) if found.number == act.number}
    if battle is None or act.unit not in owing:
        yield violation("C3", f"The result of battle {act.number} asks nothing of {act.unit}.", units=(act.unit,))
        return
    steps = battle.result[1:] == "L"
    last = steps_lost(state, act.unit) >= len(game.units[act.unit].faces)
    if isinstance(act, Reduce) and (not steps or last):
        yield violation("C3", f"{act.unit} lost a step on {battle.result}.", units=(act.unit,))
    elif isinstance(act, Lose) and not (last if steps else not routes(game, state, act.unit)):
        yield violation("C3", f"{act.unit} was lost on {battle.result}.", units=(act.unit,))
    elif isinstance(act, Retreat) and (steps or not routes(game, state, act.unit) >> act.trail.hexes[-1] & 1):
        where = game.hex_name(act.trail.hexes[-1])
        yield violation("C3", f"{act.unit} retreated to {where} on {battle.result}.", units=(act.unit,))


def routes(game: Toy, state: State, unit: UnitId) -> HexSet:
    """Return the hexes to which a unit may retreat: beside it, out of enemy zones, not full."""
    at, side = state.place(unit), game.side_of[unit]
    if not isinstance(at, int):
        return 0
    shut = game.zone_against(state, side) | game.enemies(state, side) | state.forces[side].piled
    open_to_it = prices(game.board, game.ground, game.units[unit].type, 1).enter
    return sum(1 << h for h in hexes(game.zones.reach.of[at] & ~shut) if h in open_to_it)


@book.effect(Reduce)
def take_a_step(game: Toy, state: State, act: Reduce) -> State:
    """Turn a unit, and remember that it has paid."""
    return lose_step(game, state, act).with_mark((PAID, str(act.number), act.unit))


@book.check("C4", End)
def nothing_outstanding(game: Toy, state: State, act: End) -> Iterator[Finding]:
    """A battle phase ends when every battle is rolled and every result is carried out."""
    for battle in state.battles:
        if not battle.result:
            yield violation("C4", f"Battle {battle.number} was declared but not rolled.", units=battle.attackers)
    for battle, unit in outstanding(game, state):
        yield violation("C4", f"{unit} has not carried out {battle.result} of battle {battle.number}.", units=(unit,))


@book.effect(End)
def forget(game: Toy, state: State, act: End) -> State:
    """Forget who has paid and charged."""
    return state.without_marks(lambda mark: mark[0] in (PAID, CHARGED)) if state.clock.phase == BATTLE else state


@book.effect(Play)
def charge(game: Toy, state: State, act: Play) -> State:
    """Remember a charge."""
    return state.with_mark((CHARGED, act.side)) if act.purpose == CHARGE else state


@book.lister(Attack)
def attacks(game: Toy, state: State) -> Iterator[Attack]:
    """Yield the attacks of one or two units on a hex, where all earlier results are carried out."""
    if state.clock.phase != BATTLE or any(not b.result for b in state.battles) or any(outstanding(game, state)):
        return
    side = state.clock.side
    number = len(state.battles) + 1
    for enemy in game.sides:
        for at, stack in state.forces[enemy].stacks.items() if enemy != side else ():
            near = [u for h in hexes(game.zones.reach.of[at]) for u in state.forces[side].stacks.get(h, ())]
            declared = (Attack(number, units, stack) for count in (1, 2) for units in combinations(near, count))
            yield from (act for act in declared if column_of(game, state, act))


@book.lister(RollCombat)
def rolls(game: Toy, state: State) -> Iterator[RollCombat]:
    """Yield the dice of battles that are not rolled yet."""
    yield from unrolled(state, 10)


@book.lister(Reduce)
def payments(game: Toy, state: State) -> Iterator[Reduce | Lose | Retreat]:
    """Yield what carries out a result."""
    for battle, unit in outstanding(game, state):
        at = state.place(unit)
        yield Reduce(battle.number, unit)
        yield Lose(battle.number, unit)
        if isinstance(at, int):
            yield from (Retreat(battle.number, unit, Trail((at, goal))) for goal in hexes(routes(game, state, unit)))
