"""Statuses of units beside their places, one word at a time: `disrupted`, `fortified`, `spent`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import OnTable, Quiet, Slice
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

STATUSES: Slice[FrozenMap[UnitId, str]] = Slice("statuses", FrozenMap())
"""The status of each unit that has one."""


def status_of(state: State, unit: UnitId) -> str:
    """Return the status of a unit, '' if it has none."""
    return STATUSES.of(state).get(unit, "")


def with_status(state: State, unit: UnitId, status: str) -> State:
    """Return the position with a unit of another status; '' for none."""
    known = STATUSES.of(state)
    return STATUSES.put(state, known.put(unit, status) if status else known.without((unit,)))


def units_that_are(state: State, status: str, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Return those of some units that have a status."""
    return tuple(unit for unit in units if status_of(state, unit) == status)


class StatusSystem(Quiet):
    """Statuses in records: `status:`, a unit and its status, unit by unit.

    On a table a layer of the unit shows it: its level is the place of the word among `words`, from 1, and 0 for none.
    """

    keys: Mapping[str, str] = {"status": "a unit and what it is; again after a comma"}

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        """The statuses, in the order in which the layer shows them."""

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read the units that have a status."""
        for tokens in (entry for each in lines for entry in each.entries()):
            unit = lexicon.unit(tokens)
            if tokens.peek() not in self.words:
                raise tokens.error(" or ".join(self.words))
            state = with_status(state, unit, tokens.take("a status"))
            tokens.end()
        return state

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the units that have a status."""
        if found := STATUSES.of(state):
            yield "status", ", ".join(f"{unit} {status}" for unit, status in sorted(found.items()))

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the statuses that units show."""
        for unit, level in shown.statuses.items():
            if 0 <= level <= len(self.words):
                state = with_status(state, unit, self.words[level - 1] if level else "")
        return (state,)

    def problems(self, game: Ground, state: State) -> Iterator[str]:
        """Find units with a status that are nowhere."""
        for unit, status in STATUSES.of(state).items():
            if state.place(unit) is None:
                yield Sentence("{unit} is {status} and out of play.", unit, status)
