"""Chapter 13.4 to 13.7: retreats as they are made, and the stacks that they leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.combat_results import ATTACKERS, DEFENDERS, RESULTS, BattleResolution, row, unaffected
from trc_module.games.trc.combat.retreat_routes import cannot_retreat, named, retreat_bounds
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.movement.closed_hexes import finland_fact
from trc_module.games.trc.movement.stacking import excess, overstack
from trc_module.games.trc.steps import COMBAT
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Attack, End, Retreat
from trc_module.rules.battles import WON, Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, as_doubt, violation
from trc_module.rules.game import in_words
from trc_module.rules.paths import ALLOWANCE, Breach, allowed, faults, told_of_routes
from trc_module.rules.retreats import fits, way
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence, sentence_from


@book.judge(Retreat)
def judge_retreat(game: Trc, state: State, act: Retreat) -> Iterator[Finding]:
    """Judge a retreat: was it owed, how far may it go, and is the way open?"""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    if act.unit not in battle.units:
        yield violation(
            "12.1c",
            Sentence("{unit} retreated after battle {number}, but it took no part in it.", act.unit, act.number),
            units=(act.unit,),
        )
    elif battle.result not in RESULTS:
        if not battle.result:
            yield violation(
                "13.2a",
                Sentence("{unit} retreated from battle {number} before the die was rolled.", act.unit, act.number),
                units=(act.unit,),
            )
    else:
        yield from _retreat(BattleResolution(game, state, battle), act)


def _retreat(case: BattleResolution, act: Retreat) -> Iterator[Finding]:
    game, battle, unit = case.game, case.battle, act.unit
    passed = unaffected(game, battle, unit)
    if passed is not None:
        yield passed.finding(unit, "retreated after", battle)
        return
    who = case.who(unit)
    length = case.side_result(who).retreat
    rule = row(battle.result, who, "retreat")
    at = game.hex_name(battle.places[unit])
    fate = cannot_retreat(game, case.state, unit)
    if length is None:
        side = "attacker" if who == ATTACKERS else "defender"
        yield violation(
            rule,
            Sentence(
                "{unit} retreated from {at} after battle {number}, but on {result} no {side} retreats.",
                unit,
                at,
                battle.number,
                battle.result,
                side,
            ),
            units=(unit,),
            hexes=(at,),
        )
    elif case.holds(unit):
        yield violation(
            "14.2a" if who == ATTACKERS else "14.2b",
            Sentence("{unit} retreated from the woods in {at} on {result}.", unit, at, battle.result),
            units=(unit,),
            hexes=(at,),
            facts=case.ground(unit),
            legal="it stays where it is.",
        )
    elif fate is not None:
        number, what = fate
        if number in ("10.3.2d", "11.2b"):
            # Their own chapters tell it.
            return
        yield violation(
            number,
            Sentence(
                "{unit}, {what}, retreated from {at} on {result}; it is eliminated instead.",
                unit,
                what,
                at,
                battle.result,
            ),
            units=(unit,),
            hexes=(at,),
        )
    else:
        yield from _way(case, act, length, rule)


def _way(case: BattleResolution, act: Retreat, length: tuple[int, int], rule: str) -> Iterator[Finding]:
    game, state, unit = case.game, case.state, act.unit
    before = case.battle.ways.get(unit)
    trail = act.trail if before is None else before.then(act.trail)
    bounds = retreat_bounds(game, state, game.side_of[unit])
    name = game.hex_name
    if act.off:
        yield violation(
            "13.5d",
            Sentence("{unit} retreated off the board from {hexes}.", unit, name(trail.hexes[-1])),
            units=(unit,),
            hexes=(name(trail.hexes[-1]),),
        )
        return
    least, most = length
    if allowed(bounds, trail, None):
        if not fits(bounds, trail, least, most):
            yield _wrong_length(case, act.unit, trail, rule, length)
        return
    sure = faults(bounds.sure, trail, most)
    first = {fault.rule: fault for fault in reversed(sure or faults(bounds, trail, most))}
    for fault in first.values():
        finding = _fault(case, act, fault, rule, most)
        yield finding if sure else as_doubt(finding)


def _wrong_length(case: BattleResolution, unit: UnitId, trail: Trail, rule: str, length: tuple[int, int]) -> Finding:
    game, battle = case.game, case.battle
    start, goal = game.hex_name(trail.hexes[0]), game.hex_name(trail.hexes[-1])
    least, most = length
    may = Sentence("{least} or {most} hexes", least, most) if least != most else Sentence("{most} hexes", most)
    steps = len(trail.hexes) - 1
    far = "" if trail.gaps else f"{steps} {'hex' if steps == 1 else 'hexes'} "
    went = Sentence("{far}from {start} to {goal}", far, start, goal)
    return violation(
        rule,
        Sentence("{unit} retreated {went}; on {result} it must go {may}.", unit, went, battle.result, may),
        units=(unit,),
        hexes=(start, goal),
        legal=Sentence("a retreat to {named}.", named(game, case.routes(unit, strict=True))),
    )


def _fault(case: BattleResolution, act: Retreat, fault: Breach, rule: str, most: int) -> Finding:
    game, state, unit = case.game, case.state, act.unit
    a, b = game.hex_name(fault.a), game.hex_name(fault.b)
    bounds = retreat_bounds(game, state, game.side_of[unit])
    if fault.rule == ALLOWANCE:
        return violation(
            rule,
            Sentence("{unit} retreated from {first} to {second}, which is more than {most} hexes.", unit, a, b, most),
            units=(unit,),
            hexes=(a, b),
        )
    limit = next(limit for limit in bounds.limits if limit.rule == fault.rule)
    foes = game.zones.holders(state.forces[ENEMY[game.side_of[unit]]], fault.b)
    if fault.known:
        sentence = Sentence("{unit} {limit}.", unit, sentence_from(limit.step, a=a, b=b, foes_b=in_words(foes)))
    else:
        told = told_of_routes(bounds, fault.rule, fault.a, fault.b, most)
        sentence = Sentence("{unit} retreated from {first} to {second}, but {told}.", unit, a, b, told)
    open_ = case.routes(unit, strict=True)
    return violation(
        fault.rule,
        sentence,
        units=(unit, *foes) if fault.rule == "13.5a" and fault.known else (unit,),
        hexes=(a, b),
        facts=_facts(game, state, fault),
        legal=Sentence("a retreat to {named}.", named(game, open_)) if open_ else "it is eliminated.",
    )


def _facts(game: Trc, state: State, fault: Breach) -> tuple[Fact, ...]:
    if fault.rule == "5.5":
        return (game.board.fact("region Bulgaria"),)
    if fault.rule == "24.5b":
        return (finland_fact(game, state, fault.b),)
    if not fault.known:
        return ()
    if fault.rule == "13.5f":
        return (game.board.side_fact(fault.a, fault.b),)
    if fault.rule == "13.5e":
        return (game.board.terrain_fact(fault.b),)
    return ()


@book.lister(Retreat)
def legal_retreats(game: Trc, state: State) -> Iterator[Retreat]:
    """Yield every retreat that the last battle still asks for, by one shortest way to each hex where it may end."""
    battle = _just_over(state)
    if battle is None or battle.result not in RESULTS:
        return
    case = BattleResolution(game, state, battle)
    for who in (ATTACKERS, DEFENDERS):
        pending, length = case.outstanding(who), case.side_result(who).retreat
        if pending.losses or length is None:
            continue
        for unit in pending.retreats:
            at = battle.places[unit]
            bounds = retreat_bounds(game, state, game.side_of[unit])
            for goal in hexes(case.routes(unit, strict=True)):
                path = way(bounds, at, goal, *length)
                if path is not None:
                    yield Retreat(battle.number, unit, Trail(path))


@book.effect(Retreat)
def go_back(game: Trc, state: State, act: Retreat) -> State:
    """Put the unit where it retreated to, off the map if it left it."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    state = state.with_unit(game.side_of[act.unit], act.unit, None if act.off else act.trail.hexes[-1])
    if act.unit not in battle.units:
        return state
    return replace(state, battles=with_battle(state.battles, battle.retreating(act.unit, act.trail)))


def _just_over(state: State) -> Battle | None:
    """Return the battle that an act of the combat phase leaves behind."""
    if state.clock.phase != COMBAT or not state.battles or state.battles[-1].result == WON:
        return None
    return state.battles[-1]


@book.check("13.7a", Attack, End)
def nobody_piles_up(game: Trc, state: State, act: Attack | End) -> Iterator[Finding]:
    """A retreat does not end overstacked; the excess is eliminated."""
    battle = _just_over(state)
    if battle is None:
        return
    told: set[Hex] = set()
    for unit in battle.ways:
        side, at = game.side_of[unit], state.place(unit)
        if at is None or isinstance(at, str) or at in told:
            continue
        told.add(at)
        stack = state.forces[side].stack(at)
        rule, holds = excess(game, state, stack)
        if rule:
            name = game.hex_name(at)
            yield overstack(
                game,
                at,
                stack,
                "13.7a",
                Sentence(
                    "{unit} retreated to {name}, which then held {holds}, and no unit was eliminated", unit, name, holds
                ),
                side,
            )


@book.check("6.2b", Attack, End)
def limits_after_each_battle(game: Trc, state: State, act: Attack | End) -> Iterator[Finding]:
    """Stacking limits hold after each battle."""
    battle = _just_over(state)
    if battle is None:
        return
    came = {state.place(unit) for unit in battle.ways}
    for side in (AXIS, RUSSIAN):
        if side == RUSSIAN and (state.clock.turn, state.clock.side) == (1, AXIS):
            continue
        places = {state.place(unit) for unit in battle.units if game.side_of[unit] == side}
        for at in sorted(h for h in places - came if h is not None and not isinstance(h, str)):
            stack = state.forces[side].stack(at)
            rule, holds = excess(game, state, stack)
            if rule:
                name = game.hex_name(at)
                yield overstack(
                    game,
                    at,
                    stack,
                    rule,
                    Sentence("{name} holds {holds} after battle {number}", name, holds, battle.number),
                    side,
                )
