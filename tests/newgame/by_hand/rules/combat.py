"""Combat (4)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.hexgrid import hexes
from trc_module.rules.actions import Attack, End, Lose, RollCombat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.systems.table_battles import decided, misdeclared, misread, unrolled

from .game import COMBAT, SPEC, Game, book


def column_of(game: Game, state: State, act: Attack | Battle) -> str:
    """Return the column of a battle: its odds, shifted by the defenders' terrain; '' below the first column."""
    attack = sum(game.units[unit].combat or 0 for unit in act.attackers)
    defence = sum(int(game.units[unit].own["defence"] or 0) for unit in act.defenders)
    column = game.ladder.column(attack, max(defence, 1))
    where = state.place(act.defenders[0])
    if column is None or not isinstance(where, int):
        return ""
    shift = game.ground.terrain[game.board.terrain[where].id].shift
    return game.table.columns[game.ladder.shifted(column, shift)]


def reading(game: Game, state: State, act: RollCombat) -> tuple[str, str]:
    """Return the column on which a battle is read, and what the die means there; '' where it has none."""
    battle = battle_numbered(state.battles, act.number)
    column = column_of(game, state, battle) if battle is not None else ""
    return column, game.table.result(column, act.die) if column else ""


def paying(battle: Battle) -> tuple[UnitId, ...]:
    """Return the units that the result of a battle removes."""
    return {"AE": battle.attackers, "DE": battle.defenders}.get(battle.result, ())


def owing(state: State) -> Iterator[tuple[Battle, UnitId]]:
    """Yield the units that have still to be removed, with their battles."""
    for battle in state.battles:
        yield from ((battle, unit) for unit in paying(battle) if unit not in battle.lost)


@book.check("4.1", Attack)
def enemies_beside_it(game: Game, state: State, act: Attack) -> Iterator[Finding]:
    """Units attack enemies in one hex beside them, each once in its own combat phase."""
    fault = misdeclared(game, state, act, COMBAT, game.board.walk)
    if fault is not None:
        yield violation("4.1", fault.text, units=fault.units)


@book.check("4.2", RollCombat)
def read_on_the_table(game: Game, state: State, act: RollCombat) -> Iterator[Finding]:
    """A battle is rolled once, and read on the column of its odds."""
    fault = misread(state, act, *reading(game, state, act))
    if fault is not None:
        yield violation("4.2", fault.text, units=fault.units)


@book.effect(RollCombat)
def decide(game: Game, state: State, act: RollCombat) -> State:
    """Remember the result of a battle."""
    return decided(state, act, reading(game, state, act)[1])


@book.check("4.3", Lose)
def as_the_result_says(game: Game, state: State, act: Lose) -> Iterator[Finding]:
    """Only units that a result names are removed."""
    if (act.number, act.unit) not in {(battle.number, unit) for battle, unit in owing(state)}:
        yield violation("4.3", f"The result of battle {act.number} does not remove {act.unit}.", units=(act.unit,))


@book.judge(End)
def nothing_owing(game: Game, state: State, act: End) -> Iterator[Finding]:
    """A combat phase ends when every battle is rolled and every result is carried out (4.2, 4.3)."""
    for battle in state.battles:
        if not battle.result:
            yield violation("4.2", f"Battle {battle.number} was declared but not rolled.", units=battle.attackers)
    left: dict[int, list[str]] = {}
    for battle, unit in owing(state):
        left.setdefault(battle.number, []).append(unit)
    for number, units in left.items():
        yield violation("4.3", f"{units[0]} has not lost what battle {number} takes.", units=tuple(units))


@book.lister(Attack)
def attacks(game: Game, state: State) -> Iterator[Attack]:
    """Yield the attacks of single units, where nothing is owing."""
    if state.clock.phase != COMBAT or any(not battle.result for battle in state.battles) or any(owing(state)):
        return
    side = state.clock.side
    for at in hexes(game.enemies(state, side)):
        defenders = next(state.forces[enemy].stack(at) for enemy in game.sides if state.forces[enemy].stack(at))
        for near in hexes(game.board.walk.of[at] & state.forces[side].occupied):
            for unit in state.forces[side].stack(near):
                act = Attack(len(state.battles) + 1, (unit,), defenders)
                if column_of(game, state, act):
                    yield act


@book.lister(RollCombat)
def rolls(game: Game, state: State) -> Iterator[RollCombat]:
    """Yield the dice of battles that are not rolled yet."""
    yield from unrolled(state, SPEC.dice.faces)


@book.lister(Lose)
def losses(game: Game, state: State) -> Iterator[Lose]:
    """Yield the removals that results ask for."""
    yield from (Lose(battle.number, unit) for battle, unit in owing(state))
