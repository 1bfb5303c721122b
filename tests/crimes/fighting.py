"""Crimes of the combat phase: declarations, dice, losses, retreats, aircraft, automatic victories."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.crimes.crime import Planted, Scene, crime
from tests.crimes.moving import movers
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.combat.air_power import STUKA, STURMOVIK, available, in_range
from trc_module.games.trc.combat.automatic_victory import spent
from trc_module.games.trc.combat.battle_context import (
    AUTOMATIC,
    HIGHEST,
    LOWEST,
    BattleContext,
    fight_again,
    fight_of,
    place_on_map,
)
from trc_module.games.trc.combat.battle_odds import chosen, final, mistakes, shifted
from trc_module.games.trc.combat.combat_results import RESULTS, BattleResolution
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN
from trc_module.games.trc.players.legal_actions import victories_over
from trc_module.hexgrid import hexes
from trc_module.rules import odds
from trc_module.rules.actions import AirSupport, Attack, End, Lose, Move, Retreat, RollCombat
from trc_module.rules.battles import WON, Battle, battle_numbered
from trc_module.rules.state import Trail


def _row(result: str) -> str:
    """Return the rules that speak of a result."""
    return "13.3-EXa|13.3-EXb|13.3-EXc" if result == "EX" else f"13.3-{result}"


@crime("a move in the combat phase", Attack)
def late_move(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        if scene.game.units[unit].type in ("infantry", "armor") and spent(scene.state, unit) is None:
            for b in list(hexes(scene.game.board.zoc.of[at]))[:1]:
                yield "12.1c", (Move(unit, Trail((at, b))),)


@crime("a battle in the movement phase", Move)
def early_battle(scene: Scene) -> Iterator[Planted]:
    from trc_module.games.trc.combat.attacks import attacks_of

    clock = scene.game.sequence.after(scene.state.clock)
    later = replace(scene.state, clock=clock)
    for unit, _ in scene.units():
        for act in attacks_of(scene.game, later, (unit,)):
            yield "4.0a", (act,)
            return


@crime("a defender left out", Attack)
def defender_left_out(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    fight = fight_of(scene.game, scene.state, act)
    for at in fight.at_hexes:
        if len(fight.garrison(at)) > 1:
            gone = fight.garrison(at)[0]
            yield "12.2c", (replace(act, odds="", defenders=tuple(u for u in act.defenders if u != gone)),)


@crime("an attacker from afar", Attack)
def attacker_from_afar(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    at = [place_on_map(scene.state, unit) for unit in act.defenders]
    busy = {unit for battle in scene.state.battles for unit in battle.attackers}
    for unit, origin in scene.units():
        far = all(scene.game.board.grid.distance(origin, h) > 1 for h in at)
        plain = scene.game.units[unit].type in ("infantry", "armor")
        # In the opening whoever is of another army group breaks 3.7 as well.
        if far and plain and unit not in busy and spent(scene.state, unit) is None and scene.state.clock.turn > 1:
            yield "12.3c", (replace(act, odds="", attackers=(*act.attackers, unit)),)
            return


@crime("a unit counted twice", Attack)
def counted_twice(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    yield "12.2b", (replace(act, odds="", attackers=(*act.attackers, act.attackers[0])),)


@crime("a unit in a second battle", Attack)
def fights_again(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    fought = [battle for battle in scene.state.battles if battle.result != WON]
    goals = [place_on_map(scene.state, unit) for unit in act.defenders]
    for battle in fought:
        for unit in battle.attackers:
            at = scene.state.place(unit)
            if at is None or isinstance(at, str):
                continue
            if all(scene.game.board.zoc.of[at] >> h & 1 for h in goals) and scene.state.clock.turn > 1:
                yield "12.4", (replace(act, odds="", attackers=(*act.attackers, unit)),)
                return


@crime("the enemy next to a unit spared", Attack)
def spared(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    if not [battle for battle in scene.state.battles if battle.result != WON]:
        yield "12.1a|12.3", (End(),)


@crime("odds announced below 1-6", Attack)
def announced_too_low(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    yield "12.5a", (replace(act, odds="1-7"),)


@crime("odds announced that are too high", Attack)
def announced_too_high(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    step = final(scene.game, fight_of(scene.game, scene.state, act))
    if step < HIGHEST:
        fight = fight_of(scene.game, scene.state, act)
        if next(mistakes(scene.game, fight, step + 1), None) is None:
            yield "13.1a", (replace(act, odds=odds.name(step + 1)),)


@crime("the next battle before the last is finished", Lose, Retreat)
def unfinished(scene: Scene) -> Iterator[Planted]:
    from trc_module.games.trc.combat.attack_obligations import Front

    front = Front.at_start(scene.game, scene.state)
    busy = {unit for battle in scene.state.battles for unit in battle.units}
    number = 1 + max(battle.number for battle in scene.state.battles)
    for combatant in front.combatants:
        if combatant.unit in busy or combatant.victor or not combatant.foes:
            continue
        for at in hexes(combatant.foes & combatant.free):
            foes = front.holds[at]
            if any(foe in busy for foe in foes):
                continue
            fight = front.fight((combatant.unit,), 1 << at)
            there = scene.state.place(combatant.unit) == combatant.at and all(
                scene.state.place(foe) == at for foe in foes
            )
            if there and shifted(scene.game, fight) >= LOWEST:
                yield "4.1.3", (Attack(number, (combatant.unit,), foes),)
                return


def rolled(scene: Scene) -> tuple[RollCombat, Battle, BattleContext]:
    """Return the roll of a scene with its battle, and the battle as it stands at the roll."""
    act = scene.act
    assert isinstance(act, RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    assert battle is not None
    return act, battle, fight_again(scene.game, scene.state, battle)


def read_at(scene: Scene, roll: RollCombat, step: int) -> RollCombat:
    """Return the same roll, read off the table in the column of other odds."""
    used = odds.name(step)
    return RollCombat(roll.number, roll.die, used, scene.game.charts.combat.result(used, roll.die))


@crime("the wrong column", RollCombat)
def wrong_column(scene: Scene) -> Iterator[Planted]:
    act, battle, fight = rolled(scene)
    step = chosen(scene.game, fight) + 1
    if step <= HIGHEST and not battle.odds and next(mistakes(scene.game, fight, step), None) is None:
        yield "13.1a", (read_at(scene, act, step),)


@crime("a lower column that nobody announced", RollCombat)
def secretly_lower(scene: Scene) -> Iterator[Planted]:
    act, battle, fight = rolled(scene)
    step = chosen(scene.game, fight) - 1
    if step >= LOWEST and not battle.odds and next(mistakes(scene.game, fight, step), None) is None:
        yield "13.1b", (read_at(scene, act, step),)


@crime("a result misread", RollCombat)
def misread(scene: Scene) -> Iterator[Planted]:
    act, _, fight = rolled(scene)
    right = read_at(scene, act, max(chosen(scene.game, fight), LOWEST))
    wrong = scene.rng.choice([result for result in RESULTS if result != right.result])
    yield "13.2a", (replace(right, result=wrong),)


@crime("a second die for a battle", Lose, Retreat)
def second_die(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, Lose | Retreat)
    yield "13.2a", (RollCombat(scene.act.number, scene.rng.randint(1, 6)),)


@crime("a loss that is not taken", Lose)
def unpaid(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, Lose)
    battle = battle_numbered(scene.state.battles, scene.act.number)
    assert battle is not None
    case = BattleResolution(scene.game, scene.state, battle)
    if _last_battle(scene) and case.outstanding(case.who(scene.act.unit)).losses:
        yield _row(battle.result), (End(),)


def _last_battle(scene: Scene) -> bool:
    """Tell whether nobody else has a battle to fight, so that the phase might end."""
    from trc_module.games.trc.combat.attack_obligations import duties

    return not any(duty.idle or (duty.spared and not duty.victor) for duty in duties(scene.game, scene.state))


@crime("a retreat that is not made", Retreat)
def stays(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, Retreat)
    battle = battle_numbered(scene.state.battles, scene.act.number)
    assert battle is not None
    if _last_battle(scene):
        yield f"{_row(battle.result)}|13.5b", (End(),)


@crime("a defender lost who could retreat", Retreat)
def lost_needlessly(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    battle = battle_numbered(scene.state.battles, act.number)
    assert battle is not None
    rule = "13.4b" if act.unit in battle.defenders else _row(battle.result)
    yield rule, (Lose(act.number, act.unit),)


@crime("a retreat into an enemy zone", Retreat)
def retreat_into_a_zone(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    from trc_module.games.trc.combat.retreat_routes import retreat_bounds

    side = scene.game.side_of[act.unit]
    bounds = retreat_bounds(scene.game, scene.state, side)
    zoc = scene.game.zones.of(scene.state.forces[ENEMY[side]])
    free = bounds.without(frozenset({"13.5a"}))
    at = act.trail.hexes[0]
    for b in hexes(free.sides.spread(1 << at) & free.open & zoc):
        for c in hexes(free.sides.spread(1 << b) & bounds.open & ~(1 << at)):
            yield "13.5a", (Retreat(act.number, act.unit, Trail((at, b, c))),)


@crime("a retreat that is too long", Retreat)
def retreat_too_long(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    from trc_module.games.trc.combat.retreat_routes import retreat_bounds

    battle = battle_numbered(scene.state.battles, act.number)
    assert battle is not None
    bounds = retreat_bounds(scene.game, scene.state, scene.game.side_of[act.unit])
    at = act.trail.hexes[0]
    if len(act.trail.hexes) == 3:
        for c in hexes(bounds.sides.spread(1 << act.trail.hexes[-1]) & bounds.open & ~(1 << at)):
            yield _row(battle.result), (Retreat(act.number, act.unit, Trail((*act.trail.hexes, c))),)


@crime("a loss that nothing asks for", Retreat, Attack)
def wanton_loss(scene: Scene) -> Iterator[Planted]:
    if not scene.state.battles:
        return
    battle = scene.state.battles[-1]
    if battle.result not in RESULTS:
        return
    case = BattleResolution(scene.game, scene.state, battle)
    for who in ("attackers", "defenders"):
        if case.side_result(who).lose == 0 and case.side_result(who).retreat is None:
            for unit in case.units(who):
                if not isinstance(scene.state.place(unit), str | None):
                    yield _row(battle.result), (Lose(battle.number, unit),)
                    return


@crime("the defender's loss of an exchange first", Lose)
def defender_first(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Lose)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is not None and battle.result == "EX" and not battle.lost:
        yield "13.3-EXa", (Lose(act.number, battle.defenders[0]),)


# Aircraft


def _lent(scene: Scene, kind: str, by: str, number: int = 1) -> Attack:
    assert isinstance(scene.act, Attack)
    return replace(scene.act, odds="", air=(AirSupport(kind, by),) * number)


@crime("a Stuka out of range", Attack)
def stuka_out_of_range(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, Attack)
    clock = scene.state.clock
    if scene.side != AXIS or clock.part != 1 or not _free(scene, STUKA):
        return
    for by in ("ger-hq-north", "ger-hq-center", "ger-hq-south"):
        at = scene.state.place(by)
        used = {support.by for battle in scene.state.battles for support in battle.air}
        if at is None or isinstance(at, str) or by in used:
            continue
        goals = [place_on_map(scene.state, unit) for unit in scene.act.defenders]
        if not all(in_range(scene.game, at, h, 8) for h in goals):
            yield "15.2a", (_lent(scene, STUKA, by),)


def _free(scene: Scene, kind: str) -> int:
    used = sum(len([s for s in battle.air if s.kind == kind]) for battle in scene.state.battles)
    return available(scene.game, scene.state, kind) - used


@crime("two Stukas in a battle", Attack)
def two_stukas(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    if act.air and act.air[0].kind == STUKA and _free(scene, STUKA) >= 2:
        used = {support.by for battle in scene.state.battles for support in battle.air} | {act.air[0].by}
        others = [by for by in ("ger-hq-north", "ger-hq-center", "ger-hq-south") if by not in used]
        for by in others:
            at = scene.state.place(by)
            goals = [place_on_map(scene.state, unit) for unit in act.defenders]
            if at is not None and not isinstance(at, str) and all(in_range(scene.game, at, h, 8) for h in goals):
                yield "15.5b", (replace(act, odds="", air=(*act.air, AirSupport(STUKA, by))),)


@crime("a Stuka lent twice by a headquarters", Attack)
def lent_twice(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, Attack)
    for battle in scene.state.battles:
        for support in battle.air:
            at = scene.state.place(support.by)
            goals = [place_on_map(scene.state, unit) for unit in scene.act.defenders]
            if support.kind != STUKA or isinstance(at, str | None) or not _free(scene, STUKA):
                continue
            if all(in_range(scene.game, at, h, 8) for h in goals):
                yield "15.5c", (_lent(scene, STUKA, support.by),)


@crime("aircraft in the second impulse", Attack)
def late_aircraft(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, Attack)
    if scene.state.clock.part != 2:
        return
    lenders = ("ger-hq-north", "ger-hq-center", "ger-hq-south") if scene.side == AXIS else ("rus-stavka",)
    for by in lenders:
        at = scene.state.place(by)
        goals = [place_on_map(scene.state, unit) for unit in scene.act.defenders]
        if at is not None and not isinstance(at, str) and all(in_range(scene.game, at, h, 8) for h in goals):
            yield (
                "4.1.4b" if scene.side == AXIS else "4.2.3c",
                (_lent(scene, STUKA if scene.side == AXIS else STURMOVIK, by),),
            )


@crime("aircraft when there are none", Attack)
def no_aircraft(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, Attack)
    kind, rule = (STUKA, "15.6b") if scene.side == AXIS else (STURMOVIK, "15.9b")
    if scene.state.clock.part != 1 or available(scene.game, scene.state, kind):
        return
    lenders = ("ger-hq-north", "ger-hq-center", "ger-hq-south") if scene.side == AXIS else ("rus-stavka",)
    for by in lenders:
        at = scene.state.place(by)
        goals = [place_on_map(scene.state, unit) for unit in scene.act.defenders]
        if at is not None and not isinstance(at, str) and all(in_range(scene.game, at, h, 8) for h in goals):
            yield rule, (_lent(scene, kind, by),)


@crime("aircraft of the defender", Attack)
def aircraft_of_the_defender(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.part == 1:
        kind, by = (STURMOVIK, "rus-stavka") if scene.side == AXIS else (STUKA, "ger-hq-center")
        yield "15.1c", (_lent(scene, kind, by),)


# Automatic victories


@crime("an automatic victory below 10-1", Move)
def cheap_victory(scene: Scene) -> Iterator[Planted]:
    number = 1 + max((battle.number for battle in scene.state.battles), default=0)
    if scene.state.clock.turn == 1 or (scene.side == RUSSIAN and scene.state.clock.turn < 10):
        return
    for unit, at in scene.units():
        near = scene.game.board.zoc.of[at] & scene.state.forces[ENEMY[scene.side]].occupied
        if not scene.game.units[unit].combat or scene.game.units[unit].type == "partisan":
            continue
        if ("av", unit) in scene.state.marks or any(unit in battle.units for battle in scene.state.battles):
            continue
        for goal in hexes(near):
            foes = tuple(
                foe
                for foe in scene.state.forces[ENEMY[scene.side]].stack(goal)
                if scene.game.units[foe].type not in ("air", "partisan")
            )
            act = AutomaticVictory(number, (unit,), foes)
            if foes and shifted(scene.game, fight_of(scene.game, scene.state, act)) < AUTOMATIC:
                yield "16.1a", (act,)
                return


@crime("a Russian automatic victory before November 1942", Move)
def early_victory(scene: Scene) -> Iterator[Planted]:
    if scene.side != RUSSIAN or scene.state.clock.turn >= 10:
        return
    later = replace(scene.state, clock=replace(scene.state.clock, turn=12))
    for goal in hexes(scene.state.forces[AXIS].occupied):
        for act in victories_over(scene.game, later, goal):
            yield "16.4", (act,)
            return


@crime("a victor that moves on", AutomaticVictory)
def victor_moves(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, AutomaticVictory)
    after = scene.after(act)
    for unit in act.attackers:
        if unit in after.state.trails or not scene.clean(act):
            continue
        at = place_on_map(after.state, unit)
        known = {one: bounds for one, _, bounds, _ in movers(scene)}
        if unit in known:
            for b in list(hexes(known[unit].reach(at, 1) & ~(1 << at)))[:1]:
                yield "16.2a", (act, Move(unit, Trail((at, b))))
                return
