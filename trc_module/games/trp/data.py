"""The game as its rules know it: its sequence of play, its acts, its data at hand, its scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from trc_module.charts import ChartSet
from trc_module.charts.results import ResultsTable
from trc_module.charts.turn_track import TurnTrack
from trc_module.facts import Fact, Trust
from trc_module.games.trp.acts import AVAILABLE, acts
from trc_module.games.trp.chart_readers import WEATHERS, Bonus, Count, Effects, ShiftByMonth, WeatherTable
from trc_module.games.trp.marks import KINDS
from trc_module.gamespec import game_folder
from trc_module.hexgrid import Hex, HexGrid, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.odds import Ladder
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.reader import read_rulebook
from trc_module.rules.sequence_file import read_sequence
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.base_game import NO_SCENARIO, BaseGame
from trc_module.systems.control import ControlSystem
from trc_module.systems.statuses import StatusSystem, with_status
from trc_module.systems.weather import DeclaredWeather, with_weather

NAME = "trp"
AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)
SPENT, DISPERSED = "spent", "dispersed"
SUPPLY, MOVES, ATTACKS = "supply", "moves", "attacks"
"""The phases of a player turn; those of the n-th reserve phase are `moves-n` and `attacks-n`."""
RESERVES = 3
"""The number of reserve phases in the sequence; players end those that they do not use."""
JUNE_1, JUNE_22, JULY_10 = "1jun41", "22jun41", "10jul41"
REDEPLOYED = "XVI.C2"
"""The option by which the Soviet side sets up freely."""
USSR, GERMANY, FINLAND, ROMANIA = "USSR", "Germany", "Finland", "Romania"

book = RuleBook("trc_module.games.trp", lambda: read_rulebook(game_folder(NAME) / "rules"))


class Trp(BaseGame):
    """The Russian Portfolio."""

    charts: ChartSet
    name = NAME
    title = "The Russian Portfolio"
    turn_rule = "XIII.G"
    status_rules = frozenset({"XIII.C3", "XIII.D8"})
    sequence = read_sequence(game_folder(NAME))
    systems = (DeclaredWeather(WEATHERS), StatusSystem((SPENT, DISPERSED)), ControlSystem())
    basic_book = book
    acts = acts()
    scenarios = (NO_SCENARIO, JUNE_22, JUNE_1, JULY_10)
    counters = frozenset({"soviet armor"})
    mark_kinds = KINDS

    # ------------------------------------------------------------------ data

    @cached_property
    def ladder(self) -> Ladder:
        """The columns of the results table."""
        return Ladder(self.table.columns)

    @cached_property
    def table(self) -> ResultsTable:
        """The results table."""
        return self.charts.get("results", ResultsTable)

    @cached_property
    def effects(self) -> Effects:
        """The effects of terrain, places and hexsides."""
        return self.charts.get("terrain", Effects)

    @cached_property
    def weather_table(self) -> WeatherTable:
        """The weather by month and die."""
        return self.charts.get("weather", WeatherTable)

    @cached_property
    def bonus(self) -> Mapping[str, Bonus]:
        """The operational movement bonus by weather."""
        found: Mapping[str, Bonus] = self.charts.get("movement", dict)
        return found

    @cached_property
    def shifts(self) -> Mapping[str, ShiftByMonth]:
        """The shifts of the column beside rivers and surprise."""
        found: Mapping[str, ShiftByMonth] = self.charts.get("shifts", dict)
        return found

    @cached_property
    def counts(self) -> Mapping[str, Count]:
        """Numbers that the text does not give."""
        found: Mapping[str, Count] = self.charts.get("counts", dict)
        return found

    @cached_property
    def track(self) -> TurnTrack:
        """The turn track."""
        return self.charts.get("turns", TurnTrack)

    @cached_property
    def grids(self) -> tuple[HexGrid, ...]:
        """The grid as the data have it, and where they have assumed its rows, the one with the other rows shifted."""
        grid = self.board.grid
        if self.row_fact.trust is not Trust.ASSUMED:
            return (grid,)
        other = HexGrid(grid.rows, grid.cols, grid.naming, orientation=grid.orientation, shifted=1 - grid.shifted)
        return (grid, other)

    @cached_property
    def beside(self) -> Mapping[Hex, HexSet]:
        """The hexes beside each hex, but those across an arm of the sea."""
        shut: dict[Hex, HexSet] = {}
        for a, b in self.board.closed_sides:
            shut[a] = shut.get(a, 0) | 1 << b
            shut[b] = shut.get(b, 0) | 1 << a
        return {at: near & ~shut.get(at, 0) for at, near in self.board.grid.neighbours.items()}

    @cached_property
    def river_sides(self) -> frozenset[frozenset[Hex]]:
        """The pairs of hexes between which a river runs."""
        return frozenset(map(frozenset, self.board.sides.get("river", ())))

    @property
    def row_fact(self) -> Fact:
        """Return the fact of which rows are shifted."""
        return self.board.fact_by_subject["grid"]

    def home_of(self, unit: UnitId) -> Hex | None:
        """Return the hex of the historical set-up; None for a unit that is not in it."""
        return self.board.grid.find(self.units[unit].setup)

    def country(self, at: Hex) -> str:
        """Return the country of a hex; '' for water."""
        return self.board.country_of.get(at, "")

    def about(self, unit: UnitId) -> Unit:
        """Return what the data say of a unit."""
        return self.units[unit]

    # ------------------------------------------------------------- positions

    @cached_property
    def controllable(self) -> frozenset[Hex]:
        """The hexes that one side or another controls: all on land (XV.A)."""
        return frozenset(at for at in self.board.grid.neighbours if self.board.land >> at & 1)

    @cached_property
    def control_at_start(self) -> FrozenMap[Hex, str]:
        """The controller of each hex at the start: the side behind whose border it lies (XV.A)."""
        sides = {at: side for side, members in self.board.start_side.items() for at in hexes(members)}
        return FrozenMap({at: sides.get(at, "") for at in sorted(self.controllable)})

    def start(self, scenario: str, options: frozenset[str]) -> State:
        """Return the position in which a scenario begins: the historical set-up, each letter's units Dispersed."""
        state = super().start(scenario, options)
        state = with_weather(state.changed(control=self.control_at_start), "good")
        letters = {JUNE_22: ("D",), JUNE_1: ("D", "d")}.get(scenario, ())
        for unit in self.units.values():
            if unit.own["dispersed"] in letters and isinstance(state.place(unit.id), int):
                state = with_status(state, unit.id, DISPERSED)
        return state

    def places_at_start(self, scenario: str, side: str) -> dict[UnitId, Place]:
        """Return the hexes of the historical set-up; units that are not in it are not in play."""
        own = (unit for unit in self.units.values() if unit.side == side)
        return {unit.id: AVAILABLE if (home := self.home_of(unit.id)) is None else home for unit in own}

    @property
    def victory_cities(self) -> Mapping[str, Hex]:
        """Return the victory cities that are known, with their hexes."""
        return self.board.sites.get("victory", {})

    @property
    def all_victory_cities(self) -> bool:
        """Tell whether all victory cities are known."""
        return self.counts["victory-cities"].number == len(self.victory_cities)
