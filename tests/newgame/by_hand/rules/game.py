"""The game itself: its sequence of play, its acts, its data at hand, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import ClassVar

from trc_module.board import load_board
from trc_module.charts import ChartSet, load_chart_set
from trc_module.charts.results import ResultsTable
from trc_module.charts.terrain_costs import TerrainCosts
from trc_module.charts.turn_track import TurnTrack
from trc_module.gamespec import read_spec
from trc_module.hexgrid import Hex, hexes
from trc_module.roster import load_roster
from trc_module.rules.odds import Ladder
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.reader import read_rulebook
from trc_module.rules.score import Score, Winner
from trc_module.rules.sequence_file import read_sequence
from trc_module.rules.state import State
from trc_module.systems import common_acts as acts
from trc_module.systems.acts import ActTable
from trc_module.systems.base_game import BaseGame

FOLDER = Path(__file__).resolve().parents[1]
"""The game's folder of data."""
SPEC = read_spec(FOLDER)

ARRIVALS, MOVEMENT, COMBAT = "arrivals", "movement", "combat"
"""The phases of sequence.toml. Set-up belongs to the very first phase, in which nothing moves."""
LOST = "lost"
"""The box of lost units."""

book = RuleBook(__package__, lambda: read_rulebook(FOLDER / "rules"))
"""All rules by number; movement.py and combat.py register theirs in it."""


class Game(BaseGame):
    """The game. What `BaseGame` does otherwise than your game, override here."""

    charts: ChartSet
    name = SPEC.name
    title = SPEC.title
    turn_rule = "1.1"
    sequence = read_sequence(FOLDER)
    basic_book = book
    # The acts of the game with the section of the rulebook for each; systems (steps, cards, weather ...) have more.
    acts = ActTable(
        (
            acts.setting_up("2"),
            acts.entering("3"),
            acts.moving("3"),
            acts.attacking("4"),
            acts.rolling("4", faces=SPEC.dice.faces),
            acts.losing("4", LOST),
            acts.ending("1"),
        )
    )

    # What records may remember of earlier acts ('before:') besides battles: the first word, and what follows it.
    own_marks: ClassVar[Mapping[str, str]] = {}

    @cached_property
    def track(self) -> TurnTrack:
        """The turn track (charts/turns.toml)."""
        return self.charts.get("turns", TurnTrack)

    @cached_property
    def ground(self) -> TerrainCosts:
        """The chart of terrain costs (charts/terrain.toml)."""
        return self.charts.get("terrain", TerrainCosts)

    @cached_property
    def table(self) -> ResultsTable:
        """The results table (charts/combat.toml)."""
        return self.charts.get("combat", ResultsTable)

    @cached_property
    def ladder(self) -> Ladder:
        """The columns of the results table."""
        return Ladder(self.table.columns)

    def home(self, unit: str) -> Hex:
        """Return the hex of the city in which a unit is set up or arrives."""
        return self.places[self.units[unit].area]

    def score(self, state: State) -> Score:
        """Return how the game stands: who holds more cities when the last turn is over has won; South wins a tie."""
        cities = {
            side: sum(1 for _ in hexes(state.forces[side].occupied & self.board.city_hexes)) for side in self.sides
        }
        won: tuple[Winner, ...] = ()
        if state.clock.turn > self.track.last:
            north, south = self.sides
            winner = north if cities[north] > cities[south] else south
            why = f"North holds {cities[north]} and South {cities[south]} cities after turn {self.track.last}"
            won = (Winner(winner, "1.1", why, claimed=False),)
        conditions = tuple(f"the {side.capitalize()} side holds {number} cities" for side, number in cities.items())
        return Score(state.scenario, state.clock, None, 0, 0, (), won, conditions, ())


@lru_cache(maxsize=8)
def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Game:
    """Load the game; `overlay` is a folder with an owner's corrections of the data."""
    # Importing the chapters registers their rules.
    from . import combat, movement  # noqa: F401

    return Game(
        FOLDER, load_board(FOLDER, overlay), load_roster(FOLDER, overlay), load_chart_set(FOLDER, overlay), options
    )
