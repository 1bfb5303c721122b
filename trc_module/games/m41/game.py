"""The game put together: its data, and what the chapters have to say of it as a whole."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.charts.trees import chart_path
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of
from trc_module.games.m41 import chapters
from trc_module.games.m41.data import M41, NAME
from trc_module.games.m41.firepower import hits_of
from trc_module.games.m41.marks import Downed, Intercepting, numbers_are_named
from trc_module.games.m41.setup import german_hexes
from trc_module.games.m41.victory import score_of
from trc_module.games.m41.words import AIR, GERMAN, OF_ONE_FIGHT, REPLACEMENT, RUSSIAN, WEATHERS
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.resources import data_dir
from trc_module.roster import load_roster
from trc_module.rules.actions import Action, End
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Unknown
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.joining import of_a_known_battle
from trc_module.rules.score import Score
from trc_module.rules.state import State
from trc_module.systems.dice_pools import Fire, FireOnTable, exchange_of

if TYPE_CHECKING:
    from trc_module.rules.questions import Questions
    from trc_module.rules.reckoning import PoolReckoning
    from trc_module.systems.players.bearings import Bearings

NAMED_CITIES = ("Smolensk", "Moscow", "Kalinin", "Rzhev", "Vyazma", "Bryansk", "Orel", "Tula")
NAMED_HEXES = ("A1", "B1", "C1", "D1")
"""The hexes that the rules name on the map."""


class MoscowGame(M41):
    """Moscow 1941, all chapters registered."""

    chapters = chapters.CHAPTERS

    def hits_scored(self, state: State, act: Fire | FireOnTable) -> int:
        """Return the hits of a roll, as the rules count them."""
        return hits_of(self, state, act)

    def outcome(self, state: State, action: Action) -> str:
        """Return the hits that a side has scored."""
        if not isinstance(action, Fire | FireOnTable):
            return ""
        return str(exchange_of(state, action.number).scored(action.role))

    def score(self, state: State) -> Score:
        """Return how the game stands."""
        return score_of(self, state)

    @cached_property
    def bearings(self) -> Bearings:
        """What counts, for players that want to win."""
        from trc_module.games.m41.bearings import M41Bearings

        return M41Bearings(self)

    @cached_property
    def reckoning(self) -> PoolReckoning:
        """What its module reckons of a battle."""
        from trc_module.games.m41.reckoning import reckoning_of

        return reckoning_of(self)

    @cached_property
    def questions(self) -> Questions:
        """The game's answers about positions."""
        from trc_module.games.m41.questions import M41Questions

        return M41Questions(self)

    def joined(self, state: State, known: State | None = None) -> State:
        """Return a position as the table shows it: not who was last in an empty city that both may have entered."""
        if known is not None:
            return state.changed(control=known.control)
        if state.clock.turn == 1 and state.clock.step in self.sequence.steps[:2]:
            return state
        near = self._entered_in_turn_1(state) if state.clock.turn == 1 else self.board.land
        held = {at: self._holder(state, at) or ("" if near >> at & 1 else side) for at, side in state.control.items()}
        return state.changed(control=FrozenMap(held))

    def _entered_in_turn_1(self, state: State) -> HexSet:
        """Return the hexes in which Germans may have been: from where they start to where they stand it is not far."""
        at, grid = self.sequence.steps.index(state.clock.step), self.board.grid
        fought = state.clock.side == RUSSIAN and state.clock.phase != REPLACEMENT
        most = _ADVANCE if at < _FIRST_MOVES else _FIRST_TURN + fought * _RETREAT
        starts = [*hexes(german_hexes(self))]
        stand = [place for unit, place in state.forces[GERMAN].places.items() if self.units[unit].type != AIR]
        found = 0
        for hex_ in hexes(self.board.land):
            way = min(grid.distance(start, hex_) for start in starts)
            if any(way + (grid.distance(hex_, to) if isinstance(to, int) else 0) <= most for to in stand):
                found |= 1 << hex_
        return found

    def _holder(self, state: State, at: Hex) -> str:
        return next((side for side in self.sides if state.forces[side].occupied >> at & 1), "")

    def unknown_before(
        self, state: State, finding: Finding, began: Clock, *, act: Action | None = None, fighting: bool = False
    ) -> Unknown | None:
        """Return what a verdict depends on of the game before a log that began late."""
        if finding.rule == "M41-SIB-2" and not numbers_are_named(state):
            return Unknown("which numbers were named before the log begins", "gamble")
        if not _together(state.clock, began):
            return None
        of_a_battle = of_a_known_battle(state, act)
        if not fighting and (of_a_battle or (isinstance(act, End) and self._is_of_the_log(state, finding))):
            # The log shows the battle from its declaration on.
            return None
        if finding.rule in _OF_PHASE or (fighting and of_a_battle):
            return Unknown("what was done in this phase before the log begins", "phase")
        return None

    def _is_of_the_log(self, state: State, finding: Finding) -> bool:
        """Tell whether what is found at the end of a phase is about units in battles, or air units, that lines tell."""
        fought = {unit for battle in state.battles for unit in battle.units}
        fought.update(unit for mark in Intercepting.all(state) for unit in (mark.unit, mark.target))
        fought.update(mark.unit for mark in Downed.all(state))
        return bool(finding.units) and fought.issuperset(finding.units)


_FIRST_MOVES = 5
"""The place of the step of turn 1 in which the Germans move first, the Blitzkrieg."""
_ADVANCE = 2
"""The greatest number of hexes by which a unit advances after its battle."""
_FIRST_TURN = 6
"""The greatest number of hexes that a German goes in his first turn: an advance, a Blitzkrieg's move, an advance."""
_RETREAT = 1
"""The greatest number of hexes by which a unit retreats from its battle."""
_OF_PHASE = frozenset(
    f"M41-{number}" for number in ("AIR-3", "DIS-2", "DIS-3", "OPC-1", "RET-1", "RET-2", "SIB-2", "SUP-1")
)
"""The rules that speak of what was done earlier in a phase, or in that in which attacks were allocated."""


def _together(one: Clock, other: Clock) -> bool:
    """Tell whether two moments are of one phase, or of phases of the same battles."""
    if (one.turn, one.side) != (other.turn, other.side):
        return False
    return one.phase == other.phase or any(one.phase in span and other.phase in span for span in OF_ONE_FIGHT)


def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> MoscowGame:
    """Load the game; `overlay` is a folder with an owner's corrections of the data."""
    folder = data_dir() / NAME
    game = MoscowGame(
        folder, load_board(folder, overlay), load_roster(folder, overlay), load_chart_set(folder, overlay), options
    )
    check_named(game, overlay or folder)
    return game


def check_named(game: M41, folder: Path) -> None:
    """Raise DataError where an owner's data lack what the rules name: cities, hexes, words for the weather."""
    for name in (*NAMED_CITIES, *NAMED_HEXES):
        if name not in game.board.cities and (name not in NAMED_HEXES or game.board.grid.find(name) is None):
            what = "hex" if name in NAMED_HEXES else "city"
            raise DataError(folder / "map", f"the {what} {name}, which the rules name", "none")
    path = chart_path(folder, "turns")
    for number, turn in game.track.turns.items():
        words = str(turn.printed.get("weather", "")).split(" or ")
        strange = next((word for word in words if word not in WEATHERS), None)
        if strange is not None:
            line = line_of(path, ["turns", str(number), "weather"]) if path.is_file() else None
            raise DataError(path, one_of(WEATHERS, strange), strange, line=line, field=f"turns.{number}.weather")
