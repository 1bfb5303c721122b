"""The game as one object: puts chapters, acts, options, readers and players on top of the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from trc_module.board import Board, load_board
from trc_module.facts import Source
from trc_module.games.trc.charts import load_charts
from trc_module.games.trc.charts.combat import RESULTS
from trc_module.games.trc.counters import COUNTERS, TRACES
from trc_module.games.trc.data import AXIS, RUSSIAN, SIDES, Trc
from trc_module.games.trc.fixed_ids import check_renamed
from trc_module.games.trc.marks import BATTLE, MARKS, surrendered_on
from trc_module.games.trc.option_catalogue import agree, known_options, units_of_options
from trc_module.games.trc.steps import COMBAT, WEATHER, advance
from trc_module.hexgrid import HexSet, hexes
from trc_module.resources import data_dir
from trc_module.roster import Roster, Unit, load_roster
from trc_module.rules.actions import Lose, Setup
from trc_module.rules.marks import KindOfMark, kinds_of_marks, meanings
from trc_module.rules.players import OPPONENTS
from trc_module.rules.ranked_results import RankedResults
from trc_module.rules.state import State, Trail, UnitId

if TYPE_CHECKING:
    from trc_module.declarations.policy import Policy
    from trc_module.games.trc.extension import Extension
    from trc_module.rules.actions import Action
    from trc_module.rules.clock import Clock
    from trc_module.rules.finding import Finding, Unknown
    from trc_module.rules.interpretation import (
        Completion,
        Episode,
        Inferred,
        Interpretation,
        Line,
        PhaseReading,
        PieceTrack,
        Shown,
        Unexplained,
    )
    from trc_module.rules.orders import OrdersDesk
    from trc_module.rules.players import Opponent
    from trc_module.rules.questions import Questions
    from trc_module.rules.registry import RuleBook
    from trc_module.rules.score import Score
    from trc_module.rules.zones import Zones
    from trc_module.systems.acts import ActTable


class TrcGame(Trc):
    """The Russian Campaign as it is played, with the options that were agreed on; it reads logs and writes them."""

    def held_by_units(self, state: State) -> Mapping[str, HexSet]:
        """Return by side the hexes that its units hold (17.2.1).

        None as long as control does not follow from where units stand: at the set-up (3.5), and while the losses of an
        exchange are taken (13.3); not Helsinki after the surrender of Finland (24.5); and no hex of which the record
        says that its holder is unknown.
        """
        from trc_module.games.trc.supply.control import UNSURE, UNTOLD, control_is_frozen, holders

        first = self.start(state.scenario, state.options).clock
        if state.clock == first or control_is_frozen(self, state):
            return {}
        held = holders(self, state)
        open_ = state.traces.get(UNSURE, 0) | state.traces.get(UNTOLD, 0)
        if surrendered_on(state, "finland") is not None:
            open_ |= 1 << self.places["Helsinki"]
        for at in hexes(held[AXIS] & held[RUSSIAN]):
            # Paratroops may be dropped on the enemy by 28.6.
            stacks = (unit for side in SIDES for unit in state.forces[side].stack(at))
            if "28.6" in state.options and any(self.units[unit].type == "paratroop" for unit in stacks):
                open_ |= 1 << at
        return {side: members & ~open_ for side, members in held.items()}

    def with_data(self, board: Board, roster: Roster, charts: Any) -> Self:
        """Return the game with another map, other counters and charts, under the same options."""
        made = charts if isinstance(charts, type(self.charts)) else type(self.charts).of(charts)
        return type(self)(board, roster, made, self._options, self.left_out, self.overlay)

    # Rules are imported when one is first asked for: building a module or reading data needs none.

    @cached_property
    def book(self) -> RuleBook:
        """The rules by number, with those of the options that were agreed on."""
        from trc_module.games.trc.options.entering import book

        return book.chosen(self._options)

    @cached_property
    def words(self) -> Extension:
        """The extensions of positions by all options, in play or not."""
        from trc_module.games.trc.options.entering import EXTENSION

        return EXTENSION

    @cached_property
    def counters(self) -> frozenset[str]:  # type: ignore[override]  # Likewise: those of the options are read when asked for.
        """The words of `used:`."""
        return COUNTERS | self.words.counters

    @cached_property
    def mark_kinds(self) -> Mapping[str, type[KindOfMark]]:
        """The kinds of marks by their words, with those of all options."""
        return {**MARKS, **kinds_of_marks(self.words.marks)}

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The first words of `before:`, each with what follows it."""
        return {"battle": BATTLE, **meanings(self.mark_kinds)}

    @cached_property
    def traces(self) -> Mapping[str, str]:  # type: ignore[override]  # Likewise.
        """The first words of `before:` that hexes follow, each with what it says of them."""
        return {**TRACES, **self.words.traces}

    @cached_property
    def zones(self) -> Zones:
        """The zones of control, as chapter 7 has them."""
        from trc_module.games.trc.movement.zones_of_control import make_zones

        return make_zones(self)

    def unknown_before(
        self, state: State, finding: Finding, began: Clock, *, act: Action | None = None, fighting: bool = False
    ) -> Unknown | None:
        """Return what a verdict depends on of the game before a log that began late; None if the log tells all."""
        from trc_module.games.trc.log.history import unknown_before

        return unknown_before(self, state, finding, began, act)

    @cached_property
    def acts(self) -> ActTable:  # type: ignore[override]  # Read when it is first asked for: building needs no act.
        """The acts of the game, with those of all options."""
        from trc_module.games.trc.acts.table import ACTS

        return ACTS

    def advance(self, state: State) -> State:
        """Return the position at the next phase: marks and counters end with the time for which they hold."""
        return advance(state, self.mark_kinds)

    def wrong_dice(self, clock: Clock, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the lines of a phase whose die has no purpose in it, while one that has is missing."""
        from trc_module.games.trc.log.wrong_dice import wrong_dice

        return wrong_dice(clock, lines)

    def hear(self, clock: Clock, lines: Sequence[Line], tracks: Sequence[PieceTrack]) -> list[Interpretation]:
        """Return what the lines of a phase, and the tracks that they govern, mean in acts."""
        from trc_module.games.trc.log.log_reader import hear

        return hear(self, clock, lines, tracks)

    def ways_to_read(self, state: State, episode: Episode) -> Iterable[PhaseReading]:
        """Return the ways to read a phase as a whole, the nearest to its lines first; none where lines tell enough."""
        from trc_module.games.trc.log import assembly, weather_phase

        found = {COMBAT: assembly.readings, WEATHER: weather_phase.readings}.get(state.clock.phase)
        return found(self, state, episode) if found is not None else ()

    def readings_of_lines(self, state: State, episode: Episode) -> Iterable[PhaseReading]:
        """Return the one way to read a phase by some lines that is nearest to them: as a whole, or line by line."""
        from trc_module.rules.interpretation import PhaseReading

        whole = next(iter(self.ways_to_read(state, episode)), None)
        if whole is not None:
            yield whole
            return
        heard = self.hear(state.clock, episode.lines, episode.tracks)
        yield PhaseReading(tuple((one.last, one) for one in heard), by_lines=True)

    @cached_property
    def line_policy(self) -> Policy:
        """The evidence that the lines of this game give.

        Aircraft have a line of their own (15.2), which declares, as that of artillery does: what became of a battle's
        units is told by the lines alone that govern their ways. Battles are declared where they are fought (4.1.3), and
        a unit goes where it was dragged (8.2a): only where that was put back it was a slip. Plain dice are dealt to
        battles by what became of their units, which only this game's results tell.
        """
        found = self.acts.policy(self.grammar, data_dir() / "trc", (), RESULTS)
        results = frozenset(verb for verb in found.results if self.grammar.verbs[verb].governs)
        return replace(found, results=results, slots=(), boxed=False, ahead=False, slips=False)

    def showing(self, state: State, shown: Iterable[Shown]) -> State:
        """Return the position as it is: units have no steps."""
        return state

    def unsaid(self, track: PieceTrack) -> Interpretation | None:
        """Return what a track means that needs no line, None if it means nothing by itself."""
        from trc_module.games.trc.log.log_reader import unsaid

        return unsaid(self, track)

    def guess(self, state: State, heard: Sequence[Interpretation], traces: Unexplained) -> Inferred:
        """Infer the undeclared moves and battles of a phase."""
        from trc_module.games.trc.log.guesses import guess

        return guess(self, state, heard, traces)

    def went(self, before: State, after: State, unit: UnitId, trail: Trail | None) -> State:
        """Return the position after an undeclared move, with the places and rails the unit may have crossed marked."""
        from trc_module.games.trc.supply.derived_state import gone, may_have_passed

        if trail is not None:
            return may_have_passed(self, before, after, unit, trail)
        return gone(self, before, after) if isinstance(after.place(unit), str) else after

    def joined(self, state: State, known: State | None = None) -> State:
        """Return a position as somebody knows it who joins the game there: battles may have been fought before."""
        from trc_module.games.trc.log.joining import joined

        return joined(self, state, known)

    def in_steps(self, state: State, action: Action) -> tuple[Action, ...]:
        """Return the legal acts into which an act of a log, shown as one, may be divided; () if there are none."""
        from trc_module.games.trc.arrivals.entry_rules import entry_in_steps
        from trc_module.rules.actions import Enter, Replace

        if not isinstance(action, Enter | Replace):
            return ()

        return entry_in_steps(self, state, action)

    def completions(self, state: State, action: Action) -> Iterable[Completion]:
        """Return what an act of a log may stand for, whose lines leave something out."""
        from trc_module.games.trc.log.completions import completions

        return completions(self, state, action)

    def with_participant(self, action: Action, unit: UnitId) -> Action | None:
        """Return an automatic victory with another attacker, whom its lines may have left out; None for other acts."""
        from trc_module.games.trc.log.completions import with_attacker

        return with_attacker(self, action, unit)

    def words_of_turn(self, turn: int) -> tuple[str, ...]:
        """Return the months and the year of a turn; none if there is no such turn."""
        entry = self.charts.turns.get(turn)
        return () if entry is None else (*entry.months, str(entry.year))

    def results_sheet(self, state: State, side: str) -> str:
        """Return '': both sides read one table."""
        return ""

    @cached_property
    def ranked_results(self) -> RankedResults:
        """The order of a battle's results, from better to worse (13.2)."""
        return RankedResults({("", odds): row for odds, row in self.charts.combat.results.items()}, RESULTS)

    def odds(self, state: State, action: Action) -> str:
        """Return the odds of an attack, support counted and lowered if that was announced."""
        from trc_module.games.trc.combat.battle_odds import odds_of
        from trc_module.rules.actions import Attack

        if not isinstance(action, Attack) or self.precondition_error(state, action):
            return ""

        return odds_of(self, state, action)

    @cached_property
    def questions(self) -> Questions:
        """The game's answers about positions."""
        from trc_module.games.trc.questions.answers import TrcQuestions

        return TrcQuestions(self)

    def derived(self, state: State) -> Mapping[str, str]:
        """Return the values that players keep by hand and that follow from a position: control, demands, points."""
        from trc_module.games.trc.turn.status_sheet import reckon

        return reckon(self, state)

    def player(self, level: str, seed: int) -> Opponent:
        """Return a player of the game: 'random' or 'greedy', which '' stands for."""
        from trc_module.games.trc.players import player

        return player(self, level, seed)

    @property
    def opponents(self) -> tuple[str, ...]:
        """All levels of opponents."""
        return OPPONENTS

    def opponent(self, level: str, seed: int, seconds: float) -> Opponent:
        """Return a player of one of those levels."""
        from trc_module.games.trc.players.opponents import opponent

        return opponent(self, level, seed, seconds)

    def decides(self, state: State, action: Action) -> str:
        """Return the owner of a unit that is set up or lost (13.3); whose phase it is chooses all else (13.4)."""
        return self.side_of[action.unit] if isinstance(action, Lose | Setup) else state.clock.side

    def in_between(self, state: State) -> Iterator[Action]:
        """Yield the places of the unit that is set up next, or the losses of which the last battle asks for one now."""
        from trc_module.games.trc.players.legal_actions import next_losses, next_setups

        yield from next_setups(self, state)
        yield from next_losses(self, state)

    def owed(self, state: State, action: Action) -> bool:
        """Tell that a unit has to be set up, and a loss is owed."""
        return True

    @cached_property
    def orders(self) -> OrdersDesk:
        """The reader and writer of combat orders by mail."""
        from trc_module.games.trc.orders.desk import TrcOrders

        return TrcOrders(self)

    def score(self, state: State) -> Score:
        """Return how the game stands: victory points where the scenario has them, and what wins."""
        from trc_module.games.trc.victory.score import standing_of

        return standing_of(self, state)


def load(options: frozenset[str] = frozenset(), overlay: Path | None = None) -> TrcGame:
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
    return TrcGame(board, roster, charts, numbers, left_out, overlay)


def _changed(unit: Unit, changes: Mapping[UnitId, tuple[Source, Mapping[str, Any]]]) -> Unit:
    if unit.id not in changes:
        return unit
    source, fields = changes[unit.id]
    return replace(unit, **fields, sources={**unit.sources, **dict.fromkeys(fields, source)})
