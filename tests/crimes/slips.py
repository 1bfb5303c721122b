"""Crimes of players who mistake the phase, the unit, or the place: rails, ships, arrivals, replacements, options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.crimes.crime import Planted, Scene, crime
from tests.crimes.fighting import read_at, rolled
from tests.crimes.moving import movers, riders, zone
from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.departures import Exit, Motorize
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.russian_replacements import with_worker
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.combat.air_power import STURMOVIK, in_range
from trc_module.games.trc.combat.battle_context import HIGHEST, LOWEST, fight_again, fight_of, place_on_map
from trc_module.games.trc.combat.combat_terrain import multiplier
from trc_module.games.trc.combat.retreat_routes import retreat_bounds
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.transport.rail_movement import ride_of
from trc_module.hexgrid import hexes
from trc_module.rules import odds
from trc_module.rules.actions import (
    AirSupport,
    Attack,
    Eliminate,
    End,
    Enter,
    Lose,
    Move,
    Replace,
    Retreat,
    RollCombat,
    Setup,
    Surrender,
)
from trc_module.rules.battles import battle_numbered
from trc_module.rules.state import Trail

# Whose unit, which phase


@crime("a unit of the enemy moved", Move)
def enemy_moved(scene: Scene) -> Iterator[Planted]:
    mine = scene.state.forces[scene.side].occupied
    for unit, at in scene.state.forces[ENEMY[scene.side]].places.items():
        if not isinstance(at, str) and scene.game.units[unit].type in ("infantry", "armor"):
            for b in hexes(scene.game.board.walk.of[at] & ~mine):
                yield "2.1a", (Move(unit, Trail((at, b))),)
                return


@crime("a reinforcement set up with those that start", Setup)
def reinforcement_set_up(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Setup)
    side = scene.game.side_of[act.unit]
    for unit in scene.state.forces[side].stack("turn-3"):
        yield "2.2a", (Setup(unit, act.hex),)
        return


@crime("by rail in the combat phase", Attack, End)
def rail_in_combat(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != "combat" or scene.state.clock.part != 1:
        return
    for unit, at, reach in riders(scene):
        for b in list(hexes(reach & scene.game.board.rail_links[at]))[:1]:
            yield "4.1.2e|4.2.1f|12.1c", (RailMove(unit, Trail((at, b))),)
            return


@crime("a replacement in the second impulse", Move)
def late_replacement(scene: Scene) -> Iterator[Planted]:
    clock = scene.state.clock
    if clock.part != 2 or (scene.side == AXIS and clock.turn not in scene.game.charts.replacements.axis_turns):
        return
    for unit in scene.state.forces[scene.side].stack(POOL):
        if scene.game.units[unit].type in ("infantry", "armor") and unit != "ger-1-cav":
            yield "4.1.4d|4.2.3b|4.1.2d|21.2|21.4|22.5|22.6a", (Replace(unit, "off-map-units"),)
            return


@crime("a drop in the second impulse", Move)
def late_drop(scene: Scene) -> Iterator[Planted]:
    stavka = scene.state.place("rus-stavka")
    if scene.side == RUSSIAN and scene.state.clock.part == 2 and not isinstance(stavka, str | None):
        for unit in scene.state.forces[RUSSIAN].stack("paratroop-reserve"):
            yield "4.2.1d|18.1|18.3", (Drop(unit, stavka),)
            return


@crime("a drop of a corps that is on the map", Move)
def drop_from_the_map(scene: Scene) -> Iterator[Planted]:
    if scene.side == RUSSIAN and scene.state.clock.part == 1:
        for unit, at in scene.units():
            if scene.game.units[unit].type == "paratroop":
                yield "18.1|18.3|18.4b", (Drop(unit, at),)
                return


# Rails and ships


@crime("on foot after a ride", RailMove)
def walk_after_a_ride(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RailMove)
    at = act.trail.hexes[-1]
    bounds = bounds_of(scene.game, scene.state, scene.game.units[act.unit])
    leaderless = any(mark[0] == "leader-lost" for mark in scene.state.marks)
    if scene.clean(act) and not leaderless and scene.game.units[act.unit].type in ("infantry", "armor"):
        for b in hexes(bounds.reach(at, 1) & ~(1 << at) & ~bounds.stop & ~zone(scene)):
            yield "9.3.1c", (act, Move(act.unit, Trail((at, b))))
            return


@crime("by rail after a march", Move)
def ride_after_a_march(scene: Scene) -> Iterator[Planted]:
    state = scene.state
    if state.clock.part != 1 or state.clock.phase != "movement":
        return
    ride = ride_of(scene.game, state, scene.side)
    for unit in state.trails:
        at = state.place(unit)
        if isinstance(at, str | None) or scene.game.units[unit].type not in ("infantry", "armor"):
            continue
        if any(mark[:2] in (("railed", unit), ("sailed", unit), ("arrived", unit)) for mark in state.marks):
            continue
        for b in list(hexes(ride.reach(at) & scene.game.board.rail_links[at]))[:1]:
            yield "9.3.1c|9.2", (RailMove(unit, Trail((at, b))),)
            return


@crime("a seventh ride of the Axis, or a fourth in snow", Move, RailMove)
def seventh_ride(scene: Scene) -> Iterator[Planted]:
    from tests.crimes.moving import too_many_by_rail

    if scene.side == AXIS:
        yield from too_many_by_rail.plant(scene)


@crime("on foot after a voyage", SeaMove)
def walk_after_a_voyage(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, SeaMove)
    lucky = replace(act, die=1)
    if isinstance(act.goal, str) or not scene.clean(lucky):
        return
    after = scene.after(lucky)
    if after.state.place(act.unit) == act.goal:
        bounds = bounds_of(after.game, after.state, after.game.units[act.unit])
        for b in hexes(scene.game.board.walk.of[act.goal] & bounds.open & ~zone(scene)):
            yield "10.3b", (lucky, Move(act.unit, Trail((act.goal, b))))
            return


@crime("a unit that came over the sea counted as lost", SeaMove)
def lost_though_safe(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, SeaMove)
    lucky = replace(act, die=1)
    if scene.clean(lucky) and scene.after(lucky).state.place(act.unit) == act.goal:
        for rule in ("10.4", "10.5"):
            if scene.clean(replace(act, die=6)):
                yield "10.3.3b|10.4|10.5", (lucky, Eliminate(act.unit, rule))


@crime("a unit that is lost at sea moved on", SeaMove)
def kept_though_lost(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, SeaMove)
    unlucky = replace(act, die=6)
    if (
        scene.clean(unlucky)
        and not isinstance(act.goal, str)
        and scene.after(unlucky).state.place(act.unit) != act.goal
    ):
        for b in list(hexes(scene.game.board.walk.of[act.goal]))[:1]:
            yield "10.3|10.4|10.5|10.6", (unlucky, Move(act.unit, Trail((act.goal, b))))


@crime("a unit that is lost at sea surrendered", SeaMove)
def drowned_and_surrendered(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, SeaMove)
    if scene.clean(replace(act, die=6)):
        yield "10.6", (replace(act, die=6), Surrender(act.unit, "10.6"))


@crime("a transfer to a port of another sea", SeaMove)
def overland(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, SeaMove)
    board = scene.game.board
    if isinstance(act.start, str):
        return
    for members in board.ports.values():
        if not members >> act.start & 1:
            mine = [at for at in hexes(members) if scene.state.control.get(at) == scene.side]
            for at in mine[:1]:
                yield "10.1a|10.2a|10.3.1a|24.5b", (SeaMove("transfer", act.unit, act.start, at, 1),)


@crime("a transfer to a port of the enemy", SeaMove)
def hostile_port(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, SeaMove)
    if isinstance(act.start, str):
        return
    for members in scene.game.board.ports.values():
        if members >> act.start & 1:
            foes = scene.state.forces[ENEMY[scene.side]].occupied
            theirs = [at for at in hexes(members & ~foes) if scene.state.control.get(at) == ENEMY[scene.side]]
            for at in theirs[:1]:
                yield "10.3.1a|10.5a", (SeaMove("transfer", act.unit, act.start, at, 1),)


@crime("over the sea after a march", Move)
def sail_after_a_march(scene: Scene) -> Iterator[Planted]:
    state = scene.state
    for unit in state.trails:
        at = state.place(unit)
        if isinstance(at, str | None) or state.clock.phase != "movement" or state.clock.turn < 3:
            continue
        if scene.game.units[unit].type not in ("infantry", "cavalry") or zone(scene) >> at & 1:
            continue
        for members in scene.game.board.ports.values():
            goals = [h for h in hexes(members & ~(1 << at)) if state.control.get(h) == scene.side]
            if members >> at & 1 and state.control.get(at) == scene.side and goals:
                yield "10.1b|10.3b|10.2|10.5a|24.5b", (SeaMove("transfer", unit, at, goals[0], 1),)
                return


@crime("an invasion in the Baltic", SeaMove)
def baltic_invasion(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, SeaMove)
    board = scene.game.board
    if not isinstance(act.start, str) and board.ports["baltic"] >> act.start & 1:
        occupied = scene.state.forces[AXIS].occupied | scene.state.forces[RUSSIAN].occupied
        for at in list(hexes(board.coasts["baltic"] & board.land & ~occupied & ~board.ports["baltic"]))[:1]:
            yield "10.5b", (SeaMove("invasion", act.unit, act.start, at, 1),)


# Arrivals and replacements


@crime("a lost unit brought in as a reinforcement", Move)
def nobody_called(scene: Scene) -> Iterator[Planted]:
    edge = scene.game.board.edges["west" if scene.side == AXIS else "east"]
    clear = edge & ~zone(scene) & ~scene.state.forces[scene.side].occupied & scene.game.board.land
    for box in (POOL, "surrendered", "removed"):
        for unit in scene.state.forces[scene.side].stack(box):
            plain = scene.game.units[unit].type == "infantry"
            if plain and scene.game.units[unit].nation in ("german", "russian"):
                for at in list(hexes(clear))[:1]:
                    yield "20.0a|20.9.1b|20.2|21|22.5|22.6", (Enter(unit, at),)
                    return


@crime("a garrison brought in before anything has released it", Move)
def early_garrison(scene: Scene) -> Iterator[Planted]:
    released = {mark[1] for mark in scene.state.marks if mark[0] == "triggered"}
    homes = {
        "bulgarian-garrison": ("20.7", scene.game.places["Bucharest"]),
        "warsaw-garrison": ("20.8|20.4a", scene.game.places["Warsaw"]),
        "lapland": ("20.6", next(hexes(scene.game.board.edges["north"] & scene.game.board.land))),
    }
    for box, (rule, at) in homes.items():
        waiting = scene.state.forces[scene.side].stack(box)
        if waiting and box not in released and scene.state.clock.turn < 8 and scene.state.clock.phase == "movement":
            yield rule, (Enter(scene.rng.choice(list(waiting)), at),)


@crime("an arrival put into the wrong place of its own", Enter)
def wrong_gate(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Enter)
    who, board = scene.game.units[act.unit], scene.game.board
    if isinstance(act.place, str) or who.type in ("partisan", "worker"):
        return
    rule = {"rumanian": "20.5a", "italian": "20.5c", "hungarian": "20.5"}.get(who.nation, "20.2c|20.4a|20.5|18.2")
    gates = board.edges["east"] if scene.side == AXIS else board.edges["west"]
    clear = gates & board.land & ~board.off_play & ~zone(scene) & ~scene.state.forces[scene.side].occupied
    for at in list(hexes(clear & ~scene.state.forces[ENEMY[scene.side]].occupied))[:1]:
        yield rule, (Enter(act.unit, at),)


@crime("out of the off-map box in the impulse of the arrival there", Enter)
def straight_in(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Enter)
    if not isinstance(act.place, str) and scene.game.units[act.unit].type in ("infantry", "armor"):
        delay = Delay(act.unit)
        if scene.clean(delay):
            yield "20.1.2a", (delay, act)


@crime("off the map in the middle of it", Move)
def exit_in_the_middle(scene: Scene) -> Iterator[Planted]:
    edges = 0
    for members in scene.game.board.edges.values():
        edges |= members
    for unit, at in scene.units():
        kind = scene.game.units[unit].type
        inland = kind in ("infantry", "armor") and not scene.game.board.grid.spread(edges) >> at & 1
        if inland and unit not in scene.state.trails and scene.state.clock.phase == "movement":
            yield "20.10.1d", (Exit(unit, "east" if scene.side == AXIS else "west"),)
            return


@crime("one Axis replacement too many of its kind", Replace)
def axis_glut(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    if scene.side != AXIS or scene.state.clock.part != 1 or not scene.clean(act):
        return
    now, acts = scene.after(act), [act]
    pool = list(scene.state.forces[AXIS].stack(POOL))
    scene.rng.shuffle(pool)
    for unit in pool:
        who = scene.game.units[unit]
        if unit == act.unit or who.type not in ("infantry", "armor", "motorized", "mountain") or unit == "ger-1-cav":
            continue
        if who.nation != "german" or "ss" in unit.split("-") or "lw" in unit.split("-"):
            continue
        more = Replace(unit, "off-map-units")
        acts.append(more)
        if not now.clean(more):
            yield "21.4|21.6|21.3b", tuple(acts)
            return
        now = now.after(more)


@crime("the German cavalry corps replaced", Replace)
def cavalry_replaced(scene: Scene) -> Iterator[Planted]:
    lost = "ger-1-cav" in scene.state.forces[AXIS].stack(POOL)
    if lost and scene.side == AXIS and scene.state.clock.part == 1:
        yield "21.4g", (Replace("ger-1-cav", "off-map-units"),)


@crime("a replacement in the middle of the map", Replace)
def replacement_anywhere(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    board = scene.game.board
    edges = 0
    for members in board.edges.values():
        edges |= members
    middle = board.land & ~board.off_play & ~board.grid.spread(edges) & ~edges & ~zone(scene) & ~board.city_hexes
    middle &= ~scene.state.forces[scene.side].occupied & ~scene.state.forces[ENEMY[scene.side]].occupied
    middle &= ~board.regions["Bulgaria"].hexes
    if scene.game.units[act.unit].type != "hq":
        at = scene.rng.choice(list(hexes(middle & ~board.rail_hexes)))
        yield "21.1|20.2c|20.5|22.6a|22.6c", (Replace(act.unit, at),)


@crime("a replacement in a city without a worker", Replace)
def idle_city(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    board = scene.game.board
    if scene.side == RUSSIAN and scene.game.units[act.unit].type in ("infantry", "armor"):
        idle = board.city_hexes & board.regions["Russia"].hexes & ~with_worker(scene.game, scene.state) & ~zone(scene)
        for edge in board.edges.values():
            idle &= ~edge
        mine = [at for at in hexes(idle) if scene.state.control.get(at) == RUSSIAN]
        for at in mine[:1]:
            yield "22.6a", (Replace(act.unit, at),)


@crime("two replacements in a city", Replace)
def two_in_a_city(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    at = act.place
    if scene.side != RUSSIAN or isinstance(at, str) or not with_worker(scene.game, scene.state) >> at & 1:
        return
    # A city on the own edge is also that edge.
    if any(edge >> at & 1 for edge in scene.game.board.edges.values()):
        return
    for unit in scene.state.forces[RUSSIAN].stack(POOL):
        cheap = scene.game.units[unit].type == "infantry" and scene.clean(Replace(unit, at))
        after = scene.after(act) if scene.clean(act) else scene
        if unit != act.unit and cheap and after.state.place(act.unit) == at:
            yield "22.6b|22.5a", (act, Replace(unit, at))
            return


@crime("Stavka replaced in the first impulse, and at the edge", Replace)
def stavka_elsewhere(scene: Scene) -> Iterator[Planted]:
    lost = "rus-stavka" in scene.state.forces[RUSSIAN].stack(POOL)
    # In January/February it may come in like every other replacement (22.8e).
    winter = scene.state.clock.turn in (5, 11, 17, 23)
    if lost and not winter and scene.side == RUSSIAN and scene.state.clock.part == 1:
        clear = scene.game.board.edges["east"] & ~zone(scene) & ~scene.state.forces[AXIS].occupied
        for at in list(hexes(clear & scene.game.board.land))[:1]:
            yield "22.8|4.2.1c|22.5a", (Replace("rus-stavka", at),)


@crime("the wrong infantry exchanged for a motorized corps", Motorize)
def wrong_infantry(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Motorize)
    wanted = scene.game.charts.replacements.motorization[act.motorized].replaced
    for unit, _ in scene.units():
        who = scene.game.units[unit]
        plain = who.nation == "german" and who.type == "infantry"
        if plain and f"{who.combat}-{who.move}" != wanted and (who.combat or 0) < 5:
            yield "23.1|23.2a", (Motorize(unit, act.motorized),)
            return


# Battles


@crime("a terrain's help forgotten", RollCombat)
def terrain_forgotten(scene: Scene) -> Iterator[Planted]:
    act, battle, fight = rolled(scene)
    if battle.air or battle.odds or not any(multiplier(fight, at) > 1 for at in fight.at_hexes):
        return
    raw = odds.step(fight.attack, fight.defence(lambda _, at: 1))
    right = odds.step(fight.attack, fight.defence(multiplier))
    if LOWEST <= raw <= HIGHEST and raw != right:
        yield "14.1|13.1a|17.1b|17.3", (read_at(scene, act, raw),)


@crime("a help of terrain invented", RollCombat)
def terrain_invented(scene: Scene) -> Iterator[Planted]:
    act, battle, fight = rolled(scene)
    if battle.air or battle.odds:
        return
    twice = odds.step(fight.attack, fight.defence(lambda f, at: multiplier(f, at) * 2))
    if LOWEST <= twice <= HIGHEST and twice != odds.step(fight.attack, fight.defence(multiplier)):
        yield "14.1|13.1|17.1b|17.3", (read_at(scene, act, twice),)


@crime("a shift of aircraft forgotten", RollCombat)
def shift_forgotten(scene: Scene) -> Iterator[Planted]:
    act, battle, fight = rolled(scene)
    plain = odds.step(fight.attack, fight.defence(multiplier))
    if battle.air and not battle.odds and LOWEST <= plain <= HIGHEST - 3:
        yield "15.5a|13.1|15.8|15.10", (read_at(scene, act, plain),)


@crime("an attack at less than 1-6", Attack)
def hopeless_attack(scene: Scene) -> Iterator[Planted]:
    from trc_module.games.trc.combat.battle_odds import shifted

    act = scene.act
    assert isinstance(act, Attack)
    if scene.state.clock.turn == 1:
        return
    for unit in act.attackers:
        alone = replace(act, attackers=(unit,), odds="", air=(), guns=())
        if shifted(scene.game, fight_of(scene.game, scene.state, alone)) < LOWEST:
            yield "12.5b", (alone,)
            return


@crime("a march of the opening up to Russians of another district", Move)
def out_of_the_district(scene: Scene) -> Iterator[Planted]:
    clock = scene.state.clock
    if clock.turn != 1 or clock.side != AXIS or clock.part != 1 or clock.phase != "movement":
        return
    codes = {r.code: r.hexes for r in scene.game.board.regions.values() if r.kind == "district"}
    own = {"N": ("B",), "C": ("W",), "S": ("K",)}
    foes = scene.state.forces[RUSSIAN].occupied
    for unit, at, bounds, allowance in movers(scene):
        mine = own.get(scene.game.units[unit].setup)
        if mine is None or zone(scene) >> at & 1:
            continue
        for goal in hexes(bounds.reach(at, allowance) & zone(scene)):
            near = scene.game.board.zoc.of[goal] & foes
            if near and not any(codes[code] & near for code in mine):
                way = bounds.way(at, goal, allowance)
                if way is not None:
                    yield "3.7h|6.1|6.2", (Move(unit, Trail(way)), End())
                    return


@crime("a unit surrendered that is only lost", Lose)
def captured_not_lost(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Lose)
    battle = battle_numbered(scene.state.battles, act.number)
    # Workers surrender whatever has become of them, and so does everybody by DS.
    if scene.game.units[act.unit].type != "worker" and battle is not None and battle.result != "DS":
        yield "13.2b|13.3", (Surrender(act.unit, "13.3"),)


@crime("a unit that surrenders put into the pool", Surrender)
def lost_not_captured(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Surrender)
    if act.because.startswith(("12.5", "13.3")) and act.who in scene.game.units:
        yield "12.5e|13.2b|13.3", (Eliminate(act.who, act.because),)


@crime("victims of an automatic victory put into the pool", AutomaticVictory)
def victims_replaced(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, AutomaticVictory)
    if scene.clean(act):
        yield "16.1c", (act, Eliminate(act.defenders[0], "16.1"))


@crime("a loss chosen by the other side", Lose)
def chosen_for_another(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Lose)
    battle = battle_numbered(scene.state.battles, act.number)
    assert battle is not None
    sides = [u for u in (*battle.attackers, *battle.defenders) if scene.game.side_of[u] == scene.game.side_of[act.unit]]
    left = [u for u in sides if not isinstance(scene.state.place(u), str | None)]
    if battle.result in ("A1", "D1") and len(left) > 1:
        yield "13.3-pool", (replace(act, by=ENEMY[scene.game.side_of[act.unit]]),)


@crime("a retreat across a coast or a closed hexside", Retreat)
def retreat_over_water(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    board = scene.game.board
    side = scene.game.side_of[act.unit]
    bounds = retreat_bounds(scene.game, scene.state, side)
    at = act.trail.hexes[0]
    foes = scene.game.zones.of(scene.state.forces[ENEMY[side]]) | scene.state.forces[ENEMY[side]].occupied
    near = board.grid.spread(1 << at) & board.land & ~board.walk.of[at] & ~board.zoc.of[at] & ~(1 << at)
    for b in list(hexes(near & bounds.open & ~foes))[:1]:
        yield "13.5", (Retreat(act.number, act.unit, Trail((at, b))),)


@crime("a retreat off the map", Retreat)
def retreat_off(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    edges = 0
    for members in scene.game.board.edges.values():
        edges |= members
    at = act.trail.hexes[0]
    if edges >> at & 1:
        yield "13.5d", (Retreat(act.number, act.unit, Trail((at,)), off=True),)


@crime("a retreat from woods that need none", RollCombat)
def retreat_from_woods(scene: Scene) -> Iterator[Planted]:
    from trc_module.board import Terrain

    act = scene.act
    assert isinstance(act, RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    assert battle is not None
    woods = scene.game.terrain(Terrain.WOODS) & ~scene.game.doubted_terrain
    losers = battle.defenders if scene.rng.random() < 0.5 else battle.attackers
    wanted = "DR" if losers is battle.defenders else "AR"
    fight = fight_again(scene.game, scene.state, battle)
    from trc_module.games.trc.combat.battle_odds import chosen

    used = odds.name(max(chosen(scene.game, fight), LOWEST))
    for die in range(1, 7):
        roll = RollCombat(act.number, die, used, scene.game.charts.combat.result(used, die))
        unit = losers[0]
        at = scene.state.place(unit)
        if roll.result != wanted or isinstance(at, str | None) or not woods >> at & 1:
            continue
        bounds = retreat_bounds(scene.game, scene.state, scene.game.side_of[unit])
        if scene.clean(roll):
            for b in hexes(bounds.sides.spread(1 << at) & bounds.open & ~(1 << at)):
                yield "14.2", (roll, Retreat(act.number, unit, Trail((at, b))))
                return


@crime("a Sturmovik out of range", Attack)
def sturmovik_out_of_range(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    from trc_module.games.trc.combat.air_power import available

    at = scene.state.place("rus-stavka")
    if scene.side != RUSSIAN or scene.state.clock.part != 1 or isinstance(at, str | None):
        return
    used = sum(len(battle.air) for battle in scene.state.battles)
    goals = [place_on_map(scene.state, unit) for unit in act.defenders]
    if available(scene.game, scene.state, STURMOVIK) > used and not any(in_range(scene.game, at, h, 8) for h in goals):
        yield "15.8a", (replace(act, odds="", air=(AirSupport(STURMOVIK, "rus-stavka"),)),)


# Partisans, leaders, options


@crime("partisans or paratroops removed for want of supply", End)
def removed_who_need_none(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == "end" and scene.side == RUSSIAN:
        for unit, _ in scene.units():
            if scene.game.units[unit].type in ("partisan", "paratroop"):
                yield "17.2d|19.3", (Eliminate(unit, "17.2"),)


@crime("an option that was not agreed on", Move)
def unknown_option(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Move)
    if scene.state.clock.part == 1 and scene.state.clock.turn > 1:
        yield "26.0", (Strategic(act.unit, act.trail),)
