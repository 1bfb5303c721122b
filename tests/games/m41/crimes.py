"""Ways to break the rules of Moscow 1941, planted in legal games: `python -m tests.games.crime_books m41`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.crimes.planting import BookOf, Planted, SceneOf
from trc_module.games.m41.acts import (
    Absorb,
    Advance,
    AirReturn,
    AirSupply,
    CutOff,
    Fortify,
    Gamble,
    GiveUp,
    Intercept,
    KnockOut,
    NameNumbers,
    ReadWeather,
    Recover,
    Replace,
    RollInterception,
    TakeHit,
)
from trc_module.games.m41.combat import walls_left
from trc_module.games.m41.firepower import firepower
from trc_module.games.m41.game import MoscowGame
from trc_module.games.m41.retreats_and_advances import is_cleared, stays_ready
from trc_module.games.m41.supply import line_hexes
from trc_module.games.m41.words import (
    AIR,
    AIR_BOX,
    BLITZ,
    BLITZ_COMBAT,
    CHECK,
    COMBAT,
    DISRUPTED,
    ENEMY,
    FIGHTING,
    FIRST_LEAVER,
    FORTIFIED,
    FRONT,
    GERMAN,
    LOST,
    MOVEMENT,
    MOVING,
    MUD,
    PANZER,
    READY,
    REPLACEMENT,
    RUSSIAN,
    SIBERIA,
    SNOW,
    SUPPLY,
    WEATHER,
    WEATHERS,
)
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import (
    Attack,
    Claim,
    Eliminate,
    End,
    Enter,
    Lose,
    Move,
    Retreat,
    Setup,
    Withdraw,
)
from trc_module.rules.battles import battle_numbered
from trc_module.rules.state import Trail, UnitId
from trc_module.systems.dice_pools import ATTACK, DEFEND, Fire, FireOnTable, exchange_of
from trc_module.systems.statuses import status_of
from trc_module.systems.weather import weather_of

Scene = SceneOf[MoscowGame]
BOOK = BookOf[MoscowGame]({"Move": 0.15, "End": 0.4, "Fire": 0.4, "FireOnTable": 0.6, "Attack": 0.6})
crime = BOOK.crime


def _ready(scene: Scene) -> list[tuple[UnitId, Hex]]:
    """Return the undisrupted ground units of the side to play."""
    return [(unit, at) for unit, at in scene.units() if status_of(scene.state, unit) != DISRUPTED]


def _beside(scene: Scene, unit: UnitId, at: Hex) -> Iterator[tuple[UnitId, ...]]:
    """Yield the stacks of enemies beside a unit."""
    enemy = scene.state.forces[ENEMY[scene.side]]
    for hex_ in hexes(scene.game.near.of[at] & enemy.occupied):
        yield tuple(enemy.stack(hex_))


def _pairs(scene: Scene) -> Iterator[tuple[UnitId, tuple[UnitId, ...]]]:
    """Yield units that may attack, each with a stack beside it; none of them is in a battle."""
    fought = _fought(scene)
    for unit, at in _ready(scene):
        if unit not in scene.state.trails and unit not in fought:
            yield from ((unit, stack) for stack in _beside(scene, unit, at) if not fought & set(stack))


def _fought(scene: Scene) -> set[UnitId]:
    """Return the units in battles that are declared."""
    return {unit for battle in scene.state.battles for unit in battle.units}


def _next(scene: Scene) -> int:
    return 1 + max((battle.number for battle in scene.state.battles), default=0)


def _free(scene: Scene, at: Hex) -> list[Hex]:
    """Return the hexes beside one without units."""
    taken = scene.state.forces[GERMAN].occupied | scene.state.forces[RUSSIAN].occupied
    return list(hexes(scene.game.near.of[at] & ~taken))


# ------------------------------------------------------------------------- movement


@crime("a disrupted unit moved", Move, End)
def disrupted_moves(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != MOVEMENT or scene.state.clock.turn == 1:
        return
    for unit, at in scene.units():
        still = unit not in scene.state.trails and unit not in _fought(scene)
        if status_of(scene.state, unit) == DISRUPTED and still and _free(scene, at):
            yield "M41-DIS-1", (Move(unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("a hex that the enemy holds", Move)
def into_the_enemy(scene: Scene) -> Iterator[Planted]:
    enemy = scene.state.forces[ENEMY[scene.side]].occupied
    for unit, at in _ready(scene):
        near = list(hexes(scene.game.near.of[at] & enemy))
        if near and unit not in scene.state.trails and unit not in _fought(scene) and scene.state.clock.turn > 1:
            yield "M41-STK", (Move(unit, Trail((at, near[0]))),)
            return


@crime("further than a unit goes", Move)
def too_far(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Move)
    way = list(act.trail.hexes)
    enemy = scene.state.forces[ENEMY[scene.side]].occupied
    distance = scene.game.board.grid.distance
    while len(way) < 7:
        onward = [h for h in hexes(scene.game.near.of[way[-1]] & ~enemy) if distance(way[0], h) == len(way)]
        if not onward:
            return
        way.append(onward[0])
    yield "M41-OPM-3", (Move(act.unit, Trail(tuple(way))),)


@crime("the enemy's unit moved", Move)
def of_the_enemy(scene: Scene) -> Iterator[Planted]:
    other = ENEMY[scene.side]
    for unit, at in scene.state.forces[other].places.items():
        if isinstance(at, int) and _free(scene, at) and status_of(scene.state, unit) != DISRUPTED:
            yield "M41-SEQ", (Move(unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("a move while others fight or are supplied", End)
def out_of_phase(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase in (COMBAT, SUPPLY) and not any(scene.state.battles):
        for unit, at in _ready(scene):
            if _free(scene, at):
                yield "M41-SEQ", (Move(unit, Trail((at, _free(scene, at)[0]))),)
                return


@crime("too far before an attack", Move)
def far_before_attack(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == MOVEMENT:
        yield from _moved_to_attack(scene, 2, "M41-OPM-1|M41-OPM-2", ("army", "front", "shock"))


@crime("a hex in mud before an attack", Move)
def in_mud(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == MOVEMENT and weather_of(scene.state) == MUD and scene.side == GERMAN:
        yield from _moved_to_attack(scene, 1, "M41-OPM-2", ("army", PANZER))


@crime("two hexes before an attack of the Blitzkrieg", End, Move)
def far_in_blitz(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == BLITZ and weather_of(scene.state) in ("good", "hard-frost"):
        yield from _moved_to_attack(scene, 2, "M41-OPM-2", (PANZER,))


def _moved_to_attack(scene: Scene, steps: int, rules: str, kinds: tuple[str, ...]) -> Iterator[Planted]:
    """Yield a unit of a kind that goes that many hexes, as it may, and attacks."""
    enemy, distance = scene.state.forces[ENEMY[scene.side]], scene.game.board.grid.distance
    fought = _fought(scene)
    # The road is a doubt of its own, and Moscow 1941's panzers go one hex more along it.
    road = {hex_ for side in scene.game.board.sides["road"] for hex_ in side}
    for unit, at in _ready(scene):
        if unit in scene.state.trails or unit in fought or scene.game.units[unit].type not in kinds:
            continue
        ways: list[tuple[Hex, ...]] = [(at,)]
        for _ in range(steps):
            ways = [
                (*way, hex_)
                for way in ways
                for hex_ in hexes(scene.game.near.of[way[-1]] & ~enemy.occupied)
                if distance(at, hex_) == len(way) and hex_ not in road
            ]
        for way in ways:
            for hex_ in hexes(scene.game.near.of[way[-1]] & enemy.occupied):
                stack = tuple(enemy.stack(hex_))
                if not fought & set(stack) and at not in road and scene.clean(Move(unit, Trail(way))):
                    yield rules, (Move(unit, Trail(way)), Attack(_next(scene), (unit,), stack))
                    return


@crime("a unit fortified that has moved", Move)
def moved_and_fortified(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Move)
    own = scene.game.side_of[act.unit] == scene.side and scene.game.units[act.unit].type in ("army", FRONT)
    if own and scene.state.clock.phase == MOVEMENT and scene.clean(act):
        kind = scene.game.units[act.unit].type
        if (scene.side, kind) in ((GERMAN, "army"), (RUSSIAN, FRONT)):
            yield "M41-FORT-1", (act, Fortify(act.unit))


@crime("a panzergruppe fortified", End)
def panzers_fortify(scene: Scene) -> Iterator[Planted]:
    for unit, _ in _ready(scene):
        if scene.game.units[unit].type == PANZER and scene.state.clock.phase == MOVEMENT:
            yield "M41-FORT-1", (Fortify(unit),)
            return


# -------------------------------------------------------------------------- attacks


@crime("a unit of the attacked hex left out", Attack)
def left_out(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    if len(act.defenders) > 1:
        yield "M41-OPC-1", (replace(act, defenders=act.defenders[:1]),)


@crime("an attacker from afar", Attack)
def from_afar(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    at = scene.state.place(act.defenders[0])
    fought = _fought(scene)
    if any(scene.game.units[unit].type == AIR for unit in act.attackers):
        return
    for unit, here in _ready(scene):
        far = isinstance(at, int) and not scene.game.near.of[at] >> here & 1
        if far and unit not in (*fought, *act.attackers) and unit not in scene.state.trails:
            yield "M41-OPC-1", (replace(act, attackers=(*act.attackers, unit)),)
            return


@crime("an attacker a second time", Attack)
def twice(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    if any(scene.game.units[unit].type != AIR for unit in act.attackers) and scene.clean(act):
        yield "M41-OPC-1|M41-AIR-1", (act, replace(act, number=act.number + 1))


@crime("a German beside attacking Russians not attacked", End)
def not_attacked(scene: Scene) -> Iterator[Planted]:
    if scene.side != RUSSIAN or scene.state.clock.phase != MOVEMENT:
        return
    attacked = {battle.places[battle.defenders[0]] for battle in scene.state.battles}
    for unit, stack in _pairs(scene):
        at, target = scene.state.place(unit), scene.state.place(stack[0])
        assert isinstance(at, int)
        others = [other for other in _beside(scene, unit, at) if scene.state.place(other[0]) not in (target, *attacked)]
        ready = [o for o in others if any(status_of(scene.state, each) != DISRUPTED for each in o)]
        attack = Attack(_next(scene), (unit,), stack)
        if ready and scene.clean(attack):
            yield "M41-OPC-1", (attack, End())
            return


@crime("three units across a hexside", End, Attack)
def three_across(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != MOVEMENT:
        return
    stacks: dict[Hex, list[UnitId]] = {}
    fought = _fought(scene)
    for unit, at in _ready(scene):
        if unit not in fought and unit not in scene.state.trails and scene.game.units[unit].type != "tank":
            stacks.setdefault(at, []).append(unit)
    for at, units in stacks.items():
        kinds = [scene.game.units[unit].type for unit in units]
        two = [unit for unit, kind in zip(units, kinds, strict=True) if kind in (PANZER, FRONT)]
        group = units[:3] if len(units) > 2 else two[:2] if len(two) > 1 else ()
        for stack in _beside(scene, units[0], at) if group else ():
            if not fought & set(stack):
                yield "M41-OPC-3", (Attack(_next(scene), tuple(group), stack),)
                return


@crime("an attack of a disrupted unit", End, Attack)
def disrupted_attacks(scene: Scene) -> Iterator[Planted]:
    fought = _fought(scene)
    if scene.state.clock.phase != MOVEMENT:
        return
    for unit, at in scene.units():
        if status_of(scene.state, unit) == DISRUPTED and unit not in fought:
            for stack in _beside(scene, unit, at):
                if not fought & set(stack):
                    yield "M41-DIS-1", (Attack(_next(scene), (unit,), stack),)
                    return


@crime("a Blitzkrieg in mud or snow", End)
def no_blitz(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == BLITZ and weather_of(scene.state) in (MUD, SNOW):
        for unit, stack in _pairs(scene):
            yield "M41-BLZ-1", (Attack(_next(scene), (unit,), stack),)
            return


@crime("a Deep Battle of another unit", End)
def no_deep_battle(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == "deep-battle":
        for unit, stack in _pairs(scene):
            if scene.game.units[unit].type != "shock":
                yield "M41-BLZ-1", (Attack(_next(scene), (unit,), stack),)
                return


# ------------------------------------------------------------------------------ air


@crime("a Fliegerkorps that flies twice", Attack)
def flies_twice(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    air = [unit for unit in act.attackers if scene.game.units[unit].type == AIR]
    if air and scene.side == GERMAN and scene.clean(act):
        for unit, stack in _pairs(scene.after(act)):
            yield "M41-AIR-1", (act, Attack(_next(scene) + 1, (unit, air[0]), stack))
            return


@crime("two Russian air units in a battle", Attack)
def two_air_units(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    air = [unit for unit in act.attackers if scene.game.units[unit].type == AIR]
    flown = {mark[1] for mark in scene.state.marks if mark[0] in ("fought", "grounded")}
    others = [
        unit
        for unit, place in scene.state.forces[RUSSIAN].places.items()
        if place == AIR_BOX and unit not in (*flown, *air)
    ]
    if scene.side == RUSSIAN and scene.state.clock.phase == MOVEMENT and len(others) + len(air) > 1:
        yield "M41-AIR-2", (replace(act, attackers=(*act.attackers, *others[: 2 - len(air)])),)


@crime("a unit destroyed from the air", TakeHit)
def destroyed_from_the_air(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, TakeHit)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is not None and all(scene.game.units[unit].type == AIR for unit in battle.attackers):
        yield "M41-AIR-1", (Lose(act.number, act.unit),)


@crime("an air unit knocked out by too low a die", RollInterception)
def knocked_out(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollInterception)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or scene.side != RUSSIAN:
        return
    downed = {mark[2] for mark in scene.state.marks if mark[0] == "downed"}
    for unit in battle.attackers:
        if scene.game.units[unit].type == AIR and unit not in downed:
            yield "M41-AIR-3", (replace(act, die=3), KnockOut(act.number, unit))
            return


@crime("an interceptor that flies twice", Intercept)
def intercepts_twice(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Intercept)
    if scene.clean(act) and scene.state.clock.phase in FIGHTING + MOVING:
        yield "M41-AIR-1", (act, act)


@crime("a unit shot down that stays in play", RollInterception)
def stays_in_play(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollInterception)
    if scene.side == GERMAN and scene.state.clock.phase in MOVING:
        yield "M41-AIR-3|M41-AIR-4|M41-OPC-1", (replace(act, die=1), End())


@crime("the 8. Fliegerkorps withdrawn", End)
def wrong_leaver(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == CHECK and scene.state.place("ger-8-fk") == AIR_BOX:
        yield "M41-AIR-4", (Withdraw("ger-8-fk"),)


@crime("the 2. Fliegerkorps kept", Withdraw)
def not_withdrawn(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Withdraw)
    if act.unit == FIRST_LEAVER and scene.state.clock.turn == 2 and scene.state.clock.phase == WEATHER:
        yield "M41-AIR-4", (End(), End())


@crime("supplies flown out of the supply phase", Move)
def late_flight(scene: Scene) -> Iterator[Planted]:
    units = scene.units()
    if scene.side == GERMAN and units and scene.state.place("ger-8-fk") == AIR_BOX:
        yield "M41-AIR-4", (AirSupply(units[0][0], "ger-8-fk"),)


@crime("a knocked-out air unit back at once", KnockOut)
def back_at_once(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, KnockOut)
    if scene.clean(act):
        yield "M41-REP-7", (act, AirReturn(act.unit))


# --------------------------------------------------------------------------- combat


@crime("too many dice", Fire)
def too_many_dice(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Fire)
    power = firepower(scene.game, scene.state, act)
    if power is not None and power.dice:
        # More than any factor, terrain or aircraft gives.
        dice = (1,) * (sum(scene.game.units[unit].combat or 0 for unit in power.ground) + 12)
        yield "M41-OPC-2|M41-DIS-1|M41-AIR-2|M41-TER", (Fire(act.number, act.role, dice, None),)


@crime("a die for a river that is not there", Fire)
def no_river(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Fire)
    power = firepower(scene.game, scene.state, act)
    if power is None or act.role != DEFEND or not power.dice or power.bonus or power.own_dice:
        return
    if not scene.game.forest >> power.target & 1:
        yield "M41-TER-1", (Fire(act.number, act.role, (1,) * (power.dice + 1), None),)


@crime("two dice of panzers in a forest", Fire)
def full_in_forest(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Fire)
    power = firepower(scene.game, scene.state, act)
    if power is None or act.role != ATTACK or not scene.game.forest >> power.target & 1:
        return
    more = sum(power.factor(unit, in_forest=False) for unit in power.ground) + power.air_dice
    if more > power.dice:
        yield "M41-TER-2", (Fire(act.number, act.role, (1,) * more, None),)


@crime("more hits than the dice show", Fire)
def too_many_hits(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Fire)
    power = firepower(scene.game, scene.state, act)
    if power is not None and power.in_mud_or_snow is not None and act.dice:
        yield "M41-OPC-4|M41-SUP-3", (replace(act, hits=power.hits(act.dice) + 1),)


@crime("another number than the table says", FireOnTable)
def another_number(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, FireOnTable)
    yield "M41-CRT", (replace(act, hits=14),)


@crime("the whole strength of units out of supply", FireOnTable, Fire)
def not_halved(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, FireOnTable | Fire)
    power = firepower(scene.game, scene.state, act)
    if power is not None and power.unsupplied and power.strength < power.dice and power.in_mud_or_snow is False:
        yield "M41-SUP-3", (FireOnTable(act.number, act.role, 3, power.dice, power.sheet, None),)


@crime("a third round", End)
def third_round(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase not in (COMBAT, BLITZ_COMBAT):
        return
    for battle in scene.state.battles:
        now = exchange_of(scene.state, battle.number)
        most = 2 if scene.state.clock.phase == COMBAT else 1
        target = battle.places[battle.defenders[0]]
        left = [unit for unit in battle.defenders if scene.state.place(unit) == target]
        if now.round == most and now.fired(ATTACK) and left and scene.clean(End()):
            rule = "M41-OPC-1" if most == 2 else "M41-BLZ-1"
            # What they roll beyond their dice then is told too.
            yield f"{rule}|M41-OPC-2|M41-DIS-1|M41-AIR-2", (Fire(battle.number, ATTACK, (1,), None),)
            return


@crime("a ready unit destroyed by its first hit", TakeHit)
def destroyed_at_once(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, TakeHit)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or all(scene.game.units[unit].type == AIR for unit in battle.attackers):
        return
    rules = {"": "M41-DIS-3", FORTIFIED: "M41-FORT-1"}
    status = status_of(scene.state, act.unit)
    if status in rules:
        yield rules[status], (Lose(act.number, act.unit),)


@crime("hits that nobody takes", TakeHit, Lose)
def not_taken(scene: Scene) -> Iterator[Planted]:
    # What else is owed at the end of the phase is told with it.
    yield "M41-DIS-3|M41-RET-2|M41-AIR-3", (End(),)


@crime("a hit that was not scored", Retreat, Advance)
def undue_hit(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat | Advance)
    battle = battle_numbered(scene.state.battles, act.number)
    for unit in battle.attackers if battle is not None else ():
        due = exchange_of(scene.state, act.number).hits_to_take(ATTACK)
        if due <= 0 and status_of(scene.state, unit) == "" and scene.game.units[unit].type != AIR:
            yield "M41-DIS-3", (TakeHit(act.number, unit),)
            return


@crime("a hit absorbed in the open", TakeHit)
def no_walls(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, TakeHit)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is not None and act.unit in battle.defenders and walls_left(scene.game, scene.state, battle)[0] <= 0:
        yield "M41-TER-2", (Absorb(act.number),)


@crime("a retreat towards the attackers", Retreat)
def towards_them(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    battle = battle_numbered(scene.state.battles, act.number)
    at = act.trail.hexes[0]
    if battle is None:
        return
    froms = {battle.places[unit] for unit in battle.attackers if scene.game.units[unit].type != AIR}
    for goal in _free(scene, at):
        if any(scene.game.near.of[one] >> goal & 1 for one in froms):
            yield "M41-RET-1", (replace(act, trail=Trail((at, goal))),)
            return


@crime("a retreat of an attacker", Retreat)
def attackers_retreat(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    battle = battle_numbered(scene.state.battles, act.number)
    for unit in battle.attackers if battle is not None else ():
        at = scene.state.place(unit)
        if isinstance(at, int) and _free(scene, at):
            yield "M41-RET-1", (Retreat(act.number, unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("a cleared hex not taken", Advance)
def not_taken_hex(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Advance)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is not None and not any(
        scene.state.place(unit) not in (battle.places[unit], LOST) for unit in battle.attackers
    ):
        yield "M41-RET-2|M41-DIS-3|M41-AIR-3", (End(),)


@crime("an advance that leaves an army ready", Advance)
def too_ready(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Advance)
    ready = stays_ready(scene.game, scene.state, act.unit)
    if ready is not None:
        yield "M41-RET-3", (replace(act, status=DISRUPTED if ready else READY),)


@crime("an advance before the hex is cleared", TakeHit)
def too_early(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, TakeHit)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or is_cleared(scene.game, scene.state, battle):
        return
    target = battle.places[battle.defenders[0]]
    for unit in battle.attackers:
        at = scene.state.place(unit)
        ready = status_of(scene.state, unit) != DISRUPTED and scene.game.units[unit].type != AIR
        other = [hex_ for hex_ in _free(scene, target) if isinstance(at, int) and scene.game.near.of[at] >> hex_ & 1]
        if isinstance(at, int) and ready and other and stays_ready(scene.game, scene.state, unit) is False:
            yield "M41-RET-2", (Advance(act.number, unit, DISRUPTED, Trail((at, other[0]))),)
            return


# ------------------------------------------------------------------ supply, recovery


@crime("a unit disrupted that is in supply", End)
def supplied(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != SUPPLY:
        return
    lines = line_hexes(scene.game, scene.state, scene.side)
    for unit, at in _ready(scene):
        if lines >> at & 1:
            yield "M41-SUP-1", (CutOff(unit),)
            return


@crime("a unit out of supply left ready", CutOff)
def left_ready(scene: Scene) -> Iterator[Planted]:
    yield "M41-SUP-1|M41-AIR-3", (End(),)


@crime("a unit out of supply left alive", Eliminate)
def left_alive(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Eliminate)
    at = scene.state.place(act.unit)
    # In a city one may survive.
    if isinstance(at, int) and not scene.game.board.city_hexes >> at & 1:
        yield "M41-SUP-1|M41-AIR-3", (End(),)


@crime("a ready unit eliminated for lack of supply", End)
def eliminated_at_once(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == SUPPLY:
        for unit, _ in _ready(scene):
            yield "M41-SUP-1", (Eliminate(unit, "M41-SUP-1"),)
            return


@crime("a recovery while units move", Move, End)
def recovers_early(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == MOVEMENT:
        for unit, _ in scene.units():
            if status_of(scene.state, unit) == DISRUPTED:
                yield "M41-DIS-2", (Recover(unit),)
                return


# --------------------------------------------------------------------- replacements


@crime("a second replacement of a kind", Replace)
def second_of_a_kind(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    kind = scene.game.units[act.unit].type
    if act.unit == "rus-16-army" or not scene.clean(act) or kind not in ("army", FRONT):
        return
    for unit in scene.state.forces[RUSSIAN].stack(LOST):
        other = unit not in (act.unit, "rus-16-army", "rus-50-army", "rus-kalinin")
        if other and scene.game.units[unit].type == kind and act.unit not in ("rus-50-army", "rus-kalinin"):
            yield "M41-REP-1", (act, replace(act, unit=unit))
            return


@crime("a Siberian back", Replace)
def siberian_back(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    for unit in scene.state.forces[RUSSIAN].stack(LOST):
        if unit in ("rus-1-shock", "rus-4-shock"):
            yield "M41-REP-2", (replace(act, unit=unit, status=DISRUPTED),)


@crime("the 16. Army back for nothing too early", Replace, End)
def sixteenth_early(scene: Scene) -> Iterator[Planted]:
    unit, turn = "rus-16-army", scene.state.clock.turn
    gone = next((int(mark[2]) for mark in scene.state.marks if mark[:2] == ("lost", unit)), 0)
    goals = list(hexes(scene.game.edge(RUSSIAN) & ~scene.state.forces[GERMAN].occupied))
    early = scene.state.clock.phase == REPLACEMENT and gone and turn < gone + 2 and goals
    if not early or scene.state.place(unit) != LOST or any(mark[:2] == ("gave", unit) for mark in scene.state.marks):
        return
    paid = bool(scene.state.used.get("russian army", 0))
    others = [
        each
        for each in scene.state.forces[RUSSIAN].stack(LOST)
        if scene.game.units[each].type == "army" and each not in (unit, "rus-50-army")
    ]
    first = () if paid else (Replace(others[0], DISRUPTED, goals[0]),) if others else None
    if first is not None:
        yield "M41-REP-3", (*first, Replace(unit, DISRUPTED, goals[0]))


@crime("a unit given up out of its phase", Move)
def given_up(scene: Scene) -> Iterator[Planted]:
    if scene.side == RUSSIAN and scene.units():
        yield "M41-REP-4", (GiveUp(scene.units()[0][0]),)


@crime("a replacement that is ready", Replace)
def ready_replacement(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    kind = scene.game.units[act.unit].type
    if act.unit != "rus-16-army":
        rule = "M41-REP-6" if kind == "tank" else "M41-REP-5"
        yield rule, (replace(act, status=READY if act.status == DISRUPTED else DISRUPTED),)


@crime("a replacement in the open", Replace)
def in_the_open(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    taken = scene.state.forces[GERMAN].occupied | scene.game.settled | scene.game.edge(RUSSIAN)
    goals = list(hexes(scene.game.board.land & ~taken))
    if goals:
        rule = "M41-REP-6" if scene.game.units[act.unit].type == "tank" else "M41-REP-5"
        yield rule, (replace(act, place=scene.rng.choice(goals)),)


@crime("a German replacement", End)
def german_back(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != REPLACEMENT:
        return
    for unit in scene.state.forces[GERMAN].stack(LOST):
        if scene.game.units[unit].type != AIR:
            yield "M41-REP-7", (Replace(unit, DISRUPTED, next(hexes(scene.game.edge(GERMAN)))),)
            return


@crime("a Siberian far from any line", Enter)
def far_siberian(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Enter)
    lines = line_hexes(scene.game, scene.state, RUSSIAN, at_worst=True)
    taken = scene.state.forces[GERMAN].occupied | lines | scene.game.edge(RUSSIAN)
    for at in list(hexes(lines)):
        taken |= scene.game.near.of[at]
    goals = list(hexes(scene.game.board.land & ~taken))
    if goals and isinstance(act.place, int):
        yield "M41-SIB-1", (replace(act, place=goals[0]),)


@crime("a Siberian in another phase", Move)
def siberian_in_movement(scene: Scene) -> Iterator[Planted]:
    edge = list(hexes(scene.game.edge(RUSSIAN) & ~scene.state.forces[GERMAN].occupied))
    for unit in scene.state.forces[RUSSIAN].stack(SIBERIA):
        if scene.side == RUSSIAN and edge and scene.game.units[unit].type != AIR:
            yield "M41-SIB-1|M41-SEQ", (Enter(unit, edge[0]),)
            return


# ----------------------------------------------------------- set-up, weather, victory


@crime("a unit set up elsewhere", Setup)
def set_up_elsewhere(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Setup)
    side = scene.game.side_of[act.unit]
    place = scene.game.board.grid.find("E1" if side == GERMAN else "B7")
    named_places = ("rus-rzhev", "rus-bryansk", "rus-western", "rus-tanks")
    if place is not None and (act.unit in named_places or side == GERMAN):
        yield ("M41-SET-2" if side == GERMAN else "M41-SET-1"), (replace(act, hex=place),)


@crime("a German moved in the first phase", End)
def moved_at_once(scene: Scene) -> Iterator[Planted]:
    clock = scene.state.clock
    if (clock.turn, clock.side, clock.phase) == (1, GERMAN, MOVEMENT):
        for unit, at in _ready(scene):
            if _free(scene, at) and unit not in _fought(scene):
                yield "M41-SET-2", (Move(unit, Trail((at, _free(scene, at)[0]))),)
                return


@crime("another weather than the track's", ReadWeather, End)
def another_weather(scene: Scene) -> Iterator[Planted]:
    clock = scene.state.clock
    if (clock.side, clock.phase) != (GERMAN, WEATHER) or clock.turn == 1:
        return
    track = str(scene.game.turn(clock.turn).printed.get("weather", ""))
    others = [weather for weather in WEATHERS if weather not in track.split(" or ")]
    if not any(mark[:2] == ("weather", str(clock.turn)) for mark in scene.state.marks):
        yield "M41-WX-1", (ReadWeather(scene.rng.choice(others)),)


@crime("the gamble without Siberians", End)
def no_siberians(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == CHECK and scene.side == RUSSIAN and scene.state.clock.turn < 4:
        out = all(scene.state.place(unit) == SIBERIA for unit in ("rus-1-shock", "rus-4-shock", "rus-sib-air"))
        if out:
            yield "M41-SIB-2", (Gamble(3),)


@crime("the gamble left out", Gamble)
def no_gamble(scene: Scene) -> Iterator[Planted]:
    yield "M41-SIB-2", (End(),)


@crime("the same number named twice", Gamble, NameNumbers)
def same_number(scene: Scene) -> Iterator[Planted]:
    yield "M41-SIB-2", (NameNumbers(4, 4, "open"),)


@crime("a victory that nobody has", End)
def no_victory(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == CHECK:
        side, rule = (GERMAN, "M41-VIC-1") if scene.side == RUSSIAN else (RUSSIAN, "M41-VIC-2")
        city = "Moscow"
        if scene.state.control.get(scene.game.city(city)) != side:
            yield rule, (Claim(side, rule),)
