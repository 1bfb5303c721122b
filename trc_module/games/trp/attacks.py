"""Attacks (XIII.A1 to A6), No Retreat orders (XIII.B6), breakthrough (XIII.F), reserve phases (XIII.G)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.games.trp.actions import Advance, Ask, Stand
from trc_module.games.trp.control import passed
from trc_module.games.trp.data import ATTACKS, DISPERSED, MOVES, Trp, book
from trc_module.games.trp.ground import (
    Facts,
    apart,
    certain,
    enemy_of,
    is_strong,
    least_steps,
    names,
    near,
    strong_facts,
)
from trc_module.games.trp.marks import (
    ActedBefore,
    Advanced,
    AskedForOrders,
    Attacked,
    AttackedAgain,
    BrokenThrough,
    Cancelled,
    ColumnSaid,
    DieShown,
    ForDispersed,
    LastDie,
    Rolled,
    UnderOrders,
    WasDown,
)
from trc_module.games.trp.turn import reserve_number
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack, End, Move, RollCombat
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import hexes_told
from trc_module.rules.state import Mark, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of
from trc_module.systems.weather import weather_of


def _ready_to_attack_again(state: State, unit: UnitId) -> bool:
    return bool(breakthroughs(state, unit)) and AttackedAgain(unit) not in state.marks


def breakthroughs(state: State, unit: UnitId) -> frozenset[str]:
    """Return the battles of this phase that have let a unit attack once more."""
    return frozenset(mark.battle for mark in BrokenThrough.all(state) if mark.unit == unit)


@book.check("XIII.A1", Attack)
def once_a_turn(game: Trp, state: State, act: Attack) -> Iterator[Finding]:
    """A unit attacks once a turn, but for a breakthrough."""
    declared = {unit for battle in state.battles for unit in battle.attackers}
    for unit in act.attackers:
        again = Attacked(unit) in state.marks or unit in declared
        if again and not breakthroughs(state, unit):
            yield violation("XIII.A1", Sentence("{unit} attacks a second time on this turn.", unit), units=(unit,))


@book.check("XIII.A2", Attack)
def ready_and_adjacent(game: Trp, state: State, act: Attack) -> Iterator[Finding]:
    """A ready unit attacks enemies in a hex next to it, in its own attacks."""
    clock = state.clock
    if not clock.phase.startswith(ATTACKS) or any(game.side_of[unit] != clock.side for unit in act.attackers):
        yield violation(
            "XIII.A2",
            Sentence("Battle {number} was declared in {clock}.", act.number, clock.words),
            units=act.attackers,
        )
        return
    if any(game.side_of[unit] == clock.side for unit in act.defenders):
        yield violation("XIII.A2", Sentence("Battle {number} is not against enemies.", act.number), units=act.defenders)
        return
    for unit in act.attackers:
        status = status_of(state, unit)
        if status and not breakthroughs(state, unit):
            yield violation(
                "XIII.A2", Sentence("{unit} attacks; it is {status}.", unit, status.capitalize()), units=(unit,)
            )
    targets = {at for unit in act.defenders if isinstance(at := state.place(unit), int)}
    if len(targets) == 1:
        yield from _apart(game, state, act, "XIII.A2")


def _apart(game: Trp, state: State, act: Attack, rule: str) -> Iterator[Finding]:
    for unit in act.attackers:
        at = state.place(unit)
        for target in sorted({place for one in act.defenders if isinstance(place := state.place(one), int)}):
            facts = apart(game, at, target) if isinstance(at, int) else None
            if facts is not None:
                text = Sentence("{unit} attacks {target}, which is not adjacent to it.", unit, game.hex_name(target))
                yield violation(rule, text, units=(unit,), hexes=names(game, target), facts=facts)
                break


@book.check("XIII.A3", End)
def strong_neighbours_are_attacked(game: Trp, state: State, act: End) -> Iterator[Finding]:
    """An undispersed German army or Soviet front beside a unit that attacks is attacked too, in the same phase."""
    if not state.clock.phase.startswith(ATTACKS):
        return
    fought = [battle for battle in state.battles if die_of(state, battle.number)]
    attacked = {unit for battle in fought for unit in battle.defenders}
    cancelled = set(Cancelled.firsts(state))
    told = set()
    for battle in fought:
        for unit in battle.attackers:
            origin = battle.places.get(unit)
            for enemy, facts in _strong_beside(game, state, origin) if origin is not None else ():
                if enemy not in attacked and enemy not in told:
                    told.add(enemy)
                    if enemy in cancelled:
                        text = Sentence(
                            "The attack on {enemy} was cancelled; it stands beside {unit}, which attacked.", enemy, unit
                        )
                        yield violation("XIII.A7", text, units=(enemy, unit), facts=facts)
                        continue
                    text = Sentence("{enemy} stands beside {unit}, which attacked, and was not attacked.", enemy, unit)
                    yield violation("XIII.A3", text, units=(enemy, unit), facts=facts)


def _strong_beside(game: Trp, state: State, at: Hex) -> Iterator[tuple[UnitId, Facts]]:
    for place, stack in sorted(state.forces[enemy_of(state.clock.side)].stacks.items()):
        facts = near(game, place, at)
        for unit in stack if facts is not None else ():
            if is_strong(game, unit) and status_of(state, unit) != "dispersed":
                yield unit, certain(facts or (), strong_facts(game, unit))


@book.check("XIII.A5", Attack)
def all_adjacent_to_all(game: Trp, state: State, act: Attack) -> Iterator[Finding]:
    """A group attacks several hexes only if each of its units is adjacent to all of them."""
    if len({state.place(unit) for unit in act.defenders}) > 1:
        yield from _apart(game, state, act, "XIII.A5")


@book.check("XIII.A6", Attack)
def a_hex_defends_as_a_whole(game: Trp, state: State, act: Attack) -> Iterator[Finding]:
    """All units in an attacked hex are attacked together."""
    side = enemy_of(state.clock.side)
    for at in sorted({place for unit in act.defenders if isinstance(place := state.place(unit), int)}):
        left = tuple(unit for unit in state.forces[side].stack(at) if unit not in act.defenders)
        if left:
            text = Sentence(
                "Battle {number} leaves out {left} in {at}.", act.number, ", ".join(left), game.hex_name(at)
            )
            yield violation("XIII.A6", text, units=left, hexes=names(game, at))


def result_for(state: State, battle: Battle, unit: UnitId) -> str:
    """Return the result that holds for one defender: its own, where it was Dispersed and had one."""
    own = (mark.result for mark in ForDispersed.of(state, str(battle.number)) if mark.unit == unit)
    return next(own, battle.result)


def last_rolled(state: State) -> Battle | None:
    """Return the battle whose die fell last in this phase; None before the first die."""
    number = next((int(mark.battle) for mark in LastDie.all(state)), 0)
    return battle_numbered(state.battles, number)


def die_of(state: State, number: int) -> int:
    """Return what the die of a battle shows; 0 before it falls."""
    return next((int(mark.die) for mark in DieShown.of(state, str(number))), 0)


@book.effect(Attack)
def another_battle(game: Trp, state: State, act: Attack) -> State:
    """Forget the die and the column of an earlier battle of this number."""
    return ColumnSaid.forgotten(DieShown.forgotten(state, str(act.number)), str(act.number))


@book.effect(RollCombat)
def rolled(game: Trp, state: State, act: RollCombat) -> State:
    """Remember a die, who has attacked, and whose attack was a second one after a breakthrough."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    attackers, number = battle.attackers, str(act.number)
    marks: list[Mark] = [DieShown(number, str(act.die)), Rolled(state.clock.side), LastDie(number)]
    marks += [Attacked(unit) for unit in attackers]
    marks += [WasDown(number, unit) for unit in battle.defenders if status_of(state, unit) == DISPERSED]
    again = [unit for unit in attackers if Attacked(unit) in state.marks and breakthroughs(state, unit)]
    marks += [AttackedAgain(unit) for unit in again]
    if act.odds:
        marks.append(ColumnSaid(number, act.odds))
    after = LastDie.forgotten(state).with_mark(*marks)
    if act.result:
        after = after.changed(battles=with_battle(after.battles, replace(battle, result=act.result)))
    return after


# ------------------------------------------------------------------ orders


@book.check("XIII.B6", Stand)
def orders_before_the_first_die(game: Trp, state: State, act: Stand) -> Iterator[Finding]:
    """No Retreat orders are given before the first die of the attacker's player turn, when he asks for them."""
    side = state.clock.side
    if game.side_of[act.unit] == side:
        text = Sentence("{unit} was given a No Retreat order; its side attacks.", act.unit)
        yield violation("XIII.B6", text, units=(act.unit,))
    elif Rolled(side) in state.marks:
        text = Sentence(
            "{unit} was given a No Retreat order after the first die of the {side} attacks.",
            act.unit,
            side.capitalize(),
        )
        yield violation("XIII.B6", text, units=(act.unit,))


@book.effect(Ask)
def asked(game: Trp, state: State, act: Ask) -> State:
    """Remember the question."""
    return state.with_mark(AskedForOrders(act.side))


@book.effect(Stand)
def stands(game: Trp, state: State, act: Stand) -> State:
    """Remember the order."""
    return state.with_mark(UnderOrders(act.unit))


# ------------------------------------------------------------ breakthrough


@book.check("XIII.F", Attack, RollCombat)
def once_more_after_a_breakthrough(game: Trp, state: State, act: Attack | RollCombat) -> Iterator[Finding]:
    """After a breakthrough a unit that has advanced attacks once more, not together with one of another battle."""
    if isinstance(act, RollCombat):
        yield from _a_third_die(state, act)
        return
    again = [unit for unit in act.attackers if Attacked(unit) in state.marks and breakthroughs(state, unit)]
    for unit in again:
        if AttackedAgain(unit) in state.marks:
            yield _second_breakthrough(state, unit)
        elif not any(mark.unit == unit for mark in Advanced.all(state)):
            yield violation("XIII.F", Sentence("{unit} attacks again without having advanced.", unit), units=(unit,))
    if again and not frozenset.intersection(*(breakthroughs(state, unit) for unit in again)):
        text = Sentence("Battle {number} joins breakthrough attacks of two battles.", act.number)
        yield violation("XIII.F", text, units=tuple(again))


def _a_third_die(state: State, act: RollCombat) -> Iterator[Finding]:
    """Yield the units that fight though two dice of theirs have fallen: both attacks may be declared before the die."""
    battle = battle_numbered(state.battles, act.number)
    if battle is not None and not die_of(state, act.number):
        yield from (
            _second_breakthrough(state, unit) for unit in battle.attackers if AttackedAgain(unit) in state.marks
        )


def _second_breakthrough(state: State, unit: UnitId) -> Finding:
    text = Sentence("{unit} makes a second breakthrough attack on this turn.", unit)
    return violation("XIII.F", text, units=(unit,), dedup_key=(state.clock.side, "XIII.F", unit))


@book.effect(Advance)
def advanced(game: Trp, state: State, act: Advance) -> State:
    """Move a unit that advances, which takes control of its way, and remember it."""
    after = state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1])
    return passed(game, after, act.unit, act.trail).with_mark(Advanced(str(act.number), act.unit))


# ----------------------------------------------------------------- reserve


@book.check("XIII.G", Move, Attack)
def those_that_have_not_acted(game: Trp, state: State, act: Move | Attack) -> Iterator[Finding]:
    """Units move in their own moves; in a reserve phase those act that have neither moved nor attacked before."""
    clock, number = state.clock, reserve_number(state)
    units = (act.unit,) if isinstance(act, Move) else act.attackers
    if isinstance(act, Move) and (game.side_of[act.unit] != clock.side or not clock.phase.startswith(MOVES)):
        yield violation("XIII.G", Sentence("{unit} moved in {clock}.", act.unit, clock.words), units=units)
        return
    for unit in units:
        if number and ActedBefore(unit) in state.marks:
            text = Sentence(
                "{unit} acts in the reserve phase {number}; it has moved or attacked on this turn.", unit, number
            )
            yield violation("XIII.G", text, units=(unit,))
    if isinstance(act, Move) and number:
        yield from _within_the_reserve(game, state, act, number)


def basic_movement(factor: int, reserve: int) -> int:
    """Return the basic movement factor that a unit has left in a reserve phase."""
    return max(0, factor - reserve)


def _within_the_reserve(game: Trp, state: State, act: Move, number: int) -> Iterator[Finding]:
    who = game.units[act.unit]
    steps = least_steps(game, state.whole_way(act.unit, act.trail))
    if who.move is None:
        text = Sentence(
            "Whether {unit} may move {steps} in the reserve phase {number} is not known.",
            act.unit,
            hexes_told(steps),
            number,
        )
        facts: Facts = (who.fact("move"),)
    elif steps <= basic_movement(who.move, number):
        return
    else:
        left = basic_movement(who.move, number)
        text = Sentence(
            "{unit} moved {steps}; its basic movement is {left} in the reserve phase {number}.",
            act.unit,
            hexes_told(steps),
            left,
            number,
        )
        bonus = game.bonus[state_weather(state)]
        if bonus.points is None:
            facts = (bonus.fact,)
        elif steps <= max(0, who.move + bonus.points - number):
            return
        else:
            facts = (who.fact("move"), bonus.fact)
    yield violation("XIII.G", text, units=(act.unit,), facts=facts, dedup_key=(who.side, "XIII.G", text))


def state_weather(state: State) -> str:
    """Return the weather."""
    return weather_of(state)
