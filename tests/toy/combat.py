"""Battles (C), on a table with a column 3-2, with results that take steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.toy.game import BATTLE, CHARGE, LOST, Toy, book
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import Attack, End, Lose, Retreat, RollCombat
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.cards import Play
from trc_module.systems.steps import Reduce, lose_step, steps_lost

ATTACKERS_PAY, DEFENDERS_PAY = ("AL", "AR"), ("DL", "DR")
CHARGED = "charged"


def strength(game: Toy, state: State, units: tuple[UnitId, ...], *, defending: bool) -> int:
    """Return the factors of some units."""
    total = 0
    for unit in units:
        face = game.face(state, unit)
        total += int((face.own.get("defence") if defending else face.combat) or 0)
    return total


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


@book.check("C1", Attack)
def beside_the_defenders(game: Toy, state: State, act: Attack) -> Iterator[Finding]:
    """Units attack enemies in one hex beside them, each once in a phase, in their own battle phase."""
    clock = state.clock
    fought = {unit for battle in state.battles for unit in battle.units}
    places = {state.place(unit) for unit in act.defenders}
    target = next(iter(places))
    if clock.phase != BATTLE or any(game.side_of[unit] != clock.side for unit in act.attackers):
        yield violation("C1", f"Battle {act.number} was declared in {clock}.", units=act.attackers)
    elif (
        any(game.side_of[unit] == clock.side for unit in act.defenders)
        or len(places) != 1
        or not isinstance(target, int)
    ):
        yield violation("C1", f"Battle {act.number} is not against enemies in one hex.", units=act.defenders)
    elif fought.intersection((*act.attackers, *act.defenders)):
        again = sorted(fought.intersection((*act.attackers, *act.defenders)))
        yield violation("C1", f"{again[0]} fights a second time in this phase.", units=(again[0],))
    else:
        near = game.zones.reach.of[target]
        for unit in act.attackers:
            at = state.place(unit)
            if not isinstance(at, int) or not near >> at & 1:
                yield violation(
                    "C1", f"{unit} attacks {game.hex_name(target)}, to which it is not adjacent.", units=(unit,)
                )


@book.check("C2", RollCombat)
def read_on_the_table(game: Toy, state: State, act: RollCombat) -> Iterator[Finding]:
    """A battle is rolled once, on the column of its odds."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or battle.result:
        yield violation("C2", f"Battle {act.number} was rolled a second time.")
        return
    column = column_of(game, state, battle)
    if not column:
        yield violation(
            "C2", f"Battle {act.number} is fought at less than {game.table.columns[0]}.", units=battle.attackers
        )
        return
    result = game.table.result(column, act.die, "field")
    if act.odds and act.odds != column:
        yield violation("C2", f"Battle {act.number} was read at {act.odds}; it is fought at {column}.")
    if act.result and act.result != result:
        yield violation("C2", f"Battle {act.number} was read as {act.result}; {column} with a {act.die} is {result}.")


@book.effect(RollCombat)
def decide(game: Toy, state: State, act: RollCombat) -> State:
    """Remember the result of a battle."""
    battle = battle_numbered(state.battles, act.number)
    column = column_of(game, state, battle) if battle is not None else ""
    if battle is None or not column:
        return state
    rolled = Battle(
        battle.number,
        battle.attackers,
        battle.defenders,
        battle.stood,
        result=game.table.result(column, act.die, "field"),
    )
    return state.changed(battles=with_battle(state.battles, rolled))


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


PAID = "paid"


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
    free = (
        game.zones.reach.of[at]
        & ~game.zone_against(state, side)
        & ~game.enemies(state, side)
        & ~state.forces[side].piled
    )
    kind = game.units[unit].type
    return sum(1 << h for h in hexes(free) if game.ground.terrain[game.board.terrain[h].id].cost(kind) != "no")


@book.effect(Reduce)
def take_a_step(game: Toy, state: State, act: Reduce) -> State:
    """Turn a unit, and remember that it has paid."""
    return lose_step(game, state, act).with_mark((PAID, str(act.number), act.unit))


@book.check("C4", End)
def nothing_outstanding(game: Toy, state: State, act: End) -> Iterator[Finding]:
    """A battle phase ends when every battle is rolled and every result is carried out."""
    for battle in state.battles:
        if not battle.result:
            yield violation("C4", f"Battle {battle.number} was declared and not rolled.", units=battle.attackers)
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
            for count in (1, 2):
                yield from (
                    act
                    for units in combinations(near, count)
                    if column_of(game, state, act := Attack(number, units, stack))
                )


@book.lister(RollCombat)
def rolls(game: Toy, state: State) -> Iterator[RollCombat]:
    """Yield the dice of battles that are not rolled yet."""
    for battle in state.battles:
        if not battle.result:
            yield from (RollCombat(battle.number, die) for die in range(1, 11))


@book.lister(Reduce)
def payments(game: Toy, state: State) -> Iterator[Reduce | Lose | Retreat]:
    """Yield what carries out a result."""
    for battle, unit in outstanding(game, state):
        at = state.place(unit)
        yield Reduce(battle.number, unit)
        yield Lose(battle.number, unit)
        if isinstance(at, int):
            yield from (Retreat(battle.number, unit, Trail((at, goal))) for goal in hexes(routes(game, state, unit)))


__all__ = ["LOST", "column_of"]
