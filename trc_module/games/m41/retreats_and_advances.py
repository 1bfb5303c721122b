"""Retreats and advances after combat (M41-RET).

Hits are owed round by round (`systems.dice_pools`) and retreats are free, so `systems.kit.owing` does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.m41.acts import Advance
from trc_module.games.m41.attacks import ground_of
from trc_module.games.m41.combat import role_of, rounds
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.firepower import target_of
from trc_module.games.m41.movement import up_the_road
from trc_module.games.m41.weather import weather_facts
from trc_module.games.m41.words import (
    ARMOR,
    DISRUPTED,
    FIGHTING,
    MUD,
    PANZER,
    READY,
    ROKOSSOVSKY,
    SIBERIANS,
    UNKNOWN,
)
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import End, Retreat
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.dice_pools import ATTACK, DEFEND, exchange_of
from trc_module.systems.statuses import status_of, with_status
from trc_module.systems.weather import weather_of


def attacked_from(game: M41, battle: Battle) -> HexSet:
    """Return the hexes from which ground units attack in a battle."""
    return sum({1 << battle.places[unit] for unit in ground_of(game, battle.attackers)})


def _firing_strength(game: M41, state: State, units: tuple[UnitId, ...]) -> int:
    return sum(game.units[unit].combat or 0 for unit in units if status_of(state, unit) != DISRUPTED)


def shelters(game: M41, state: State, side: str) -> HexSet:
    """Return the hexes of a side's units in which others find shelter: not attacked by as much as stands there."""
    found = state.forces[side].occupied
    for battle in state.battles:
        at = target_of(battle)
        now = exchange_of(state, battle.number)
        if now.round >= rounds(game, state) and now.fired(ATTACK):
            # Its last dice have fallen.
            continue
        left = tuple(unit for unit in ground_of(game, battle.attackers) if state.place(unit) == battle.places[unit])
        attackers = _firing_strength(game, state, left)
        if not attackers:
            continue
        if attackers >= _firing_strength(game, state, state.forces[side].stack(at)):
            found &= ~(1 << at)
    return found


def retreat_hexes(game: M41, state: State, battle: Battle) -> HexSet:
    """Return the hexes to which the defenders of a battle may retreat."""
    target = target_of(battle)
    side = game.side_of[battle.defenders[0]]
    enemy = state.forces[game.enemy(side)].occupied
    threatened: HexSet = 0
    for at in hexes(attacked_from(game, battle)):
        threatened |= game.near.of[at] | 1 << at
    friends = state.forces[side].occupied
    return game.near.of[target] & ~enemy & ((shelters(game, state, side) & friends) | (~friends & ~threatened))


@book.check("M41-RET-1", Retreat)
def away_from_the_attackers(game: M41, state: State, act: Retreat) -> Iterator[Finding]:
    """Defenders may retreat after a round by a hex: not into an empty hex next to one that they were attacked from."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or role_of(battle, act.unit) != DEFEND:
        yield violation(
            "M41-RET-1",
            Sentence("{unit} retreated; it does not defend in battle {number}.", act.unit, act.number),
            units=(act.unit,),
        )
        return
    if state.clock.phase not in FIGHTING or not exchange_of(state, act.number).round:
        text = Sentence(
            "{unit} retreated from battle {number}, but that battle has had no round yet.", act.unit, act.number
        )
        yield violation("M41-RET-1", text, units=(act.unit,))
        return
    goal = act.trail.hexes[-1]
    if not retreat_hexes(game, state, battle) >> goal & 1:
        text = Sentence("{unit} retreated to {goal}, where it may not retreat.", act.unit, game.hex_name(goal))
        enemy = state.forces[game.enemy(game.side_of[act.unit])].occupied
        facts: tuple[Fact, ...] = () if enemy >> goal & 1 else game.map_facts
        legal = ", ".join(game.hex_name(h) for h in hexes(retreat_hexes(game, state, battle)))
        yield violation(
            "M41-RET-1", text, units=(act.unit,), facts=facts, legal=Sentence("{legal}.", legal) if legal else ""
        )


@book.effect(Retreat)
def fall_back(game: M41, state: State, act: Retreat) -> State:
    """Move a unit back and disrupt it."""
    after = state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1])
    battle = battle_numbered(state.battles, act.number)
    if battle is not None:
        after = after.changed(battles=with_battle(after.battles, battle.retreating(act.unit, act.trail)))
    return with_status(after, act.unit, DISRUPTED)


def is_cleared(game: M41, state: State, battle: Battle) -> bool:
    """Tell whether no enemy of the attackers is left in the hex of a battle."""
    side = game.side_of[battle.attackers[0]]
    return not state.forces[game.enemy(side)].occupied >> target_of(battle) & 1


def stays_ready(game: M41, state: State, unit: UnitId) -> bool | None:
    """Tell whether a unit is not disrupted by its advance; None where that depends on weather that is unknown."""
    if game.units[unit].type == PANZER:
        return None if weather_of(state) == UNKNOWN else weather_of(state) != MUD
    return unit == ROKOSSOVSKY or unit in SIBERIANS


def advance_hexes(game: M41, state: State, battle: Battle, unit: UnitId) -> HexSet:
    """Return the hexes into which a unit may advance: the cleared hex, one up the road from it, an open one beside."""
    target = target_of(battle)
    enemy = state.forces[game.enemy(game.side_of[unit])].occupied
    start = battle.places[unit]
    found: HexSet = 1 << target
    closed = game.forest | game.board.major_cities
    found |= game.near.of[target] & game.near.of[start] & ~closed
    if game.units[unit].type in ARMOR:
        found |= sum(1 << at for at in hexes(game.near.of[target]) if _on_up_the_road(game, target, at))
    return found & ~enemy & ~(1 << start)


def _on_up_the_road(game: M41, a: Hex, b: Hex) -> bool:
    """Tell whether a step leads on along the road."""
    return up_the_road(game, a, b) or up_the_road(game, b, a)


@book.check("M41-RET-2", Advance)
def into_the_cleared_hex(game: M41, state: State, act: Advance) -> Iterator[Finding]:
    """Attackers advance into the cleared hex, armor one on along its road, others beside it into open ground."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit not in ground_of(game, battle.attackers):
        yield violation(
            "M41-RET-2",
            Sentence("{unit} advanced; it does not attack in battle {number}.", act.unit, act.number),
            units=(act.unit,),
        )
        return
    if state.clock.phase not in FIGHTING or not is_cleared(game, state, battle):
        where = game.hex_name(target_of(battle))
        text = Sentence("{unit} advanced; {where} is not cleared of defenders.", act.unit, where)
        yield violation("M41-RET-2", text, units=(act.unit,))
        return
    if status_of(state, act.unit) == DISRUPTED:
        yield violation("M41-RET-2", Sentence("{unit} advanced; it is disrupted.", act.unit), units=(act.unit,))
    if len(act.trail.hexes) > 1 and act.trail.hexes[0] != battle.places[act.unit]:
        yield violation("M41-RET-2", Sentence("{unit} advanced a second time.", act.unit), units=(act.unit,))
        return
    goal = act.trail.hexes[-1]
    if not advance_hexes(game, state, battle, act.unit) >> goal & 1:
        text = Sentence("{unit} advanced to {goal}, where it may not advance.", act.unit, game.hex_name(goal))
        facts = (*game.map_facts, game.board.terrain_fact(goal))
        yield violation("M41-RET-2", text, units=(act.unit,), facts=facts)


@book.check("M41-RET-3", Advance)
def disrupted_by_it(game: M41, state: State, act: Advance) -> Iterator[Finding]:
    """An advance disrupts all but panzers (not in Mud), the 16. Army and Siberians."""
    ready = stays_ready(game, state, act.unit)
    if ready is None:
        text = Sentence("{unit} advanced and is {status}; the weather is unknown.", act.unit, act.status)
        yield Finding("M41-RET-3", Verdict.UNDECIDED, text, (act.unit,))
    elif (act.status == READY) != ready:
        text = Sentence(
            "{unit} advanced and is {status}; an advance {word}.",
            act.unit,
            act.status,
            "leaves it ready" if ready else "disrupts it",
        )
        facts = weather_facts(game, state) if game.units[act.unit].type == PANZER else ()
        yield violation("M41-RET-3", text, units=(act.unit,), facts=facts)


@book.effect(Advance)
def advance(game: M41, state: State, act: Advance) -> State:
    """Move a unit forward, and disrupt it where its line says so."""
    after = state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1])
    return with_status(after, act.unit, "" if act.status == READY else DISRUPTED)


@book.judge(End)
def cleared_hexes_are_taken(game: M41, state: State, act: End) -> Iterator[Finding]:
    """Undisrupted attackers as strong as the defenders were advance into a cleared hex (M41-RET-2)."""
    if state.clock.phase not in FIGHTING:
        return
    for battle in state.battles:
        ground = ground_of(game, battle.attackers)
        if not ground or not exchange_of(state, battle.number).round or not is_cleared(game, state, battle):
            continue
        target = target_of(battle)
        there = sum(game.units[unit].combat or 0 for unit in ground if state.place(unit) == target)
        able = [u for u in ground if state.place(u) == battle.places[u] and status_of(state, u) != DISRUPTED]
        wanted = sum(game.units[unit].combat or 0 for unit in battle.defenders)
        gone_on = any(isinstance(at := state.place(u), int) and at not in (target, battle.places[u]) for u in ground)
        if able and there < wanted and not gone_on:
            where = game.hex_name(target)
            factors = f"{wanted} {agree(wanted, 'factor', 'factors')}"
            text = Sentence(
                "{able} has not advanced into {where}, which was cleared of {factors}.", able[0], where, factors
            )
            facts = tuple(game.units[unit].fact("combat") for unit in battle.defenders)
            key = (state.clock.side, "advance", battle.number)
            yield violation("M41-RET-2", text, units=(able[0],), hexes=(where,), facts=facts, dedup_key=key)


@book.lister(Retreat)
def retreats(game: M41, state: State) -> Iterator[Retreat]:
    """Yield the retreats of defenders whose hits are taken."""
    for battle in state.battles if state.clock.phase in FIGHTING else ():
        now = exchange_of(state, battle.number)
        if not now.round or now.hits_to_take(DEFEND) > 0 or now.hits_to_take(ATTACK) > 0:
            continue
        target = target_of(battle)
        goals = retreat_hexes(game, state, battle)
        for unit in battle.defenders:
            if state.place(unit) == target:
                yield from (Retreat(battle.number, unit, Trail((target, goal))) for goal in hexes(goals))


@book.lister(Advance)
def advances(game: M41, state: State) -> Iterator[Advance]:
    """Yield the advances of attackers whose hits are taken."""
    for battle in state.battles if state.clock.phase in FIGHTING else ():
        now = exchange_of(state, battle.number)
        if not now.round or now.hits_to_take(ATTACK) > 0 or not is_cleared(game, state, battle):
            continue
        for unit in ground_of(game, battle.attackers):
            start, ready = battle.places[unit], stays_ready(game, state, unit)
            if state.place(unit) != start or status_of(state, unit) == DISRUPTED or ready is None:
                continue
            for goal in hexes(advance_hexes(game, state, battle, unit)):
                near = game.near.of[start] >> goal & 1
                way = (start, goal) if near else (start, target_of(battle), goal)
                yield Advance(battle.number, unit, READY if ready else DISRUPTED, Trail(way))
