"""Slices of a position: what a system of a game remembers, under its own key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from trc_module.rules.state import State, UnitId

if TYPE_CHECKING:
    from trc_module.board import Board
    from trc_module.hexgrid import Hex, HexSet
    from trc_module.rules.clock import TurnSequence
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens

T = TypeVar("T")


class Ground(Protocol):
    """The parts of its game that a system may ask for."""

    @property
    def name(self) -> str:
        """The word that records use for the game."""

    @property
    def board(self) -> Board:
        """The map."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they play."""

    @property
    def sequence(self) -> TurnSequence:
        """The steps of a turn."""

    @property
    def places(self) -> Mapping[str, Hex]:
        """Hexes that have a name: cities, wells."""

    @property
    def controllable(self) -> frozenset[Hex]:
        """The hexes that one side or another controls."""

    def held_by_units(self, state: State) -> Mapping[str, HexSet]:
        """Return by side the hexes that are its own because its units stand there."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """The table's state besides the places of units: global properties of the module, markers in boxes, faces."""

    properties: Mapping[str, str]
    markers: Mapping[str, str]
    """By the marker's id the box's; those in one pile from the bottom up."""
    faces: Mapping[UnitId, int] = field(default_factory=dict)
    """The number of the face that each unit shows, 0 the front; units that players do not turn are not in it."""
    hands: Mapping[str, int] = field(default_factory=dict)
    """The number of cards that each side holds; empty where the table has no cards."""
    statuses: Mapping[UnitId, int] = field(default_factory=dict)
    """The number of the status that each unit shows, 0 for none; units without statuses are not in it."""
    conditions: Mapping[str, frozenset[UnitId]] = field(default_factory=dict)
    """By condition the units that show it; empty where the table has no conditions."""


@dataclass(frozen=True, slots=True)
class Slice(Generic[T]):
    """One slice: its key in `State.slices`, and what stands there where nothing has been put."""

    key: str
    empty: T

    def of(self, state: State) -> T:
        """Return what a position holds of it."""
        found: T = state.slices.get(self.key, self.empty)
        return found

    def put(self, state: State, value: T) -> State:
        """Return the position with another value; an empty one is not kept, so that equal positions are equal."""
        if value == self.empty:
            return state.changed(slices=state.slices.without((self.key,))) if self.key in state.slices else state
        return state.changed(slices=state.slices.put(self.key, value))


class System(Protocol):
    """A mechanism that several games share: how records tell what it remembers, and what must always hold of it."""

    @property
    def keys(self) -> Mapping[str, str]:
        """The lines of a record's header that it reads (`drm`), each with what follows it."""

    @property
    def moment(self) -> str:
        """The description of the words that follow the moment in a record's `at:` ('the weather'); '' if none do."""

    @property
    def moment_words(self) -> tuple[str, ...]:
        """The words that may stand there."""

    def read_moment(self, game: Ground, state: State, tokens: Tokens) -> State:
        """Read what follows the moment; RecordError if it is something else."""

    def write_moment(self, game: Ground, state: State) -> str:
        """Return what follows the moment; '' if nothing does."""

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read all lines of one key into a position; RecordError names the word that is wrong."""

    def completed(
        self, game: Ground, state: State, lines: list[Tokens], lexicon: Lexicon
    ) -> tuple[State, tuple[str, ...]]:
        """Return a position that a header describes with what follows from it, and a note of each thing left out.

        `lines` are those of the system's keys; RecordError if one of them contradicts what follows.
        """

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Yield key and text of the lines that make `state` out of `begin`, the position of the scenario."""

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Return the positions that a table allows, the likeliest first: several where it does not tell.

        `late` says that the game had begun before, so that what it began with need not hold any more.
        """

    def on_table(self, game: Ground, state: State) -> Mapping[str, str]:
        """Return the global properties in which the module keeps it."""

    def problems(self, game: Ground, state: State) -> Iterator[str]:
        """Yield a sentence for each invariant of it that a position breaks."""


class Quiet:
    """A system without any line, moment or invariant: a base that others change."""

    keys: Mapping[str, str] = {}
    moment = ""
    moment_words: tuple[str, ...] = ()

    def read_moment(self, game: Ground, state: State, tokens: Tokens) -> State:
        """Read nothing."""
        return state

    def write_moment(self, game: Ground, state: State) -> str:
        """Write nothing."""
        return ""

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read nothing."""
        return state

    def completed(
        self, game: Ground, state: State, lines: list[Tokens], lexicon: Lexicon
    ) -> tuple[State, tuple[str, ...]]:
        """Complete nothing."""
        return state, ()

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write nothing."""
        return iter(())

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the position as it is."""
        return (state,)

    def on_table(self, game: Ground, state: State) -> Mapping[str, str]:
        """Keep nothing."""
        return {}

    def problems(self, game: Ground, state: State) -> Iterator[str]:
        """Find nothing."""
        return iter(())
