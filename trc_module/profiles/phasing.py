"""Phases of a foreign log: where each begins, as tracker or chat state it, else inferred from the units that move.

A tracker that shows impulses leaves open where movement ends and combat begins. Combat begins with the first die after
the last move that can be no retreat and no advance. A log without a tracker is divided at such moves of both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from trc_module.hexgrid import HexGrid, HexSet
from trc_module.rules.clock import Clock, TurnSequence
from trc_module.rules.state import Place, UnitId

_LONG = 3
"""The length in hexes from which a way is no retreat and no advance after combat."""
_MOVEMENT, _COMBAT, _END = "movement", "combat", "end"


@dataclass(frozen=True, slots=True)
class Went:
    """A unit that went somewhere in a step; `mobile` if it can move by itself, as no aircraft and no worker can."""

    unit: UnitId
    side: str
    before: Place | None
    after: Place | None
    mobile: bool = True
    at_end: bool = False
    """Whether such a unit is put on the map when the side's turn ends."""


@dataclass(slots=True)
class PhaseClue:
    """The evidence of one step that counts for the phase: the units that went, a die, a stated moment."""

    step: int
    went: list[Went] = field(default_factory=list)
    rolled: bool = False
    told: Clock | None = None
    """The moment that a tracker or a line shows from this step on."""
    phase_told: bool = False
    """Whether that includes the phase."""
    moved: set[str] = field(default_factory=set)
    """The sides for which the step can only be movement. `find_phases` fills it in."""
    hurt: set[str] = field(default_factory=set)
    """The sides whose units left the hex in which they lay."""
    lost: set[str] = field(default_factory=set)
    """The sides whose units left the map."""

    def fought(self, side: str) -> bool:
        """Tell whether it shows a result of combat in an impulse of a side: the enemy gave way, or somebody is lost."""
        return bool(self.hurt - {side}) or side in self.lost


@dataclass(slots=True)
class Phased:
    """By step the moment that begins with it, and the phases whose limits are only inferred and may be others."""

    begins: dict[int, Clock] = field(default_factory=dict)
    uncertain: set[Clock] = field(default_factory=set)


@dataclass(slots=True)
class _Window:
    """The steps from one moment that was told to the next."""

    clock: Clock
    phase_told: bool
    facts: list[PhaseClue] = field(default_factory=list)
    next: Clock | None = None
    next_is_phase: bool = False


def find_phases(
    facts: Sequence[PhaseClue],
    start: Clock,
    phases: TurnSequence,
    grid: HexGrid,
    lying: Mapping[UnitId, tuple[str, Place | None]],
    *,
    has_tracker: bool,
    late: bool = False,
) -> Phased:
    """Return where phases begin, from the moment `start` on; `lying` is where each side's units lay then.

    `late` says that play had begun before; it is unknown then whether the first phase had.
    """
    found = Phased()
    eye = _Eye(grid, lying)
    has_dice = any(fact.rolled for fact in facts)
    windows = _windows(facts, start)
    for window in windows:
        eye.look(window.facts)
        first = window.facts[0] if window.facts else None
        if first is not None and first.told == window.clock:
            found.begins.setdefault(first.step, window.clock)
        if window is windows[0] and late:
            _doubt_the_first(found, window, phases)
        if not has_tracker and window.clock.step != phases.steps[0]:
            _divide(found, window, phases)
        elif window.clock.phase == _MOVEMENT and not _combat_is_told(window):
            _split(found, window, phases, has_dice=has_dice)
            _end(found, window, phases)
    return found


def _windows(facts: Sequence[PhaseClue], start: Clock) -> list[_Window]:
    """Divide the steps where the moment is told."""
    windows = [_Window(start, False)]
    for fact in facts:
        if fact.told is not None and fact.told != windows[-1].clock:
            windows[-1].next, windows[-1].next_is_phase = fact.told, fact.phase_told
            windows.append(_Window(fact.told, fact.phase_told))
        windows[-1].facts.append(fact)
    return windows


def _combat_is_told(window: _Window) -> bool:
    """Tell whether a line says where combat begins after a movement phase."""
    after = window.next
    same = after is not None and (after.turn, after.side, after.part) == (
        window.clock.turn, window.clock.side, window.clock.part,
    )  # fmt: skip
    return same and window.next_is_phase and after is not None and after.phase == _COMBAT


class _Eye:
    """Follows the counters, and tells movement from what may be a retreat or an advance."""

    def __init__(self, grid: HexGrid, lying: Mapping[UnitId, tuple[str, Place | None]]) -> None:
        self._grid = grid
        self._lying = dict(lying)
        self._run: tuple[UnitId, Place | None, Place | None] | None = None

    def look(self, facts: Sequence[PhaseClue]) -> None:
        """Find out for each step of a window who moved in it and who was hurt."""
        vacated: dict[str, HexSet] = {}
        for fact in facts:
            enemies = {went.side: self._others(went.side) for went in fact.went}
            if fact.rolled:
                self._run = None
            for went in fact.went:
                near = enemies[went.side] | sum(h for side, h in vacated.items() if side != went.side)
                if went.mobile and self._moved(self._whole(went), near):
                    fact.moved.add(went.side)
            for went in fact.went:
                self._lying[went.unit] = (went.side, went.after)
                if isinstance(went.before, int):
                    fact.hurt.add(went.side)
                    if not isinstance(went.after, int):
                        fact.lost.add(went.side)
                    if went.side not in fact.moved:
                        vacated[went.side] = vacated.get(went.side, 0) | 1 << went.before

    def _whole(self, went: Went) -> Went:
        """Return the whole way to which a step belongs: a counter may be dragged hex by hex."""
        start = went.before
        if self._run is not None and self._run[0] == went.unit and self._run[2] == went.before:
            start = self._run[1]
        self._run = went.unit, start, went.after
        return replace(went, before=start)

    def _others(self, side: str) -> HexSet:
        members: HexSet = 0
        for other, place in self._lying.values():
            if other != side and isinstance(place, int):
                members |= 1 << place
        return members

    def _moved(self, went: Went, near: HexSet) -> bool:
        """Tell whether a way is movement: too long for anything else, out of a box, or no enemy was near to fight."""
        if not isinstance(went.after, int):
            return False
        if not isinstance(went.before, int):
            return True
        if self._grid.distance(went.before, went.after) >= _LONG:
            return True
        return not (self._grid.neighbours[went.before] | 1 << went.before) & near


def _split(found: Phased, window: _Window, phases: TurnSequence, *, has_dice: bool) -> None:
    """Divide one impulse into movement and combat."""
    clock, facts = window.clock, window.facts
    combat = phases.find(clock.turn, clock.side, clock.part, _COMBAT)
    if combat is None:
        return
    last = max((n for n, fact in enumerate(facts) if clock.side in fact.moved), default=-1)
    rolled = next((n for n, fact in enumerate(facts) if n > last and fact.rolled), None)
    if rolled is None and not has_dice:
        # The dice were rolled elsewhere: combat shows by what became of the enemy.
        rolled = next((n for n, f in enumerate(facts) if n > last and f.fought(clock.side)), None)
    dice = [n for n, fact in enumerate(facts[: last + 1]) if fact.rolled]
    if dice and any(fact.fought(clock.side) for fact in facts[dice[0] : last + 1]):
        # A die, then a loss, and then a move too long for combat: an advance too far, or a victory without combat.
        found.uncertain |= {clock, combat}
    if rolled is not None:
        found.begins.setdefault(facts[rolled].step, combat)


def _doubt_the_first(found: Phased, window: _Window, phases: TurnSequence) -> None:
    """Mark the first impulse of a log that begins late as uncertain, unless it begins with movement."""
    clock = window.clock
    first = next((fact for fact in window.facts if fact.went or fact.rolled), None)
    if window.phase_told or (first is not None and clock.side in first.moved):
        return
    same = (phases.find(clock.turn, clock.side, clock.part, phase) for phase in (_MOVEMENT, _COMBAT, _END))
    found.uncertain |= {moment for moment in same if moment is not None}


def _end(found: Phased, window: _Window, phases: TurnSequence) -> None:
    """Begin the end of a side's turn at the units that are placed at that time, if nothing else follows."""
    clock, facts = window.clock, window.facts
    end = phases.find(clock.turn, clock.side, clock.part, _END)
    if end is None:
        return
    last = max((n for n, fact in enumerate(facts) if fact.rolled or clock.side in fact.moved), default=-1)
    combat = phases.find(clock.turn, clock.side, clock.part, _COMBAT)
    if combat is not None and any(clock.side in fact.lost for fact in facts[last + 1 :]):
        # A unit that is taken away behind the last die fell in the last battle, or is out of supply when the turn ends.
        found.uncertain |= {combat, end}
    for fact in facts[last + 1 :]:
        if any(went.at_end and went.side == clock.side for went in fact.went):
            found.begins.setdefault(fact.step, end)
            return


def _divide(found: Phased, window: _Window, phases: TurnSequence) -> None:
    """Divide a log that tells of no impulses into those of both sides, as well as it goes.

    A die may be for a unit at sea, and a side may leave an impulse out: of the phases that come out it is not known for
    certain where they begin and end.
    """
    now, told = window.clock, _combat_is_told(window)
    inferred: set[Clock] = set()
    for number, fact in enumerate(window.facts):
        mover = next((side for side in phases.sides if side in fact.moved), None)
        then: Clock | None = None
        if mover is not None and (mover != now.side or now.phase == _COMBAT):
            then = _next_of(now, mover, phases)
        elif now.phase == _MOVEMENT and fact.rolled and not (told and now == window.clock):
            combat = phases.find(now.turn, now.side, now.part, _COMBAT)
            then = None if _goes_on(window.facts[number + 1 :], now.side, phases) else combat
        if then is not None:
            while now != then:
                # The phases that are passed over on the way are as uncertain.
                inferred.add(now)
                now = phases.after(now)
            inferred.add(now)
            found.begins[fact.step] = now
    found.uncertain |= inferred | _passed_over(now, window.next, phases)


def _passed_over(now: Clock, told: Clock | None, phases: TurnSequence) -> set[Clock]:
    """Return the phases between the last one that was inferred and the moment that is told next.

    The log shows nothing of them: what was done in them may have been taken for an earlier phase.
    """
    passed: set[Clock] = set()
    if told is None or told.turn < now.turn or told in (now, phases.after(now)):
        return passed
    while now != told and now.turn <= told.turn:
        passed.add(now)
        now = phases.after(now)
    return passed


def _next_of(now: Clock, side: str, phases: TurnSequence) -> Clock:
    clock = phases.after(now)
    while (clock.side, clock.phase) != (side, _MOVEMENT):
        clock = phases.after(clock)
    return clock


def _goes_on(rest: Sequence[PhaseClue], side: str, phases: TurnSequence) -> bool:
    """Tell whether the next thing after a die is movement of the same side again, before anybody is hurt."""
    for fact in rest:
        if side in fact.moved:
            return True
        if fact.hurt or any(other in fact.moved for other in phases.sides):
            return False
    return False
