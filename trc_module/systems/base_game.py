"""A game with defaults for all that most games do alike.

A game inherits from `BaseGame`, names its systems, acts and rules, and overrides what it does in another way. Two games
share systems and kernels, and inherit from nothing but this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from trc_module.board import Board
from trc_module.charts.results import ResultsTable
from trc_module.charts.turn_track import TurnTrack
from trc_module.declarations import Grammar
from trc_module.declarations.policy import Policy
from trc_module.facts import Fact
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Roster, Unit
from trc_module.rules.actions import Action, Attack, End, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.clock import FIGHT, MOVE, Clock, TurnSequence
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import spaced
from trc_module.rules.interpretation import (
    Completion,
    Episode,
    Inferred,
    Interpretation,
    Line,
    LogStep,
    PhaseReading,
    PieceTrack,
    Shown,
    Unexplained,
)
from trc_module.rules.marks import KindOfMark, meanings
from trc_module.rules.players import OPPONENTS
from trc_module.rules.ranked_results import RankedResults, ranked
from trc_module.rules.record.battles import BATTLE, BATTLE_MARK
from trc_module.rules.score import Score
from trc_module.rules.slices import OnTable, System
from trc_module.rules.state import Box, Deployment, Place, State, Trail, UnitId, forces
from trc_module.sentence import Sentence

if TYPE_CHECKING:
    from trc_module.rules.finding import Finding, Unknown
    from trc_module.rules.hooks import Hook
    from trc_module.rules.ledger import LedgerRow
    from trc_module.rules.orders import OrdersDesk
    from trc_module.rules.players import Opponent
    from trc_module.rules.questions import Questions
    from trc_module.rules.readings import Reading
    from trc_module.rules.reckoning import PoolReckoning, Reckoning
    from trc_module.rules.record.grammar import RecordSyntax
    from trc_module.rules.registry import RuleBook
    from trc_module.systems.acts import ActTable
    from trc_module.systems.players.bearings import Bearings

NO_SCENARIO = "none"
"""The scenario of a map without units."""


class BaseGame:
    """One game with one set of data; immutable except for caches."""

    name: str
    title: str
    sequence: TurnSequence
    systems: tuple[System, ...] = ()
    acts: ActTable
    """The acts of the game, each with its line in a record, its line in a log, and how the one becomes the other."""
    basic_book: RuleBook
    """The rules of the basic game; `book` has those of the options in play too."""
    start_box = "at-start"
    turn_rule = "1"
    duty_rules: frozenset[str] = frozenset()
    status_rules: frozenset[str] = frozenset()
    counters: frozenset[str] = frozenset()
    own_marks: ClassVar[Mapping[str, str]] = {}
    """The words of marks that have no class, each with what follows it: for a game that remembers little."""
    traces: ClassVar[Mapping[str, str]] = {}
    scenarios: tuple[str, ...] = (NO_SCENARIO, "campaign")
    decided_by_position: ClassVar[frozenset[str]] = frozenset()
    """The rules that a position breaks or keeps whatever was done before in its phase: how many units a hex holds."""

    def __init__(
        self, folder: Path, board: Board, roster: Roster, charts: Any, options: frozenset[str] = frozenset()
    ) -> None:
        self.folder = folder
        """The game's folder of data."""
        self.board = board
        self.roster = roster
        self.charts = charts
        self.options = options
        self.units: Mapping[UnitId, Unit] = roster.units
        self.side_of: Mapping[UnitId, str] = {name: unit.side for name, unit in roster.units.items()}
        self.aliases: Mapping[UnitId, UnitId] = roster.aliases
        self._on_boards: dict[Board, Self] = {}
        self.acts.check()

    def with_data(self, board: Board, roster: Roster, charts: Any) -> Self:
        """Return the game with another map, other counters and charts, under the same options."""
        return type(self)(self.folder, board, roster, charts, self.options)

    @property
    def mark_kinds(self) -> Mapping[str, type[KindOfMark]]:
        """The kinds of marks by which the game's rules remember earlier acts, by their words."""
        return {}

    @property
    def marks(self) -> Mapping[str, str]:
        """The first words of `before:`: those of the game's own rules and 'battle', which every record may have."""
        return {BATTLE: BATTLE_MARK, **meanings(self.mark_kinds), **self.own_marks}

    def with_roster(self, roster: Roster) -> Self:
        """Return the game with other units."""
        return self.with_data(self.board, roster, self.charts)

    # ------------------------------------------------------------------ data

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides in the order in which they play."""
        return self.sequence.sides

    @cached_property
    def boxes(self) -> Mapping[str, frozenset[Box]]:
        """The boxes beside the map in which units can be, by side."""
        found: dict[str, set[str]] = {side: set() for side in self.sides}
        for box in self.board.boxes.values():
            for side in self.sides if box.side is None else (box.side,):
                found[side].add(box.id)
        return {side: frozenset(boxes) for side, boxes in found.items()}

    @cached_property
    def places(self) -> Mapping[str, Hex]:
        """Hexes that have a name: cities."""
        return {name: city.hex for name, city in self.board.cities.items()}

    @cached_property
    def controllable(self) -> frozenset[Hex]:
        """The hexes that one side or another controls: cities."""
        return frozenset(hexes(self.board.city_hexes))

    def held_by_units(self, state: State) -> Mapping[str, HexSet]:
        """Return by side the hexes in which its units stand: they are its own."""
        return {side: deployment.occupied for side, deployment in state.forces.items()}

    @cached_property
    def ledger(self) -> tuple[LedgerRow, ...]:
        """Every single rule of the rulebook; empty where the game has no such list."""
        from trc_module.rules.ledger import read_ledger

        path = self.folder / "ledger.csv"
        return read_ledger(path) if path.is_file() else ()

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """The readings of the rulebook's gaps; empty where it has none."""
        from trc_module.rules.readings import read_readings

        path = self.folder / "readings.toml"
        return read_readings(path) if path.is_file() else {}

    def data_named(self, text: str) -> Mapping[str, tuple[Fact, ...]]:
        """Return the facts behind the kinds of data that a rule's text names, by kind."""
        return {}

    def start(self, scenario: str, options: frozenset[str]) -> State:
        """Return the position in which a scenario begins; for 'none' a map without units."""
        begun = forces(self.sides)
        if scenario != NO_SCENARIO:
            begun = FrozenMap(
                {side: Deployment(FrozenMap(self.places_at_start(scenario, side))) for side in self.sides}
            )
        state = State(scenario, self.sequence.first(1), begun, options)
        return state.changed(control=FrozenMap(dict.fromkeys(sorted(self.controllable), "")))

    def places_at_start(self, scenario: str, side: str) -> dict[UnitId, Place]:
        """Return where the units of a side are when a scenario begins: in the box of the set-up or of a turn."""
        return {
            name: self.start_box if unit.entry == "start" else f"turn-{unit.arrival}"
            for name, unit in self.units.items()
            if unit.side == side and (unit.entry == "start" or unit.arrival is not None)
        }

    # ------------------------------------------------------------- positions

    def enemies(self, state: State, side: str) -> HexSet:
        """Return the hexes that enemies of a side hold: all other sides', unless a game says otherwise."""
        held: HexSet = 0
        for enemy, deployment in state.forces.items():
            if enemy != side:
                held |= deployment.occupied
        return held

    def may_move(self, state: State, unit: UnitId) -> bool:
        """Tell whether a unit may move in this phase: any of the side to play where units move, unless a game says."""
        return self.side_of[unit] == state.clock.side and self.sequence.kind_of(state.clock) == MOVE

    # ----------------------------------------------------------------- rules

    @cached_property
    def book(self) -> RuleBook:
        """The rules by number, with those of the options in play."""
        return self.basic_book.chosen(self.options)

    @cached_property
    def policies(self) -> Mapping[Hook[Any, Any, Any], Any]:
        """The overrides of the basic game's policies by options."""
        return self.book.policies

    @property
    def statements(self) -> tuple[RecordSyntax, ...]:
        """The syntax of each act in a record."""
        return self.acts.statements

    @cached_property
    def grammar(self) -> Grammar:
        """The lines that the game's module prints into a log, each marked if its key changes the table."""
        from trc_module.systems.keys_of_table import marked

        return Grammar(f"{self.name.upper()}1", marked(self.acts.verbs, self.folder), self.aliases)

    def known(self, action: Action) -> bool:
        """Tell whether the rules of this kind of act are known."""
        return self.book.knows(type(action)) or isinstance(action, End)

    def precondition_error(self, state: State, action: Action) -> str:
        """Say in what way an act does not fit the position; '' if it fits."""
        return self.acts.precondition_error(self, state, action)

    def apply(self, state: State, action: Action) -> State:
        """Return the position after an act, legal or not."""
        after = state
        for effect in self.book.effects(type(action)):
            after = effect(self, after, action)
        for follow in self.book.following(type(action)):
            after = follow(self, state, after, action)
        return self.advance(after) if isinstance(action, End) else after

    def advance(self, state: State) -> State:
        """Return the position at the next step: the moves and battles of the one that ends are forgotten."""
        return state.changed(clock=self.sequence.after(state.clock), trails=FrozenMap(), battles=())

    def unknown_before(
        self, state: State, finding: Finding, began: Clock, *, act: Action | None = None, fighting: bool = False
    ) -> Unknown | None:
        """Return the part of the game before a late log on which a verdict depends.

        Where units fight the log may have begun within the phase. Of a unit that fights in no battle of the log a
        battle before it may be the cause; and while a battle is going on as the log begins, others may belong to it.
        A fault that lasts (a hex with too many units) is one whatever came before; what the position decides alone
        besides, a game names (`decided_by_position`). Anywhere a log tells who holds a place by the units that stand
        there or took it: the others may be anybody's.
        """
        from trc_module.rules.finding import Unknown

        if finding.rule in self.decided_by_position:
            return None
        of_battles = state.clock == began and self.sequence.kind_of(began) == FIGHT and finding.dedup_key is None
        if of_battles and (fighting or not self._is_told(state, finding, act)):
            return Unknown("what was done in this phase before the log begins", "phase")
        if act is None or _stays(self, state, act, finding):
            return None
        return Unknown("who held places before the log begins", "places")

    def held_by_others(self, state: State) -> Iterator[State]:
        """Yield the position with the places of which no unit has told as they may be, in the hands of each side."""
        begun = _held_at_start(self, state.scenario, state.options)
        occupied = 0
        for deployment in state.forces.values():
            occupied |= deployment.occupied
        untold = [at for at, side in state.control.items() if side == begun.get(at) and not occupied >> at & 1]
        for side in self.sides if untold else ():
            yield state.changed(control=state.control.merged(dict.fromkeys(untold, side)))

    def _is_told(self, state: State, finding: Finding, act: Action | None) -> bool:
        """Tell whether a log shows the battle on which something is found from its declaration on."""
        from trc_module.rules.joining import of_a_known_battle

        if isinstance(act, Attack) or of_a_known_battle(state, act):
            return True
        fought = {unit for battle in state.battles for unit in battle.units}
        return fought.issuperset(finding.units)

    def score(self, state: State) -> Score:
        """Return how the game stands: unknown, where a game does not say."""
        return Score(state.scenario, state.clock, None, 0, 0, (), (), (), ("what wins the game",))

    def on_board(self, board: Board) -> Self:
        """Return the game on another map, the same one each time."""
        if board not in self._on_boards:
            self._on_boards[board] = self.with_data(board, self.roster, self.charts)
        return self._on_boards[board]

    def weighed(self, state: State, finding: Finding) -> Finding:
        """Return the finding: its own facts weigh it."""
        return finding

    def cards_in_play(self, state: State) -> frozenset[str] | None:
        """Return the cards that lie in the deck, in hands and on the pile; None for all with which a game begins."""
        return None

    def words_of_turn(self, turn: int) -> tuple[str, ...]:
        """Return the words of the turn's box on the track; none without one."""
        tracks = (track.turns for track in self.charts.of_kind(TurnTrack).values() if turn in track.turns)
        return next((tuple(turns[turn].label.split()) for turns in tracks), ())

    @cached_property
    def ranked_results(self) -> RankedResults | None:
        """The order of a battle's results, from the one results table; None without one."""
        return ranked(tuple(self.charts.of_kind(ResultsTable).values()))

    @property
    def reckoning(self) -> Reckoning | PoolReckoning | None:
        """What its module can reckon of a battle: nothing, unless a game says so."""
        return None

    def results_sheet(self, state: State, side: str) -> str:
        """Return the only sheet of the results table; a game with several says which."""
        sheets = [sheet for table in self.charts.of_kind(ResultsTable).values() for sheet in table.sheets]
        return sheets[0] if len(sheets) == 1 else ""

    def derived(self, state: State) -> Mapping[str, str]:
        """Return the values that players keep by hand and that follow from a position."""
        return {}

    def odds(self, state: State, action: Action) -> str:
        """Return the odds of an attack as players write them; '' where the game has none."""
        return ""

    def outcome(self, state: State, action: Action) -> str:
        """Return the result of the battle whose die was rolled."""
        battle = battle_numbered(state.battles, action.number) if isinstance(action, RollCombat) else None
        return battle.result if battle is not None else ""

    @property
    def orders(self) -> OrdersDesk | None:
        """The reader and writer of orders of players by mail: None, until a game has a notation for them."""
        return None

    @cached_property
    def bearings(self) -> Bearings:
        """What counts in the game, for players that want to win: what every game has, unless a game says more."""
        from trc_module.systems.players.bearings import Bearings

        return Bearings(self)

    def player(self, level: str, seed: int) -> Opponent:
        """Return a player of a level, for '' one that draws among all legal acts; UserError for an unknown level."""
        from trc_module.systems.players.levels import player_of

        return player_of(self, level, seed)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The levels at which somebody can play one side of this game: all."""
        return OPPONENTS

    def opponent(self, level: str, seed: int, seconds: float) -> Opponent:
        """Return a player of one of these levels."""
        from trc_module.systems.players.levels import opponent_of

        return opponent_of(self, level, seed, seconds)

    def decides(self, state: State, action: Action) -> str:
        """Return the side that chooses an act: that of its unit, or the one that it names, else that of the phase."""
        side = self.side_of.get(getattr(action, "unit", ""), "") or getattr(action, "side", "")
        return side if side in self.sides else state.clock.side

    def in_between(self, state: State) -> Iterator[Action]:
        """Yield what the rules list for the sides whose phase it is not."""
        from trc_module.rules.engine import is_legal

        for lister in self.book.listers.values():
            for act in lister(self, state):
                others = self.decides(state, act) != state.clock.side and not self.precondition_error(state, act)
                if others and is_legal(self, state, act):
                    yield act

    def owed(self, state: State, action: Action) -> bool:
        """Tell whether an act is due, or the phase can neither end nor go on by its own side: all wait, as listed."""
        from trc_module.rules.engine import is_legal

        if type(action) in self.bearings.dues:
            return True
        if is_legal(self, state, End()):
            return False
        listed = (act for lister in self.book.listers.values() for act in lister(self, state))
        own = (act for act in listed if self.decides(state, act) == state.clock.side)
        return not any(is_legal(self, state, act) for act in own)

    @cached_property
    def questions(self) -> Questions:
        """The game's answers about positions: those that its engine gives by itself."""
        from trc_module.systems.questions import EngineQuestions

        return EngineQuestions(self)

    # ------------------------------------------------------------------ logs

    def hear(self, clock: Clock, lines: Sequence[Line], tracks: Sequence[PieceTrack]) -> list[Interpretation]:
        """Return what the lines of a phase, and the tracks that they govern, mean in acts."""
        return self.acts.hear(self, clock, lines, tracks)

    def wrong_dice(self, clock: Clock, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the dice that were rolled with the wrong button: none, unless a game says otherwise."""
        return ()

    def ways_to_read(self, state: State, episode: Episode) -> Iterable[PhaseReading]:
        """Return a phase by its lines, which somebody else completes: once for each order of its battles."""
        return self.acts.ways_to_read(self, state, episode)

    def readings_of_lines(self, state: State, episode: Episode) -> Iterable[PhaseReading]:
        """Return a phase by its lines, which somebody else completes: once for each order of its battles."""
        return self.ways_to_read(state, episode)

    @cached_property
    def line_policy(self) -> Policy:
        """The evidence that the lines of this game give."""
        named = self.ranked_results.order if self.ranked_results is not None else ()
        return self.acts.policy(self.grammar, self.folder, self.systems, named)

    def showing(self, state: State, shown: Iterable[Shown]) -> State:
        """Return a position in which counters show what they were turned to, for games with steps or statuses."""
        from trc_module.systems.statuses import StatusSystem
        from trc_module.systems.steps import FaceSystem, StepSystem

        faces = {each.unit: each.face for each in shown if each.face is not None}
        statuses = {each.unit: each.status for each in shown if each.status is not None}
        table = OnTable({}, {}, faces, statuses=statuses)
        for system in self.systems:
            if isinstance(system, FaceSystem | StepSystem | StatusSystem):
                (state,) = system.off_table(self, state, table, late=False)
        return state

    def unsaid(self, track: PieceTrack) -> Interpretation | None:
        """Return nothing: a way without a line can only be a move or an arrival."""
        return None

    def guess(self, state: State, heard: Sequence[Interpretation], traces: Unexplained) -> Inferred:
        """Return the moves and arrivals of a phase in which units move."""
        return self.acts.guess(self, state, heard, traces)

    def say(self, state: State, action: Action) -> Iterable[LogStep]:
        """Return the steps of a log that make an act in a position; none if no log can hold it."""
        return self.acts.say(self, state, action)

    def went(self, before: State, after: State, unit: UnitId, trail: Trail | None) -> State:
        """Return the position as it is: nothing follows from a way."""
        return after

    def joined(self, state: State, known: State | None = None) -> State:
        """Return the position as it is, with what is known of it."""
        return state if known is None else state.changed(control=known.control)

    def completions(self, state: State, action: Action) -> Iterable[Completion]:
        """Return nothing: an act of a log stands for itself."""
        return ()

    def with_participant(self, action: Action, unit: UnitId) -> Action | None:
        """Return None: what lines leave out is looked for as a whole."""
        return None

    def in_steps(self, state: State, action: Action) -> tuple[Action, ...]:
        """Return nothing: an act of a log is one act."""
        return ()

    # ----------------------------------------------------------------- words

    def unit(self, name: UnitId) -> Unit:
        """Return a unit by its id."""
        return self.units[name]

    def hex_name(self, hex_: Hex) -> str:
        """Return the printed name of a hex."""
        return self.board.grid.name(hex_)

    def where(self, place: Place | None) -> str:
        """Say where a unit is, in words."""
        if place is None:
            return "out of play"
        return (
            Sentence("in the box '{place}'", spaced(place)) if isinstance(place, str) else f"in {self.hex_name(place)}"
        )


def _stays(game: BaseGame, state: State, act: Action, finding: Finding) -> bool:
    """Tell whether a finding is told whoever held places."""
    try:
        hash((state, act, finding))
    except TypeError:
        # An act or a memory of a stranger's game that holds a list has no hash: it is weighed each time.
        return _stays_at(game, state, act, finding)
    return _stays_again(game, state, act, finding)


def _stays_at(game: BaseGame, state: State, act: Action, finding: Finding) -> bool:
    from trc_module.rules.joining import is_told_in_all

    return is_told_in_all(game, state, act, finding, game.held_by_others(state))


_stays_again = lru_cache(maxsize=256)(_stays_at)
"""The same, remembered: readings of a phase ask for the same again and again."""


@lru_cache(maxsize=16)
def _held_at_start(game: BaseGame, scenario: str, options: frozenset[str]) -> FrozenMap[Hex, str]:
    """Return who holds each place when a scenario begins."""
    return game.start(scenario, options).control
