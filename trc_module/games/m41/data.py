"""Moscow 1941: its data at hand, its sequence of play, its acts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

from trc_module.board.board import hexside
from trc_module.charts import ChartSet
from trc_module.charts.allowances import Allowances
from trc_module.charts.firing import FiringTable
from trc_module.charts.turn_track import TrackTurn, TurnTrack
from trc_module.charts.values import Values
from trc_module.facts import Fact
from trc_module.games.m41.acts import ACTS
from trc_module.games.m41.marks import BATTLES, FLIGHTS, KINDS, RALLIES
from trc_module.games.m41.words import (
    AIR_BOX,
    AT_START,
    ENEMY,
    FIGHTING,
    GERMAN,
    RALLY,
    RESERVE,
    RUSSIAN,
    SEQUENCE,
    SIBERIA,
    STATUSES,
    SUPPLY,
    UNKNOWN,
    WEATHERS,
)
from trc_module.hexgrid import Adjacency, Hex, HexSet, hexes
from trc_module.resources import data_dir
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.marks import PHASE, TURN, lasting
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.reader import read_rulebook
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.base_game import NO_SCENARIO, BaseGame
from trc_module.systems.control import ControlSystem
from trc_module.systems.dice_pools import DicePoolSystem, without_exchanges
from trc_module.systems.statuses import StatusSystem
from trc_module.systems.weather import DeclaredWeather, with_weather

T = TypeVar("T")
NAME = "m41"
ASSAULT = "assault"
"""The scenario of the German assault alone, turns 1 to 4."""

book = RuleBook("trc_module.games.m41", lambda: read_rulebook(data_dir() / NAME / "rules"))
"""All rules by number; the chapters register theirs in it."""


class M41(BaseGame):
    """Moscow 1941 with one set of data, as its chapters know it; `game.MoscowGame` is the whole."""

    charts: ChartSet
    name = NAME
    title = "Moscow 1941"
    turn_rule = "M41-SEQ"
    start_box = AT_START
    sequence = SEQUENCE
    systems = (StatusSystem(STATUSES), DicePoolSystem(), DeclaredWeather((UNKNOWN, *WEATHERS)), ControlSystem())
    basic_book = book
    acts = ACTS
    scenarios = (NO_SCENARIO, "campaign", ASSAULT)
    counters = frozenset({"russian army", "russian front", "russian tank", "russian early"})
    mark_kinds = KINDS

    # ------------------------------------------------------------------ data

    @cached_property
    def track(self) -> TurnTrack:
        """The turn track."""
        return self._chart("turns", TurnTrack)

    @cached_property
    def moves(self) -> Allowances:
        """The movement allowances before an attack."""
        return self._chart("moves", Allowances)

    @cached_property
    def firing(self) -> FiringTable:
        """The firing tables."""
        return self._chart("firing", FiringTable)

    def _chart(self, name: str, kind: type[T]) -> T:
        found: T = self.charts.get(name, kind)
        return found

    def turn(self, number: int) -> TrackTurn:
        """Return a turn of the track, the last one for those beyond it."""
        return self.track.turns[min(number, self.track.last)]

    @cached_property
    def near(self) -> Adjacency:
        """The hexes around each hex."""
        return Adjacency(self.board.grid, frozenset(), self.board.land)

    @cached_property
    def towns(self) -> Mapping[str, Hex]:
        """The towns that are no cities."""
        return self.board.sites.get("town", {})

    @cached_property
    def settled(self) -> HexSet:
        """The hexes of cities and towns."""
        return self.board.city_hexes | sum(1 << at for at in self.towns.values())

    @cached_property
    def controllable(self) -> frozenset[Hex]:
        """The hexes for which the last side there matters: cities and towns."""
        return frozenset(hexes(self.settled))

    @cached_property
    def places(self) -> Mapping[str, Hex]:
        """Cities and towns by name."""
        return {**{name: city.hex for name, city in self.board.cities.items()}, **self.towns}

    @cached_property
    def fortresses(self) -> HexSet:
        """The hexes of fortresses: Tula."""
        return 1 << self.city("Tula")

    @cached_property
    def forest(self) -> HexSet:
        """The hexes of forest."""
        return sum(1 << at for at, kind in self.board.terrain.items() if kind.id == "forest")

    def city(self, name: str) -> Hex:
        """Return the hex of a city; KeyError if the map has none of that name."""
        return self.board.cities[name].hex

    def edge(self, side: str) -> HexSet:
        """Return the edge from which a side is supplied: west or east."""
        return self.board.edges["west" if side == GERMAN else "east"]

    @cached_property
    def map_facts(self) -> tuple[Fact, ...]:
        """The facts about the layout of the map, on which every distance and every line of supply rests."""
        return (self.board.fact("grid"),)

    def side_fact(self, kind: str, a: Hex, b: Hex) -> Fact:
        """Return the fact about whether a river, a defence line or the road is there.

        That it is not is as certain as that all of them are known.
        """
        found = self.board.fact(f"{kind} {self.hex_name(a)}-{self.hex_name(b)}")
        if hexside(a, b) in self.board.sides[kind]:
            return found
        whole = self._chart("hexsides", Values)
        return Fact(found.statement, whole.facts["whole"].source) if whole["whole"] else found

    def start(self, scenario: str, options: frozenset[str]) -> State:
        """Return the position in which a scenario begins: Smolensk is German, all else was last Russian."""
        state = with_weather(super().start(scenario, options), UNKNOWN)
        held = dict.fromkeys(sorted(self.controllable), RUSSIAN) | {self.city("Smolensk"): GERMAN}
        return state.changed(control=FrozenMap(held))

    def places_at_start(self, scenario: str, side: str) -> dict[UnitId, Place]:
        """Return the boxes in which the units of a side wait."""
        boxes = {"air": AIR_BOX, "reserve": RESERVE, "siberia": SIBERIA}
        return {name: boxes.get(str(unit.area), AT_START) for name, unit in self.units.items() if unit.side == side}

    # ----------------------------------------------------------------- rules

    def advance(self, state: State) -> State:
        """Return the position at the next step.

        Battles that were declared while units moved are fought in a later phase, and forgotten when that is over.
        """
        clock = self.sequence.after(state.clock)
        fought = state.clock.phase in FIGHTING
        ends = {PHASE}
        if fought:
            ends.add(BATTLES)
        if state.clock.phase == RALLY:
            ends.add(RALLIES)
        if state.clock.phase == SUPPLY:
            ends.add(FLIGHTS)
        if clock.turn != state.clock.turn:
            ends.add(TURN)
        after = state.changed(
            clock=clock,
            trails=FrozenMap(),
            battles=() if fought else state.battles,
            used=FrozenMap() if clock.turn != state.clock.turn else state.used,
        )
        marks = lasting(after.marks, KINDS, frozenset(ends))
        if len(marks) < len(after.marks):
            after = after.changed(marks=marks)
        return without_exchanges(after) if fought else after

    def enemy(self, side: str) -> str:
        """Return the other side."""
        return ENEMY[side]
