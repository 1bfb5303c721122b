"""Changes of what a log says: one thing that a player may have forgotten, doubled, or done at another moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from trc_module.hexgrid import Hex
from trc_module.rules.finding import Finding
from trc_module.rules.interpretation import Line, PhaseReading
from trc_module.rules.state import UnitId


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the lines of a phase, or of the moment at which what was done in a step counts.

    It takes lines `out` and puts others `into` their place or, where those are of another step or there are none,
    before (`after`: behind) the lines of their step. `moved` are steps with the moments at which they count instead,
    `stops` the hexes on which a counter is read to have been put instead, each with its step and the unit.
    """

    price: int
    habit: str
    note: str
    out: tuple[Line, ...] = ()
    into: tuple[Line, ...] = ()
    after: bool = False
    moved: tuple[tuple[int, float], ...] = ()
    chosen: bool = False
    """Whether it supplies what a player chose freely: then what it explains stays undecided."""
    stops: tuple[tuple[int, UnitId, Hex], ...] = ()
    told: tuple[int, Finding] | None = None
    """What is told of it instead of its note, with its step; it weighs nothing."""


def with_changes(lines: Sequence[Line], changes: Iterable[Change]) -> list[Line]:
    """Return the lines of a phase as changes leave them."""
    found = list(lines)
    for change in changes:
        where = _first_of(found, change)
        gone = set(map(id, change.out))
        before = [line for line in found[:where] if id(line) not in gone]
        found = [*before, *change.into, *(line for line in found[where:] if id(line) not in gone)]
    return found


def _first_of(lines: Sequence[Line], change: Change) -> int:
    """Return where the new lines of a change go."""
    if change.out and not (change.into and change.into[0].step != change.out[0].step):
        gone = set(map(id, change.out))
        return next((at for at, line in enumerate(lines) if id(line) in gone), len(lines))
    step = change.into[0].step if change.into else 0
    if change.after:
        return next((at for at, line in enumerate(lines) if line.step > step), len(lines))
    return next((at for at, line in enumerate(lines) if line.step >= step), len(lines))


def in_time(heard: PhaseReading, changes: Iterable[Change]) -> PhaseReading:
    """Return a reading with what was done in the moved steps where it counts."""
    when = {step: to for change in changes for step, to in change.moved}
    if not when:
        return heard
    timed = ((when.get(one.last, step), one) for step, one in heard.interpretations)
    return replace(heard, interpretations=tuple(sorted(timed, key=lambda pair: pair[0])))
