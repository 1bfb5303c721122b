"""A game whose rules are data, as far as its rules ask it: its charts, zones, supply, strengths and ladders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

from trc_module.board import Board
from trc_module.board.board import hexside
from trc_module.charts import ChartSet
from trc_module.charts.results import ResultsTable
from trc_module.charts.terrain_costs import TerrainCosts
from trc_module.charts.turn_track import TurnTrack
from trc_module.facts import Fact, Trust
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Roster
from trc_module.rules.actions import Attack
from trc_module.rules.battles import Battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.paths import Limit, Sides, both_ways
from trc_module.rules.state import Place, State, UnitId
from trc_module.rules.zones import Zones
from trc_module.systems.acts import ActTable
from trc_module.systems.base_game import NO_SCENARIO, BaseGame
from trc_module.systems.control import ControlSystem
from trc_module.systems.kit.ladder import Ladder, ladder_of
from trc_module.systems.kit.marks import KINDS
from trc_module.systems.kit.rules import KitRules
from trc_module.systems.kit.tables import Basics, WeatherRules
from trc_module.systems.kit.units import means
from trc_module.systems.memory import MemorySystem
from trc_module.systems.steps import FaceSystem, face_shown

PERHAPS_PASSED = "perhaps-passed"
"""The trace of cities on the unknown ways of units: nobody knows who holds them."""


class Shifted(NamedTuple):
    """One thing that shifts the column of a battle."""

    why: str
    columns: int
    fact: Fact | None = None
    """The datum that says so."""


class KitGround(BaseGame):
    """One game whose rules are data; immutable except for caches."""

    charts: ChartSet
    systems = (MemorySystem(), ControlSystem(), FaceSystem())
    mark_kinds = KINDS

    def __init__(
        self,
        rules: KitRules,
        acts: ActTable,
        board: Board,
        roster: Roster,
        charts: ChartSet,
        options: frozenset[str] = frozenset(),
    ) -> None:
        self.rules = rules
        self.name, self.title = rules.spec.name, rules.spec.title
        self.turn_rule = rules.basics.turn
        self.sequence = rules.sequence
        self.basic_book = rules.book
        self.acts = acts
        self.counters = frozenset(f"{side} replacements" for side in rules.spec.side_ids)
        super().__init__(rules.folder, board, roster, charts, options)

    def with_data(self, board: Board, roster: Roster, charts: Any) -> Self:
        """Return the game with another map, other counters and charts, under the same options."""
        return type(self)(self.rules, self.acts, board, roster, charts, self.options)

    # ------------------------------------------------------------------ data

    @property
    def basics(self) -> Basics:
        """The tables of the file of rules as data."""
        return self.rules.basics

    @property
    def faces(self) -> int:
        """The faces of the die."""
        return self.rules.spec.dice.faces

    @cached_property
    def track(self) -> TurnTrack:
        """The turn track."""
        return next(iter(self.charts.of_kind(TurnTrack).values()))

    @cached_property
    def ground(self) -> TerrainCosts:
        """The chart of terrain costs."""
        return next(iter(self.charts.of_kind(TerrainCosts).values()))

    @cached_property
    def table(self) -> ResultsTable:
        """The results table."""
        return next(iter(self.charts.of_kind(ResultsTable).values()))

    @cached_property
    def start_hexes(self) -> Mapping[str, HexSet]:
        """The hexes marked for the set-up, by side."""
        told = self.basics.set_up.sides if self.basics.set_up else {}
        return {side: self.board.grid.set_of(row.hexes.split()) for side, row in told.items()}

    @cached_property
    def ladders(self) -> Mapping[UnitId, Ladder]:
        """The faces of each unit from the strongest to the weakest."""
        better = self.rules.vocabulary.improved
        return {name: ladder_of([face.name for face in unit.faces], better) for name, unit in self.units.items()}

    @cached_property
    def no_rail(self) -> Sides:
        """The hexsides that no rail crosses."""
        joined, near = self.board.rails, self.board.grid.neighbours
        return both_ways((a, b) for a in near for b in near if near[a] >> b & 1 and a < b and not joined.joined(a, b))

    @cached_property
    def zones(self) -> Zones:
        """Zones of control."""
        told = self.basics.zones
        none = (name for name, unit in self.units.items() if told and told.none and means(told.none, unit))
        return Zones(self.board.zoc, none=frozenset(none))

    def rests_on(self, *tables: str) -> tuple[Fact, ...]:
        """Return what makes tables of the file, by their dotted names, too weak for a violation."""
        facts = (self.rules.facts.get(name) for name in tables)
        return tuple(fact for fact in facts if fact is not None and not fact.trust.carries_violation)

    def against(
        self,
        rule: str,
        sentence: str,
        *tables: str,
        units: tuple[UnitId, ...] = (),
        hexes: tuple[str, ...] = (),
        facts: Iterable[Fact] = (),
        legal: str = "",
    ) -> Finding:
        """Return the finding that a rule is broken: a doubt where a table or a fact that it rests on is doubtful."""
        rests = tuple(dict.fromkeys((*facts, *self.rests_on(*tables))))
        return violation(rule, sentence, units=units, hexes=hexes, facts=rests, legal=legal)

    # ------------------------------------------------------------- positions

    traces: ClassVar[Mapping[str, str]] = {PERHAPS_PASSED: "cities through which a unit may have passed"}
    """The memory of who may hold a city."""

    def may_hold(self, state: State, side: str) -> HexSet:
        """Return the cities that a side holds, as far as is known."""
        held = sum(1 << at for at in self.controllable if state.control.get(at) == side)
        return held | state.traces.get(PERHAPS_PASSED, 0)

    def enemy_zone(self, state: State, side: str) -> HexSet:
        """Return the zone of control of a side's enemies."""
        if self.basics.zones is None:
            return 0
        found: HexSet = 0
        for other, force in state.forces.items():
            found |= 0 if other == side else self.zones.of(force)
        return found

    def weather(self, turn: int) -> WeatherRules:
        """Return what the weather of a turn does."""
        found = self.track.turns.get(turn)
        return self.basics.weather.get(str(found.printed.get("weather", "")) if found else "", WeatherRules())

    def strength(self, state: State, unit: UnitId) -> int:
        """Return what a unit is worth in an attack now; 0 for a factor that it does not have, or that is unknown."""
        return face_shown(self, state, unit).combat or 0

    def defence(self, state: State, unit: UnitId) -> int:
        """Return what a unit is worth in defence now, likewise."""
        column = self.basics.combat.defence
        return int(face_shown(self, state, unit).own.get(column) or 0) if column else self.strength(state, unit)

    def strength_facts(self, state: State, units: Iterable[UnitId], column: str = "combat") -> tuple[Fact, ...]:
        """Return the factors of units that cannot carry a violation; none if all are sure."""
        found = (self.factor_fact(state, unit, column or "combat") for unit in units)
        return tuple(fact for fact in found if not fact.trust.carries_violation)

    def factor_fact(self, state: State, unit: UnitId, column: str) -> Fact:
        """Return the datum with a factor that a unit shows now."""
        shown = face_shown(self, state, unit)
        who = self.units[unit]
        return who.fact(column) if shown is who else shown.fact(unit, column)  # type: ignore[call-arg]

    def allowance(self, state: State, unit: UnitId) -> int:
        """Return the movement points of a unit in fair weather."""
        return face_shown(self, state, unit).move or 0

    def area(self, unit: UnitId) -> Hex | None:
        """Return the hex of the place, a city or another, that a unit has in the column `area`."""
        name = str(self.units[unit].area)
        sites = (at[name] for at in self.board.sites.values() if name in at)
        return self.places[name] if name in self.places else next(sites, None)

    def sides_of(self, kind: str, a: Hex, b: Hex) -> bool:
        """Tell whether a hexside of a kind lies between two hexes."""
        return hexside(a, b) in self.board.sides.get(kind, ())

    def edge(self, side: str) -> HexSet:
        """Return the hexes of a side's own edge of the map; none where supply knows no edge of it."""
        name = self.basics.supply.edges.get(side, "") if self.basics.supply else ""
        return self.board.edges[name] if name else 0

    def supplied_anyway(self, side: str) -> HexSet:
        """Return the hexes of places that are in supply in any case."""
        names = self.basics.supply.always.get(side, []) if self.basics.supply else []
        return sum(1 << self.places[name] for name in names)

    def supplied(self, state: State, side: str) -> HexSet:
        """Return the hexes from which a way without enemies and their zones leads to the side's own edge."""
        shut = self.enemies(state, side) | self.enemy_zone(state, side)
        most = self.basics.supply.range if self.basics.supply else None
        return self.board.walk.flood(self.edge(side) & ~shut, most, self.board.land & ~shut)

    def in_supply(self, state: State, unit: UnitId) -> bool:
        """Tell whether a unit on the map is in supply: its own hex may lie in an enemy zone, its way may not."""
        side, at = self.side_of[unit], state.place(unit)
        if not isinstance(at, int):
            return False
        near = (self.board.walk.of[at] | 1 << at) & self.supplied(state, side)
        return bool(near or (self.edge(side) | self.supplied_anyway(side)) >> at & 1)

    def most_in_a_hex(self, side: str) -> int | None:
        """Return how many units of a side may stand in a hex; None for any number."""
        told = self.basics.stacking.most if self.basics.stacking else None
        return told.get(side) if isinstance(told, dict) else told

    def start(self, scenario: str, options: frozenset[str]) -> State:
        """Return the position at the beginning, with cities in the hands in which they begin."""
        begun, told = super().start(scenario, options), self.basics.control
        if scenario == NO_SCENARIO or told is None:
            return begun
        others = {side: marked for side, marked in self.start_hexes.items() if side != told.at_start}
        control = {
            at: next((side for side, marked in others.items() if marked >> at & 1), told.at_start)
            for at in self.controllable
        }
        return begun.changed(control=begun.control.merged(control))

    def places_at_start(self, scenario: str, side: str) -> dict[UnitId, Place]:
        """Return where units begin; those that are not set up are in the box of the lost."""
        row = self.basics.set_up.sides.get(side) if self.basics.set_up else None
        spare, box = row.spare if row else (), self.basics.losses.box
        found = super().places_at_start(scenario, side)
        return {unit: box if unit in spare else place for unit, place in found.items()}

    # ------------------------------------------- what a game of its own adds

    words_of_limits: ClassVar[Mapping[str, str]] = {}
    """The sentence on a unit that broke one of `more_limits`, by its rule, with {unit}, {a} and {b} to fill in."""

    def more_shifts(self, state: State, act: Attack | Battle) -> tuple[Shifted, ...]:
        """Return what else shifts the column of a battle: nothing, unless a game says so."""
        return ()

    def more_limits(self, state: State, unit: UnitId) -> list[Limit]:
        """Return what else binds a unit that moves: nothing, unless a game says so."""
        return []

    def more_weakening(self, state: State, act: Attack | Battle) -> int:
        """Return by what else the strength of attackers is divided: by 1, unless a game says so."""
        return 1


def missing(facts: Iterable[Fact]) -> bool:
    """Tell whether one of some data is not supplied."""
    return any(fact.trust is Trust.MISSING for fact in facts)
