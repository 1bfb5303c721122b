"""Conditions: temporary states of units (disorganized, unsupplied) that a marker on the table shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import OnTable, Quiet, Slice
from trc_module.rules.state import State, UnitId

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

CONDITIONS: Slice[FrozenMap[str, frozenset[UnitId]]] = Slice("conditions", FrozenMap())
"""By condition the units that have it; a condition that no unit has is not in it."""


def units_that_are(state: State, condition: str) -> frozenset[UnitId]:
    """Return the units that have a condition."""
    return CONDITIONS.of(state).get(condition, frozenset())


def with_condition(state: State, condition: str, units: Iterable[UnitId]) -> State:
    """Return the position in which exactly these units have a condition."""
    known, now = CONDITIONS.of(state), frozenset(units)
    if known.get(condition, frozenset()) == now:
        return state
    return CONDITIONS.put(state, known.put(condition, now) if now else known.without((condition,)))


class ConditionSystem(Quiet):
    """Conditions in records: a line for each (`disorganized:`) with the units that have it.

    On a table units show them where its module has them; else a composed log remembers them (`systems.memory`).
    """

    def __init__(self, **conditions: str) -> None:
        """Make the system of some conditions, each with what it means."""
        self.keys = {word: f"the units that are {word}: {meaning}" for word, meaning in conditions.items()}

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read the units of one condition."""
        found = set(units_that_are(state, key))
        for tokens in lines:
            while tokens.peek():
                found.add(lexicon.unit(tokens))
        return with_condition(state, key, found)

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the units of each condition."""
        for word in self.keys:
            if units := units_that_are(state, word):
                yield word, " ".join(sorted(units))

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the units that show it; what no unit shows stays as the position remembers it."""
        for word in self.keys:
            if word in shown.conditions:
                state = with_condition(state, word, shown.conditions[word])
        return (state,)
