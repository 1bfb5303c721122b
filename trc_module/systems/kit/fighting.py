"""Battles: who attacks whom, the die, losses step by step, and the end of the phase in which they are fought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.hexgrid import hexes
from trc_module.rules.actions import Attack, End, Lose, RollCombat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.finding import Finding
from trc_module.rules.registry import RuleBook
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems import effects
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.ladder import is_last, weaker
from trc_module.systems.kit.marks import Paid, RolledLast
from trc_module.systems.kit.odds import column_of, facts_of_attack, reading, result_of
from trc_module.systems.kit.owing import ends, owed, rule_of_retreats
from trc_module.systems.kit.possible import decided_by, doubts_of_result
from trc_module.systems.kit.register import numbered
from trc_module.systems.kit.tables import Basics
from trc_module.systems.steps import Reduce
from trc_module.systems.table_battles import decided, misdeclared, misread, unrolled


def register(book: RuleBook, basics: Basics) -> None:
    """Enter what a game has of this chapter."""
    rules: Mapping[str, str] = {str(word): number for word, number in basics.combat.rules.items()}
    for name, function, kind in (
        ("attack", enemies_beside_it, Attack),
        ("announce", all_before_the_first_die, Attack),
        ("read", read_on_the_table, RollCombat),
        ("at-once", one_after_the_other, RollCombat),
    ):
        if number := rules.get(name, ""):
            numbered(book, function, number)
            book.judge(kind)(function)
    book.effect(RollCombat)(decide)
    numbered(book, as_the_result_says, basics.losses.rule, *(result.rule for result in basics.results.values()))
    book.judge(Reduce, Lose)(as_the_result_says)
    book.effect(Reduce)(lose_a_step)
    book.effect(Lose)(eliminate)
    book.judge(End)(nothing_owing)
    book.lister(Attack)(attacks)
    book.lister(RollCombat)(rolls)
    book.lister(Reduce)(reductions)
    book.lister(Lose)(losses)


# ------------------------------------------------------------- declarations


def enemies_beside_it(game: KitGround, state: State, act: Attack) -> Iterator[Finding]:
    """Units attack the enemy in a hex beside them, each once in its own combat phase."""
    told = game.basics.combat
    fault = misdeclared(game, state, act, told.phase, game.board.walk)
    if fault is not None:
        yield game.against(told.rules["attack"], fault.text, "combat", units=fault.units)


def all_before_the_first_die(game: KitGround, state: State, act: Attack) -> Iterator[Finding]:
    """All battles are announced before the first of them is rolled."""
    rolled = [battle.number for battle in state.battles if battle.result]
    if rolled:
        text = Sentence("Battle {number} was announced when battle {rolled} had been rolled.", act.number, rolled[0])
        yield game.against(game.basics.combat.rules["announce"], text, "combat", units=act.attackers)


def read_on_the_table(game: KitGround, state: State, act: RollCombat) -> Iterator[Finding]:
    """A battle is rolled once, and read on the column of its odds."""
    column, result = reading(game, state, act)
    battle = battle_numbered(state.battles, act.number)
    if battle is not None and not column and not battle.result:
        return
    fault = misread(state, act, column, result)
    if fault is not None:
        facts = facts_of_attack(game, state, battle) if battle is not None and not battle.result else ()
        yield game.against(game.basics.combat.rules["read"], fault.text, "combat", units=fault.units, facts=facts)


def one_after_the_other(game: KitGround, state: State, act: RollCombat) -> Iterator[Finding]:
    """A result is carried out before the next battle is rolled."""
    for battle in state.battles:
        if battle.number != act.number and battle.result and any(owed(game, state, battle)):
            text = Sentence(
                "Battle {number} was rolled before the result of battle {battle_number} was carried out.",
                act.number,
                battle.number,
            )
            rule, table = game.basics.combat.rules["at-once"], f"results.{battle.result}"
            facts = doubts_of_result(game, state, battle, lambda other: not any(owed(game, state, other)))
            yield game.against(rule, text, "combat", table, units=battle.defenders, facts=facts)


def decide(game: KitGround, state: State, act: RollCombat) -> State:
    """Remember the result of a battle, and which die was the last to be rolled."""
    battle = battle_numbered(state.battles, act.number)
    if battle is not None:
        result, known = decided_by(game, state, battle, act)
        state = decided(known, act, result)
    return RolledLast.forgotten(state).with_mark(RolledLast(str(act.number)))


# ------------------------------------------------------------------- losses


def as_the_result_says(game: KitGround, state: State, act: Reduce | Lose) -> Iterator[Finding]:
    """Units lose what the result says: step by step, and are eliminated with the last."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    for rule, text in _wrong_loss(game, state, battle, act):
        facts = doubts_of_result(game, state, battle, lambda other: not [*_wrong_loss(game, state, other, act)])
        if result_of(game, battle).attackers == "as much":
            # As much strength as others lose is counted in printed factors.
            facts += game.strength_facts(state, battle.units)
        yield game.against(rule, text, "losses", f"results.{battle.result}", units=(act.unit,), facts=facts)


def _wrong_loss(game: KitGround, state: State, battle: Battle, act: Reduce | Lose) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a loss by the result that a battle has: the rule, and the sentence."""
    if _is_due(game, state, battle, act):
        return
    due, rule, last = owed(game, state, battle), game.basics.losses.rule, is_last(game, state, act.unit)
    text = ""
    if act.unit in battle.defenders:
        wrong = "" if due.steps else "does not take a step of"
    elif act.unit in battle.attackers:
        rule = result_of(game, battle).rule or rule
        wrong = "" if due.strength else "takes no more from"
    else:
        wrong = "is not of"
    if wrong:
        # A unit of one step is lost with it.
        wrong = "does not remove" if len(game.ladders[act.unit]) == 1 else wrong
        text = Sentence("The result of battle {number} {wrong} {unit}.", act.number, wrong, act.unit)
    elif not last and isinstance(act, Lose):
        rule, text = game.basics.losses.rule, Sentence("{unit} was eliminated; it loses a step and no more.", act.unit)
    elif last and isinstance(act, Reduce):
        rule, text = game.basics.losses.rule, Sentence("{unit} was reduced; it has no second step.", act.unit)
    if text:
        yield rule, text


def _is_due(game: KitGround, state: State, battle: Battle, act: Reduce | Lose) -> bool:
    """Tell whether a unit is eliminated whole: by the result, or because it cannot retreat."""
    due = owed(game, state, battle)
    if not isinstance(act, Lose):
        return False
    stuck = act.unit in due.retreat and not due.steps and not ends(game, state, battle, act.unit)
    return act.unit in due.eliminate or stuck


def lose_a_step(game: KitGround, state: State, act: Reduce) -> State:
    """Turn a unit to its weaker face; one that has none pays nothing."""
    after = weaker(game, state, act.unit)
    if is_last(game, state, act.unit):
        return after
    return _charged(state, after, act, game.strength(state, act.unit) - game.strength(after, act.unit))


def eliminate(game: KitGround, state: State, act: Lose) -> State:
    """Put a unit into the box of the lost; the key turns its counter by one face."""
    after = effects.remove(game, state, act, game.basics.losses.box)
    return _charged(state, weaker(game, after, act.unit), act, game.strength(state, act.unit))


def _charged(before: State, after: State, act: Reduce | Lose, strength: int) -> State:
    number = str(act.number)
    count = sum(paid.unit == act.unit for paid in Paid.of(before, number))
    return after.with_mark(Paid(number, act.unit, str(strength), str(count)))


def nothing_owing(game: KitGround, state: State, act: End) -> Iterator[Finding]:
    """A combat phase ends when every battle is rolled and every result is carried out."""
    told = game.basics
    for battle in state.battles:
        due, result = owed(game, state, battle), f"results.{battle.result}"
        doubts = doubts_of_result(game, state, battle, lambda other: not any(owed(game, state, other)))
        column = "" if battle.result else column_of(game, state, battle)
        if column:
            text = Sentence("Battle {number} was declared but not rolled.", battle.number)
            # Only odds that may lie below the table could excuse it.
            facts = facts_of_attack(game, state, battle) if column == game.table.columns[0] else ()
            yield game.against(told.combat.rules["read"], text, "combat", units=battle.attackers, facts=facts)
        elif due.steps or due.eliminate:
            first = due.eliminate[0] if due.eliminate else battle.defenders[0]
            text = Sentence("{first} has not lost what battle {number} takes.", first, battle.number)
            yield game.against(
                told.losses.rule, text, "losses", result, units=due.eliminate or battle.defenders, facts=doubts
            )
        elif due.strength:
            rule = result_of(game, battle).rule or told.losses.rule
            text = Sentence("The attackers of battle {number} have lost too little.", battle.number)
            facts = (*doubts, *game.strength_facts(state, battle.units))
            yield game.against(rule, text, "losses", result, units=battle.attackers, facts=facts)
        elif due.retreat:
            text = Sentence("{retreat} has not retreated.", due.retreat[0])
            yield game.against(
                rule_of_retreats(game).rule, text, "retreat", result, units=battle.defenders, facts=doubts
            )


# ------------------------------------------------------------------ listers


def attacks(game: KitGround, state: State) -> Iterator[Attack]:
    """Yield the attacks of single units, and of all units beside an enemy."""
    told, side = game.basics.combat, state.clock.side
    begun = any(battle.result for battle in state.battles) and told.rules.get("announce")
    if state.clock.phase != told.phase or begun:
        return
    fought = {unit for battle in state.battles for unit in battle.units}
    for at in hexes(game.enemies(state, side)):
        defenders = tuple(u for other, force in state.forces.items() if other != side for u in force.stack(at))
        near = [
            unit
            for a in hexes(game.board.walk.of[at] & state.forces[side].occupied)
            for unit in state.forces[side].stack(a)
            if unit not in fought
        ]
        # All together is drawn as often as any one alone.
        groups = [(unit,) for unit in near] + ([tuple(near)] * 3 if len(near) > 1 else [])
        for group in groups:
            act = Attack(len(state.battles) + 1, group, defenders)
            if not fought.intersection(defenders) and column_of(game, state, act):
                yield act


def rolls(game: KitGround, state: State) -> Iterator[RollCombat]:
    """Yield the dice of battles that are not rolled yet, when nothing is owing."""
    if not any(any(owed(game, state, battle)) for battle in state.battles if battle.result):
        yield from unrolled(state, game.faces)


def reductions(game: KitGround, state: State) -> Iterator[Reduce]:
    """Yield the steps that results take."""
    for battle, unit in _payers(game, state):
        if not is_last(game, state, unit):
            yield Reduce(battle.number, unit)


def losses(game: KitGround, state: State) -> Iterator[Lose]:
    """Yield the eliminations that results ask for."""
    for battle, unit in _payers(game, state):
        if unit in owed(game, state, battle).eliminate or is_last(game, state, unit):
            yield Lose(battle.number, unit)
    for battle in state.battles:
        due = owed(game, state, battle)
        if not due.steps:
            yield from (Lose(battle.number, unit) for unit in due.retreat if not ends(game, state, battle, unit))


def _payers(game: KitGround, state: State) -> Iterator[tuple[Battle, UnitId]]:
    for battle in state.battles:
        due = owed(game, state, battle)
        yield from ((battle, unit) for unit in due.eliminate)
        if due.steps:
            yield from ((battle, unit) for unit in battle.defenders if unit not in battle.lost)
        if due.strength:
            yield from ((battle, unit) for unit in battle.attackers if unit not in battle.lost)
