"""Chapter 12: who attacks whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.movement import Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.attack_obligations import Front, MustAttack, duties, hopeless_key
from trc_module.games.trc.combat.automatic_victory import spent
from trc_module.games.trc.combat.battle_context import (
    LOWEST,
    BattleContext,
    Declaration,
    attackable,
    attackable_from,
    fight_of,
    pairs,
    place_on_map,
    strongholds,
)
from trc_module.games.trc.combat.battle_odds import arithmetic, as_far_as_known, base, final, odds_facts, sound
from trc_module.games.trc.combat.combat_results import unfinished
from trc_module.games.trc.combat.first_impulse import free_to_attack
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import EXPLAINED, UNDECLARED
from trc_module.games.trc.steps import COMBAT
from trc_module.games.trc.strait import kerch
from trc_module.hexgrid import hexes
from trc_module.rules import odds
from trc_module.rules.actions import Action, Attack, End, Move
from trc_module.rules.battles import WON, Battle, battle_of, next_number
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence


@book.judge(Attack, AutomaticVictory)
def sides_of_a_battle(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Judge whose units attack and whose defend."""
    side = state.clock.side
    strangers = tuple(unit for unit in act.attackers if game.side_of[unit] != side)
    friends = tuple(unit for unit in act.defenders if game.side_of[unit] == side)
    if strangers:
        yield violation(
            "2.1a",
            Sentence("{strangers} attacked during the {side} player turn.", in_words(strangers), side.capitalize()),
            units=strangers,
        )
    if friends:
        yield violation(
            "2.1a",
            Sentence(
                "{friends} {verb} attacked by {other_verb} own side.",
                in_words(friends),
                agree(friends, "was", "were"),
                agree(friends, "its", "their"),
            ),
            units=friends,
        )


@book.rule("12.1c")
def moved_in_combat(state: State, act: Action) -> bool:
    """No unit moves once the combat phase has begun."""
    return state.clock.phase == COMBAT and isinstance(act, Move | Strategic)


@book.judge(Move, Strategic)
def judge_late_move(game: Trc, state: State, act: Move | Strategic) -> Sequence[Finding]:
    """Judge a move of the combat phase."""
    if not moved_in_combat(state, act):
        return ()
    at = game.hex_name(act.trail.hexes[0])
    text = Sentence("{unit} moved from {at} during the combat phase.", act.unit, at)
    lasting = (state.clock.side, "12.1c", act.unit, state.clock)
    return (violation("12.1c", text, units=(act.unit,), hexes=(at,), dedup_key=lasting),)


@book.check("4.1.3", Attack, End)
def one_battle_after_the_other(game: Trc, state: State, act: Attack | End) -> Iterator[Finding]:
    """Each battle is finished before the next begins."""
    battle = _last(state)
    if battle is None or state.clock.phase != COMBAT:
        return
    if isinstance(act, End):
        if not battle.result:
            yield _left_open(
                state, battle, Sentence("The combat phase ended before battle {number} was rolled", battle.number)
            )
    elif unfinished(game, state, battle) and not _split(battle, act):
        yield _left_open(
            state,
            battle,
            Sentence(
                "Battle {number} was declared before battle {battle_number} was finished", act.number, battle.number
            ),
        )


def _left_open(state: State, battle: Battle, sentence: str) -> Finding:
    return violation("4.1.3", Sentence("{sentence}.", sentence), units=battle.units, dedup_key=open_key(state, battle))


def open_key(state: State, battle: Battle) -> tuple[object, ...]:
    """Return what makes a battle left unfinished one and the same fault."""
    clock = state.clock
    return (clock.side, "4.1.3", clock.turn, clock.part, battle.number)


def _last(state: State) -> Battle | None:
    fought = [battle for battle in state.battles if battle.result != WON]
    return fought[-1] if fought else None


def _split(battle: Battle, act: Attack) -> tuple[UnitId, ...]:
    return () if battle.result else tuple(unit for unit in act.attackers if unit in battle.attackers)


@book.check("12.2b", Attack)
def nobody_splits(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """A unit uses its whole factor in one battle."""
    twice = tuple(dict.fromkeys(unit for unit in act.attackers if act.attackers.count(unit) > 1))
    if twice:
        yield violation(
            "12.2b",
            Sentence(
                "{twice} {verb} counted twice in battle {number}.",
                in_words(twice),
                agree(twice, "was", "were"),
                act.number,
            ),
            units=twice,
        )
    last = _last(state)
    split = _split(last, act) if last else ()
    if last and split:
        yield violation(
            "12.2b",
            Sentence(
                "{split} {verb} part in both battle {number} and battle {act_number}.",
                in_words(split),
                agree(split, "takes", "take"),
                last.number,
                act.number,
            ),
            units=split,
        )


@book.check("12.4", Attack, AutomaticVictory)
def one_battle_an_impulse(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """A unit fights one battle an impulse, attacking or defending."""
    last = _last(state)
    split = _split(last, act) if last and isinstance(act, Attack) else ()
    for unit in dict.fromkeys((*act.attackers, *act.defenders)):
        victory = spent(state, unit) if unit in act.attackers else None
        if victory is not None:
            rule, what = victory
            yield violation(
                rule,
                Sentence("{unit} {what} and attacked again in battle {number}.", unit, what, act.number),
                units=(unit,),
            )
            continue
        before = battle_of(state.battles, unit)
        if before is not None and before.result != WON and unit not in split:
            yield violation(
                "12.4",
                Sentence(
                    "{unit} fought in battle {number} and again in battle {act_number}.",
                    unit,
                    before.number,
                    act.number,
                ),
                units=(unit,),
            )


@book.check("12.2c", Attack, AutomaticVictory)
def everybody_defends(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """All units of a hex are attacked together."""
    fight = fight_of(game, state, act)
    for at in fight.at_hexes:
        left_out = tuple(unit for unit in fight.garrison(at) if unit not in act.defenders)
        if left_out:
            name = game.hex_name(at)
            yield violation(
                "12.2c",
                Sentence(
                    "{left_out} in {name} {verb} left out of the defence in battle {number}.",
                    in_words(left_out),
                    name,
                    agree(left_out, "was", "were"),
                    act.number,
                ),
                units=left_out,
                hexes=(name,),
            )


@book.check("12.3c", Attack, AutomaticVictory)
def next_to_everybody(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """A unit attacks only adjacent hexes."""
    fight = fight_of(game, state, act)
    for unit, at in pairs(fight):
        origin = fight.places[unit]
        if origin != at and not game.board.grid.adjacent(origin, at):
            a, b = game.hex_name(origin), game.hex_name(at)
            foes = in_words(u for u in act.defenders if fight.places[u] == at)
            yield violation(
                "12.3c",
                Sentence(
                    "{unit} in {first} is not next to {foes} in {second}, which it attacks in battle {number}.",
                    unit,
                    a,
                    foes,
                    b,
                    act.number,
                ),
                units=(unit,),
                hexes=(a, b),
            )


@book.check("7.1c", Attack, AutomaticVictory)
def not_across_closed_hexsides(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """No attack crosses a hexside of white dashes or of water alone."""
    fight = fight_of(game, state, act)
    board = game.board
    for unit, at in pairs(fight):
        origin = fight.places[unit]
        adjacent = board.grid.adjacent(origin, at) and {origin, at} != set(kerch(board))
        if adjacent and not board.zoc.joined(origin, at):
            a, b = game.hex_name(origin), game.hex_name(at)
            yield violation(
                "7.1c",
                Sentence("{unit} attacks across the closed hexside between {first} and {second}.", unit, a, b),
                units=(unit,),
                hexes=(a, b),
                facts=(board.side_fact(origin, at),),
            )


@book.check("12.5b", Attack)
def not_below_the_lowest(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """No attack has odds worse than 1-6."""
    fight = fight_of(game, state, act)
    if fight.untold:
        text = Sentence(
            "The odds of battle {number} are unknown: the combat factor of {untold} is not in our data.",
            act.number,
            in_words(fight.untold),
        )
        yield Finding("12.5b", Verdict.SKIPPED, text, fight.untold)
    elif sound(fight) and below_the_lowest(game, fight):
        too_low = violation(
            "12.5b",
            Sentence(
                "The odds of battle {number} are worse than 1-6: {arithmetic}.", act.number, arithmetic(game, fight)
            ),
            units=act.attackers,
            hexes=fight.names,
            facts=odds_facts(fight),
            dedup_key=hopeless_key(game, state, *fight.at_hexes),
        )
        yield as_far_as_known(fight, too_low)


@book.judge(End)
def battles_nobody_tells_of(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Leave the duties of a combat phase undecided where the record does not say who attacks whom."""
    if state.clock.phase == COMBAT and UNDECLARED in state.marks and EXPLAINED not in state.marks:
        busy = {unit for battle in state.battles if battle.result != WON for unit in battle.attackers}
        bound = (combatant for combatant in Front.now(game, state).combatants if combatant.must_attack)
        near = tuple(combatant.unit for combatant in bound if combatant.unit not in busy)
        if near:
            who = in_words((*near[:3], "others") if len(near) > 3 else near)
            text = Sentence(
                "It is unknown whether {who} attacked as {word} must.", who, "it" if len(near) == 1 else "they"
            )
            yield Finding("12.1a", Verdict.UNDECIDED, text, near)


@book.check("12.1a", "12.3b", End)
def who_is_near_attacks(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Every unit in an enemy zone of control attacks, and none stays out when others attack the enemy next to it."""
    for duty in sorted(duties(game, state), key=lambda duty: duty.deserted):
        if duty.idle:
            yield left_idle(game, state, duty)


def left_idle(game: Trc, state: State, duty: MustAttack) -> Finding:
    """Return the finding on a unit that did not do its duty to attack."""
    name = game.hex_name(duty.at)
    return violation(
        "12.3b" if duty.deserted else "12.1a",
        Sentence(
            "{unit} in {name} stood in the zone of control of {foes} and did not attack.",
            duty.unit,
            name,
            in_words(duty.foes),
        ),
        units=(duty.unit, *duty.foes),
        hexes=(name, *(game.hex_name(h) for h in duty.targets)),
        dedup_key=hopeless_key(game, state, *duty.targets),
    )


@book.check("12.3a", End)
def all_of_them_are_attacked(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Every enemy that exerts a zone of control on an attacker is attacked."""
    yield from left_in_peace(game, state, duties(game, state))


def left_in_peace(game: Trc, state: State, found: Iterable[MustAttack]) -> Iterator[Finding]:
    """Yield the findings on the enemies next to those who did their duty whom nobody attacked."""
    told = set()
    for duty in found:
        if duty.idle or duty.victor:
            continue
        for at in duty.spared:
            if at not in told:
                told.add(at)
                foes = attackable(game, state.forces[ENEMY[state.clock.side]].stack(at))
                name = game.hex_name(at)
                yield violation(
                    "12.3a",
                    Sentence(
                        "{foes} in {name} {verb} a zone of control on {unit} and {other_verb} not attacked.",
                        in_words(foes),
                        name,
                        agree(foes, "exerts", "exert"),
                        duty.unit,
                        agree(foes, "was", "were"),
                    ),
                    units=(*foes, duty.unit),
                    hexes=(name, game.hex_name(duty.at)),
                    dedup_key=hopeless_key(game, state, at),
                )


def below_the_lowest(game: Trc, fight: BattleContext) -> bool:
    """Tell whether a fight is below 1-6, support from the air counted or, with the other reading of R11, not."""
    return (base(fight) if "R11b" in fight.state.options else final(game, fight)) < LOWEST


def odds_of(game: Trc, state: State, act: Attack) -> str:
    """Return the odds of an attack, support counted, as players write them; lower ones may be announced."""
    return odds.name(final(game, fight_of(game, state, act)))


def attacks_of(game: Trc, state: State, units: tuple[UnitId, ...]) -> Iterator[Attack]:
    """Yield every legal attack of some units together, without any support, on one hex or on several."""
    side = state.clock.side
    if state.clock.phase != COMBAT or not units or any(not _may_attack(game, state, unit) for unit in units):
        return
    reach = strongholds(game, state, ENEMY[side])
    for unit in units:
        reach &= free_to_attack(game, state, unit, attackable_from(game, place_on_map(state, unit)))
    number = next_number(state.battles)
    targets = []
    for at in hexes(reach):
        stack = attackable(game, state.forces[ENEMY[side]].stack(at))
        if not any(battle_of(state.battles, unit) for unit in stack):
            targets.append(stack)
    for size in range(1, len(targets) + 1):
        for chosen in combinations(targets, size):
            attack = Attack(number, units, tuple(unit for stack in chosen for unit in stack))
            if final(game, fight_of(game, state, attack)) >= LOWEST:
                yield attack


def _may_attack(game: Trc, state: State, unit: UnitId) -> bool:
    own = game.side_of[unit] == state.clock.side and bool(attackable(game, (unit,)))
    return own and battle_of(state.battles, unit) is None and spent(state, unit) is None


@book.lister(Attack)
def legal_attacks(game: Trc, state: State) -> Iterator[Attack]:
    """Yield every legal attack of the units of one hex, of each part of them by itself, without any support."""
    last = _last(state)
    if last is not None and unfinished(game, state, last):
        return
    for stack in state.forces[state.clock.side].stacks.values():
        able = [unit for unit in stack if _may_attack(game, state, unit)]
        for size in range(1, len(able) + 1):
            for units in combinations(able, size):
                yield from attacks_of(game, state, units)


@book.effect(Attack)
def declare(game: Trc, state: State, act: Attack) -> State:
    """Remember the battle."""
    return replace(state, battles=(*state.battles, fight_of(game, state, act).battle()))
