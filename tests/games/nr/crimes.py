"""Crimes planted in legal games of No Retreat!: `python -m tests.games.crime_books nr`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.crimes.planting import BookOf, Planted, SceneOf
from trc_module.games.nr import NoRetreat
from trc_module.games.nr.acts.combat import Counterblow, Shatter, Support, Target
from trc_module.games.nr.acts.organization import Improve, Reorganize, Revert
from trc_module.games.nr.acts.points import Points
from trc_module.games.nr.acts.rail import Detrain, Entrain
from trc_module.games.nr.acts.supply import MarkUnsupplied, Surrender
from trc_module.games.nr.cards.playing import allotment, cards_of, has_initiative
from trc_module.games.nr.cards.resolution import event_of
from trc_module.games.nr.combat.battle import MARKERS, targets
from trc_module.games.nr.combat.odds import odds_of
from trc_module.games.nr.combat.results import demands
from trc_module.games.nr.data import (
    CARDS,
    COMBAT,
    DESTROYED,
    DETRAINING,
    HOUSEKEEPING,
    MOVEMENT,
    ORGANIZATION,
    OTHER_SIDE,
    RAIL,
    REMOVALS,
    SHATTERED,
    SOVIET,
    SUPPLY,
)
from trc_module.games.nr.movement import allowance_of, bounds_of
from trc_module.games.nr.organization import entries
from trc_module.games.nr.rail import RODE, stations
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.victory import holder, points_of
from trc_module.games.nr.zones import enemy_zone
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Attack, Claim, End, Enter, Lose, Move, Replace, Retreat, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.advancing import Advance
from trc_module.systems.cards import CARDS as HELD
from trc_module.systems.cards import Draw, Play, Shuffle, held_by
from trc_module.systems.steps import Reduce

Scene = SceneOf[NoRetreat]
BOOK = BookOf[NoRetreat](
    {"Move": 0.04, "End": 0.25, "Draw": 0.1, "Target": 0.2, "RollCombat": 0.3},
    agreed=lambda state: state.with_mark(("goes-on",)),
)
"""The games go on after a victory."""
crime = BOOK.crime


def in_phase(scene: Scene, phase: str) -> bool:
    """Tell whether the crime's phase is this one."""
    return scene.state.clock.phase == phase


# ----------------------------------------------------------------------- movement


@crime("further than the points carry", Move)
def too_far(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        if unit in scene.state.trails:
            continue
        bounds, limit = bounds_of(scene.game, scene.state, unit), allowance_of(scene.game, scene.state, unit)
        if not limit.points:
            continue
        more = bounds.reach(at, limit.points + 2) & ~bounds.reach(at, limit.points)
        for goal in list(hexes(more))[:3]:
            way = bounds.way(at, goal, None)
            if way is not None and len(way) > 2:
                yield f"{limit.rule}|8a", (Move(unit, Trail(way)),)
                return


@crime("a hex that the enemy holds", Move)
def into_the_enemy(scene: Scene) -> Iterator[Planted]:
    held = scene.game.held(scene.state, OTHER_SIDE[scene.side])
    for unit, at in scene.units():
        near = list(hexes(scene.game.board.walk.of[at] & held))
        if near and unit not in scene.state.trails and scene.game.face(scene.state, unit).move:
            yield "8b", (Move(unit, Trail((at, near[0]))),)


@crime("on through a zone of control", Move)
def through_a_zone(scene: Scene) -> Iterator[Planted]:
    zone, held = enemy_zone(scene.game, scene.state, scene.side), scene.game.held(scene.state, OTHER_SIDE[scene.side])
    for unit, at in scene.units():
        bounds, points = bounds_of(scene.game, scene.state, unit), allowance_of(scene.game, scene.state, unit).points
        if unit in scene.state.trails or not points or zone >> at & 1:
            continue
        for stop in hexes(scene.game.board.walk.of[at] & zone & ~held):
            for goal in hexes(scene.game.board.walk.of[stop] & ~held & ~bounds.reach(at, points)):
                yield "8.5.3|8a|13.1b|13.1e|6d", (Move(unit, Trail((at, stop, goal))),)
                return


@crime("the enemy's unit moved", Move)
def of_the_enemy(scene: Scene) -> Iterator[Planted]:
    other = OTHER_SIDE[scene.side]
    for unit, at in scene.state.forces[other].places.items():
        if isinstance(at, int) and unit != "fin" and scene.game.face(scene.state, unit).move:
            near = list(hexes(bounds_of(scene.game, scene.state, unit).reach(at, 2) & ~(1 << at)))
            if near:
                yield "4a", (Move(unit, Trail((at, near[0]), frozenset({0}))),)
                return


@crime("the Finn out of Finland", Move)
def the_finn(scene: Scene) -> Iterator[Planted]:
    at = scene.state.place("fin")
    if isinstance(at, int) and scene.side == "axis":
        goals = [h for h in hexes(scene.game.board.walk.of[at]) if not scene.game.region("Finland") >> h & 1]
        if goals:
            yield "14.1d", (Move("fin", Trail((at, goals[0]))),)


@crime("a second unit by rail without a card", Entrain)
def by_rail(scene: Scene) -> Iterator[Planted]:
    units = [unit for unit, _ in scene.units() if not scene.game.is_fortress(scene.state, unit)]
    if _open(scene.state) or any(scene.state.used.get(f"{scene.side} {word}", 0) for word in (RODE, "rail")):
        return
    if len(units) > 2:
        rule = "13.5-1" if scene.state.clock.turn < 3 else "9.1"
        yield rule, (Entrain(units[0]), Entrain(units[1]))


@crime("by rail out of the movement phase", End)
def rail_in_combat(scene: Scene) -> Iterator[Planted]:
    units = [unit for unit, _ in scene.units() if not scene.game.is_fortress(scene.state, unit)]
    if units and in_phase(scene, COMBAT) and not scene.state.battles:
        yield "9.1", (Entrain(units[0]),)


@crime("out of the train far from any city", Detrain, End)
def far_from_cities(scene: Scene) -> Iterator[Planted]:
    if not in_phase(scene, DETRAINING):
        return
    for unit in scene.state.forces[scene.side].stack(RAIL):
        far = scene.game.board.land & ~stations(scene.game, scene.state, scene.side, sure=False) & ~scene.game.areas
        goals = list(hexes(far & ~scene.game.held(scene.state, "axis") & ~scene.game.held(scene.state, SOVIET)))
        if goals:
            yield "9.1.2", (Detrain(unit, scene.rng.choice(goals)),)


@crime("three in a hex", End)
def stacked(scene: Scene) -> Iterator[Planted]:
    if not in_phase(scene, MOVEMENT) or scene.side != SOVIET or scene.state.clock.turn > 22:
        return
    for unit, at in scene.units():
        bounds, points = bounds_of(scene.game, scene.state, unit), allowance_of(scene.game, scene.state, unit).points
        if unit in scene.state.trails or not points:
            continue
        goals = bounds.reach(at, points) & scene.game.held(scene.state, SOVIET) & ~(1 << at) & ~scene.game.areas
        for goal in hexes(goals):
            way = bounds.way(at, goal, points)
            if way is not None:
                yield "8e", (Move(unit, Trail(way)), End())
                return


# ------------------------------------------------------------------------- combat


@crime("an attack on no target", Attack, End)
def no_target(scene: Scene) -> Iterator[Planted]:
    if not in_phase(scene, COMBAT) or _open(scene.state):
        return
    other = OTHER_SIDE[scene.side]
    struck = {mark[2] for mark in scene.state.marks if mark[0] == "counterblow"}
    fought = {unit for battle in scene.state.battles for unit in battle.attackers}
    for at, stack in scene.state.forces[other].stacks.items():
        name = scene.game.hex_name(at)
        near = [u for h in hexes(scene.game.reach.of[at]) for u in scene.game.stack(scene.state, scene.side, h)]
        near = [u for u in near if u not in fought and not scene.game.is_fortress(scene.state, u)]
        near = [u for u in near if scene.game.arm(scene.state, u) != "cadre"]
        if near and name not in targets(scene.state) and name not in struck:
            yield "10.1.1", (Attack(len(scene.state.battles) + 1, (near[0],), stack),)
            return


@crime("an attacker from afar", Attack)
def from_afar(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    at = scene.state.place(act.defenders[0])
    fought = {unit for battle in scene.state.battles for unit in battle.attackers}
    for unit, here in scene.units():
        same = scene.game.side_of[act.attackers[0]] == scene.side and isinstance(at, int)
        far = same and not scene.game.reach.of[at] >> here & 1  # type: ignore[index]
        if far and unit not in fought and scene.game.arm(scene.state, unit) not in ("fort", "cadre"):
            yield "10.1.3", (replace(act, attackers=(*act.attackers, unit)),)
            return


@crime("an attacker a second time", Attack)
def twice(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    own = scene.game.side_of[act.attackers[0]] == scene.side
    if own and scene.clean(act) and not _open(scene.state):
        yield "10.1.3", (act, replace(act, number=act.number + 1))


@crime("a sixth target", End, Attack)
def sixth(scene: Scene) -> Iterator[Planted]:
    if not in_phase(scene, COMBAT) or scene.state.battles:
        return
    other = OTHER_SIDE[scene.side]
    names = [stack[0] for stack in scene.state.forces[other].stacks.values()]
    most = scene.game.allotments.on(f"{scene.side}-targets", scene.state.clock.turn)
    if len(names) > most and not targets(scene.state):
        yield "10.1.1", tuple(Target(name) for name in names[: most + 1])


@crime("an own unit as a target", Target)
def own_target(scene: Scene) -> Iterator[Planted]:
    units = scene.units()
    if units:
        yield "10.1.1", (Target(units[0][0]),)


@crime("a counterblow without a card", Attack, End)
def unpaid_blow(scene: Scene) -> Iterator[Planted]:
    other = OTHER_SIDE[scene.side]
    stacks = list(scene.state.forces[other].stacks.values())
    if in_phase(scene, COMBAT) and stacks and not scene.state.used.get(f"{other} counterblow", 0):
        yield "10.1.2", (Counterblow(stacks[0][0]),)


@crime("more support than the turn brings", RollCombat)
def support(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is not None and not battle.result and not _open(scene.state):
        side = scene.game.side_of[battle.attackers[0]]
        given = int(scene.game.printed(scene.state.clock.turn, MARKERS[side]) or 0)
        left = given - scene.state.used.get(f"{side} support", 0)
        yield "13.3", (Support(act.number, left + 1),)


@crime("another column", RollCombat)
def another_column(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    odds = None if battle is None else odds_of(scene.game, scene.state, battle)
    if odds is None or odds.is_open or not odds.final:
        return
    others = [column for column in scene.game.results.columns if column not in odds.possible]
    rules = "10.6|13.1c|13.1f|13.1g|13.5-5b|14.3a|14.4b|15.1a|15.2a"
    if others:
        yield rules, (replace(act, odds=scene.rng.choice(others), result=""),)


@crime("another result", RollCombat)
def another_result(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    odds = None if battle is None else odds_of(scene.game, scene.state, battle)
    if odds is None or odds.is_open or odds.possible != {odds.final} or not odds.final:
        return
    if any(mark[0] == "effect" for mark in scene.state.marks):
        return
    right = scene.game.results.result(odds.final, act.die, odds.sheets[0])
    others = [result for result in scene.game.results.meanings if result != right]
    yield "10.7", (replace(act, odds=odds.final, result=scene.rng.choice(others)),)


@crime("a step that no result demands", RollCombat)
def undue_step(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is not None and not _open(scene.state):
        unit = next((u for u in battle.attackers if scene.game.steps_left(scene.state, u) > 1), None)
        if unit is not None:
            yield "10.7", (Reduce(act.number, unit),)


def _open(state: State) -> bool:
    """Tell whether an event leaves something open or allows something."""
    return any(mark[0] in ("opens", "opens-turn", "grant", "effect") for mark in state.marks)


@crime("a unit destroyed that can retreat", Retreat)
def destroyed(scene: Scene) -> Iterator[Planted]:
    from trc_module.games.nr.combat.results import ways_back

    act = scene.act
    assert isinstance(act, Retreat)
    if not _open(scene.state) and ways_back(scene.game, scene.state, act.unit, sure=True):
        battle = battle_numbered(scene.state.battles, act.number)
        if battle is not None and act.unit not in demands(scene.game, scene.state, battle).defenders:
            yield "10.7", (Lose(act.number, act.unit),)


@crime("a retreat too far", Retreat)
def retreat_too_far(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    last = act.trail.hexes[-1]
    held = scene.game.held(scene.state, "axis") | scene.game.held(scene.state, SOVIET)
    onward = [h for h in hexes(scene.game.board.walk.of[last] & ~held) if h not in act.trail.hexes]
    start = act.trail.hexes[0]
    onward = [h for h in onward if scene.game.board.grid.distance(start, h) > len(act.trail.hexes) - 1]
    if onward and not _open(scene.state):
        yield "10.7c", (replace(act, trail=Trail((*act.trail.hexes, onward[0]), act.trail.gaps)),)


@crime("shattered without DS", Retreat, Lose)
def undue_shatter(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat | Lose)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or act.unit not in battle.defenders or _open(scene.state):
        return
    if act.unit not in demands(scene.game, scene.state, battle).shattered:
        yield "10.7b", (Shatter(act.number, act.unit),)


@crime("a result not carried out", Retreat, Lose, Reduce)
def left_out(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat | Lose | Reduce)
    if not _open(scene.state):
        yield "10.7d|10.1.4", (End(),)


@crime("an advance of another unit", Advance)
def advance_of_another(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Advance)
    battle = battle_numbered(scene.state.battles, act.number)
    at, own = act.trail.hexes[1], scene.game.side_of[act.unit] == scene.side
    if battle is None or not own or _open(scene.state):
        return
    others = [
        (unit, here)
        for unit, here in scene.units()
        if unit not in battle.attackers and not scene.game.is_fortress(scene.state, unit) and here != at
    ]
    # Those beside the emptied hex have mostly attacked: one from further away is dragged there at once.
    others.sort(key=lambda other: scene.game.board.grid.distance(other[1], at))
    for unit, here in others[:1]:
        joined = scene.game.board.walk.joined(here, at)
        yield "10.8", (Advance(act.number, unit, Trail((here, at), frozenset() if joined else frozenset({0}))),)


@crime("an advance too far", Advance)
def advance_too_far(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Advance)
    held = scene.game.held(scene.state, "axis") | scene.game.held(scene.state, SOVIET)
    way = list(act.trail.hexes)
    while len(way) < 6:
        ahead = scene.game.board.walk.of[way[-1]] & ~held
        onward = [h for h in hexes(ahead) if scene.game.board.grid.distance(way[0], h) == len(way)]
        if not onward:
            return
        way.append(onward[0])
    if not _open(scene.state):
        yield "10.8.1|10.8.2|13.1d|13.1h|6f", (replace(act, trail=Trail(tuple(way))),)


# ------------------------------------------------------------------ cards and turns


@crime("a card too many", End)
def card_too_many(scene: Scene) -> Iterator[Planted]:
    if in_phase(scene, CARDS):
        given = allotment(scene.game, scene.state, scene.side) - scene.state.used.get(f"{scene.side} drawn", 0)
        deck = 44 if scene.state.clock.turn < 23 else 39
        left = deck - sum(HELD.of(scene.state).held.values()) - len(HELD.of(scene.state).played)
        if 0 <= given < 8 and left > given and not _open(scene.state):
            yield "5a", (Draw(scene.side, given + 1),)


@crime("cards drawn out of the card phase", Move)
def drawn_in_movement(scene: Scene) -> Iterator[Planted]:
    cards = HELD.of(scene.state)
    if sum(cards.held.values()) + len(cards.played) >= (44 if scene.state.clock.turn < 23 else 39):
        return
    if not _open(scene.state) and not scene.state.used.get(f"{scene.side} more draws", 0):
        yield "5a", (Draw(scene.side, 1),)


@crime("a card from the pile", Play)
def from_the_pile(scene: Scene) -> Iterator[Planted]:
    act, pile = scene.act, HELD.of(scene.state).played
    assert isinstance(act, Play)
    if pile and pile[-1] in cards_of(scene.state):
        yield "5d", (replace(act, card=pile[-1]),)


@crime("a card of 1945 before its time", Play)
def of_1945(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Play)
    if scene.state.clock.turn < 23:
        yield "5d", (replace(act, card="card-50"),)


@crime("an event of the other initiative", Play)
def other_initiative(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Play)
    for card in sorted(cards_of(scene.state) - set(HELD.of(scene.state).played)):
        event = event_of(scene.game, card, act.side)
        if event is not None and not has_initiative(scene.game, scene.state, card, act.side) and not _open(scene.state):
            yield "5f|5i", (Play(act.side, card, "event"),)
            return


@crime("a card that pays at the wrong time", Play)
def pays_late(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Play)
    if not in_phase(scene, ORGANIZATION):
        yield "5e", (replace(act, purpose="replacement"),)


@crime("a shuffle with cards in the deck", Draw)
def early_shuffle(scene: Scene) -> Iterator[Planted]:
    if ("reshuffle",) not in scene.state.marks:
        yield "5j", (Shuffle(),)


@crime("the discard of a red event left out", Play)
def no_discard(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Play)
    red = scene.game.printed(scene.state.clock.turn, "red") and scene.side == "axis" and in_phase(scene, CARDS)
    drawn = scene.state.used.get("axis drawn", 0)
    first = act.purpose == "discard" and not scene.state.used.get("axis discarded", 0)
    if red and drawn and first and held_by(scene.state, "axis"):
        yield "5h", (End(),)


@crime("wrong points", Points)
def wrong_points(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Points)
    doubted = scene.game.in_doubt(scene.state).bit_count()
    yield "12|13.4", (Points(points_of(scene.game, scene.state, holder(scene.game, scene.state)) + doubted + 2),)


@crime("a victory that nobody has", End)
def no_victory(scene: Scene) -> Iterator[Planted]:
    if in_phase(scene, MOVEMENT) and not _open(scene.state):
        yield "13.2|12.2", (Claim(scene.side, "12.2"),)


@crime("a sudden death with too few points", End)
def too_few(scene: Scene) -> Iterator[Planted]:
    turn, side = scene.state.clock.turn, "axis"
    number = scene.game.printed(turn, "sudden-axis")
    if in_phase(scene, HOUSEKEEPING) and isinstance(number, int) and points_of(scene.game, scene.state, side) < number:
        yield "12.2", (Claim(side, "12.2"),)


# --------------------------------------------------------- supply and organization


@crime("a supplied unit marked", End)
def marked(scene: Scene) -> Iterator[Planted]:
    sure = supply_of(scene.game, scene.state, scene.side).sure
    if in_phase(scene, SUPPLY) and sure:
        unit = scene.rng.choice(sorted(sure))
        yield "6.1|6.2|6.3", (MarkUnsupplied(unit),)


@crime("a supplied unit surrenders", End)
def surrendered(scene: Scene) -> Iterator[Planted]:
    sure = supply_of(scene.game, scene.state, scene.side).sure
    if in_phase(scene, REMOVALS) and sure:
        yield "6b|6.1|6.2|6.3", (Surrender(scene.rng.choice(sorted(sure))),)


@crime("a unit without supply left on the map", Surrender)
def left_on_the_map(scene: Scene) -> Iterator[Planted]:
    if in_phase(scene, REMOVALS):
        yield "6c", (End(),)


@crime("a unit back without a card", Replace, End)
def unpaid(scene: Scene) -> Iterator[Planted]:
    turn, side = scene.state.clock.turn, scene.side
    goals = list(hexes(entries(scene.game, scene.state, side, shattered=False)))
    if in_phase(scene, ORGANIZATION) and goals and not scene.state.used.get(f"{side} replacement", 0):
        for unit in scene.state.forces[side].stack(DESTROYED)[:1]:
            rule = "7.4" if side == SOVIET else "13.5-1-4" if turn < 5 else "13.5-5a"
            if not _open(scene.state):
                yield rule, (Replace(unit, goals[0]),)


@crime("a unit back far from home", Replace, Enter)
def far_from_home(scene: Scene) -> Iterator[Planted]:
    act, side = scene.act, scene.side
    assert isinstance(act, Replace | Enter)
    held = scene.game.held(scene.state, "axis") | scene.game.held(scene.state, SOVIET)
    far = scene.game.board.land & ~entries(scene.game, scene.state, side, shattered=True) & ~held & ~scene.game.areas
    if not _open(scene.state):
        goal = scene.rng.choice(list(hexes(far)))
        yield ("7.1" if isinstance(act, Replace) else "7a"), (replace(act, place=goal),)


@crime("a reinforcement before its turn", Enter, End)
def early(scene: Scene) -> Iterator[Planted]:
    turn, side = scene.state.clock.turn, scene.side
    goals = list(hexes(entries(scene.game, scene.state, side, shattered=False)))
    if not in_phase(scene, ORGANIZATION) or not goals:
        return
    for later in range(turn + 1, 18):
        for unit in scene.state.forces[side].stack(f"turn-{later}"):
            if unit != "sov-ostatky":
                yield "7a", (Enter(unit, goals[0]),)
                return


@crime("an upgrade before its turn", End)
def early_upgrade(scene: Scene) -> Iterator[Planted]:
    if in_phase(scene, ORGANIZATION) and scene.side == SOVIET and scene.state.clock.turn < 6 and not _open(scene.state):
        for unit, _ in scene.units():
            if scene.game.units[unit].faces and scene.game.units[unit].type != "regional":
                yield "13.5-3", (Improve(unit),)
                return


@crime("upgrades beyond the free ones", End)
def too_many_upgrades(scene: Scene) -> Iterator[Planted]:
    turn = scene.state.clock.turn
    if not in_phase(scene, ORGANIZATION) or scene.side != SOVIET or not 6 <= turn < 18 or _open(scene.state):
        return
    if scene.state.used.get("soviet replacement", 0):
        return
    units: list[UnitId] = []
    for unit, _ in scene.units():
        front = scene.game.face(scene.state, unit) is scene.game.units[unit]
        if front and scene.game.units[unit].faces and scene.game.units[unit].type != "regional":
            units.append(unit)
    free = scene.game.allotments.on("free-upgrades", turn) - scene.state.used.get("soviet free upgrade", 0)
    if len(units) > max(free, 0):
        yield "13.5-6|13.5-13", tuple(Improve(unit) for unit in units[: max(free, 0) + 1])


@crime("a German improved without a card", End)
def unpaid_step(scene: Scene) -> Iterator[Planted]:
    if not in_phase(scene, ORGANIZATION) or scene.side == SOVIET or _open(scene.state):
        return
    for unit, _ in scene.units():
        reduced = scene.game.face(scene.state, unit) is not scene.game.units[unit]
        if reduced and scene.game.arm(scene.state, unit) != "cadre" and not scene.state.used.get("axis replacement", 0):
            turn = scene.state.clock.turn
            yield ("13.5-1-4" if turn < 5 else "7.2" if turn > 23 else "13.5-5a"), (Improve(unit),)
            return


@crime("reorganized without a card", End)
def unpaid_order(scene: Scene) -> Iterator[Planted]:
    from trc_module.systems.conditions import units_that_are

    if not in_phase(scene, ORGANIZATION) or scene.state.used.get(f"{scene.side} reorganize", 0):
        return
    for unit in sorted(units_that_are(scene.state, "disorganized")):
        if scene.game.side_of[unit] == scene.side and isinstance(scene.state.place(unit), int):
            yield "7.10", (Reorganize(unit),)
            return


@crime("a unit reverted that is no fort", End)
def no_fort(scene: Scene) -> Iterator[Planted]:
    units = [unit for unit, _ in scene.units() if not scene.game.is_fortress(scene.state, unit)]
    if units and in_phase(scene, ORGANIZATION):
        yield "7.5", (Revert(units[0]),)


@crime("a shattered unit back in the enemy's phase", Move, End)
def in_their_phase(scene: Scene) -> Iterator[Planted]:
    other = OTHER_SIDE[scene.side]
    goals = list(hexes(entries(scene.game, scene.state, other, shattered=False)))
    for unit in scene.state.forces[other].stack(SHATTERED)[:1]:
        if goals and not _open(scene.state):
            yield "7.1", (Replace(unit, goals[0]),)
