"""The interface of a game to the kernel, to the record and to the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from trc_module.board import Board
    from trc_module.charts import ChartSet
    from trc_module.declarations import Grammar
    from trc_module.declarations.policy import Policy
    from trc_module.facts import Fact
    from trc_module.hexgrid import Hex, HexSet
    from trc_module.roster import Roster
    from trc_module.rules.actions import Action
    from trc_module.rules.clock import Clock, TurnSequence
    from trc_module.rules.finding import Finding, Unknown
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
    from trc_module.rules.ledger import LedgerRow
    from trc_module.rules.orders import OrdersDesk
    from trc_module.rules.players import Opponent
    from trc_module.rules.questions import Questions
    from trc_module.rules.ranked_results import RankedResults
    from trc_module.rules.readings import Reading
    from trc_module.rules.reckoning import PoolReckoning, Reckoning
    from trc_module.rules.record.grammar import RecordSyntax
    from trc_module.rules.registry import RuleBook
    from trc_module.rules.score import Score
    from trc_module.rules.slices import System
    from trc_module.rules.state import Box, Place, State, Trail, UnitId


class GameData(Protocol):
    """One game as its own rules know it: its data, its sequence of play, and the book of its rules."""

    def __hash__(self) -> int:
        """Return a hash; games are told apart as objects."""

    @property
    def name(self) -> str:
        """The word that records and commands use: `trc`."""

    @property
    def title(self) -> str:
        """The game's name in full."""

    @property
    def board(self) -> Board:
        """The map."""

    @property
    def roster(self) -> Roster:
        """The units."""

    @property
    def charts(self) -> ChartSet:
        """The tables."""

    @property
    def grammar(self) -> Grammar:
        """The lines that the game's module prints into a log."""

    @property
    def sequence(self) -> TurnSequence:
        """The steps of a turn."""

    @property
    def book(self) -> RuleBook:
        """The rules, by number."""

    @property
    def ledger(self) -> tuple[LedgerRow, ...]:
        """Every single rule of the rulebook."""

    @property
    def readings(self) -> dict[str, Reading]:
        """The readings of the rulebook's gaps, by id."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they play."""

    @property
    def side_of(self) -> Mapping[UnitId, str]:
        """The side of every unit."""

    @property
    def aliases(self) -> Mapping[UnitId, UnitId]:
        """The ids that counters had once and none has now, with those that they have now."""

    @property
    def statements(self) -> tuple[RecordSyntax, ...]:
        """The syntax of each act in a record."""

    @property
    def boxes(self) -> Mapping[str, frozenset[Box]]:
        """The boxes beside the map, by side."""

    @property
    def systems(self) -> tuple[System, ...]:
        """The mechanisms that the game shares with others; each keeps a slice of the position."""

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios, `none` among them."""

    @property
    def start_box(self) -> str:
        """The box in which units wait that are set up before play."""

    @property
    def turn_rule(self) -> str:
        """The rule that a side does not act in the other's phase."""

    @property
    def duty_rules(self) -> frozenset[str]:
        """The rules by which units have to fight: who leaves the enemy as battles begin has not moved late."""
        return frozenset()

    @property
    def status_rules(self) -> frozenset[str]:
        """The rules that hold a status against a unit, or the want of one: in logs only keys of units show statuses."""
        return frozenset()

    @property
    def places(self) -> Mapping[str, Hex]:
        """Hexes that have a name of their own: cities, wells."""

    @property
    def controllable(self) -> frozenset[Hex]:
        """The hexes that one side or the other controls: cities, wells, junctions."""

    def held_by_units(self, state: State) -> Mapping[str, HexSet]:
        """Return by side the hexes that are its own because its units stand there; none while that is open."""

    def data_named(self, text: str) -> Mapping[str, tuple[Fact, ...]]:
        """Return the facts behind the kinds of data that a rule's text names, by kind."""

    def start(self, scenario: str, options: frozenset[str]) -> State:
        """Return the position in which a scenario begins; for 'none' a map without units."""

    def known(self, action: Action) -> bool:
        """Tell whether the rules of this kind of act are known to us."""

    def apply(self, state: State, action: Action) -> State:
        """Return the position after an act, legal or not."""

    def precondition_error(self, state: State, action: Action) -> str:
        """Say in what way an act does not fit the position (a unit that is not there); '' if it fits."""

    def weighed(self, state: State, finding: Finding) -> Finding:
        """Return a finding as what the game knows allows it: a doubt where it rests on data of another edition."""

    def on_board(self, board: Board) -> GameData:
        """Return the game on another map."""


class Game(GameData, Protocol):
    """One game as it is played: what its records and logs say, in which ways it is read, written and played."""

    @property
    def counters(self) -> frozenset[str]:
        """The words of `used:` that the rules read (`axis rail`)."""

    @property
    def marks(self) -> Mapping[str, str]:
        """The first words of `before:` that the rules read, each with what follows it."""

    @property
    def traces(self) -> Mapping[str, str]:
        """The first words of `before:` that hexes follow, each with what it says of them."""

    @property
    def questions(self) -> Questions:
        """The game's answers about positions: where units may go, the odds of attacks."""

    def with_roster(self, roster: Roster) -> Game:
        """Return the game with other units."""

    def with_data(self, board: Board, roster: Roster, charts: ChartSet) -> Game:
        """Return the game with another map, other counters and charts, under the same options."""

    def unknown_before(
        self, state: State, finding: Finding, began: Clock, *, act: Action | None = None, fighting: bool = False
    ) -> Unknown | None:
        """Return what a verdict depends on of the game before a log that `began` late; None if on nothing.

        `state` is the position before the act that is judged; without `act` nobody knows what the finding is on.
        `fighting` tells that counters showed their part in a battle when the log began.
        """

    def wrong_dice(self, clock: Clock, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the lines of a phase whose die has no purpose in it, while one that has is missing.

        Somebody took the wrong button: the die is a die all the same.
        """

    def hear(self, clock: Clock, lines: Sequence[Line], tracks: Sequence[PieceTrack]) -> list[Interpretation]:
        """Return what the lines of a phase, and the tracks that they govern, mean in acts."""

    def ways_to_read(self, state: State, episode: Episode) -> Iterable[PhaseReading]:
        """Return the ways to read a phase as a whole, the nearest to its lines first; none where lines tell enough."""

    def readings_of_lines(self, state: State, episode: Episode) -> Iterable[PhaseReading]:
        """Return the ways to read a phase by some lines, the nearest to them first."""

    @property
    def line_policy(self) -> Policy:
        """The evidence that the lines of this game give."""

    def showing(self, state: State, shown: Iterable[Shown]) -> State:
        """Return a position in which counters show what they were turned to."""

    def unsaid(self, track: PieceTrack) -> Interpretation | None:
        """Return what a track means that needs no line, None if it means nothing by itself."""

    def guess(self, state: State, heard: Sequence[Interpretation], traces: Unexplained) -> Inferred:
        """Infer the undeclared battles and moves of a phase; `state` is the position with which it began."""

    def went(self, before: State, after: State, unit: UnitId, trail: Trail | None) -> State:
        """Return the position after an undeclared move, with what may follow from the unit's route marked.

        Without a trail the route is unknown.
        """

    def joined(self, state: State, known: State | None = None) -> State:
        """Return a position as it is known to a log that begins there, perhaps in the middle of a phase.

        `known` is an earlier position of the same game, as far as it is known.
        """

    def say(self, state: State, action: Action) -> Iterable[LogStep]:
        """Return the steps of a log that make an act in a position; none if no log can hold it."""

    def completions(self, state: State, action: Action) -> Iterable[Completion]:
        """Return what an act of a log may stand for, whose lines leave something out."""

    def with_participant(self, action: Action, unit: UnitId) -> Action | None:
        """Return an act of a log with a unit that its lines may have left out; None if they cannot leave out a unit."""

    def in_steps(self, state: State, action: Action) -> tuple[Action, ...]:
        """Return the legal acts that together may make up one act of a log; () if there are none."""

    def odds(self, state: State, action: Action) -> str:
        """Return the odds of an attack as players write them; '' for other acts, and where they are not known."""

    def outcome(self, state: State, action: Action) -> str:
        """Return what a battle's die has brought, as players write it, in the position after it; '' if not known."""

    def cards_in_play(self, state: State) -> frozenset[str] | None:
        """Return the cards that lie in the deck, in hands and on the pile; None for all with which a game begins."""

    def words_of_turn(self, turn: int) -> tuple[str, ...]:
        """Return the words that turn trackers have for a turn, beside its number: months and year; none if unknown."""

    @property
    def ranked_results(self) -> RankedResults | None:
        """The order of a battle's results, from better to worse; None where the game does not state one."""

    @property
    def reckoning(self) -> Reckoning | PoolReckoning | None:
        """What its module can reckon of a battle by itself; None if nothing."""

    def results_sheet(self, state: State, side: str) -> str:
        """Return the sheet of the results table for a side's attacks in a position; '' for the only one."""

    def derived(self, state: State) -> Mapping[str, str]:
        """Return the values that players keep by hand and that follow from a position, in words, by subject."""

    def player(self, level: str, seed: int) -> Opponent:
        """Return a player of this game who plays as a seed has it; UserError if there is no such level."""

    @property
    def opponents(self) -> tuple[str, ...]:
        """The levels at which somebody can play one side of this game, of those of `rules.players`."""

    def opponent(self, level: str, seed: int, seconds: float) -> Opponent:
        """Return a player of one of those levels; one that looks ahead may think so many seconds a phase."""

    def decides(self, state: State, action: Action) -> str:
        """Return the side that chooses an act in a position, whoever's phase it is."""

    def in_between(self, state: State) -> Iterable[Action]:
        """Return the acts that a side other than that of the phase owes or may do now, and all that the phase owes."""

    def owed(self, state: State, action: Action) -> bool:
        """Tell of an act of `in_between` whether the game cannot go on without it, or another in its place."""

    @property
    def orders(self) -> OrdersDesk | None:
        """The reader and writer of orders of players by mail; None if the game has no notation for them."""

    def score(self, state: State) -> Score:
        """Return how the game stands in a position: what counts for its victory, explained."""


def place_name(game: GameData, place: Place) -> str:
    """Return a place as a record writes it."""
    return place if isinstance(place, str) else game.board.grid.name(place)


def in_words(items: Iterable[str]) -> str:
    """Return a list as a sentence has it: a, b and c."""
    names = list(items)
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def spaced(word: str) -> str:
    """Return a word of the data as people write it: `light mud` for `light-mud`."""
    return word.replace("-", " ")


def agree(items: Iterable[str] | int, one: str, many: str) -> str:
    """Return the word that goes with the number of items, or with a number: `agree(units, "was", "were")`."""
    number = items if isinstance(items, int) else len(tuple(items))
    return one if number == 1 else many


def hexes_told(number: int) -> str:
    """Return a number of hexes as a sentence has it: 1 hex, 2 hexes."""
    return f"{number} {agree(number, 'hex', 'hexes')}"
