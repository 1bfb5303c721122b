"""The Three Baronies: data, sequence, acts and systems; the rules are in `rules_of_*`."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TypeVar

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.charts.results import ResultsTable
from trc_module.charts.terrain_costs import TerrainCosts
from trc_module.charts.turn_track import TurnTrack
from trc_module.hexgrid import Adjacency, Hex, HexSet
from trc_module.roster import Face, Unit, load_roster
from trc_module.rules.actions import Action, Attack
from trc_module.rules.odds import Ladder
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.reader import read_rulebook
from trc_module.rules.score import Score, Winner
from trc_module.rules.sequence_file import read_sequence
from trc_module.rules.state import Place, State, UnitId
from trc_module.rules.zones import Zones
from trc_module.systems.acts import ActTable
from trc_module.systems.base_game import BaseGame
from trc_module.systems.cards import CardSystem, drawing, playing, shuffling
from trc_module.systems.common_acts import (
    attacking,
    ending,
    entering,
    losing,
    moving,
    retreating,
    rolling,
    setting_up,
)
from trc_module.systems.steps import StepSystem, face_shown, reducing

T = TypeVar("T")
FOLDER = Path(__file__).parent
SIDES = ("red", "blue", "grey")
MUSTER, MARCH, BATTLE = "muster", "march", "battle"
LOST = "lost"
"""The box of units that are lost."""
DECK = 12
"""Cards of the deck."""
CHARGE, DISCARD = "charge", "discard"

book = RuleBook("tests.toy", lambda: read_rulebook(FOLDER / "rules"))


class Toy(BaseGame):
    """The Three Baronies."""

    name = "toy"
    title = "The Three Baronies"
    turn_rule = "T2"
    start_box = "levies"
    counters = frozenset(f"{side} drawn" for side in SIDES)
    own_marks = {  # noqa: RUF012
        "paid": "the number of a battle and a unit: it has lost a step in it",
        "charged": "a side: it has played a charge in this battle phase",
    }
    sequence = read_sequence(FOLDER)
    systems = (StepSystem(), CardSystem())
    basic_book = book
    acts = ActTable(
        (
            setting_up("U1"),
            drawing("D1"),
            playing("D3", (CHARGE, DISCARD)),
            shuffling("D4"),
            entering("U3"),
            moving("M1"),
            attacking("C1"),
            rolling("C2", faces=10),
            reducing("C3"),
            losing("C3", LOST),
            retreating("C3"),
            ending("T2"),
        )
    )

    @cached_property
    def track(self) -> TurnTrack:
        """The turn track."""
        return self._chart("weeks", TurnTrack)

    @cached_property
    def ground(self) -> TerrainCosts:
        """The chart of terrain costs and of effects in battle."""
        return self._chart("ground", TerrainCosts)

    @cached_property
    def table(self) -> ResultsTable:
        """The results table."""
        return self._chart("battle", ResultsTable)

    def _chart(self, name: str, kind: type[T]) -> T:
        found: T = self.charts.get(name, kind)
        return found

    @cached_property
    def ladder(self) -> Ladder:
        """The columns of the results table."""
        return Ladder(self.table.columns)

    @cached_property
    def zones(self) -> Zones:
        """The zones of control, which do not reach over walls."""
        return Zones(Adjacency(self.board.grid, self.board.closed_sides, self.board.land))

    def zone_against(self, state: State, side: str) -> HexSet:
        """Return the zone of control of all enemies of a side."""
        found: HexSet = 0
        for enemy in SIDES:
            if enemy != side:
                found |= self.zones.of(state.forces[enemy])
        return found

    def face(self, state: State, unit: UnitId) -> Unit | Face:
        """Return what a unit is worth now: its front, or the face that it shows after the loss of a step."""
        return face_shown(self, state, unit)

    def odds(self, state: State, action: Action) -> str:
        """Return the column of an attack."""
        from tests.toy.combat import column_of

        return column_of(self, state, action) if isinstance(action, Attack) else ""

    def castles(self) -> dict[str, Hex]:
        """Return the place in which each side begins."""
        return {unit.side: self.places[str(unit.area)] for unit in self.units.values() if unit.area in self.places}

    def places_at_start(self, scenario: str, side: str) -> dict[UnitId, Place]:
        """Return where the units of a side are when the campaign begins: its levies, or the week of their arrival."""
        own = (unit for unit in self.units.values() if unit.side == side and unit.entry != "event")
        return {unit.id: "levies" if unit.arrival is None else f"week-{unit.arrival}" for unit in own}

    def score(self, state: State) -> Score:
        """Return how the game stands: who holds most of the castles when the last week is over has won (V1)."""
        held = {
            side: sum(state.forces[side].occupied >> castle & 1 for castle in self.castles().values()) for side in SIDES
        }
        won: tuple[Winner, ...] = ()
        if state.clock.turn > self.track.last:
            most = max(held.values())
            why = f"it holds {most} of the {len(held)} castles after week {self.track.last}"
            won = tuple(Winner(side, "V1", why, False) for side, number in held.items() if number == most > 0)
        conditions = tuple(f"the {side} barony holds {number} castles" for side, number in held.items())
        return Score(state.scenario, state.clock, None, 0, 0, (), won, conditions, ())


def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Toy:
    """Load the game's data."""
    from tests.toy import cards, combat, movement  # noqa: F401 - the chapters enter their rules

    return Toy(
        FOLDER, load_board(FOLDER, overlay), load_roster(FOLDER, overlay), load_chart_set(FOLDER, overlay), options
    )
