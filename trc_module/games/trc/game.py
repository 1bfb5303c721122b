"""The game as one object: its data, its policies, and the tables that the rules look things up in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Lines
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trc_module.board import Board, Terrain, load_board
from trc_module.charts import Allowance, Charts, load_charts
from trc_module.charts.trees import tree_facts
from trc_module.declarations import Grammar
from trc_module.facts import Fact, Source
from trc_module.games.trc.catalogue import agree, known_options, units_of_options
from trc_module.games.trc.declarations import VERBS
from trc_module.games.trc.fixed_ids import check_renamed
from trc_module.games.trc.lines import StartLine, load_lines
from trc_module.games.trc.option_declarations import OPTION_VERBS
from trc_module.games.trc.scenarios import scenario_of, scenarios_of
from trc_module.games.trc.turns import COMBAT, SEQUENCE, advance
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.resources import data_dir
from trc_module.roster import Roster, Unit, load_roster
from trc_module.roster.scenarios import Scenario
from trc_module.rules.clock import Clock, Sequence
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import System
from trc_module.rules.state import Box, Deployment, Place, State, Trail, UnitId, forces
from trc_module.systems.control import ControlSystem
from trc_module.systems.rails import RAILS, RailSystem
from trc_module.systems.weather import WEATHER, Weather, WeatherSystem

if TYPE_CHECKING:
    from trc_module.games.trc.words import Words
    from trc_module.rules.actions import Action
    from trc_module.rules.deeds import Deed, Episode, Guessed, Heard, Journey, Line, Said, Traces
    from trc_module.rules.finding import Finding
    from trc_module.rules.ledger import Row
    from trc_module.rules.readings import Reading
    from trc_module.rules.record.grammar import Statement
    from trc_module.rules.registry import RuleBook
    from trc_module.rules.seams import Seam
    from trc_module.rules.selfplay import Player
    from trc_module.rules.standing import Standing
    from trc_module.rules.zones import Zones

AXIS, RUSSIAN = "axis", "russian"
SIDES = (AXIS, RUSSIAN)
ENEMY = {AXIS: RUSSIAN, RUSSIAN: AXIS}


class Trc:
    """The Russian Campaign with one set of data; immutable but for caches."""

    name = "trc"
    title = "The Russian Campaign"
    sides = SIDES
    sequence: Sequence = SEQUENCE
    start_box = "at-start"
    turn_rule = "4.0a"
    systems: tuple[System, ...] = (
        WeatherSystem(("clear", "light-mud", "mud", "snow")),
        ControlSystem(),
        RailSystem(),
    )
    scenarios = ("none", "campaign", "breaking-storm", "barbarossa", "fall-blau", "zitadelle", "bagration")
    _counters = frozenset(
        f"{side} {counter}"
        for side in SIDES
        for counter in ("rail", "invasions", "baltic", "black-sea", "barrage", "unmatched", "vp", "workers")
    )
    _marks: Mapping[str, str] = {
        "moved": "a unit: it has moved in this phase, nobody knows how",
        "pinned": "a unit: it began this second impulse in an enemy zone of control (8.4)",
        "rolled": "'weather': the die of this turn's weather phase has been rolled",
        "leader-lost": "a nation, 'turn', a turn, the side to play (without it, the enemy), 'impulse', an impulse: "
        "when its leader was lost (11.3)",
        "marker": "a marker and where it stands (2.1)",
        "bid": "the bid for the sides, with its sign (26.8)",
        "surrendered": "a country, 'turn', a turn: when it surrendered (24)",
        "due": "a country that has to surrender in this phase (24.4, 24.5)",
        "won": "a side and the rule by which it has won (25)",
        "over": "a side and the rule by which its victory was claimed rightly",
        "av": "a unit: it took part in an automatic victory this turn (16.2)",
        "invaded": "a unit: it came ashore in an invasion in this impulse (10.3.2, 13.8)",
        "ashore": "a unit: it came ashore in an invasion this turn and is in supply (10.3.2)",
        "railed": "a unit: it has moved by rail in this phase",
        "sailed": "a unit: it has moved by sea in this phase",
        "sunk": "a unit, the place for which it sailed, and the rule that its survival would break (10.4)",
        "arrived": "a unit, or a unit and the box it waited in: it arrived in this impulse (9.2)",
        "owing": "a unit: it had to be lost or to retreat in a battle of this player turn that is over (13.3)",
        "saved": "a unit, and the rule that a removal of it would break: it has come through at sea in this phase "
        "(10.4)",
        "rr-convert": "a hex in which an RR Convert marker lies (9.4.6)",
        "undeclared": "'battles': the record does not say who attacks whom in this combat phase; 'victories': enemies "
        "were lost in its movement phase and it does not say why; 'explained': all has been said that can be",
        "battle": "a battle of this impulse: number, attackers and their hexes, 'x', defenders and theirs; then "
        "perhaps air, guns, barrage and odds as in 'attack', 'result' and 'lost', and 'retreat', a unit, its way",
        "triggered": "an event that has happened: 'bulgarian-garrison', 'bulgarian-garrison-1944', 'warsaw-garrison', "
        "'lapland axis' or 'lapland russian' (20.6 to 20.8)",
        "perhaps": "such an event that may have happened, since a way is not known",
        "waiting": "'lapland' and a side: it found every rail hex of the north edge held in a first impulse (20.6)",
        "held": "a unit: it went into the off-map box or the paratroop reserve in this phase (20.1.2)",
        "reserved": "a unit: it came into the paratroop reserve on this turn (18.2)",
        "dropped": "a unit: it has dropped in this game (18.4)",
        "landed": "a unit: it has dropped on this turn (18.3)",
        "replaced": "a unit and where it came in, 'sea' for a port: it was replaced on this turn (21, 22)",
        "withdrawn": "a unit, and '20.9' or '20.10': why it was withdrawn on this turn",
        "south": "'reinforcement' or 'replacement': one has come from the south edge on this turn (20.5, 22.6)",
        "archangel": "the die of Archangel on this turn (22.4)",
        "agreed": "'go-on': the scenario is played on to the end of the campaign (27.0)",
        "lost": "'archangel': the Axis has controlled it (22.4)",
    }

    _traces: Mapping[str, str] = {
        "passed": "rail hexes that the side to play has occupied or passed this turn, with a clear way back (9.4.4)",
        "perhaps-passed": "rail hexes of which nobody knows whether that is so",
        "cut-off": "rail hexes that it entered this turn when no clear way led back",
        "converted": "rail hexes that it has stated as converted in this end phase",
        "to-convert": "rail hexes that were its own by the rules when it stated them",
        "changed": "places whose control has changed in this player turn",
        **{
            f"{period}-{holder or 'nobody'}": f"places that have changed hands since this {since} began, when "
            f"{'the ' + holder + ' side' if holder else 'nobody'} controlled them"
            for period, since in (("was", "player turn"), ("began", "impulse"))
            for holder in (*SIDES, "")
        },
        "unsure-control": "places of which nobody knows who controls them, since a way is not known",
        "unsure-rail": "rail hexes of which nobody knows whose they are, since a way is not known",
        "untold-control": "places of which a log that began late has not shown who controls them",
        "untold-rail": "rail hexes of which a log that began late has not shown whose they are",
    }

    def __init__(
        self,
        board: Board,
        roster: Roster,
        charts: Charts,
        options: tuple[str, ...] = (),
        left_out: frozenset[UnitId] = frozenset(),
        overlay: Path | None = None,
    ) -> None:
        self.board = board
        self.roster = roster
        self.charts = charts
        self._options = options
        self.overlay = overlay
        """An owner's folder of corrected data."""
        self.left_out = left_out
        """Units of the campaign that options take out of play."""
        self.units: Mapping[UnitId, Unit] = roster.units
        self.side_of: Mapping[UnitId, str] = {name: unit.side for name, unit in roster.units.items()}
        self.aliases: Mapping[UnitId, UnitId] = roster.aliases
        """The ids that counters had once, with those that they have now."""
        self.grammar = Grammar("TRC1", (*VERBS, *OPTION_VERBS), self.aliases)
        self._allowances: dict[tuple[UnitId, int, str], Allowance] = {}

    def with_roster(self, roster: Roster) -> Trc:
        """Return the game with other units."""
        return Trc(self.board, roster, self.charts, self._options, self.left_out, self.overlay)

    # Rules are imported when one is first asked for: whoever builds a module, or reads data, needs none.

    @cached_property
    def book(self) -> RuleBook:
        """The rules by number, with those of the options that were agreed on."""
        from trc_module.games.trc.options.entering import book

        return book.chosen(self._options)

    @cached_property
    def policies(self) -> Mapping[Seam[Any, Any, Any], Callable[..., Any]]:
        """What the options have put in the place of the basic game's policies."""
        return self.book.policies

    @cached_property
    def words(self) -> Words:
        """What all options, in play or not, add to records and logs."""
        from trc_module.games.trc.options.entering import WORDS

        return WORDS

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """How each act is written in a record."""
        from trc_module.games.trc.statements import STATEMENTS

        return (*STATEMENTS[:-1], *self.words.statements, STATEMENTS[-1])

    @cached_property
    def counters(self) -> frozenset[str]:
        """The words of `used:`."""
        return self._counters | self.words.counters

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The first words of `before:`, each with what follows it."""
        return {**self._marks, **self.words.marks}

    @cached_property
    def traces(self) -> Mapping[str, str]:
        """The first words of `before:` that hexes follow, each with what it says of them."""
        return {**self._traces, **self.words.traces}

    @cached_property
    def ledger(self) -> tuple[Row, ...]:
        """Every single rule of the rulebook."""
        from trc_module.rules.ledger import read_ledger

        return read_ledger(data_dir() / self.name / "ledger.csv")

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """How the rulebook's gaps are read."""
        from trc_module.rules.readings import read_readings

        return read_readings(data_dir() / self.name / "readings.toml")

    @cached_property
    def boxes(self) -> dict[str, frozenset[str]]:
        """The boxes beside the map in which units can be, by side."""
        found: dict[str, set[str]] = {side: set() for side in SIDES}
        for box in self.board.boxes.values():
            for side in SIDES if box.side is None else (box.side,):
                found[side].add(box.id)
        return {side: frozenset(boxes) for side, boxes in found.items()}

    @property
    def scenarios_by_name(self) -> Mapping[str, Scenario]:
        """The scenarios by the word that a record uses."""
        return scenarios_of(self.overlay)

    @cached_property
    def lines(self) -> Mapping[str, StartLine]:
        """The start lines of the scenarios, by id."""
        return load_lines(data_dir() / self.name, self.board, self.overlay)

    @cached_property
    def places(self) -> dict[str, Hex]:
        """Cities and oil wells by their names."""
        return {name: city.hex for name, city in self.board.cities.items()} | dict(self.board.oil_wells)

    @cached_property
    def controllable(self) -> frozenset[Hex]:
        """Cities, oil wells and rail junctions."""
        return frozenset(hexes(self.board.city_hexes | self.board.oil_hexes | self.board.junctions))

    @cached_property
    def zones(self) -> Zones:
        """The zones of control, as chapter 7 has them."""
        # The chapters know this module; it may not know them before it is complete itself.
        from trc_module.games.trc.zones_of_control import make_zones

        return make_zones(self)

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
        kinds: dict[str, Callable[[], Iterable[Fact]]] = {
            "weather chart": lambda: tree_facts("weather", self.charts.trees["weather"]),
            "movement chart": self.charts.movement.facts,
            "terrain": lambda: (board.terrain_fact(h) for h in hexes(board.land)),
            "closed hexsides": lambda: (board.side_fact(a, b) for a, b in sorted(board.closed_sides)),
            "set-up codes": lambda: (unit.fact("setup") for unit in units),
            "combat factors": lambda: (unit.fact("combat") for unit in units),
            "results table": lambda: tree_facts("combat", self.charts.trees["combat"]),
            "air chart": lambda: tree_facts("air", self.charts.trees["air"]),
            "rivers": lambda: (river.fact for river in board.rivers),
            "unit types": lambda: (unit.fact("type") for unit in units),
            "unit sizes": lambda: (unit.fact("stacks") for unit in units),
            "formations": lambda: (unit.fact("formation") for unit in units),
            "arrivals": lambda: (unit.fact(f) for unit in units if unit.entry == "turn" for f in ("arrival", "month")),
            "replacement chart": lambda: tree_facts("replacements", self.charts.trees["replacements"]),
            "oil wells": lambda: (board.fact(f"oil {name}") for name in board.oil_wells),
            "edges of the map": lambda: (board.fact(f"edge {name}") for name in board.edges),
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

    def unit(self, name: UnitId) -> Unit:
        """Return a unit by its id."""
        return self.units[name]

    def hex_name(self, hex_: Hex) -> str:
        """Return the printed name of a hex."""
        return self.board.grid.name(hex_)

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
                    WEATHER.key: Weather("clear", 0 if found is None else found.drm),
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
        places: dict[str, dict[UnitId, Place]] = {side: {} for side in SIDES}
        out = {*self.left_out, *scenario.without}
        for side, boxes in scenario.forces.items():
            places[side].update((name, box) for name, box in boxes.items() if name not in out)
            out.update(self.units)
        if scenario.set_up == "card":
            # Nobody has told us the card: what came before its first turn is somewhere, what comes later is not yet.
            out.update(u for u, unit in self.units.items() if not self._still_to_come(unit, scenario.first_turn))
        for name, unit in self.units.items():
            if name not in out and (not unit.option or unit.option in options):
                places[unit.side][name] = box_at_start(unit)
        return FrozenMap({side: Deployment(FrozenMap(boxes)) for side, boxes in places.items()})

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

    def unknown_before(self, state: State, finding: Finding, began: Clock) -> str:
        """Return what a verdict depends on of the game before a log that began late; '' if the log tells all."""
        from trc_module.games.trc.history import unknown_before

        return unknown_before(self, state, finding, began)

    def known(self, action: Action) -> bool:
        """Tell whether the rules of this kind of act are known to us."""
        return self.book.knows(type(action)) or isinstance(action, self._end)

    # An import within a function costs a checked move a tenth of its time: what every act asks is kept at hand.

    @cached_property
    def _end(self) -> type[Action]:
        from trc_module.rules.actions import End

        return End

    @cached_property
    def _misplaced(self) -> Callable[[Trc, State, Action], str]:
        from trc_module.games.trc.fitting import misplaced

        return misplaced

    def apply(self, state: State, action: Action) -> State:
        """Return the position after an act, legal or not."""
        after = state
        for effect in self.book.effects(type(action)):
            after = effect(self, after, action)
        for follow in self.book.following(type(action)):
            after = follow(self, state, after, action)
        return advance(after) if isinstance(action, self._end) else after

    def hear(self, clock: Clock, lines: Lines[Line], journeys: Lines[Journey]) -> list[Deed]:
        """Return what the lines of a phase, and the journeys that they govern, mean in acts."""
        from trc_module.games.trc.hearing import hear

        return hear(self, clock, lines, journeys)

    def ways_to_read(self, state: State, episode: Episode) -> Iterable[Heard]:
        """Return the ways to read a phase as a whole, the nearest to its lines first; none where lines tell enough."""
        from trc_module.games.trc.log.assembly import readings

        return readings(self, state, episode) if state.clock.phase == COMBAT else ()

    def unsaid(self, journey: Journey) -> Deed | None:
        """Return what a journey means that needs no line, None if it means nothing by itself."""
        from trc_module.games.trc.hearing import unsaid

        return unsaid(self, journey)

    def guess(self, state: State, heard: Lines[Deed], traces: Traces) -> Guessed:
        """Return what a phase may mean of which no line tells: battles that nobody declared."""
        from trc_module.games.trc.undeclared import guess

        return guess(self, state, heard, traces)

    def went(self, before: State, after: State, unit: UnitId, trail: Trail | None) -> State:
        """Return a position with the places and rails that a unit may have passed on a way of which no act tells."""
        from trc_module.games.trc.derived import gone, may_have_passed

        if trail is not None:
            return may_have_passed(self, before, after, unit, trail)
        return gone(self, before, after) if isinstance(after.place(unit), str) else after

    def joined(self, state: State, known: State | None = None) -> State:
        """Return a position as somebody knows it who joins the game there: battles may have been fought before."""
        from trc_module.games.trc.joining import joined

        return joined(self, state, known)

    def say(self, state: State, action: Action) -> Iterable[Said]:
        """Return the steps of a log that make an act in a position; none if no log can hold it."""
        from trc_module.games.trc.saying import say

        return say(self, state, action)

    def in_steps(self, state: State, action: Action) -> tuple[Action, ...]:
        """Return the legal acts of which an act that a log shows in one go may be made up; () if there are none."""
        from trc_module.games.trc.entries import entry_in_steps
        from trc_module.rules.actions import Enter, Replace

        if not isinstance(action, Enter | Replace):
            return ()

        return entry_in_steps(self, state, action)

    def completions(self, state: State, action: Action) -> Iterable[tuple[Action, Action]]:
        """Return acts that an act of a log may stand for, each with the act as far as it is certain."""
        from trc_module.games.trc.log.completions import completions

        return completions(self, state, action)

    def odds(self, state: State, action: Action) -> str:
        """Return the odds of an attack, support counted and lowered if that was announced."""
        from trc_module.games.trc.battle_odds import odds_of
        from trc_module.rules.actions import Attack

        if not isinstance(action, Attack) or self.misplaced(state, action):
            return ""

        return odds_of(self, state, action)

    def derived(self, state: State) -> Mapping[str, str]:
        """Return what follows from a position and players keep by hand: control, who is due, points, debts."""
        # Chapters again, which know this module.
        from trc_module.games.trc.reckoning import reckon

        return reckon(self, state)

    def player(self, level: str, seed: int) -> Player:
        """Return a player of the game: 'random' or 'greedy'."""
        from trc_module.games.trc.play import player

        return player(self, level, seed)

    def standing(self, state: State) -> Standing:
        """Return how the game stands: victory points where the scenario has them, and what wins."""
        from trc_module.games.trc.standing import standing_of

        return standing_of(self, state)

    def misplaced(self, state: State, action: Action) -> str:
        """Say in what way an act does not fit the position; '' if it fits."""
        return self._misplaced(self, state, action)

    def where(self, place: Place | None) -> str:
        """Say where a unit is, in words."""
        if place is None:
            return "out of play"
        return f"in the box '{place}'" if isinstance(place, str) else f"in {self.hex_name(place)}"


def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Trc:
    """Load the game's data with the options that were agreed on, and an owner's corrections.

    `options` are numbers of optional rules, and readings of gaps (C61b). OptionsError if one is not known or they
    cannot be played together.
    """
    folder = data_dir() / "trc"
    known = known_options(folder)
    chosen = agree(known, {option for option in options if option[:1].isdigit()})
    board = load_board(folder, overlay, {option.number for option in chosen if option.terrain})
    roster = load_roster(folder, overlay)
    changes = {name: change for option in chosen for name, change in option.changes.items()}
    if changes:
        roster = replace(roster, units={name: _changed(unit, changes) for name, unit in roster.units.items()})
    numbers = tuple(option.number for option in chosen)
    left_out = frozenset(unit for option in chosen for unit in option.leaves_out)
    charts = load_charts(folder, overlay)
    check_renamed(roster, charts, units_of_options(known.values()))
    return Trc(board, roster, charts, numbers, left_out, overlay)


def _changed(unit: Unit, changes: Mapping[UnitId, tuple[Source, Mapping[str, Any]]]) -> Unit:
    if unit.id not in changes:
        return unit
    source, fields = changes[unit.id]
    return replace(unit, **fields, sources={**unit.sources, **dict.fromkeys(fields, source)})


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
