"""Changes of what a log says: one thing that a player may have forgotten, doubled, or done at another moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from trc_module.hexgrid import Hex
from trc_module.rules.finding import Finding
from trc_module.rules.interpretation import Line, PhaseReading
from trc_module.rules.state import UnitId


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the lines of a phase, or of the moment at which what was done in a step counts.

    It takes lines `out` and puts others `into` the place of those of the same step or, where there are none, before
    (`after`: behind) the lines of their step. `moved` are steps with the moments at which they count instead,
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
    whole: tuple[UnitId, ...] = ()
    """The units whose ways are read as a whole, as no line tells of them."""
    certain: bool = False
    """Whether what it reads can have been nothing else: then it counts, whatever is broken under it."""
    completes: bool = False
    """Whether it gives a battle both its sides whose die fell: one of the changes that do has to be true."""
    way: int | None = None
    """The place of this among several ways to explain the same, the likeliest first; None if it is none of several."""


def with_changes(lines: Sequence[Line], changes: Sequence[Change]) -> list[Line]:
    """Return the lines of a phase as changes leave them."""
    found = list(lines)
    for change in changes:
        left = list(change.into)
        for at, line in enumerate(change.out):
            own = [new for new in left if new.step == line.step]
            if any(other.step == line.step for other in change.out[at + 1 :]):
                own = own[:1]
            left = [new for new in left if all(new is not taken for taken in own)]
            where = next((i for i, each in enumerate(found) if each is line), len(found))
            found[where:where] = own
        gone = set(map(id, change.out))
        for step, more in groupby(left, key=lambda line: line.step):
            where = _first_of(found, step, after=change.after)
            found[where:where] = more
        found = [line for line in found if id(line) not in gone]
    return found


def _first_of(lines: Sequence[Line], step: int, *, after: bool) -> int:
    """Return where new lines of a step go: before those of that step, or behind them."""
    if after:
        return next((at for at, line in enumerate(lines) if line.step > step), len(lines))
    return next((at for at, line in enumerate(lines) if line.step >= step), len(lines))


def in_time(heard: PhaseReading, changes: Iterable[Change]) -> PhaseReading:
    """Return a reading with what was done in the moved steps where it counts."""
    when = {step: to for change in changes for step, to in change.moved}
    if not when:
        return heard
    timed = ((when.get(one.last, step), one) for step, one in heard.interpretations)
    return replace(heard, interpretations=tuple(sorted(timed, key=lambda pair: pair[0])))


def beside_dice(lines: Iterable[Line], changes: Iterable[Change]) -> Mapping[int, float]:
    """Return the moments at which steps count instead, of those that no die parts from them.

    What no line tells of is not moved over a die: the die may be what it was done for.
    """
    dice = {line.step for line in lines if line.says.get("die") or line.says.get("dice")}
    moved = [pair for change in changes for pair in change.moved]
    return {step: to for step, to in moved if not any(min(step, to) < die < max(step, to) for die in dice)}
