"""The game put together: its data, and its rules, which the chapters enter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.games.trp import chapters
from trc_module.games.trp.actions import Decline
from trc_module.games.trp.attacks import die_of
from trc_module.games.trp.control import perhaps_took
from trc_module.games.trp.data import MOVES, NAME, Trp
from trc_module.games.trp.ground import enemy_of
from trc_module.games.trp.marks import UNTOLD
from trc_module.games.trp.victory import score_of
from trc_module.gamespec import game_folder
from trc_module.roster import load_roster
from trc_module.rules.finding import Unknown
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.score import Score
from trc_module.rules.state import State, Trail, UnitId

if TYPE_CHECKING:
    from trc_module.declarations.policy import Policy
    from trc_module.rules.actions import Action
    from trc_module.rules.clock import Clock
    from trc_module.rules.finding import Finding
    from trc_module.rules.questions import Questions
    from trc_module.rules.reckoning import Reckoning
    from trc_module.systems.players.bearings import Bearings

RULES = chapters.__all__
"""The chapters whose rules are in force; importing them enters their rules."""
_FROM_WHERE = frozenset({"XVI.B3"})
"""The rules that speak of the hex in which a unit's move begins: it may have begun before the log did."""

_BY_THE_ACT = frozenset({"XIII.A2", "XIII.A5", "XIII.D8"})
"""The rules that an act breaks by the hexes that it names, whatever was done before in its phase."""

_BY_THE_BATTLE = frozenset({"XIII.E2", "XIII.E5"})
"""The rules of advances: the battle decides, if the log has it."""


class PortfolioGame(Trp):
    """The Russian Portfolio, all chapters registered."""

    def score(self, state: State) -> Score:
        """Return how the game stands."""
        return score_of(self, state)

    def decides(self, state: State, action: Action) -> str:
        """Return the side that chooses an act; an exchange is declined by its defender (XIII.C4)."""
        return enemy_of(state.clock.side) if isinstance(action, Decline) else super().decides(state, action)

    def joined(self, state: State, known: State | None = None) -> State:
        """Return a position as one knows it who joins the game there: it does not show who controls land."""
        if known is not None:
            marks = (UNTOLD,) if UNTOLD in known.marks else ()
            return state.changed(control=known.control).with_mark(*marks)
        if state.clock.turn == 1 and state.clock.step in self.sequence.steps[:2]:
            return state
        # Who has retreated into a hex does not control it.
        return state.changed(control=FrozenMap(dict.fromkeys(state.control, ""))).with_mark(UNTOLD)

    @cached_property
    def line_policy(self) -> Policy:
        """The evidence that the lines of this game give: attacks are declared in the phase in which they are made."""
        return replace(super().line_policy, ahead=False)

    def went(self, before: State, after: State, unit: UnitId, trail: Trail | None) -> State:
        """Return the position after an undeclared way: who controls it then nobody knows."""
        return perhaps_took(self, after, unit, trail)

    def unknown_before(
        self, state: State, finding: Finding, began: Clock, *, act: Action | None = None, fighting: bool = False
    ) -> Unknown | None:
        """Return what a verdict depends on of the game before a log that began late."""
        if finding.rule in _FROM_WHERE and state.clock == began:
            return Unknown("where the unit stood when the phase began", "phase")
        if finding.rule == "XIII.A1" and state.clock == began and not _has_fought(state, finding.units):
            return Unknown("whether a breakthrough before the log lets the unit attack again", "phase")
        if finding.rule == "XIII.A7" and state.clock == began and _has_nobody_left(state, finding.units):
            return Unknown("what was done in this phase before the log begins", "phase")
        if finding.rule == "XII.3" and self._may_have_acted(state, finding.units, began):
            return Unknown("whether the units have acted on this turn before the log", "before")
        fought = {unit for battle in state.battles for unit in battle.units}
        if finding.rule == "XIII.D1":
            # It is told once, and rests on this phase for all that.
            finding = replace(finding, dedup_key=None)
        told = finding.rule in _BY_THE_ACT or (finding.rule in _BY_THE_BATTLE and fought.intersection(finding.units))
        if told and not fighting:
            return None
        return super().unknown_before(state, finding, began, act=act, fighting=fighting)

    def _may_have_acted(self, state: State, units: Sequence[UnitId], began: Clock) -> bool:
        """Tell whether units that have not moved in some moves may have done so on this turn before the log begins."""
        clock, steps = state.clock, self.sequence.steps
        if clock.turn != began.turn or not clock.phase.startswith(MOVES) or not state.trails.keys().isdisjoint(units):
            return False
        first = next(step for step in steps if step.side == clock.side and step.phase == MOVES)
        return steps.index(began.step) > steps.index(first)

    @cached_property
    def bearings(self) -> Bearings:
        """What counts, for players that want to win."""
        from trc_module.games.trp.bearings import TrpBearings

        return TrpBearings(self)

    @cached_property
    def reckoning(self) -> Reckoning:
        """What its module reckons of a battle."""
        from trc_module.games.trp.reckoning import reckoning_of

        return reckoning_of(self)

    @cached_property
    def questions(self) -> Questions:
        """The game's answers about positions."""
        from trc_module.games.trp.questions import TrpQuestions

        return TrpQuestions(self)


def _has_fought(state: State, units: Sequence[UnitId]) -> bool:
    """Tell whether a die has fallen for an attack of some units: what let them make it lets them make no other."""
    fought = (battle for battle in state.battles if die_of(state, battle.number))
    return any(not set(units).isdisjoint(battle.attackers) for battle in fought)


def _has_nobody_left(state: State, units: Sequence[UnitId]) -> bool:
    """Tell whether nobody stands any more where some units attack, without a die: an attack before may have done it."""
    open_ = (battle for battle in state.battles if not die_of(state, battle.number))
    attacks = (battle for battle in open_ if battle.attackers == tuple(units))
    return any(all(state.place(u) != battle.places.get(u) for u in battle.defenders) for battle in attacks)


@lru_cache(maxsize=8)
def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> Trp:
    """Load the game; `overlay` is a folder with an owner's forms and corrections."""
    folder = game_folder(NAME)
    return PortfolioGame(
        folder, load_board(folder, overlay), load_roster(folder, overlay), load_chart_set(folder, overlay), options
    )
