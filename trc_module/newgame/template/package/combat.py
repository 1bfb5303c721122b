"""Combat (4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.hexgrid import hexes
from trc_module.rules.actions import Attack, End, Lose, RollCombat
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId

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
    side = state.clock.side
    fought = {unit for battle in state.battles for unit in battle.units}
    places = {state.place(unit) for unit in act.defenders}
    target = next(iter(places))
    again = sorted(fought.intersection((*act.attackers, *act.defenders)))
    away = [
        u
        for u in act.attackers
        if isinstance(target, int) and state.place(u) not in tuple(hexes(game.board.walk.of[target]))
    ]
    if state.clock.phase != COMBAT or any(game.side_of[unit] != side for unit in act.attackers):
        yield violation("4.1", f"Battle {act.number} was declared in {state.clock}.", units=act.attackers)
    elif len(places) != 1 or any(game.side_of[unit] == side for unit in act.defenders):
        yield violation("4.1", f"Battle {act.number} is not against enemies in one hex.", units=act.defenders)
    elif again:
        yield violation("4.1", f"{again[0]} fights a second time in this phase.", units=(again[0],))
    elif away:
        yield violation("4.1", f"{away[0]} is not beside the hex that it attacks.", units=(away[0],))


@book.check("4.2", RollCombat)
def read_on_the_table(game: Game, state: State, act: RollCombat) -> Iterator[Finding]:
    """A battle is rolled once, and read on the column of its odds."""
    battle = battle_numbered(state.battles, act.number)
    column = column_of(game, state, battle) if battle is not None else ""
    if battle is None or battle.result:
        yield violation("4.2", f"Battle {act.number} was rolled a second time.")
    elif not column:
        yield violation("4.2", f"Battle {act.number} is fought below {game.table.columns[0]}.", units=battle.attackers)
    elif act.odds and act.odds != column:
        yield violation("4.2", f"Battle {act.number} was read at {act.odds}; it is fought at {column}.")
    elif act.result and act.result != game.table.result(column, act.die):
        right = game.table.result(column, act.die)
        yield violation("4.2", f"Battle {act.number} was read as {act.result}; {column} with a {act.die} is {right}.")


@book.effect(RollCombat)
def decide(game: Game, state: State, act: RollCombat) -> State:
    """Remember the result of a battle."""
    battle = battle_numbered(state.battles, act.number)
    column = column_of(game, state, battle) if battle is not None else ""
    if battle is None or not column:
        return state
    return state.changed(battles=with_battle(state.battles, replace(battle, result=game.table.result(column, act.die))))


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
            yield violation("4.2", f"Battle {battle.number} was declared and not rolled.", units=battle.attackers)
    for battle, unit in owing(state):
        yield violation("4.3", f"Battle {battle.number} removes {unit}, which is still there.", units=(unit,))


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
    for battle in state.battles:
        faces = range(1, SPEC.dice.faces + 1) if not battle.result else ()
        yield from (RollCombat(battle.number, die) for die in faces)


@book.lister(Lose)
def losses(game: Game, state: State) -> Iterator[Lose]:
    """Yield the removals that results ask for."""
    yield from (Lose(battle.number, unit) for battle, unit in owing(state))
