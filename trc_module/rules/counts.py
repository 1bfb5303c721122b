"""Counts that remember what they rest on: the units whose doubtful factor went into a count of `used:`.

A count is a number, and a number does not say where it comes from. So whoever raises one by a unit's factor also marks
the unit, if that factor is in doubt; whoever judges by the count cites the facts of the units that are marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from trc_module.facts import Fact
from trc_module.rules.marks import KindOfMark
from trc_module.rules.state import State, UnitId


class Counted(KindOfMark, word="counted"):
    """a count of `used:`, its words joined by '-', and a unit: a doubtful value of the unit has gone into it"""

    what: str
    unit: UnitId


class HasFact(Protocol):
    """A counter that can say where its fields are known from."""

    @property
    def id(self) -> UnitId:
        """Its id."""
        ...

    def fact(self, name: str) -> Fact:
        """Return what is known of one field."""
        ...


def _word(counter: str) -> str:
    return "-".join(counter.split())


def resting_on(state: State, counter: str, units: Iterable[HasFact], field: str = "combat") -> State:
    """Return a position that remembers which of some units have a doubtful value that went into a count."""
    marks = tuple(Counted(_word(counter), unit.id) for unit in units if _is_doubted(unit.fact(field)))
    return state.with_mark(*marks) if marks else state


def doubts_of(state: State, counter: str, units: Mapping[UnitId, HasFact], field: str = "combat") -> tuple[Fact, ...]:
    """Return the doubtful values that went into a count, as facts for a finding that rests on it."""
    return tuple(units[mark.unit].fact(field) for mark in Counted.of(state, _word(counter)) if mark.unit in units)


def settled(state: State, counter: str) -> State:
    """Return a position that has forgotten what went into a count: it begins anew."""
    return Counted.forgotten(state, _word(counter))


def _is_doubted(fact: Fact) -> bool:
    return bool(fact.trust) and not fact.trust.carries_violation
