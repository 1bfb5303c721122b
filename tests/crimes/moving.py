"""Crimes of the movement phase: marches, rails, ships."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from tests.crimes.crime import Planted, Scene, crime
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.combat.automatic_victory import spent
from trc_module.games.trc.combat.battle_context import strongholds
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN
from trc_module.games.trc.movement.closed_hexes import finland
from trc_module.games.trc.movement.land_movement import allowance_of, bounds_of
from trc_module.games.trc.movement.restrictions import pinned
from trc_module.games.trc.players.legal_actions import full
from trc_module.games.trc.transport.rail_movement import NEVER_BY_RAIL, allotment, ride_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import End, Move
from trc_module.rules.finding import Finding
from trc_module.rules.paths import Bounds
from trc_module.rules.state import Trail, UnitId
from trc_module.systems.rails import rails_of


def zone(scene: Scene) -> HexSet:
    """Return the enemy's zone of control."""
    return scene.game.zones.of(scene.state.forces[ENEMY[scene.side]])


def movers(scene: Scene, *, plain: bool = True) -> Iterator[tuple[UnitId, Hex, Bounds, int]]:
    """Yield units that have not moved and may move at least a hex; plain ones are no headquarters."""
    if scene.state.clock.phase != "movement":
        return
    marks = {mark[1] for mark in scene.state.marks if mark[0] in ("railed", "sailed", "landed", "arrived", "pinned")}
    for unit, at in scene.units():
        who = scene.game.units[unit]
        if unit in scene.state.trails or unit in marks or who.type in ("air", "partisan", "leader", "worker"):
            continue
        if (plain and who.type == "hq") or spent(scene.state, unit) is not None:
            continue
        allowance = allowance_of(scene.game, scene.state, who).value
        bounds = bounds_of(scene.game, scene.state, who)
        if allowance and not pinned(scene.game, scene.state, who, at):
            yield unit, at, bounds, allowance


@crime("a hex further than the unit may move", Move)
def too_far(scene: Scene) -> Iterator[Planted]:
    axis = scene.side == AXIS
    for unit, at, bounds, allowance in movers(scene):
        more = bounds.reach(at, allowance + 1) & ~bounds.reach(at, allowance)
        if more:
            goal = scene.rng.choice(list(hexes(more)))
            way = bounds.way(at, goal, allowance + 1)
            assert way is not None
            rule = "5.4" if scene.state.clock.part == 2 else "4.1.2c" if axis else "4.2.1b"
            yield rule, (Move(unit, Trail(way)),)


@crime("a hex further than it may move, by an unknown way", Move)
def too_far_by_an_unknown_way(scene: Scene) -> Iterator[Planted]:
    for rule, acts in too_far.plant(scene):
        (act,) = acts
        assert isinstance(act, Move)
        # A longer way round may keep to the allowance and break what stops a mover: then that is in every way.
        unknown = Trail((act.trail.hexes[0], act.trail.hexes[-1]), frozenset({0}))
        yield f"{rule}|7.2|8.2a|8.3a|8.5|8.6a", (Move(act.unit, unknown),)


@crime("a second helping of movement", Move)
def second_helping(scene: Scene) -> Iterator[Planted]:
    for unit, at, bounds, allowance in movers(scene):
        rim = bounds.reach(at, allowance)
        rim &= ~bounds.reach(at, allowance - 1) & ~bounds.stop & ~zone(scene)
        for goal in list(hexes(rim))[:3]:
            on = bounds.reach(goal, 1) & ~(1 << goal) & ~bounds.reach(at, allowance)
            way = bounds.way(at, goal, allowance)
            strait = any(goal in side for side in scene.game.board.straits)
            if way is not None and not strait and len(way) == allowance + 1:
                for b in list(hexes(on))[:1]:
                    yield "5.3b", (Move(unit, Trail(way)), Move(unit, Trail((goal, b))))


@crime("from one enemy zone straight to another", Move)
def zone_to_zone(scene: Scene) -> Iterator[Planted]:
    zoc = zone(scene)
    for unit, at, bounds, _ in movers(scene):
        if zoc >> at & 1:
            for b in hexes(bounds.without(frozenset({"8.3a"})).reach(at, 1) & zoc & ~(1 << at)):
                yield "8.3a", (Move(unit, Trail((at, b))),)


@crime("on through an enemy zone", Move)
def through_a_zone(scene: Scene) -> Iterator[Planted]:
    zoc = zone(scene)
    for unit, at, bounds, allowance in movers(scene):
        if zoc >> at & 1 or allowance < 2:
            continue
        rough = next(limit.stop for limit in bounds.limits if limit.rule == "8.2a")
        for b in hexes(bounds.reach(at, 1) & zoc & ~rough):
            free = bounds.without(frozenset({"7.2"}))
            for c in hexes(free.reach(b, 1) & ~zoc & ~bounds.reach(at, allowance)):
                yield "7.2|7.4b|19.2b", (Move(unit, Trail((at, b, c))),)


@crime("onto the enemy", Move)
def onto_the_enemy(scene: Scene) -> Iterator[Planted]:
    foes = strongholds(scene.game, scene.state, ENEMY[scene.side])
    for unit, at, _, _ in movers(scene):
        for b in hexes(scene.game.board.zoc.of[at] & foes):
            yield "5.3a", (Move(unit, Trail((at, b))),)


@crime("on after entering woods, mountains or swamp", Move)
def on_through_rough(scene: Scene) -> Iterator[Planted]:
    game = scene.game
    for unit, at, bounds, allowance in movers(scene):
        if allowance < 2 or zone(scene) & game.board.grid.disc(at, 2):
            continue
        rough = next(limit.stop for limit in bounds.limits if limit.rule == "8.2a")
        for b in hexes(bounds.reach(at, 1) & rough & ~game.doubted_terrain & ~(1 << at)):
            free = bounds.without(frozenset({"8.2a"}))
            for c in hexes(free.reach(b, 1) & ~(1 << at | 1 << b)):
                yield "8.2a", (Move(unit, Trail((at, b, c))),)


@crime("a headquarters on through rough country", Move)
def headquarters_on_through_rough(scene: Scene) -> Iterator[Planted]:
    game = scene.game
    for unit, at, bounds, allowance in movers(scene, plain=False):
        if game.units[unit].type != "hq" or allowance < 2 or zone(scene) & game.board.grid.disc(at, 2):
            continue
        rough = next(limit.stop for limit in bounds.limits if limit.rule == "8.2a")
        for b in hexes(bounds.reach(at, 1) & rough & ~game.doubted_terrain & ~(1 << at)):
            for c in hexes(bounds.without(frozenset({"8.2a"})).reach(b, 1) & ~(1 << at | 1 << b)):
                yield "11.1d", (Move(unit, Trail((at, b, c))),)


def _leaderless(scene: Scene) -> bool:
    return any(mark[0] == "leader-lost" for mark in scene.state.marks)


@crime("a headquarters in the first impulse", Move)
def headquarters_first(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        if scene.game.units[unit].type != "hq" or zone(scene) >> at & 1 or _leaderless(scene):
            continue
        if scene.state.clock.part == 1:
            bounds = bounds_of(scene.game, scene.state, scene.game.units[unit])
            for b in hexes(bounds.reach(at, 1) & ~(1 << at)):
                yield "11.1b", (Move(unit, Trail((at, b))),)


@crime("a headquarters alone into an enemy zone", Move)
def lonely_headquarters(scene: Scene) -> Iterator[Planted]:
    for unit, at, bounds, allowance in movers(scene, plain=False):
        if scene.game.units[unit].type == "hq":
            free = bounds.without(frozenset({"11.1f"}))
            for b in hexes(free.reach(at, allowance) & ~bounds.reach(at, allowance) & zone(scene)):
                way = free.way(at, b, allowance)
                if way is not None and not any(zone(scene) >> h & 1 for h in way[:-1]):
                    yield "11.1f", (Move(unit, Trail(way)),)


@crime("a leader on foot", Move)
def leader_on_foot(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        by_rail = ("railed", unit) in scene.state.marks
        if scene.game.units[unit].type == "leader" and not by_rail and not zone(scene) >> at & 1:
            bounds = bounds_of(scene.game, scene.state, scene.game.units[unit])
            for b in hexes(bounds.reach(at, 1) & ~(1 << at)):
                yield "11.2a", (Move(unit, Trail((at, b))),)


@crime("a worker that walks", Move)
def walking_worker(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        if scene.game.units[unit].type == "worker" and not zone(scene) >> at & 1:
            bounds = bounds_of(scene.game, scene.state, scene.game.units[unit])
            for b in hexes(bounds.reach(at, 1) & ~(1 << at)):
                yield "22.2b", (Move(unit, Trail((at, b))),)


@crime("into Bulgaria", Move)
def into_bulgaria(scene: Scene) -> Iterator[Planted]:
    shut = scene.game.board.regions["Bulgaria"].hexes
    for unit, at, bounds, allowance in movers(scene):
        if not shut >> at & 1:
            free = bounds.without(frozenset({"5.5"}))
            for b in hexes(free.reach(at, allowance) & shut & ~bounds.reach(at, allowance)):
                way = free.way(at, b, allowance)
                assert way is not None
                yield "5.5", (Move(unit, Trail(way)),)


@crime("across a closed hexside or a coast", Move)
def across_water(scene: Scene) -> Iterator[Planted]:
    board = scene.game.board
    for unit, at, bounds, _ in movers(scene):
        near = board.grid.spread(1 << at) & board.land & ~board.walk.of[at] & ~board.zoc.of[at]
        for b in hexes(near & ~bounds.without(frozenset({"8.5"})).shut & ~zone(scene)):
            yield "8.5", (Move(unit, Trail((at, b))),)


@crime("out of an enemy zone in the second impulse", Move)
def out_of_a_zone(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.part != 2:
        return
    zoc = zone(scene)
    for unit, at in scene.units():
        who = scene.game.units[unit]
        come = any(mark[:2] in (("arrived", unit), ("sailed", unit)) for mark in scene.state.marks)
        moved = unit in scene.state.trails or come
        if moved or not zoc >> at & 1 or who.type in ("air", "partisan") or spent(scene.state, unit) is not None:
            continue
        for b in hexes(bounds_of(scene.game, scene.state, who).reach(at, 1) & ~zoc & ~(1 << at)):
            yield "8.4", (Move(unit, Trail((at, b))),)


@crime("on foot in the second impulse without movement for it", Move)
def nothing_left(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.part != 2:
        return
    for unit, at in scene.units():
        who = scene.game.units[unit]
        allowance = allowance_of(scene.game, scene.state, who)
        moved = unit in scene.state.trails or any(mark[:2] == ("arrived", unit) for mark in scene.state.marks)
        if (
            allowance.value != 0
            or moved
            or zone(scene) >> at & 1
            or who.type in ("leader", "worker", "air", "partisan")
        ):
            continue
        if any(mark[0] == "leader-lost" for mark in scene.state.marks) or spent(scene.state, unit) is not None:
            continue
        for b in hexes(bounds_of(scene.game, scene.state, who).reach(at, 1) & ~(1 << at)):
            yield "4.1.4a" if scene.side == AXIS else "4.2.3a", (Move(unit, Trail((at, b))),)


@crime("one unit too many in a hex", End)
def overstack(scene: Scene) -> Iterator[Planted]:
    for unit, at, bounds, allowance in movers(scene):
        crowded = bounds.reach(at, allowance) & full(scene.game, scene.state, unit) & ~zone(scene)
        for b in list(hexes(crowded))[:2]:
            way = bounds.way(at, b, allowance)
            if way is not None and not zone(scene) >> at & 1:
                yield "6.1|16.2d|20.4b", (Move(unit, Trail(way)), End())


# Rails


def riders(scene: Scene) -> Iterator[tuple[UnitId, Hex, HexSet]]:
    """Yield units that may go by rail against the allotment, with where they may go."""
    ride = ride_of(scene.game, scene.state, scene.side)
    if scene.state.used.get(f"{scene.side} rail", 0) >= allotment(scene.game, scene.state, scene.side)[1]:
        return
    closed = finland(scene.game) if any(mark[:2] == ("surrendered", "finland") for mark in scene.state.marks) else 0
    marks = {mark[1] for mark in scene.state.marks if mark[0] in ("railed", "sailed", "landed", "arrived")}
    for unit, at in scene.units():
        if unit in scene.state.trails or unit in marks or scene.game.units[unit].type in NEVER_BY_RAIL:
            continue
        if scene.game.board.grid.disc(at, 1) & closed:
            continue
        reach = ride.reach(at) & ~(1 << at)
        if reach:
            yield unit, at, reach


@crime("one unit too many by rail", RailMove, Move)
def too_many_by_rail(scene: Scene) -> Iterator[Planted]:
    clock = scene.state.clock
    if clock.part != 1 or clock.phase != "movement":
        return
    rule, most = allotment(scene.game, scene.state, scene.side)
    left = most - scene.state.used.get(f"{scene.side} rail", 0)
    ride = ride_of(scene.game, scene.state, scene.side)
    acts = []
    shut = scene.game.board.regions["Bulgaria"].hexes
    for unit, at, reach in riders(scene):
        goal = scene.rng.choice(list(hexes(reach)))
        way = ride.way(at, goal)
        if way is not None and any(shut >> h & 1 for h in way):
            continue
        if way is not None and all(scene.game.board.rails.joined(a, b) for a, b in pairwise(way)):
            acts.append(RailMove(unit, Trail(tuple(way))))
        if len(acts) > left:
            yield rule, tuple(acts)
            return


@crime("by rail in the second impulse", Move)
def rail_in_the_second(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.part == 2:
        for unit, at, reach in riders(scene):
            near = reach & scene.game.board.rail_links[at]
            for b in list(hexes(near))[:1]:
                yield "4.1.4c" if scene.side == AXIS else "4.2.3d", (RailMove(unit, Trail((at, b))),)


@crime("by rail on the enemy's gauge", RailMove)
def enemy_gauge(scene: Scene) -> Iterator[Planted]:
    board, state = scene.game.board, scene.state
    gained = 0
    for trace in ("passed", "perhaps-passed", "cut-off", "unsure-rail"):
        gained |= state.traces.get(trace, 0)
    for unit, at, _ in riders(scene):
        foreign = board.rail_links[at] & rails_of(state)[ENEMY[scene.side]] & ~zone(scene) & ~gained
        for b in hexes(foreign):
            if state.control.get(b) != scene.side:
                yield "9.1a|9.3.2a", (RailMove(unit, Trail((at, b))),)


@crime("by rail into an enemy zone", RailMove)
def rail_into_a_zone(scene: Scene) -> Iterator[Planted]:
    board, state = scene.game.board, scene.state
    for unit, at, _ in riders(scene):
        for b in hexes(board.rail_links[at] & rails_of(state)[scene.side] & zone(scene)):
            yield "9.3.2c", (RailMove(unit, Trail((at, b))),)


@crime("by rail free of the allotment without having arrived", RailMove)
def fare_dodger(scene: Scene) -> Iterator[Planted]:
    for unit, at, reach in riders(scene):
        for b in list(hexes(reach & scene.game.board.rail_links[at]))[:1]:
            yield "9.2e", (RailMove(unit, Trail((at, b)), free=True),)


@crime("a headquarters by rail", RailMove)
def headquarters_by_rail(scene: Scene) -> Iterator[Planted]:
    ride = ride_of(scene.game, scene.state, scene.side)
    left = allotment(scene.game, scene.state, scene.side)[1] - scene.state.used.get(f"{scene.side} rail", 0)
    for unit, at in scene.units():
        if scene.game.units[unit].type == "hq" and left > 0:
            for b in list(hexes(ride.reach(at) & scene.game.board.rail_links[at]))[:1]:
                yield "11.1e", (RailMove(unit, Trail((at, b))),)


@crime("by rail where no line runs", RailMove)
def off_the_rails(scene: Scene) -> Iterator[Planted]:
    board, state = scene.game.board, scene.state
    mine = rails_of(state)[scene.side] & ~zone(scene)
    for unit, at, _ in riders(scene):
        for b in hexes(board.grid.spread(1 << at) & mine & ~board.rail_links[at] & ~(1 << at)):
            yield "9.3.2b", (RailMove(unit, Trail((at, b))),)


# Ships


@crime("a second unit over the same sea", SeaMove)
def second_over_the_sea(scene: Scene) -> Iterator[Planted]:
    assert isinstance(scene.act, SeaMove)
    first = scene.after(scene.act)
    from trc_module.games.trc.transport.sea_movement import sea_moves_of

    for unit, at in scene.units():
        if unit == scene.act.unit or not scene.game.board.coast >> at & 1:
            continue
        for act in list(sea_moves_of(scene.game, scene.state, unit))[:1]:
            same = [f.rule for f in _told(first, act)]
            if any(rule.startswith("10.2c") for rule in same) or _sea(scene, act) == _sea(scene, scene.act):
                die = act if scene.clean(act) else replace(act, die=scene.rng.randint(1, 6))
                if scene.clean(die) and scene.act.kind != "invasion":
                    yield "10.2c", (scene.act, die)


def _told(scene: Scene, act: SeaMove) -> list[Finding]:
    from trc_module.rules.engine import check

    return check(scene.game, scene.state, act)


def _sea(scene: Scene, act: SeaMove) -> str:
    from trc_module.games.trc.transport.sea_crossing import Crossing

    return Crossing(scene.game, scene.state, act, scene.side).sea or ""


@crime("by sea outside a movement phase", End)
def late_sailing(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != "combat":
        return
    ports: HexSet = 0
    for members in scene.game.board.ports.values():
        ports |= members
    first = {AXIS: "4.1.2f", RUSSIAN: "4.2.1g"}[scene.side] if scene.state.clock.part == 1 else "10.1c"
    for unit, at in scene.units():
        if ports >> at & 1 and scene.game.units[unit].type in ("infantry", "armor"):
            yield first, (SeaMove("transfer", unit, at, "off-map-units", 1),)


@crime("an Axis invasion before July 1941", Move)
def early_invasion(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.turn != 1 or scene.side != AXIS:
        return
    board = scene.game.board
    from trc_module.games.trc.transport.sea_crossing import BLACK

    for unit, at in scene.units():
        if board.ports.get(BLACK, 0) >> at & 1 and unit not in scene.state.trails:
            free = board.coasts[BLACK] & board.land & ~scene.state.forces[RUSSIAN].occupied & ~board.ports[BLACK]
            for goal in list(hexes(free))[:1]:
                if scene.game.units[unit].type in ("infantry", "cavalry"):
                    yield "10.7", (SeaMove("invasion", unit, at, goal, 1),)
