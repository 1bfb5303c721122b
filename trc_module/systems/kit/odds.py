"""The odds of a battle: strengths as weather leaves them, what shifts the column, and what data that rests on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trc_module.facts import Fact
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack, RollCombat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.registry import RuleBook
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.kit.ground import KitGround, Shifted
from trc_module.systems.kit.register import numbered
from trc_module.systems.kit.tables import Basics, ResultRules

NOTHING = "nothing"
"""The word of tables for a battle below the first column that is not fought."""


def register(book: RuleBook, basics: Basics) -> None:
    """Enter what a game has of this chapter."""
    if basics.combat.shift:
        numbered(book, shifts, basics.combat.shift.rule)
    weakened = [kind.attackers_divided.rule for kind in basics.weather.values() if kind.attackers_divided]
    numbered(book, divided_by, *weakened)


def _places(state: State, act: Attack | Battle) -> dict[UnitId, Place | None]:
    if isinstance(act, Battle):
        return dict(act.places)
    return {unit: state.place(unit) for unit in (*act.attackers, *act.defenders)}


def shifts(game: KitGround, state: State, act: Attack | Battle) -> tuple[Shifted, ...]:
    """Return what shifts the column: the defender's terrain and place, hexsides between it and the attackers."""
    places = _places(state, act)
    at = places.get(act.defenders[0])
    if not isinstance(at, int):
        return ()
    return (*_of_the_ground(game, act, places, at), *game.more_shifts(state, act))


def _of_the_ground(
    game: KitGround, act: Attack | Battle, places: dict[UnitId, Place | None], at: Hex
) -> Iterator[Shifted]:
    told, defender = game.basics.combat.shift, game.side_of[act.defenders[0]]
    if told is None:
        return
    kind = game.board.terrain[at].id
    row = game.ground.terrain[kind]
    if row.shift and told.only.get(kind, defender) == defender:
        yield Shifted(kind, row.shift, row.fact)
    for name, columns in told.places.items():
        if game.places[name] == at:
            yield Shifted(name, columns)
    origins = [places.get(unit) for unit in act.attackers]
    needed = all if told.hexside == "all" else any
    for name, side in game.ground.hexside.items():
        if side.shift and needed(
            isinstance(a, int) and game.board.grid.adjacent(a, at) and game.sides_of(name, a, at) for a in origins
        ):
            yield Shifted(name, side.shift, side.fact)


def divided_by(game: KitGround, turn: int) -> int:
    """Return by what the weather divides the strength of attackers."""
    told = game.weather(turn).attackers_divided
    return told.by if told else 1


def strengths(game: KitGround, state: State, act: Attack | Battle) -> tuple[Fraction, int]:
    """Return the strength of the attackers, as the weather leaves it, and that of the defenders, 1 at least."""
    attack = sum(game.strength(state, unit) for unit in act.attackers)
    defence = sum(game.defence(state, unit) for unit in act.defenders)
    divisor = divided_by(game, state.clock.turn) * game.more_weakening(state, act)
    return Fraction(attack, divisor), max(defence, 1)


def column_of(game: KitGround, state: State, act: Attack | Battle) -> str:
    """Return the column of a battle; '' below the table, where nothing happens."""
    attack, defence = strengths(game, state, act)
    columns, told, shift = game.table.columns, game.basics.combat, game.basics.combat.shift
    ratios = [ratio_of(column) for column in columns]
    odds = attack / defence
    index = sum(ratio <= odds for ratio in ratios) - 1
    if odds >= ratios[-1] and shift and shift.counts_from == "odds":
        index += int(odds) - int(ratios[-1])
    if index < 0 and told.below == NOTHING:
        return ""
    index = max(index, 0) + sum(shifted.columns for shifted in shifts(game, state, act))
    if index < 0 and shift and shift.below == NOTHING:
        return ""
    return columns[max(0, min(index, len(columns) - 1))]


def ratio_of(column: str) -> Fraction:
    """Return the odds of a column: 3-2 is one and a half; ValueError if it is none."""
    attack, _, defence = column.partition("-")
    return Fraction(int(attack), int(defence))


def reading(game: KitGround, state: State, act: RollCombat) -> tuple[str, str]:
    """Return the column on which a battle is read, and what the die means there."""
    battle = battle_numbered(state.battles, act.number)
    column = column_of(game, state, battle) if battle is not None else ""
    return column, game.table.result(column, act.die) if column else ""


def result_of(game: KitGround, battle: Battle) -> ResultRules:
    """Return what the file says of a battle's result; of none, nothing."""
    return game.basics.results.get(battle.result, ResultRules())


def facts_of_attack(game: KitGround, state: State, battle: Attack | Battle) -> tuple[Fact, ...]:
    """Return the data that the result of a battle rests on and that cannot carry a violation."""
    facts = [
        *game.strength_facts(state, battle.attackers),
        *game.strength_facts(state, battle.defenders, game.basics.combat.defence),
        *(shifted.fact for shifted in shifts(game, state, battle) if shifted.fact is not None),
        *(fact for (_, column), fact in game.table.facts.items() if column == column_of(game, state, battle)),
        *game.rests_on("combat", "combat.shift"),
    ]
    turn = game.track.turns.get(state.clock.turn)
    if turn is not None and divided_by(game, state.clock.turn) > 1:
        facts += [turn.fact, *game.rests_on(f"weather.{turn.printed.get('weather', '')}.attackers-divided")]
    return tuple(fact for fact in dict.fromkeys(facts) if not fact.trust.carries_violation)
