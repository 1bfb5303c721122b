"""Crimes behind the lines: set-up, weather, arrivals, replacements, supply, rails, partisans, surrender, victory."""

from __future__ import annotations

from collections.abc import Iterator

from tests.crimes.crime import Planted, Scene, crime, named
from tests.crimes.moving import zone
from trc_module.board import Terrain
from trc_module.games.trc.acts.arrivals import Archangel, Drop
from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.acts.markers import Convert
from trc_module.games.trc.arrivals.entry_hexes import turn_of
from trc_module.games.trc.arrivals.partisans import footholds
from trc_module.games.trc.arrivals.russian_replacements import archangel_is_lost, group_of, with_worker
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.data import AXIS, RUSSIAN
from trc_module.games.trc.supply.general_supply import needs_no_line, supply_of
from trc_module.games.trc.supply.rail_conversion import assess
from trc_module.hexgrid import hexes
from trc_module.rules.actions import (
    Claim,
    Eliminate,
    End,
    Enter,
    Move,
    Replace,
    Setup,
    Surrender,
    Withdraw,
)
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import WeatherRoll, modifier_of, weather_of

# Before play


@crime("set up in the wrong place", Setup)
def wrong_place(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Setup)
    unit, board = scene.game.units[act.unit], scene.game.board
    rule = "3.3b" if unit.setup == "C" else "3.3c"
    area = board.regions["Russia"].hexes & board.land & ~board.off_play
    if unit.side == AXIS:
        rule = {"R": "3.4c", "F": "3.4d"}.get(unit.setup, "3.4e")
        area = board.regions["Bulgaria"].hexes
    else:
        codes = [r.hexes for r in board.regions.values() if r.kind == "district" and r.code == unit.setup]
        area &= ~(codes[0] if codes and unit.setup != "C" else 1 << act.hex)
    yield rule, (Setup(act.unit, scene.rng.choice(list(hexes(area)))),)


@crime("an Axis unit set up next to the enemy", Setup)
def too_near(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Setup)
    unit, board = scene.game.units[act.unit], scene.game.board
    if unit.side == AXIS and unit.setup not in ("R", "F"):
        foes = scene.state.forces[RUSSIAN].occupied
        near = board.grid.spread(foes) & ~foes & board.regions["Poland"].hexes & board.land
        for at in list(hexes(near))[:1]:
            yield "3.4b", (Setup(act.unit, at),)


@crime("the Axis set up before the Russians are done", Setup)
def axis_first(scene: Scene) -> Iterator[Planted]:
    from trc_module.games.trc.players.legal_actions import starting_area

    left = scene.state.forces[RUSSIAN].stack("at-start")
    waiting = scene.state.forces[AXIS].stack("at-start")
    if left and waiting:
        unit = scene.rng.choice(waiting)
        for at in list(hexes(starting_area(scene.game, scene.state, unit)))[:1]:
            yield "3.4a", (Setup(unit, at),)


@crime("play begun with units not set up", Setup)
def half_set_up(scene: Scene) -> Iterator[Planted]:
    if scene.state.forces[RUSSIAN].stack("at-start"):
        yield "3.3a", (End(),)


@crime("set up when play has begun", Move)
def late_set_up(scene: Scene) -> Iterator[Planted]:
    board = scene.game.board
    for unit, at in scene.units():
        home = board.regions["Poland"].hexes >> at & 1
        if scene.side == AXIS and home and scene.state.clock.turn > 1 and not zone(scene) >> at & 1:
            foes = scene.state.forces[RUSSIAN].occupied
            who = scene.game.units[unit]
            alone = len(scene.state.forces[AXIS].stack(at)) == 1 and not board.grid.spread(foes) >> at & 1
            if alone and who.entry == "start" and who.setup not in ("R", "F"):
                yield "3.6", (Setup(unit, at),)


# Weather


@crime("a weather die in summer or in deep winter", End)
def needless_die(scene: Scene) -> Iterator[Planted]:
    turn = scene.game.charts.turns.get(scene.state.clock.turn)
    if scene.state.clock.phase == "weather" and turn is not None:
        settled = scene.game.charts.weather.automatic(turn)
        if settled is not None:
            yield "4.1.1b" if settled == "clear" else "4.1.1c", (WeatherRoll(3),)


@crime("a second weather die", End)
def second_weather(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == "weather" and ("rolled", "weather") in scene.state.marks:
        yield "4.1.1a", (WeatherRoll(3),)


@crime("no weather die", WeatherRoll)
def no_weather(scene: Scene) -> Iterator[Planted]:
    yield "4.1.1a", (End(),)


@crime("the weather misread", WeatherRoll)
def weather_misread(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, WeatherRoll)
    turn = scene.game.charts.turns[scene.state.clock.turn]
    right = scene.game.charts.weather.roll(turn, act.die, modifier_of(scene.state))
    wrong = scene.rng.choice([word for word in scene.game.systems[0].moment_words if word != right.weather])
    yield "4.1.1d|4.1.1e", (WeatherRoll(act.die, wrong),)
    yield "4.1.1f", (WeatherRoll(act.die, right.weather, right.drm + 1),)


# Arrivals and replacements


@crime("a reinforcement before its turn", Move, Enter)
def early(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != "movement":
        return
    edge = scene.game.board.edges["west" if scene.side == AXIS else "east"]
    clear = edge & ~zone(scene) & ~scene.state.forces[scene.side].occupied & scene.game.board.land
    for unit, place in scene.state.forces[scene.side].places.items():
        who = scene.game.units[unit]
        box = place if isinstance(place, str) else ""
        turn = turn_of(box)
        plain = who.nation in ("german", "russian") and who.type in ("infantry", "armor")
        by_its_edge = plain and who.area in ("east edge", "west edge", "")
        if turn is not None and turn > scene.state.clock.turn and by_its_edge:
            for at in list(hexes(clear))[:1]:
                yield "20.0b", (Enter(unit, at),)
                return


@crime("a reinforcement far from its edge", Enter)
def wrong_edge(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Enter)
    who = scene.game.units[act.unit]
    if isinstance(act.place, str) or who.type == "partisan":
        return
    board = scene.game.board
    edges = 0
    for members in board.edges.values():
        edges |= members
    middle = board.land & ~board.off_play & ~board.grid.spread(edges) & ~edges & ~board.city_hexes & ~zone(scene)
    middle &= ~scene.state.forces[scene.side].occupied & ~board.rail_hexes & ~board.regions["Bulgaria"].hexes
    if scene.state.clock.turn < 21:
        at = scene.rng.choice(list(hexes(middle)))
        yield "20.2c|20.5|18.2|22.3a|20.6|20.7|20.8|20.4", (Enter(act.unit, at),)


@crime("a reinforcement in the combat phase", End)
def late_arrival(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != "combat":
        return
    for unit, place in scene.state.forces[scene.side].places.items():
        if place == "off-map-units" and scene.game.units[unit].type in ("infantry", "armor"):
            yield "20.2a", (Enter(unit, "off-map-units"),)
            return


@crime("too many Russian replacements", Replace)
def too_many_points(scene: Scene) -> Iterator[Planted]:
    if scene.side != RUSSIAN or scene.state.clock.part != 1:
        return
    from trc_module.games.trc.players.legal_actions import full

    acts: list[Replace] = []
    now = scene
    groups: dict[str, int] = {}
    for mark in scene.state.marks:
        if mark[0] == "replaced":
            group = group_of(scene.game.units[mark[1]])
            groups[group] = groups.get(group, 0) + 1
    for unit in scene.state.forces[RUSSIAN].stack(POOL):
        who = scene.game.units[unit]
        if who.type in ("hq", "worker", "paratroop", "leader") or group_of(who):
            continue
        gates = scene.game.board.edges["east"] & ~full(scene.game, now.state, unit) & ~zone(scene)
        gates &= ~now.state.forces[AXIS].occupied
        if not gates:
            return
        act = Replace(unit, next(hexes(gates)))
        acts.append(act)
        if not now.clean(act):
            yield "22.5a", tuple(acts)
            return
        now = now.after(act)


@crime("too many armor or Guards replacements", Replace)
def too_many_of_a_group(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Replace)
    group = group_of(scene.game.units[act.unit])
    if scene.side != RUSSIAN or not group:
        return
    rule = "22.5b" if scene.state.clock.turn < 17 else "22.5c"
    now, acts = scene.after(act), [act]
    for unit in scene.state.forces[RUSSIAN].stack(POOL):
        if unit != act.unit and group_of(scene.game.units[unit]) == group and scene.game.units[unit].type != "hq":
            more = Replace(unit, act.place)
            if isinstance(act.place, str):
                acts.append(more)
                if now.clean(more):
                    now = now.after(more)
                else:
                    yield f"{rule}|22.5a", tuple(acts)
                    return


@crime("an Axis replacement out of its turn", Move)
def axis_replacement_in_winter(scene: Scene) -> Iterator[Planted]:
    turn = scene.state.clock.turn
    if scene.side != AXIS or turn in scene.game.charts.replacements.axis_turns or scene.state.clock.part != 1:
        return
    for unit in scene.state.forces[AXIS].stack(POOL):
        who = scene.game.units[unit]
        if who.type in ("infantry", "armor") and who.nation == "german" and unit != "ger-1-cav":
            yield "21.2a", (Replace(unit, "off-map-units"),)
            return


@crime("a surrendered unit replaced", Replace)
def back_from_captivity(scene: Scene) -> Iterator[Planted]:
    for unit in scene.state.forces[scene.side].stack("surrendered"):
        who = scene.game.units[unit]
        if who.type in ("infantry", "armor", "cavalry") and who.nation in ("russian", "german") and not group_of(who):
            rule = "13.2b" if scene.side == RUSSIAN else "21.3a"
            cheap = scene.side == AXIS or (who.combat or 0) <= 1
            if cheap and scene.state.clock.part == 1:
                yield f"{rule}|22.5a", (Replace(unit, "off-map-units"),)
                return


@crime("a worker replaced", Replace)
def worker_replaced(scene: Scene) -> Iterator[Planted]:
    for unit in scene.state.forces[RUSSIAN].stack("surrendered"):
        if scene.side == RUSSIAN and scene.game.units[unit].type == "worker" and scene.state.clock.part == 1:
            yield "22.2d", (Replace(unit, "off-map-units"),)
            return


@crime("a worker where one is already", Enter)
def crowded_workers(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Enter)
    if scene.game.units[act.unit].type != "worker" or isinstance(act.place, str):
        return
    board = scene.game.board
    free = board.city_hexes & board.regions["Russia"].hexes & ~with_worker(scene.game, scene.state)
    if any(scene.state.control.get(h) == RUSSIAN for h in hexes(free)):
        for at in hexes(with_worker(scene.game, scene.state)):
            stack = scene.state.forces[RUSSIAN].stack(at)
            if scene.state.control.get(at) == RUSSIAN and len(stack) < 2:
                yield "22.3a", (Enter(act.unit, at),)
                return


@crime("the die of Archangel before 1942", Move)
def early_archangel(scene: Scene) -> Iterator[Planted]:
    if scene.side == RUSSIAN and scene.state.clock.turn < 5 and scene.state.clock.part == 1:
        yield "22.4a", (Archangel(4),)


@crime("a second die of Archangel", Archangel)
def second_archangel(scene: Scene) -> Iterator[Planted]:
    yield "22.4d", (scene.act, Archangel(4))


@crime("the die of Archangel after its loss", Move)
def lost_archangel(scene: Scene) -> Iterator[Planted]:
    state = scene.state
    rolled = any(mark[0] == "archangel" for mark in state.marks)
    time = scene.side == RUSSIAN and state.clock.part == 1 and state.clock.turn >= 5
    if time and not rolled and archangel_is_lost(scene.game, state):
        yield "22.4c", (Archangel(4),)


@crime("a withdrawal that nothing demands", Move)
def wanton_withdrawal(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.turn in (19, 24, 25) or scene.state.used.get(f"{scene.side} unmatched"):
        return
    for unit, _ in scene.units():
        if scene.game.units[unit].type in ("infantry", "armor"):
            yield "20.9.1a", (Withdraw(unit),)
            return


@crime("the wrong corps withdrawn", Withdraw)
def wrong_withdrawal(scene: Scene) -> Iterator[Planted]:
    if scene.side == AXIS and scene.state.clock.turn == 19 and not scene.state.used.get("axis unmatched"):
        for unit, _ in scene.units():
            if scene.game.units[unit].type == "infantry" and scene.game.units[unit].nation == "german":
                yield "20.9.1a", (Withdraw(unit, "20.9"),)
                return


@crime("withdrawals of May 1944 left out", Withdraw)
def withdrawal_left_out(scene: Scene) -> Iterator[Planted]:
    if scene.side == AXIS and scene.state.clock.turn in (19, 24, 25) and not scene.state.used.get("axis unmatched"):
        rule = {19: "20.9.2d", 24: "20.9.3a", 25: "20.9.3b"}[scene.state.clock.turn]
        if not zone(scene) & scene.state.forces[AXIS].occupied:
            yield rule, (End(),)


@crime("an exchange for a motorized corps out of its turn", Move)
def early_exchange(scene: Scene) -> Iterator[Planted]:
    if scene.side != AXIS or scene.state.clock.turn in (14, 16):
        return
    for unit, _ in scene.units():
        who = scene.game.units[unit]
        for new in scene.state.forces[AXIS].stack("motorization"):
            wanted = scene.game.charts.replacements.motorization[new].replaced
            if who.nation == "german" and who.type == "infantry" and f"{who.combat}-{who.move}" == wanted:
                yield "23.1a", (Motorize(unit, new),)
                return


# Paratroops and partisans


@crime("a drop in summer", Move)
def drop_in_summer(scene: Scene) -> Iterator[Planted]:
    state = scene.state
    if scene.side != RUSSIAN or state.clock.part != 1 or weather_of(state) == "snow":
        return
    stavka = state.place("rus-stavka")
    for unit in state.forces[RUSSIAN].stack("paratroop-reserve"):
        if stavka is not None and not isinstance(stavka, str):
            yield "18.1a", (Drop(unit, stavka),)
            return


@crime("a drop out of reach of Stavka, or into an enemy zone", Drop)
def wild_drop(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Drop)
    game, state = scene.game, scene.state
    stavka = state.place("rus-stavka")
    assert stavka is not None
    assert not isinstance(stavka, str)
    reach = game.board.grid.disc(stavka, 8)
    clear = game.board.land & ~game.board.off_play & ~zone(scene) & ~game.terrain(Terrain.WOODS, Terrain.MOUNTAIN)
    for at in list(hexes(clear & ~reach))[:1]:
        yield "18.3a", (Drop(act.unit, at),)
    for at in list(hexes(reach & zone(scene) & game.board.land))[:1]:
        yield "18.3b", (Drop(act.unit, at),)


@crime("a move after a drop", Drop)
def move_after_drop(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Drop)
    from trc_module.rules.state import Trail

    for b in hexes(scene.game.board.walk.of[act.hex] & ~zone(scene)):
        if any(mark[0] == "leader-lost" for mark in scene.state.marks):
            return
        yield "18.3c", (act, Move(act.unit, Trail((act.hex, b))))
        return


@crime("a partisan out of Axis territory", Enter)
def stray_partisan(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Enter)
    if scene.game.units[act.unit].type != "partisan":
        return
    game, state = scene.game, scene.state
    axis = game.zones.of(state.forces[AXIS])
    inside = game.board.regions["Russia"].hexes & ~footholds(game, state) & ~axis & game.board.land
    far = inside
    for h in hexes(state.forces[AXIS].occupied):
        far &= ~game.board.grid.disc(h, 5)
    if far:
        yield "19.1a", (Enter(act.unit, scene.rng.choice(list(hexes(far)))),)
    held = footholds(game, state) & axis & ~state.forces[AXIS].occupied
    if held:
        yield "19.1b", (Enter(act.unit, scene.rng.choice(list(hexes(held)))),)


@crime("a partisan in the movement phase", Move)
def early_partisan(scene: Scene) -> Iterator[Planted]:
    if scene.side != RUSSIAN:
        return
    open_ = footholds(scene.game, scene.state) & ~scene.game.zones.of(scene.state.forces[AXIS])
    for h in hexes(scene.state.forces[AXIS].occupied):
        open_ &= ~scene.game.board.grid.disc(h, 5)
    for unit in scene.state.forces[RUSSIAN].stack("partisans"):
        for at in list(hexes(open_))[:1]:
            yield "19.4b", (Enter(unit, at),)
            return


@crime("a partisan left where it is found", Eliminate)
def partisan_left(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Eliminate)
    if act.because == "19.3":
        yield "19.3", (End(),)


# Supply and rails


@crime("a unit out of supply left on the map", Eliminate)
def kept_without_supply(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Eliminate)
    supply = supply_of(scene.game, scene.state, scene.side)
    at = scene.state.place(act.unit)
    expected = "17.2|8.6b|4.1.6|4.2.5"
    if act.because == "17.2" and not isinstance(at, str | None) and not supply.perhaps.fed >> at & 1:
        # An end that leaves out something else as well, a surrender say, would be two crimes.
        left = check(scene.game, scene.after(act).state, End())
        if all(found.verdict is Verdict.NOTE or named(expected, found.rule) for found in left):
            yield expected, (End(),)


@crime("a unit removed that is in supply", End)
def removed_in_supply(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase != "end":
        return
    supply = supply_of(scene.game, scene.state, scene.side)
    for unit, at in scene.units():
        if supply.surely.fed >> at & 1 and not needs_no_line(scene.game, scene.state, unit):
            yield "17.2e|8.5.3|4.1.6d|4.2.5a", (Eliminate(unit, "17.2"),)
            return


@crime("a unit removed for want of supply in a combat phase", End)
def removed_too_soon(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == "combat":
        for unit, _ in scene.units():
            if scene.game.units[unit].type in ("infantry", "armor"):
                yield "17.1a", (Eliminate(unit, "17.2"),)
                return


@crime("rails converted outside the end phase", Move)
def early_conversion(scene: Scene) -> Iterator[Planted]:
    foreign = rails_of(scene.state)[RUSSIAN if scene.side == AXIS else AXIS]
    for at in list(hexes(foreign))[:1]:
        yield "9.4.1b", (Convert((at,)),)


@crime("rails converted that nobody has reached", End, Convert)
def unreached_rails(scene: Scene) -> Iterator[Planted]:
    state, game = scene.state, scene.game
    if state.clock.phase != "end" or state.traces.get("converted", 0):
        return
    possible = assess(game, state, scene.side).possible
    foreign = rails_of(state)[RUSSIAN if scene.side == AXIS else AXIS] & ~zone(scene) & ~possible
    foreign &= ~(game.board.city_hexes | game.board.junctions)
    from trc_module.games.trc.supply.rails import doubted

    near = doubted(game.board)
    far = [h for h in hexes(foreign) if not game.board.grid.disc(h, 8) & state.forces[scene.side].occupied]
    far = [h for h in far if not game.board.grid.disc(h, 6) & near]
    if far:
        yield "9.4.3b|9.4.4|9.4.5", (Convert((scene.rng.choice(far),)),)


@crime("rails converted in an enemy zone", End, Convert)
def rails_under_fire(scene: Scene) -> Iterator[Planted]:
    state, game = scene.state, scene.game
    if state.clock.phase != "end" or state.traces.get("converted", 0):
        return
    possible = assess(game, state, scene.side).possible
    foreign = rails_of(state)[RUSSIAN if scene.side == AXIS else AXIS] & zone(scene) & ~possible
    for at in list(hexes(foreign))[:1]:
        yield "9.4.1d", (Convert((at,)),)


@crime("rails not converted that fall to a side", Convert)
def rails_forgotten(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Convert)
    from trc_module.games.trc.supply.rail_conversion import _surely_due

    sure = _surely_due(scene.game, scene.state, scene.side)
    supply = supply_of(scene.game, scene.state, scene.side)
    fed = all(supply.likely.fed >> at & 1 for _, at in scene.units())
    if len(act.hexes) > 1 and fed and scene.side == AXIS and sure >> act.hexes[0] & 1:
        yield "9.4.2b|9.4.3|9.4.4a|9.4.5a", (Convert(act.hexes[1:]), End())


# Surrender and victory


@crime("an ally that surrenders too soon", End)
def early_surrender(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.phase == "end" and scene.side == RUSSIAN:
        gone = {mark[1] for mark in scene.state.marks if mark[0] == "surrendered"}
        if "hungary" not in gone and not _in_hungary(scene):
            yield "24.2", (Surrender("hungary", "24.2"),)
        if "rumania" not in gone and scene.state.control.get(scene.game.places["Bucharest"]) == AXIS:
            yield "24.3", (Surrender("rumania", "24.3"),)
        if "italy" not in gone and scene.state.clock.turn < 15:
            yield "24.4", (Surrender("italy", "24.4"),)


def _in_hungary(scene: Scene) -> bool:
    inside = scene.game.board.regions["Hungary"].hexes
    return any(inside >> at & 1 for _, at in scene.units())


@crime("a surrender that is left out", Surrender)
def no_surrender(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Surrender)
    if act.because in ("24.2", "24.3") and scene.state.clock.phase == "end":
        yield act.because, (End(),)


@crime("a unit that surrenders though it could fight", Move)
def faint_heart(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        if not zone(scene) >> at & 1 and scene.game.units[unit].type in ("infantry", "armor"):
            yield "12.5d", (Surrender(unit, "12.5"),)
            return


@crime("a victory claimed that nobody has won", End)
def false_claim(scene: Scene) -> Iterator[Planted]:
    if scene.state.control.get(scene.game.places["Berlin"]) == AXIS:
        yield "25.1.2-1", (Claim("russian", "25.1.2"),)
    if scene.state.clock.turn not in (5, 11, 17, 23) and scene.state.clock.phase == "combat":
        yield "25.2.1", (Claim("axis", "25.2"),)
