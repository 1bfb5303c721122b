"""Crimes of the table: markers put wrong, control marked wrong, victories claimed that nobody has won."""

from __future__ import annotations

from collections.abc import Iterator

from tests.crimes.crime import Planted, Scene, crime
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Claim, End, Marker, Move
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import WeatherRoll, modifier_of, weather_of


@crime("an invasion marker that shows too many", Move)
def invasions_miscounted(scene: Scene) -> Iterator[Planted]:
    yield "2.1d", (Marker(f"invasion-{scene.side}", f"2 turn {scene.state.clock.turn}"),)


@crime("a railhead where no Axis rails end", Move)
def wrong_railhead(scene: Scene) -> Iterator[Planted]:
    board, state = scene.game.board, scene.state
    foreign = rails_of(state)[RUSSIAN] & ~board.grid.spread(rails_of(state)[AXIS] | state.forces[AXIS].occupied)
    unsure = state.traces.get("perhaps-passed", 0) | state.traces.get("unsure-rail", 0)
    for at in list(hexes(foreign & ~unsure))[-1:]:
        yield "2.1f", (Marker("railhead", board.grid.name(at)),)


@crime("an RR Move marker on a unit that has not gone by rail", Move)
def wrong_rail_marker(scene: Scene) -> Iterator[Planted]:
    for unit, _ in scene.units():
        who = scene.game.units[unit]
        moved = any(mark[1:2] == (unit,) for mark in scene.state.marks)
        if who.type == "infantry" and not moved and unit not in scene.state.trails:
            yield "2.1i", (Marker("rr-move", unit),)
            return


@crime("the Scenario Ends marker on another turn", Move)
def wrong_last_turn(scene: Scene) -> Iterator[Planted]:
    yield "2.1j", (Marker("scenario-ends", "20"),)


@crime("the Sudden Death marker on no objective", Move)
def wrong_objective(scene: Scene) -> Iterator[Planted]:
    yield "2.1k", (Marker("sudden-death", "Warsaw"),)


@crime("the Turn marker on another turn", Move)
def wrong_turn(scene: Scene) -> Iterator[Planted]:
    yield "2.1l", (Marker("turn", f"{scene.state.clock.turn + 2} {scene.side}"),)


@crime("the weather modifier misplaced", Move)
def wrong_modifier(scene: Scene) -> Iterator[Planted]:
    yield "2.1m|4.1.1f|4.1.1g", (Marker("weather-drm", f"{modifier_of(scene.state) + 3:+d}"),)


@crime("the points of the workers misplaced", Move)
def wrong_points(scene: Scene) -> Iterator[Planted]:
    yield "2.1n", (Marker("worker-rp", "49"),)


@crime("the weather marker in another box", Move)
def wrong_weather_box(scene: Scene) -> Iterator[Planted]:
    other = "mud" if weather_of(scene.state) != "mud" else "snow"
    yield "2.1p", (Marker("weather", other),)


@crime("rails marked as the enemy's in the own turn", Move)
def rails_marked_away(scene: Scene) -> Iterator[Planted]:
    board, state = scene.game.board, scene.state
    for at in list(hexes(rails_of(state)[scene.side] & state.forces[scene.side].occupied))[-1:]:
        yield "9.4.1c", (Marker("rail", f"{board.grid.name(at)} {ENEMY[scene.side]}"),)


@crime("control of a city marked that nobody has taken", Move)
def city_marked(scene: Scene) -> Iterator[Planted]:
    cities = sorted(name for name, at in scene.game.places.items() if scene.game.board.city_hexes >> at & 1)
    zones = [scene.game.zones.of(scene.state.forces[side]) for side in (AXIS, RUSSIAN)]
    scene.rng.shuffle(cities)
    for name in cities:
        at = scene.game.places[name]
        owner = scene.state.control.get(at)
        if owner in ENEMY and not (zones[0] | zones[1]) >> at & 1:
            yield "17.2.1", (Marker("control", f"{name} {ENEMY[owner]}"),)
            return


@crime("control marked of a city between two zones", Move, End)
def city_between(scene: Scene) -> Iterator[Planted]:
    here = scene.game.zones.of(scene.state.forces[AXIS]) & scene.game.zones.of(scene.state.forces[RUSSIAN])
    occupied = scene.state.forces[AXIS].occupied | scene.state.forces[RUSSIAN].occupied
    for name, at in sorted(scene.game.places.items()):
        city = (scene.game.board.city_hexes & here & ~occupied) >> at & 1
        if city and scene.state.control.get(at) not in ENEMY:
            yield "17.2.1", (Marker("control", f"{name} {scene.side}"),)
            return


@crime("a victory claimed for each of its reasons", WeatherRoll, End)
def every_claim(scene: Scene) -> Iterator[Planted]:
    clock, control, places = scene.state.clock, scene.state.control, scene.game.places
    if clock.phase != "combat":
        return
    because = scene.rng.choice(["25.1.1-1", "25.1.1-3", "25.1.2-2", "25.2.2", "25.2.3", "25.2.4", "25.2.5", "25.2.6"])
    lost = {mark[1] for mark in scene.state.marks if mark[0] in ("exited", "due", "unmatched")}
    if because == "25.1.1-1" and control.get(places["Moscow"]) == AXIS:
        return
    if not lost and not any(scene.state.used.get(f"{side} unmatched") for side in (AXIS, RUSSIAN)):
        side = RUSSIAN if because in ("25.1.2-2", "25.2.5") else AXIS
        yield f"{because}|25.2.1|25.1.1|25.2", (Claim(side, because),)
