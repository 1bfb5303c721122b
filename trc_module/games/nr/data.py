"""The ground of the game: its data at hand, and what every chapter asks of a position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TypeVar

from trc_module.charts.allowances import Allowances
from trc_module.charts.counts import Counts
from trc_module.charts.results import ResultsTable
from trc_module.charts.terrain_costs import TerrainCosts
from trc_module.charts.turn_track import TurnTrack
from trc_module.charts.values import Values
from trc_module.facts import Fact, Source
from trc_module.games.nr.marks import UNKNOWN_WEATHER, UNTOLD, WeatherChanged
from trc_module.hexgrid import Adjacency, Hex, HexSet, hexes
from trc_module.resources import data_dir
from trc_module.roster import Face, Unit
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.odds import Ladder
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.reader import read_rulebook
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.base_game import BaseGame
from trc_module.systems.conditions import units_that_are
from trc_module.systems.steps import face_shown, steps_lost

T = TypeVar("T")
FOLDER = data_dir() / "nr"
AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)
OTHER_SIDE = {AXIS: SOVIET, SOVIET: AXIS}

HOUSEKEEPING, CARDS, SUPPLY, ORGANIZATION = "housekeeping", "cards", "supply", "organization"
MOVEMENT, COMBAT, REMOVALS, DETRAINING = "movement", "combat", "removals", "detraining"

SHATTERED, DESTROYED, SURRENDERED = "shattered", "destroyed", "surrendered"
BY_EVENT = "event"
"""The entry of a unit that waits, out of play, for an event."""
RAIL, REMOVED, CADRES = "rail", "removed", "cadre"
"""The boxes of units that are not on the map."""
DISORGANIZED, UNSUPPLIED = "disorganized", "unsupplied"
"""The temporary conditions of a unit."""
PERHAPS_UNSUPPLIED = "perhaps-unsupplied"
"""The condition of units whose supply hangs on who holds a place of which a log does not tell that for certain."""

CLEAR, MUD, SNOW, LONG_WINTER = "clear", "mud", "snow", "long-winter"
ARMOR, MECHANIZED, REGIONAL, FORT, CADRE, SHOCK = "armor", "mechanized", "regional", "fort", "cadre", "shock"
ALLIES = frozenset({"rumanian", "hungarian", "italian"})
"""The nations of the Axis allied armies; the Finn is none of them (14.2)."""

OLD_EDITION = "R1b"
"""The switch of the first edition: where the two editions differ, its booklet holds."""

book = RuleBook(__package__, lambda: read_rulebook(FOLDER / "rules"))
"""All rules by number."""


class Nr(BaseGame):
    """No Retreat! The Russian Front, as its own rules know it."""

    basic_book = book

    # ------------------------------------------------------------------ data

    def _chart(self, name: str, kind: type[T]) -> T:
        found: T = self.charts.get(name, kind)
        return found

    @cached_property
    def track(self) -> TurnTrack:
        """The turn track."""
        return self._chart("turns", TurnTrack)

    @cached_property
    def ground(self) -> TerrainCosts:
        """The chart of terrain costs and of effects in battle."""
        return self._chart("terrain", TerrainCosts)

    @cached_property
    def results(self) -> ResultsTable:
        """The two results tables, each a sheet by the name of its side."""
        return self._chart("combat", ResultsTable)

    @cached_property
    def ladder(self) -> Ladder:
        """The columns of the results tables."""
        return Ladder(self.results.columns)

    @cached_property
    def allowances(self) -> Allowances:
        """The movement allowances by weather and without supply."""
        return self._chart("weather", Allowances)

    @cached_property
    def allotments(self) -> Counts:
        """The allotments of a side on each turn: targets, cards, free upgrades."""
        return self._chart("allotments", Counts)

    @cached_property
    def values(self) -> Values:
        """Single numbers: prices in cards, limits, victory points."""
        return self._chart("costs", Values)

    @cached_property
    def marked_cards(self) -> dict[tuple[str, str], str]:
        """The side whose initiative each event needs, '' if none, by card and side."""
        return {(card.id, event.side): event.mark for card in self.roster.markers.values() for event in card.events}

    def mark_of(self, card: str, side: str) -> str:
        """Return the side whose initiative a side's event on a card needs; '' if it needs none."""
        return self.marked_cards.get((card, side), "")

    def printed(self, turn: int, word: str) -> str | int | bool | None:
        """Return what stands in the box of a turn under a word, None if nothing does or there is no such turn."""
        found = self.track.turns.get(turn)
        return None if found is None else found.printed.get(word)

    def turn_fact(self, turn: int) -> tuple[Fact, ...]:
        """Return the datum of a turn's box, none for a turn beyond the track.

        What is in doubt on the track is whether cards may change the weather: nothing that is asked for here.
        """
        found = self.track.turns.get(turn)
        return () if found is None else (Fact(found.fact.statement, found.fact.source),)

    @cached_property
    def objectives(self) -> HexSet:
        """The hexes with objective hexsides around them."""
        sites = self.board.sites
        return sum({1 << h for side in SIDES for h in sites.get(f"objective-{side}", {}).values()})

    @property
    def reach(self) -> Adjacency:
        """Return where zones of control and attacks reach: not over lakes."""
        return self.board.zoc

    @cached_property
    def over_lakes(self) -> Adjacency:
        """The adjacency of supply paths: they lead over lakes as well (6.3), and not through areas."""
        links = (*self.board.links, *self.board.supply_links)
        return Adjacency(self.board.grid, (), self.board.land & ~self.areas, links)

    @cached_property
    def areas(self) -> HexSet:
        """The hexes that stand for an area."""
        return sum(1 << h for h in hexes(self.board.land) if self.board.terrain[h].id == "area")

    @cached_property
    def counting(self) -> HexSet:
        """The hexes that count for victory: cities, and oil."""
        return self.board.city_hexes | self.board.oil_hexes

    @cached_property
    def controllable(self) -> frozenset[Hex]:
        """The hexes that one side or another controls: cities, oil, Finland."""
        finland = self.areas & self.region("Finland")
        return frozenset(hexes(self.counting | finland))

    def region(self, name: str) -> HexSet:
        """Return the hexes of a region, none if the map has no such region."""
        found = self.board.regions.get(name)
        return found.hexes if found is not None else 0

    @cached_property
    def rumania(self) -> HexSet:
        """Rumania, whose border no source of ours holds."""
        return self.region("Rumania")

    @cached_property
    def soviet_land(self) -> HexSet:
        """The Soviet Union of 1941."""
        return self.region("USSR")

    @cached_property
    def german_land(self) -> HexSet:
        """Greater Germany."""
        return self.region("Greater Germany")

    @cached_property
    def edges(self) -> dict[str, HexSet]:
        """The hexes on the map edge of each side."""
        return {AXIS: self.board.edges.get("west", 0), SOVIET: self.board.edges.get("east", 0)}

    def start(self, scenario: str, options: frozenset[str]) -> State:
        """Return the position in which a scenario begins: places are in the hands of the country they lie in."""
        begun = super().start(scenario, options)
        control = {
            at: SOVIET if self.soviet_land >> at & 1 else AXIS if self.german_land >> at & 1 else ""
            for at in sorted(self.controllable)
        }
        return begun.changed(control=FrozenMap(control))

    def places_at_start(self, scenario: str, side: str) -> dict[UnitId, Place]:
        """Return where the units of a side are when the campaign begins: on the map, or on the turn track."""
        found: dict[UnitId, Place] = {}
        for name, unit in self.units.items():
            if unit.side != side:
                continue
            at = self.board.grid.find(str(unit.own.get("hex") or ""))
            if unit.entry == "start":
                found[name] = self.start_box if at is None else at
            elif unit.arrival is not None:
                found[name] = f"turn-{unit.arrival}"
            elif unit.entry == BY_EVENT:
                found[name] = REMOVED
        return found

    # -------------------------------------------------------------- positions

    def face(self, state: State, unit: UnitId) -> Unit | Face:
        """Return what a unit is worth now: its front, or another face that it shows."""
        return face_shown(self, state, unit)

    def arm(self, state: State, unit: UnitId) -> str:
        """Return the type of a unit as its face shows it."""
        return self.face(state, unit).type or self.units[unit].type

    def strength_fact(self, state: State, unit: UnitId) -> Fact:
        """Return the datum of a unit's strength."""
        face = self.face(state, unit)
        return face.fact("combat") if isinstance(face, Unit) else face.fact(unit, "combat")

    def is_fortress(self, state: State, unit: UnitId) -> bool:
        """Tell whether a unit is fortified: it has no zone, does not retreat, and makes no voluntary attack."""
        return unit in self._forts and self.arm(state, unit) == FORT

    @cached_property
    def _forts(self) -> frozenset[UnitId]:
        """The units that have a face of a fortress."""
        return frozenset(
            name for name, unit in self.units.items() if FORT in (unit.type, *(face.type for face in unit.faces))
        )

    def has_armor(self, state: State, unit: UnitId) -> bool:
        """Tell whether a unit moves and fights as armor."""
        return self.arm(state, unit) == ARMOR

    def steps_left(self, state: State, unit: UnitId) -> int:
        """Return how many steps a unit has: a Soviet upgrade is worth a second one from turn 17, a fortress at once."""
        who, shown = self.units[unit], steps_lost(state, unit)
        if who.side == AXIS:
            return 1 if shown else who.steps
        if not shown:
            return 1
        return 2 if self.is_fortress(state, unit) or state.clock.turn >= TWO_STEPS else 1

    def weather(self, state: State) -> str | None:
        """Return the weather of the turn; None if a card has changed it, or may have, into an unknown one."""
        turn = state.clock.turn
        if UNTOLD in state.marks and self.printed(turn, "variable") != "no":
            return None
        for changed in WeatherChanged.of(state, str(turn)) if state.marks else ():
            return None if changed.weather == UNKNOWN_WEATHER else changed.weather
        printed = self.printed(turn, "weather")
        return str(printed) if printed else None

    def initiative(self, state: State) -> str:
        """Return the side that has the initiative (12.7)."""
        return SOVIET if state.clock.turn >= PASSES else AXIS

    def is_cut_off(self, state: State, unit: UnitId) -> bool:
        """Tell whether a unit was found without supply at the last check."""
        return unit in units_that_are(state, UNSUPPLIED)

    def held(self, state: State, side: str) -> HexSet:
        """Return the hexes that units of a side hold."""
        return state.forces[side].occupied

    def stack(self, state: State, side: str, at: Hex) -> tuple[UnitId, ...]:
        """Return the units of a side in a hex."""
        return state.forces[side].stacks.get(at, ())

    @cached_property
    def places_mask(self) -> HexSet:
        """The places that can be controlled."""
        return sum(1 << h for h in self.controllable)

    def can_hold(self, stack: tuple[UnitId, ...], at: Hex) -> bool:
        """Tell whether units take a place by standing there; Finland needs one that is neither Finn, ally nor cadre."""
        return not self.areas >> at & 1 or not self._hold_areas.isdisjoint(stack)

    @cached_property
    def _hold_areas(self) -> frozenset[UnitId]:
        """The units that take Finland by standing there."""
        others = ("finnish", *ALLIES)
        return frozenset(name for name, u in self.units.items() if u.nation not in others and u.type != CADRE)

    def in_doubt(self, state: State) -> HexSet:
        """Return the places with an unknown holder, because an enemy has passed through."""
        return state.traces.get(PASSED, 0)

    def controlled(self, state: State, side: str) -> HexSet:
        """Return the places that a side controls."""
        return _held(state.control).get(side, 0)


@lru_cache(maxsize=256)
def _held(control: FrozenMap[Hex, str]) -> Mapping[str, HexSet]:
    found: dict[str, HexSet] = {}
    for place, side in control.items():
        found[side] = found.get(side, 0) | 1 << place
    return found


PASSED = "passed"
"""The trace of places through which an enemy has passed: whether that takes them, no source says."""
UNTOLD_PLACES = "untold-places"
"""The trace of places of which a log that began late does not tell who holds them."""
PASSES = 12
"""The turn on which the initiative passes to the Soviets (12.7)."""
TWO_STEPS = 17
"""The turn from which Soviet units have two steps (7.3)."""


book.rule("7.3", "13.5-17", "14.1a")(Nr.steps_left)


def assumed(text: str, why: str) -> Fact:
    """Return a fact that no source of ours holds: what rests on it is a doubt."""
    return Fact(text, Source("assumed", why))
