"""Drags: the way of each unit within one phase, put together from its displacements."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from trc_module.declarations import ALL, ATTACK, FATE, LEAVE, ONCE, WIN_AT_ONCE, Grammar, Verb
from trc_module.hexgrid import Hex
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.interpretation import Line
from trc_module.rules.state import Place, UnitId


class DragLeg(Struct, frozen=True):
    """A unit put from one place to another in one step; None stands for no place of the game."""

    step: int
    unit: UnitId
    before: Place | None
    after: Place | None
    by: str | None
    line: Line | None = None
    """The declaration that says how, or why, it went."""
    on_foot: bool = False
    """Whether a line says that it went by land, which governs no more than no line would."""


class Drag(Struct, frozen=True):
    """Legs of one unit that belong together: all over the map, or one to, from or between boxes."""

    legs: tuple[DragLeg, ...]

    @property
    def unit(self) -> UnitId:
        """Return the unit."""
        return self.legs[0].unit

    @property
    def places(self) -> tuple[Place | None, ...]:
        """Return where it began and each place it came to."""
        return (self.legs[0].before, *(leg.after for leg in self.legs))

    @property
    def line(self) -> Line | None:
        """Return the declaration that says how, or why, it went."""
        return self.legs[0].line

    @property
    def on_foot(self) -> bool:
        """Tell whether a line says that it went by land."""
        return any(leg.on_foot for leg in self.legs)

    @property
    def steps(self) -> tuple[int, ...]:
        """Return the steps in which it went."""
        return tuple(leg.step for leg in self.legs)

    @property
    def by(self) -> str | None:
        """Return the side that moved it; None if the log does not say, or it was not always the same."""
        sides = {leg.by for leg in self.legs}
        return sides.pop() if len(sides) == 1 else None


def legs_of(log: GameLog, step: Step) -> Iterable[DragLeg]:
    """Yield the units that a step put elsewhere.

    A shift within a hex or box is none, and neither is a piece taken out of the game or put into it.
    """
    side = log.side_of(step.by)
    for change in step.changes.pieces:
        if change.before == change.after or change.old_state is None or change.new_state is None:
            continue
        unit = log.unit_of(change.piece)
        if unit is None:
            continue
        before, after = log.place_of(change.before), log.place_of(change.after)
        if before != after:
            yield DragLeg(step.number, unit.id, before, after, side)


def with_stops(legs: Sequence[DragLeg], stops: Collection[tuple[int, UnitId, Hex]]) -> Sequence[DragLeg]:
    """Return legs as if counters had been put on other hexes in some steps; a leg that leads nowhere then is none."""
    if not stops:
        return legs
    put = {(step, unit): at for step, unit, at in stops}
    found: list[DragLeg] = []
    at: dict[UnitId, Place | None] = {}
    for leg in legs:
        before, after = at.pop(leg.unit, leg.before), put.get((leg.step, leg.unit), leg.after)
        if after != leg.after:
            at[leg.unit] = after
        if before != after:
            found.append(replace(leg, before=before, after=after))
    return found


def drags(
    legs: Iterable[DragLeg],
    retreats: Collection[str] = (),
    *,
    set_up: bool = False,
    halts: Mapping[UnitId, Sequence[int]] | None = None,
) -> list[Drag]:
    """Put the legs of one phase together, unit by unit, in the order in which the drags were completed.

    Legs over the map that follow each other are one drag, however many other units went meanwhile; while the game is
    set up, a leg from a box belongs to it too. A unit that fell beside the map and was put back did not leave it.
    `retreats` are the verbs of ways over the map whose end in a box belongs to them: a retreat may lead off the map.
    `halts` are the steps in which a unit stood somewhere for certain: there a drag ends.
    """
    open_: dict[UnitId, list[DragLeg]] = {}
    done: list[Drag] = []
    for leg in legs:
        held = open_.setdefault(leg.unit, [])
        halted = held and _lies_between((halts or {}).get(leg.unit, ()), held[-1].step, leg.step)
        if held and (halted or not _continues(held[-1], leg, set_up, retreats)):
            done.append(Drag(tuple(held)))
            held = open_[leg.unit] = []
        held.append(leg)
    done += (Drag(tuple(held)) for held in open_.values())
    return sorted(done, key=lambda drag: drag.steps[-1])


def _lies_between(steps: Sequence[int], before: int, after: int) -> bool:
    """Tell whether one of some steps, which are in order, comes after one and before the other."""
    at = bisect_right(steps, before)
    return at < len(steps) and steps[at] < after


def _continues(held: DragLeg, leg: DragLeg, set_up: bool, retreats: Collection[str]) -> bool:
    from_box = isinstance(held.before, str)
    if held.line is not leg.line:
        return False
    if leg.line is not None and leg.line.says.verb in retreats and not isinstance(held.after, str):
        return True
    over_map = not isinstance(held.after, str) and not isinstance(leg.after, str)
    return over_map and (set_up or not from_box)


def halts_of(lines: Iterable[Line], moved: Collection[UnitId], grammar: Grammar) -> dict[UnitId, list[int]]:
    """Return the steps in which units win at once, during movement: their places at that moment matter.

    None but units that `moved` are asked for.
    """
    joined: dict[str, dict[UnitId, None]] = {}
    found: dict[UnitId, list[int]] = {}
    for line in lines:
        battle, unit, role = line.says.get("b") or "", line.says.get("u"), grammar.role(line.says.verb)
        if role == WIN_AT_ONCE:
            for victor in joined.get(battle, {}):
                found.setdefault(victor, []).append(line.step)
        elif unit is not None and unit in moved and role == ATTACK:
            joined.setdefault(battle, {})[unit] = None
        elif unit is not None and role == LEAVE:
            joined.get(battle, {}).pop(unit, None)
    return found


def governed(
    legs: Iterable[DragLeg], lines: Iterable[Line], verbs: Mapping[str, Verb], *, set_up: bool = False
) -> list[DragLeg]:
    """Return the legs of one phase, each with the declaration that governs it.

    A line about a unit's fate governs the leg of its own step. A line about its way governs the legs that follow,
    up to the next such line; if none follow, those before it that nothing governs: whoever drags first and
    declares afterwards has declared. Where the game is set up, no line is about the drags before it.
    """
    about: dict[UnitId, list[Line]] = {}
    of_steps: dict[int, Line] = {}
    for line in lines:
        unit = line.says.get("u")
        if verbs[line.says.verb].governs == ALL:
            of_steps[line.step] = line
        elif unit is not None and verbs[line.says.verb].governs:
            about.setdefault(unit, []).append(line)
        for key in verbs[line.says.verb].exchanges:
            if line.says.get(key):
                about.setdefault(line.says[key], []).append(line)
    by_unit: dict[UnitId, list[DragLeg]] = {}
    listed = list(legs)
    for leg in listed:
        by_unit.setdefault(leg.unit, []).append(leg)
    found: dict[int, Line] = {}
    for unit, own in by_unit.items():
        told = about.get(unit, [])
        _govern(own, [line for line in told if line.step <= own[-1].step] if set_up else told, of_steps, verbs, found)
    return [_by_line(leg, found[id(leg)]) if id(leg) in found else leg for leg in listed]


def _by_line(leg: DragLeg, line: Line) -> DragLeg:
    if line.says.get("mode") == "ground":
        return replace(leg, on_foot=True)
    return replace(leg, line=line)


def _govern(
    own: list[DragLeg],
    lines: list[Line],
    of_steps: Mapping[int, Line],
    verbs: Mapping[str, Verb],
    found: dict[int, Line],
) -> None:
    fates = {line.step: line for line in lines if verbs[line.says.verb].governs == FATE}
    for leg in own:
        fate = fates.get(leg.step) or of_steps.get(leg.step)
        if fate is not None:
            found[id(leg)] = fate
    free = [leg for leg in own if id(leg) not in found]
    ways = _not_said_again([line for line in lines if verbs[line.says.verb].governs != FATE], free)
    for number, line in enumerate(ways):
        first = bisect_left(free, line.step, key=_step)
        last = bisect_left(free, ways[number + 1].step, key=_step) if number + 1 < len(ways) else len(free)
        if first >= last:
            first, last = 0, first
        if verbs[line.says.verb].exchanges and own[0].unit != line.says.get("u"):
            # The unit that makes room for the other is put away, wherever it had gone before.
            last = next((i + 1 for i in range(last - 1, first - 1, -1) if isinstance(free[i].after, str)), first)
            first = max(first, last - 1)
        elif verbs[line.says.verb].governs == ONCE or verbs[line.says.verb].exchanges:
            # Wherever it goes on from there it goes on foot.
            last = min(last, first + 1)
        for leg in free[first:last]:
            found[id(leg)] = line
        del free[first:last]


def _not_said_again(lines: Sequence[Line], legs: Sequence[DragLeg]) -> list[Line]:
    """Return the lines about a counter's ways without those that the next one, of the same verb, says again or
    corrects before the counter went anywhere.
    """
    found: list[Line] = []
    for line in lines:
        last = found[-1] if found else None
        same = last is not None and last.says.verb == line.says.verb
        if (
            last is not None
            and same
            and bisect_left(legs, last.step, key=_step) == bisect_left(legs, line.step, key=_step)
        ):
            found.pop()
        found.append(line)
    return found


def _step(leg: DragLeg) -> int:
    return leg.step
