"""The column of a battle (XIII.B, XVI.B1) and what its die brings there (XIII.C1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import Struct

from trc_module.facts import Fact, Source, Trust
from trc_module.games.trp.actions import Amphibious, StateColumn, StateResult
from trc_module.games.trp.attacks import die_of
from trc_module.games.trp.data import ATTACKS, AXIS, DISPERSED, SOVIET, Trp, book
from trc_module.games.trp.ground import Facts
from trc_module.games.trp.marks import ColumnSaid, ForDispersed, WasDown, WithoutRiver
from trc_module.hexgrid import Hex
from trc_module.rules.actions import End, RollCombat
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of

Known = tuple[int | None, Facts]
"""A number, None if a datum is missing, and the facts that it rests on."""


def attack_factors(game: Trp, units: tuple[UnitId, ...]) -> Known:
    """Return the attack factors of some units together."""
    facts = tuple(game.units[unit].fact("combat") for unit in units)
    if any(game.units[unit].combat is None for unit in units):
        return None, tuple(fact for fact in facts if fact.trust is Trust.MISSING)
    return sum(game.units[unit].combat or 0 for unit in units), facts


def was_dispersed(state: State, number: int, unit: UnitId) -> bool:
    """Tell whether a defender was Dispersed when the die of a battle fell; before it, whether it is."""
    if number and die_of(state, number):
        return WasDown(str(number), unit) in state.marks
    return status_of(state, unit) == DISPERSED


def defence_factors(
    game: Trp, state: State, units: tuple[UnitId, ...], at: Hex, *, bonus: bool = True, number: int = 0
) -> Known:
    """Return the defence factors of units in a hex, with those of its ground if any of them is not Dispersed.

    `number` is that of their battle, whose die may have fallen.
    """
    facts = [game.units[unit].fact("defence") for unit in units]
    values = [game.units[unit].own["defence"] for unit in units]
    if bonus and not all(was_dispersed(state, number, unit) for unit in units):
        for table, kind, fact in ground_of(game, at):
            effect = game.effects.of(table, kind)
            facts += [fact, effect.fact]
            values.append(effect.defence)
    if any(value is None for value in values):
        return None, tuple(fact for fact in facts if fact.trust is Trust.MISSING)
    return sum(int(value or 0) for value in values), tuple(facts)


def ground_of(game: Trp, at: Hex) -> Iterator[tuple[str, str, Fact]]:
    """Yield what the terrain chart has for a hex: its terrain, its city, a fortress, a factory; each with its fact."""
    yield "terrain", game.board.terrain[at].id, game.board.terrain_fact(at)
    city = game.board.city_at.get(at)
    if city is not None:
        yield "place", "major" if city.major else "minor", game.board.fact(f"city {city.name}")
    for kind in ("fortress", "factory"):
        for name, place in game.board.sites.get(kind, {}).items():
            if place == at:
                yield "place", kind, game.board.fact(f"{kind} {name}")


class BattleColumn(Struct, frozen=True):
    """The column of a battle, worked out in steps."""

    basic: int | None
    """The index of the basic odds among the columns; None below the first."""
    shift: int
    surprise: int
    facts: Facts

    @property
    def final(self) -> int | None:
        """Return the index after all shifts, None below the first column; 10-1 is the last (P08)."""
        if self.basic is None:
            return None
        return self.basic + self.shift + self.surprise


def surprise(game: Trp, state: State, battle: Battle) -> int:
    """Return the shift of German attacks on the first turn (XVI.B1)."""
    german = any(game.units[unit].nation == "german" for unit in battle.attackers)
    return 1 if state.clock.turn == 1 and german else 0


def river_shift(game: Trp, state: State, battle: Battle, target: Hex) -> Known:
    """Return the shift for rivers: of an attack all of whose units attack across one."""
    if WithoutRiver(str(battle.number)) in state.marks:
        return 0, ()
    sides = game.river_sides
    origins = {battle.places[unit] for unit in battle.attackers if unit in battle.places}
    effect = game.effects.of("hexside", "river")
    facts = tuple(
        effect.fact
        if effect.all_listed and frozenset((at, target)) not in sides
        else game.board.fact(f"river {game.hex_name(at)}-{game.hex_name(target)}")
        for at in sorted(origins)
    )
    if not all(frozenset((at, target)) in sides for at in origins):
        return 0, facts
    if effect.shift is None:
        return None, (effect.fact,)
    return effect.shift, (*facts, effect.fact)


@book.rule("XVI.B1")
def column_of(game: Trp, state: State, battle: Battle, *, bonus: bool = True) -> BattleColumn | tuple[str, Facts]:
    """Return the column of a battle, or the rule that lacks a datum and the facts that are missing."""
    target = battle.places[battle.defenders[0]]
    attack, attack_facts = attack_factors(game, battle.attackers)
    if attack is None:
        return "XIII.B1", attack_facts
    defence, defence_facts = defence_factors(game, state, battle.defenders, target, bonus=bonus, number=battle.number)
    if defence is None:
        return "XIII.B2", defence_facts
    shift, facts = 0, (*attack_facts, *defence_facts)
    for found in (river_shift(game, state, battle, target), winter_shift(game, state, battle), further_shifts(game)):
        if found[0] is None:
            return "XIII.B5", found[1]
        shift += found[0]
        facts += found[1]
    basic = game.ladder.column(attack, max(defence, 1))
    return BattleColumn(basic, shift, surprise(game, state, battle), facts)


_FIRST_WINTER = (6, 11)
"""The months of the winter of 1941/42 at its longest, November to April, counted from June 1941."""


def first_winter(month: int) -> bool:
    """Tell whether a month, counted from June 1941, may be of the winter of 1941/42."""
    return _FIRST_WINTER[0] <= month <= _FIRST_WINTER[1]


def winter_shift(game: Trp, state: State, battle: Battle) -> Known:
    """Return the shift of Soviet attacks in the Winter Offensive of 1941/42."""
    turn = game.track.turns.get(state.clock.turn)
    if turn is None or any(game.side_of[unit] != SOVIET for unit in battle.attackers):
        return 0, ()
    month, winter = int(turn.printed.get("month", 0)), game.shifts["winter"]
    if not first_winter(month):
        return 0, (turn.fact,)
    if winter.columns is None or winter.first is None or winter.last is None:
        return None, (winter.fact,)
    return (winter.columns if winter.first <= month <= winter.last else 0), (turn.fact, winter.fact)


def further_shifts(game: Trp) -> Known:
    """Return 0 if the text names every shift, and what that rests on (P17)."""
    other = game.shifts["other"]
    if not other.all_listed:
        return None, (Fact("the shifts that the text does not name", Source("missing", "the owner has not told them")),)
    return 0, (other.fact,)


def column_said(state: State, number: int) -> str:
    """Return the column that the players have stated for a battle, '' without one."""
    return next((mark.column for mark in ColumnSaid.of(state, str(number))), "")


@book.check("XIII.B1", "XIII.B2", "XIII.B3", "XIII.B4", "XIII.B5", StateColumn, RollCombat)
def the_right_column(game: Trp, state: State, act: StateColumn | RollCombat) -> Iterator[Finding]:
    """The stated column is that of the factors, the ground and the shifts, between 1-4 and 10-1."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or not act.odds or not all(unit in battle.places for unit in battle.units):
        return
    told = Sentence("Battle {number} is fought at {odds}", act.number, act.odds)
    if act.odds not in game.table.columns:
        ends = Sentence("{columns} to {table_columns}", game.table.columns[0], game.table.columns[-1])
        yield violation("XIII.B4", Sentence("{told}; the table goes from {ends}.", told, ends), units=battle.attackers)
        return
    found = column_of(game, state, battle)
    if not isinstance(found, BattleColumn):
        rule, facts = found
        missing = ", ".join(dict.fromkeys(fact.statement.partition(":")[0] for fact in facts))
        yield violation(
            rule, Sentence("{told}; whether that is right is not known without {missing}.", told, missing), facts=facts
        )
        return
    if found.final is None or found.final < 0:
        text = Sentence("{told}; its odds are below {columns}, and it may not be made.", told, game.table.columns[0])
        yield violation("XIII.B4", text, units=battle.attackers, facts=found.facts)
        return
    right = game.table.columns[min(found.final, len(game.table.columns) - 1)]
    if act.odds != right:
        rule = _what_was_forgotten(game, state, battle, found, act.odds)
        yield violation(
            rule, Sentence("{told}; its column is {right}.", told, right), units=battle.attackers, facts=found.facts
        )


def _what_was_forgotten(game: Trp, state: State, battle: Battle, found: BattleColumn, said: str) -> str:
    """Return the rule that explains a wrong column best."""
    index = game.table.columns.index(said)
    assert found.basic is not None
    plain = column_of(game, state, battle, bonus=False)
    if found.surprise and index == found.basic + found.shift:
        return "XVI.B1"
    if found.shift and index == found.basic + found.surprise:
        return "XIII.B5"
    if isinstance(plain, BattleColumn) and index == plain.final != found.final:
        return "XIII.B2"
    for left in battle.attackers if len(battle.attackers) > 1 else ():
        rest = tuple(unit for unit in battle.attackers if unit != left)
        factors, _ = attack_factors(game, rest)
        target = battle.places[battle.defenders[0]]
        defence, _ = defence_factors(game, state, battle.defenders, target, number=battle.number)
        column = game.ladder.column(factors or 0, max(defence or 0, 1))
        if column is not None and index == column + found.shift + found.surprise:
            return "XIII.B1"
    return "XIII.B3"


@book.effect(StateColumn)
def remember_the_column(game: Trp, state: State, act: StateColumn) -> State:
    """Remember the stated column."""
    return ColumnSaid.forgotten(state, str(act.number)).with_mark(ColumnSaid(str(act.number), act.odds))


# -------------------------------------------------------------------- the die


@book.check("XIII.C1", StateResult, StateColumn, RollCombat, End)
def as_the_table_says(game: Trp, state: State, act: StateResult | StateColumn | RollCombat | End) -> Iterator[Finding]:
    """The stated result is that of the die on the stated column, one column higher for Dispersed defenders.

    Whatever of the three is said last: they are compared then.
    """
    if isinstance(act, End):
        yield from _read_without_a_die(state)
        return
    if not isinstance(act, StateColumn):
        yield from _decided_twice(state, act)
    said = column_said(state, act.number)
    column = act.odds if isinstance(act, StateColumn) else said or (act.odds if isinstance(act, RollCombat) else "")
    die = act.die if isinstance(act, RollCombat) else die_of(state, act.number)
    if column not in game.table.columns or not die or (isinstance(act, StateColumn) and said):
        return
    for result, dispersed in _results_of(state, act):
        yield from _against_the_table(game, act.number, column, die, result, dispersed=dispersed)


def _results_of(state: State, act: StateResult | StateColumn | RollCombat) -> dict[tuple[str, bool], None]:
    """Return the results that an act states of a battle, or if none those stated before, and if of the Dispersed."""
    own = "" if isinstance(act, StateColumn) else act.result
    if own:
        return {(own, isinstance(act, StateResult) and act.dispersed): None}
    battle = battle_numbered(state.battles, act.number)
    known = [(battle.result, False)] if battle is not None and battle.result else []
    theirs = [(mark.result, True) for mark in ForDispersed.of(state, str(act.number))]
    return dict.fromkeys([*known, *theirs])


def _against_the_table(
    game: Trp, number: int, column: str, die: int, result: str, *, dispersed: bool
) -> Iterator[Finding]:
    index = min(game.table.columns.index(column) + dispersed, len(game.table.columns) - 1)
    read = game.table.columns[index]
    fact = game.table.facts["", read]
    right = game.table.result(read, die)
    who = " for Dispersed defenders" if dispersed else ""
    if fact.trust is Trust.MISSING:
        text = Sentence(
            "Battle {number} was read as {result}{who}; the column {read} of the table is not known.",
            number,
            result,
            who,
            read,
        )
        yield violation("XIII.C1", text, facts=(fact,))
    elif result != right:
        text = Sentence(
            "Battle {number} was read as {result}{who}; {read} with a {die} is {right}.",
            number,
            result,
            who,
            read,
            die,
            right,
        )
        yield violation("XIII.C1", text, facts=(fact,))


def _read_without_a_die(state: State) -> Iterator[Finding]:
    """Yield the battles with a result, or units lost or gone back, when the attacks are over and no die has fallen."""
    for battle in state.battles if state.clock.phase.startswith(ATTACKS) else ():
        if (battle.result or battle.lost or battle.ways) and not die_of(state, battle.number):
            read = Sentence("was read as {result}", battle.result) if battle.result else "was carried out"
            text = Sentence("Battle {number} {read}, and no die was rolled for it.", battle.number, read)
            yield violation("XIII.C1", text, units=battle.attackers)


def _decided_twice(state: State, act: StateResult | RollCombat) -> Iterator[Finding]:
    """Yield a second die for a battle, or a second reading of its die."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    if isinstance(act, RollCombat):
        if die_of(state, act.number):
            yield violation(
                "XIII.C1", Sentence("Battle {number} was rolled a second time.", act.number), units=battle.units
            )
    elif not act.dispersed and battle.result and act.result != battle.result:
        text = Sentence(
            "Battle {number} was read as {result}, when it had been read as {battle_result}.",
            act.number,
            act.result,
            battle.result,
        )
        yield violation("XIII.C1", text, units=battle.units)


@book.effect(StateResult)
def remember_the_result(game: Trp, state: State, act: StateResult) -> State:
    """Remember what a die has brought, for each Dispersed defender if it is theirs alone."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    if not act.dispersed:
        return state.changed(battles=with_battle(state.battles, replace(battle, result=act.result)))
    theirs = [unit for unit in battle.defenders if status_of(state, unit) == DISPERSED]
    return state.with_mark(*(ForDispersed(str(act.number), unit, act.result) for unit in theirs))


# ----------------------------------------------------------------- amphibious


@book.check("XVI.B2", Amphibious)
def one_german_attack(game: Trp, state: State, act: Amphibious) -> Iterator[Finding]:
    """One German attack of the initial Axis attacks of the first turn pays no penalty for a river."""
    battle = battle_numbered(state.battles, act.number)
    clock = state.clock
    text = ""
    if clock.turn != 1 or clock.side != AXIS or clock.phase != ATTACKS:
        text = Sentence("Amphibious tanks were used in {clock}.", clock.words)
    elif WithoutRiver.any(state):
        text = "Amphibious tanks were used for a second attack."
    elif battle is not None and not any(game.units[unit].nation == "german" for unit in battle.attackers):
        text = Sentence("Amphibious tanks were used for battle {number}, in which no German unit attacks.", act.number)
    if text:
        yield violation("XVI.B2", text, units=battle.attackers if battle else ())


@book.effect(Amphibious)
def no_river(game: Trp, state: State, act: Amphibious) -> State:
    """Remember the attack."""
    return state.with_mark(WithoutRiver(str(act.number)))
