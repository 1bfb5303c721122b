"""The game's data, which every chapter reads: map, units, charts, and the tables that the rules use.

The chapters, the acts, the options and the players stand above it: `game` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.board import Board, Terrain
from trc_module.charts.trees import tree_facts
from trc_module.facts import Fact, Source
from trc_module.games.trc.charts import Allowance, Charts
from trc_module.games.trc.scenarios import scenario_of, scenarios_of
from trc_module.games.trc.start_lines import StartLine, load_lines
from trc_module.games.trc.steps import SEQUENCE
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.resources import data_dir
from trc_module.roster import Roster, Unit
from trc_module.roster.scenarios import Scenario
from trc_module.rules.clock import TurnSequence
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import System
from trc_module.rules.state import Box, Deployment, Place, State, UnitId, forces
from trc_module.systems.base_game import BaseGame
from trc_module.systems.control import ControlSystem
from trc_module.systems.rails import RAILS, RailSystem
from trc_module.systems.weather import WEATHER, Weather, WeatherSystem

if TYPE_CHECKING:
    from trc_module.rules.marks import KindOfMark
    from trc_module.rules.zones import Zones

NAME = "trc"
AXIS, RUSSIAN = "axis", "russian"
SIDES = (AXIS, RUSSIAN)
ENEMY = {AXIS: RUSSIAN, RUSSIAN: AXIS}


def _weather_without_a_die(game: Trc, turn: int) -> str | None:
    entry = game.charts.turns.get(turn)
    return None if entry is None else game.charts.weather.automatic(entry)


class Trc(BaseGame):
    """The Russian Campaign with one set of data, as its chapters know it; immutable but for caches.

    `game.TrcGame` puts in what stands above the chapters.
    """

    name = NAME
    title = "The Russian Campaign"
    charts: Charts
    sequence: TurnSequence = SEQUENCE
    turn_rule = "4.0a"
    duty_rules = frozenset({"12.1a", "12.3b"})
    systems: tuple[System, ...] = (
        WeatherSystem(("clear", "light-mud", "mud", "snow"), fixed=_weather_without_a_die),
        ControlSystem(),
        RailSystem(),
    )
    scenarios = ("none", "campaign", "breaking-storm", "barbarossa", "fall-blau", "zitadelle", "bagration")

    def __init__(
        self,
        board: Board,
        roster: Roster,
        charts: Charts,
        options: tuple[str, ...] = (),
        left_out: frozenset[UnitId] = frozenset(),
        overlay: Path | None = None,
    ) -> None:
        super().__init__(data_dir() / NAME, board, roster, charts, frozenset(options))
        self._options = options
        self.overlay = overlay
        """An owner's folder of corrected data."""
        self.left_out = left_out
        """Units of the campaign that options take out of play."""
        self._allowances: dict[tuple[UnitId, int, str], Allowance] = {}
        self._starts: dict[tuple[str, frozenset[str]], Mapping[str, FrozenMap[UnitId, Place]]] = {}

    def weighed(self, state: State, finding: Finding) -> Finding:
        """Return a finding as its own facts weigh it, and as a doubt where it is not known whether a hex is land.

        Whatever is said of such a hex, or of a unit in it, rests on that; but too many units are so anywhere.
        """
        chapter = finding.rule.partition(".")[0]
        if finding.verdict is not Verdict.VIOLATION or not self.doubted_terrain or chapter == "6":
            return finding
        places = (*map(self.board.grid.find, finding.hexes), *map(state.place, finding.units))
        doubted = {at for at in places if not isinstance(at, str | None) and self.doubted_terrain >> at & 1}
        doubts = tuple(map(self.board.terrain_fact, sorted(doubted)))
        return replace(finding, verdict=Verdict.DOUBT, facts=(*finding.facts, *doubts)) if doubts else finding

    if TYPE_CHECKING:
        # What stands above the chapters, and `game.TrcGame` puts in.

        @property
        def zones(self) -> Zones:
            """The zones of control, as chapter 7 has them."""

        @property
        def mark_kinds(self) -> Mapping[str, type[KindOfMark]]:
            """The kinds of marks by their words, with those of all options."""

    @property
    def scenarios_by_name(self) -> Mapping[str, Scenario]:
        """The scenarios by the word that a record uses."""
        return scenarios_of(self.overlay)

    @cached_property
    def lines(self) -> Mapping[str, StartLine]:
        """The start lines of the scenarios, by id."""
        return load_lines(self.folder, self.board, self.overlay)

    @cached_property
    def places(self) -> dict[str, Hex]:
        """Cities and oil wells by their names."""
        return {name: city.hex for name, city in self.board.cities.items()} | dict(self.board.oil_wells)

    @cached_property
    def controllable(self) -> frozenset[Hex]:
        """Cities, oil wells and rail junctions."""
        return frozenset(hexes(self.board.city_hexes | self.board.oil_hexes | self.board.junctions))

    @cached_property
    def headquarters(self) -> frozenset[UnitId]:
        """The headquarters."""
        return frozenset(name for name, unit in self.units.items() if unit.type == "hq")

    @cached_property
    def partisans(self) -> frozenset[UnitId]:
        """The partisan units."""
        return frozenset(name for name, unit in self.units.items() if unit.type == "partisan")

    def data_named(self, text: str) -> dict[str, tuple[Fact, ...]]:
        """Return the facts behind the kinds of data that a rule's text names, by kind."""
        board, units = self.board, self.units.values()

        def of_units(field: str) -> Callable[[], Iterable[Fact]]:
            return lambda: (unit.fact(field) for unit in units)

        def of_board(kind: str, names: Iterable[str]) -> Callable[[], Iterable[Fact]]:
            return lambda: (board.fact(f"{kind} {name}") for name in names)

        kinds: dict[str, Callable[[], Iterable[Fact]]] = {
            "weather chart": lambda: tree_facts("weather", self.charts.trees["weather"]),
            "movement chart": self.charts.movement.facts,
            "terrain": lambda: (board.terrain_fact(h) for h in hexes(board.land)),
            "closed hexsides": lambda: (board.side_fact(a, b) for a, b in sorted(board.closed_sides)),
            "set-up codes": of_units("setup"),
            "combat factors": of_units("combat"),
            "results table": lambda: tree_facts("combat", self.charts.trees["combat"]),
            "air chart": lambda: tree_facts("air", self.charts.trees["air"]),
            "rivers": lambda: (river.fact for river in board.rivers),
            "unit types": of_units("type"),
            "unit sizes": of_units("stacks"),
            "formations": of_units("formation"),
            "arrivals": lambda: (unit.fact(f) for unit in units if unit.entry == "turn" for f in ("arrival", "month")),
            "replacement chart": lambda: tree_facts("replacements", self.charts.trees["replacements"]),
            "oil wells": of_board("oil", board.oil_wells),
            "edges of the map": of_board("edge", board.edges),
            "rails": lambda: (
                fact for what, fact in board.fact_by_subject.items() if what.startswith(("rail ", "exit "))
            ),
            "cities": lambda: (city.fact for city in board.cities.values()),
            "ports": lambda: (board.fact(f"port {city.name}") for city in board.cities.values() if city.port),
            "coasts": lambda: (board.coast_fact(h) for h in hexes(board.coast)),
            "districts": lambda: (r.fact for r in board.regions.values() if r.kind == "district"),
            "countries": lambda: (r.fact for r in board.regions.values() if r.kind == "country"),
        }
        return {kind: tuple(facts()) for kind, facts in kinds.items() if kind in text}

    def terrain(self, *kinds: Terrain) -> HexSet:
        """Return the hexes of some terrains."""
        members: HexSet = 0
        for kind in kinds:
            members |= self.board.of_terrain[kind]
        return members

    @cached_property
    def doubted_terrain(self) -> HexSet:
        """The hexes whose terrain is too doubtful to accuse anybody."""
        doubted = (h for h in hexes(self.board.grid.all) if not self.board.terrain_fact(h).trust.carries_violation)
        return sum(1 << h for h in doubted)

    def printed_allowance(self, unit: UnitId, impulse: int, weather: str) -> Allowance:
        """Return what the movement chart allows a unit."""
        key = (unit, impulse, weather)
        found = self._allowances.get(key)
        if found is None:
            found = self._allowances[key] = self._look_up(self.units[unit], impulse, weather)
        return found

    def _look_up(self, unit: Unit, impulse: int, weather: str) -> Allowance:
        chart = self.charts.movement
        if chart.class_of(unit) is None:
            nothing = Fact(f"no class of the movement chart fits {unit.id}", Source("missing"))
            return Allowance(None, None, nothing, nothing)
        return chart.allowance(unit, impulse, weather)

    def start(self, scenario: str, options: frozenset[str]) -> State:
        """Return the position in which a scenario begins; for 'none' a map without units.

        Control is that of 3.5, and that of the scenario's line where it has one of its own (27.11); so are the rails
        where the hexes of that line are known, else they are those of 3.5 too.
        """
        found = scenario_of(scenario, self.overlay)
        return State(
            scenario=scenario,
            options=options,
            clock=SEQUENCE.first(1 if found is None else found.first_turn),
            forces=forces(SIDES) if found is None else self._at_start(found, options),
            control=self._control if found is None else self._control_by(found),
            slices=FrozenMap(
                {
                    WEATHER.key: Weather("clear", 0 if found is None else found.modifier),
                    RAILS.key: self._rail if found is None else self._rail_by(found),
                }
            ),
        )

    def _control_by(self, scenario: Scenario) -> FrozenMap[Hex, str]:
        line = self.lines.get(scenario.line)
        if line is None:
            return self._control
        sides = {self.places[name]: side for name, (side, _) in line.places.items()}
        held = {place: line.side_of(place) or self._holder(place) for place in sorted(self.controllable)}
        told = {self.places[name]: side for name, side in scenario.control.items()}
        return FrozenMap({**held, **sides, **told})

    def _rail_by(self, scenario: Scenario) -> FrozenMap[str, HexSet]:
        line = self.lines.get(scenario.line)
        if line is None or line.axis_hexes is None:
            return self._rail
        rails = self.board.rail_hexes
        return FrozenMap({AXIS: rails & line.axis_hexes, RUSSIAN: rails & ~line.axis_hexes})

    def _at_start(self, scenario: Scenario, options: frozenset[str]) -> FrozenMap[str, Deployment]:
        # Each start has deployments of its own: what is worked out about them goes with it.
        places = self._places_at_start(scenario, options)
        return FrozenMap({side: Deployment(boxes) for side, boxes in places.items()})

    def _places_at_start(self, scenario: Scenario, options: frozenset[str]) -> Mapping[str, FrozenMap[UnitId, Place]]:
        """Return where the units of each side are at the start; a late log asks again and again."""
        key = (scenario.id, options)
        found = self._starts.get(key)
        if found is None:
            found = self._starts[key] = self._look_up_start(scenario, options)
        return found

    def _look_up_start(self, scenario: Scenario, options: frozenset[str]) -> Mapping[str, FrozenMap[UnitId, Place]]:
        places: dict[str, dict[UnitId, Place]] = {side: {} for side in SIDES}
        out = {*self.left_out, *scenario.without}
        for side, boxes in scenario.forces.items():
            places[side].update((name, box) for name, box in boxes.items() if name not in out)
            out.update(self.units)
        if scenario.set_up == "card":
            # The card is unknown: what came before its first turn is somewhere on it, what comes later is not here yet.
            out.update(u for u, unit in self.units.items() if not self._still_to_come(unit, scenario.first_turn))
        for name, unit in self.units.items():
            if name not in out and (not unit.option or unit.option in options):
                places[unit.side][name] = box_at_start(unit)
        return {side: FrozenMap(boxes) for side, boxes in places.items()}

    @staticmethod
    def _still_to_come(unit: Unit, first_turn: int) -> bool:
        return unit.type == "air" or (unit.arrival is not None and unit.arrival >= first_turn)

    @cached_property
    def _control(self) -> FrozenMap[Hex, str]:
        return FrozenMap({h: self._holder(h) for h in sorted(self.controllable)})

    def _holder(self, hex_: Hex) -> str:
        return next((side for side, members in self.board.start_side.items() if members >> hex_ & 1), "")

    @cached_property
    def _rail(self) -> FrozenMap[str, HexSet]:
        start = self.board.start_side
        return FrozenMap({side: self.board.rail_hexes & start.get(side, 0) for side in SIDES})


_GARRISONS = {"B": "bulgarian-garrison", "W": "warsaw-garrison", "NF": "lapland", "S": "lapland"}


def box_at_start(unit: Unit) -> Box:
    """Return the box in which a unit of the campaign waits before it is set up or arrives."""
    if unit.type == "air":
        return unit.area
    if unit.entry == "start":
        return "at-start"
    if unit.entry == "event":
        return _GARRISONS.get(unit.setup, "optional")
    if unit.area == "exchange":
        return "motorization" if unit.side == AXIS else "optional"
    return f"turn-{unit.arrival}" if unit.arrival is not None else "optional"
