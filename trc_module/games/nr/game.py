"""The game itself: its sequence of play, its acts, and all chapters put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.declarations import ANYBODY
from trc_module.games.nr import cadres, movement, organization, rail, victory, zones  # noqa: F401 - chapters enter their rules
from trc_module.games.nr.acts import combat as combat_acts
from trc_module.games.nr.acts import moving as moving_acts
from trc_module.games.nr.acts import organization as organization_acts
from trc_module.games.nr.acts import points as points_acts
from trc_module.games.nr.acts import rail as rail_acts
from trc_module.games.nr.acts import supply as supply_acts
from trc_module.games.nr.acts import victory as victory_acts
from trc_module.games.nr.acts.combat import Target
from trc_module.games.nr.cards import playing
from trc_module.games.nr.combat import advancing, declaring, odds, perhaps_unsupplied, results  # noqa: F401 - likewise
from trc_module.games.nr.data import (
    FOLDER,
    OLD_EDITION,
    PASSED,
    PERHAPS_UNSUPPLIED,
    SIDES,
    UNTOLD_PLACES,
    Nr,
)
from trc_module.games.nr.joined import is_decided
from trc_module.games.nr.marks import KINDS
from trc_module.games.nr.points import PointSystem
from trc_module.games.nr.turn import leaves_by_event
from trc_module.gamespec import game_folder
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster import load_roster
from trc_module.rules.actions import Action, Attack, RollCombat, Withdraw
from trc_module.rules.battles import battle_numbered
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Unknown, as_doubt
from trc_module.rules.players import EASY, HARD, OPPONENTS
from trc_module.rules.score import Score
from trc_module.rules.sequence_file import read_sequence
from trc_module.rules.state import State
from trc_module.systems import common_acts
from trc_module.systems.acts import ActTable
from trc_module.systems.cards import CardSystem, drawing, shuffling
from trc_module.systems.cards import playing as playing_cards
from trc_module.systems.conditions import ConditionSystem
from trc_module.systems.control import ControlSystem
from trc_module.systems.memory import JOINED, MemorySystem
from trc_module.systems.steps import FaceSystem

if TYPE_CHECKING:
    from trc_module.rules.players import Opponent
    from trc_module.rules.questions import Questions
    from trc_module.rules.reckoning import Reckoning
    from trc_module.systems.players.bearings import Bearings


class NoRetreat(Nr):
    """No Retreat! The Russian Front."""

    name = "nr"
    title = "No Retreat! The Russian Front"
    turn_rule = "4a"
    counters = playing.WORDS | frozenset(
        f"{side} {word}" for side in SIDES for word in ("support", rail.RODE, organization.FREE)
    )
    mark_kinds = KINDS
    traces: ClassVar[Mapping[str, str]] = {
        PASSED: "places that units of the other side have passed: who holds them is unknown",
        UNTOLD_PLACES: "places of which a log that began late does not tell who holds them",
    }
    sequence = read_sequence(game_folder("nr"))
    systems = (
        MemorySystem(),
        ControlSystem(),
        FaceSystem(),
        ConditionSystem(
            disorganized="they came back from a box and were not reorganized",
            unsupplied="the last supply check found no supply for them",
            **{PERHAPS_UNSUPPLIED: "the last supply check hung on a place whose holder is not known for certain"},
        ),
        PointSystem(),
        CardSystem(),
    )
    acts = ActTable(
        (
            common_acts.setting_up("4b"),
            drawing("5a"),
            playing_cards("5d", playing.ALL_PURPOSES),
            shuffling("5j"),
            supply_acts.MARKING,
            supply_acts.SURRENDERING,
            common_acts.entering("7a"),
            organization_acts.REPLACING,
            organization_acts.IMPROVING,
            organization_acts.REVERTING,
            organization_acts.REORGANIZING,
            organization_acts.WITHDRAWING,
            organization_acts.TRACKING,
            moving_acts.MOVING,
            rail_acts.ENTRAINING,
            rail_acts.DETRAINING_ACT,
            combat_acts.TARGETING,
            combat_acts.STRIKING_BACK,
            common_acts.attacking("10.1.3", ANYBODY),
            combat_acts.SUPPORTING,
            common_acts.rolling("10.6"),
            combat_acts.REDUCING,
            combat_acts.LOSING,
            combat_acts.SHATTERING,
            common_acts.retreating("10.7c"),
            combat_acts.ADVANCING,
            rail_acts.CADRE_ACT,
            points_acts.SAYING_POINTS,
            victory_acts.CLAIMING,
            common_acts.ending("4"),
        ),
        stop_by_stop=True,
        declares=(combat_acts.Support,),
    )

    def held_by_units(self, state: State) -> Mapping[str, HexSet]:
        """Return by side the hexes that its units hold: not every unit takes an area."""
        return {
            side: sum(1 << at for at, stack in deployment.stacks.items() if self.can_hold(stack, at))
            for side, deployment in state.forces.items()
        }

    def joined(self, state: State, known: State | None = None) -> State:
        """Return a position as it is known to a log that begins there: not who holds a place in which nobody stands."""
        if known is not None:
            return state.changed(control=known.control, traces=state.traces.merged(known.traces))
        if JOINED not in state.marks:
            return state
        held = {
            at: side for side, members in self.held_by_units(state).items() for at in hexes(members & self.places_mask)
        }
        untold = sum(1 << at for at in state.control if at not in held)
        control = state.control.merged(held)
        return state.changed(control=control, traces=state.traces.put(UNTOLD_PLACES, untold))

    def unknown_before(
        self, state: State, finding: Finding, began: Clock, *, act: Action | None = None, fighting: bool = False
    ) -> Unknown | None:
        """Return what a verdict depends on of the game before a log that began late; None if on nothing."""
        if JOINED not in state.marks or is_decided(self, state, act, finding, began, fighting=fighting):
            return None
        words = "what happened before the log: control of places, supply, cards, and what was done earlier in the phase"
        return Unknown(words, finding.rule)

    def odds(self, state: State, action: Action) -> str:
        """Return the column of an attack or of a roll; '' where it is not known or left of the table."""
        battle = battle_numbered(state.battles, action.number) if isinstance(action, RollCombat) else None
        of = action if isinstance(action, Attack) else battle
        found = odds.odds_of(self, state, of) if of is not None else None
        return found.final if found is not None else ""

    @cached_property
    def reckoning(self) -> Reckoning:
        """What its module reckons of a battle."""
        from trc_module.games.nr.combat.reckoning import reckoning_of

        return reckoning_of(self)

    def results_sheet(self, state: State, side: str) -> str:
        """Return the table of a side's attacks in the weather of a position (10.5)."""
        return odds.sheet_of(self, state, side)

    def weighed(self, state: State, finding: Finding) -> Finding:
        """Return a finding that rests on the map as a doubt in a game of the first edition: we do not have its map."""
        in_doubt = OLD_EDITION in state.options and finding.rule.partition(".")[0] not in _WITHOUT_MAP
        return as_doubt(finding) if in_doubt else finding

    def cards_in_play(self, state: State) -> frozenset[str]:
        """Return the cards of the first deck, or from turn 23 on those of 1945."""
        return playing.cards_of(state)

    def score(self, state: State) -> Score:
        """Return how the game stands."""
        return victory.score_of(self, state)

    @cached_property
    def questions(self) -> Questions:
        """The game's answers about positions."""
        from trc_module.games.nr.questions import NrQuestions

        return NrQuestions(self)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The levels of opponents: all."""
        return OPPONENTS

    def opponent(self, level: str, seed: int, seconds: float) -> Opponent:
        """Return a player of one of those levels."""
        if level == HARD:
            from trc_module.games.nr.players.search import SearchingPlayer

            return SearchingPlayer(self, self.bearings, seed, seconds)
        return self.player("random" if level == EASY else "greedy", seed)

    @cached_property
    def bearings(self) -> Bearings:
        """What counts, for the player who looks ahead."""
        from trc_module.games.nr.bearings import NrBearings

        return NrBearings(self)

    def decides(self, state: State, action: Action) -> str:
        """Return whose unit or card an act is about; a target is the attacker's, a counterattack the defender's.

        A unit that leaves with its country or by the turn track is nobody's choice: whoever's phase it is takes it off.
        """
        if isinstance(action, Target) or (
            isinstance(action, Withdraw) and leaves_by_event(self, state, action) is None
        ):
            return state.clock.side
        if isinstance(action, Attack) and action.attackers:
            return self.side_of[action.attackers[0]]
        return super().decides(state, action)

    def in_between(self, state: State) -> Iterator[Action]:
        """Yield the acts of which a battle asks its defenders for one now."""
        from trc_module.games.nr.players.choices import next_choice

        yield from next_choice(self, state)

    def owed(self, state: State, action: Action) -> bool:
        """Tell whether a result asks for an act; a counterattack is made or not."""
        return not isinstance(action, Attack)

    def player(self, level: str, seed: int) -> Opponent:
        """Return a player of a level, '' for the best; UserError if there is none."""
        from trc_module.games.nr.players import player_of

        return player_of(self, level, seed)


_WITHOUT_MAP = frozenset({"5", "5a", "5b", "5c", "5d", "5e", "5f", "5g", "5h", "5i", "5j", "13"})
"""The chapters, and numbers of the one on cards, that say nothing of the map."""


@lru_cache(maxsize=8)
def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> NoRetreat:
    """Load the game; `overlay` is a folder with an owner's corrections of the data."""
    return NoRetreat(
        FOLDER, load_board(FOLDER, overlay), load_roster(FOLDER, overlay), load_chart_set(FOLDER, overlay), options
    )
