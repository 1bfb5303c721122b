"""Where each unit went within one phase: displacements put together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.state import Place, UnitId


@dataclass(frozen=True, slots=True)
class Leg:
    """A unit put from one place to another in one step; None stands for no place of the game."""

    step: int
    unit: UnitId
    before: Place | None
    after: Place | None
    by: str | None


@dataclass(frozen=True, slots=True)
class Travel:
    """Legs of one unit that belong together: all over the map, or one to, from or between boxes."""

    legs: tuple[Leg, ...]

    @property
    def unit(self) -> UnitId:
        """Return the unit."""
        return self.legs[0].unit

    @property
    def places(self) -> tuple[Place | None, ...]:
        """Return where it began and each place it came to."""
        return (self.legs[0].before, *(leg.after for leg in self.legs))

    @property
    def steps(self) -> tuple[int, ...]:
        """Return the steps in which it went."""
        return tuple(leg.step for leg in self.legs)

    @property
    def by(self) -> str | None:
        """Return the side that moved it; None if the log does not say, or it was not always the same."""
        sides = {leg.by for leg in self.legs}
        return sides.pop() if len(sides) == 1 else None


def legs_of(log: GameLog, step: Step) -> Iterable[Leg]:
    """Yield the units that a step put elsewhere.

    A shift within a hex or box is none, and neither is a piece taken out of the game or put into it.
    """
    side = log.side_of(step.by)
    for change in step.changes.pieces:
        unit = log.unit_of(change.piece)
        if unit is None or change.before == change.after or change.old_state is None or change.new_state is None:
            continue
        before, after = log.place_of(unit, change.before), log.place_of(unit, change.after)
        if before != after:
            yield Leg(step.number, unit.id, before, after, side)


def travels(legs: Iterable[Leg], *, set_up: bool = False) -> list[Travel]:
    """Put the legs of one phase together, unit by unit, in the order in which the travels were completed.

    Drags over the map that follow each other are one travel, however many other units went meanwhile; while
    the game is set up, so is the way from a box. A unit that fell beside the map and was put back did
    not leave it.
    """
    open_: dict[UnitId, list[Leg]] = {}
    done: list[Travel] = []
    for leg in legs:
        held = open_.setdefault(leg.unit, [])
        if held and not _continues(held[-1], leg, set_up):
            done.append(Travel(tuple(held)))
            held = open_[leg.unit] = []
        held.append(leg)
    done += (Travel(tuple(held)) for held in open_.values())
    return sorted(done, key=lambda travel: travel.steps[-1])


def _continues(held: Leg, leg: Leg, set_up: bool) -> bool:
    from_box = isinstance(held.before, str)
    over_map = not isinstance(held.after, str) and not isinstance(leg.after, str)
    return over_map and (set_up or not from_box)
