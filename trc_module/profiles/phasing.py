"""Where the phases of a foreign log begin: told by tracker or chat, else inferred from who moves and what follows.

A tracker that shows impulses leaves open where movement ends and combat begins. Combat begins with the first die after
the last long move of the side whose impulse it is, or with the first loss or retreat of the enemy after that. A log
without a tracker is divided at the long moves of the sides too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from trc_module.hexgrid import HexGrid
from trc_module.rules.clock import Clock
from trc_module.rules.clock import Sequence as Phases
from trc_module.rules.state import Place

_LONG = 3
"""From how many hexes on a way is none of a retreat or an advance after combat."""
_MOVEMENT, _COMBAT = "movement", "combat"


@dataclass(frozen=True, slots=True)
class Went:
    """A unit that went somewhere in a step."""

    side: str
    before: Place | None
    after: Place | None


@dataclass(slots=True)
class Fact:
    """What a step that counts tells of the phase: who went where, whether a die fell, what was said of the moment."""

    step: int
    went: list[Went] = field(default_factory=list)
    rolled: bool = False
    told: Clock | None = None
    """The moment that a tracker or a line shows from this step on."""
    phase_told: bool = False
    """Whether that includes the phase."""


@dataclass(slots=True)
class Phased:
    """By step the moment that begins with it, and the phases whose limits are only inferred and may be others."""

    begins: dict[int, Clock] = field(default_factory=dict)
    uncertain: set[Clock] = field(default_factory=set)


def find_phases(facts: Sequence[Fact], start: Clock, phases: Phases, grid: HexGrid, *, has_tracker: bool) -> Phased:
    """Return where phases begin, from the moment `start` on."""
    found = Phased()
    eye = _Eye(grid)
    for clock, phase_told, window in _windows(facts, start):
        if window and window[0].told == clock:
            found.begins.setdefault(window[0].step, clock)
        if phase_told and clock.phase != _MOVEMENT:
            continue
        if has_tracker or phase_told:
            _split(found, clock, window, phases, eye)
        else:
            _divide(found, clock, window, phases, eye)
    return found


def _windows(facts: Sequence[Fact], start: Clock) -> list[tuple[Clock, bool, list[Fact]]]:
    """Divide the steps where the moment is told."""
    windows: list[tuple[Clock, bool, list[Fact]]] = [(start, False, [])]
    for fact in facts:
        if fact.told is not None and fact.told != windows[-1][0]:
            windows.append((fact.told, fact.phase_told, []))
        windows[-1][2].append(fact)
    return windows


@dataclass(frozen=True, slots=True)
class _Eye:
    grid: HexGrid

    def long(self, went: Went) -> bool:
        """Tell whether a way is movement and nothing else: too long for a retreat, or out of a box."""
        if isinstance(went.after, str) or went.after is None:
            return False
        if isinstance(went.before, str) or went.before is None:
            return True
        return self.grid.distance(went.before, went.after) >= _LONG

    def moves(self, fact: Fact, side: str) -> bool:
        """Tell whether a step shows movement of a side."""
        return any(went.side == side and self.long(went) for went in fact.went)

    def hurts(self, fact: Fact, side: str) -> bool:
        """Tell whether a step shows a retreat or loss of the other side."""
        return any(went.side != side and isinstance(went.before, int) for went in fact.went)


def _split(found: Phased, clock: Clock, window: Sequence[Fact], phases: Phases, eye: _Eye) -> None:
    """Divide one impulse into movement and combat."""
    combat = phases.find(clock.turn, clock.side, clock.impulse, _COMBAT)
    if clock.phase != _MOVEMENT or combat is None:
        return
    last = max((n for n, fact in enumerate(window) if eye.moves(fact, clock.side)), default=-1)
    begins = next((n for n, f in enumerate(window) if n > last and (f.rolled or eye.hurts(f, clock.side))), None)
    before = window[: last + 1]
    if any(f.rolled for f in before) and any(eye.hurts(f, clock.side) for f in before):
        # Dice and losses, and then a long move: an advance that was too long, or a victory without combat.
        found.uncertain |= {clock, combat}
    if begins is not None:
        found.begins.setdefault(window[begins].step, combat)


def _divide(found: Phased, clock: Clock, window: Sequence[Fact], phases: Phases, eye: _Eye) -> None:
    """Divide a log that tells of no moments at all into the impulses of both sides."""
    now = clock
    for number, fact in enumerate(window):
        mover = next((side for side in phases.sides if eye.moves(fact, side)), None)
        if mover is not None and mover != now.side:
            now = _next_of(now, mover, phases)
            found.begins[fact.step] = now
        elif mover is not None and now.phase == _COMBAT:
            again = phases.find(now.turn, now.side, now.impulse + 1, _MOVEMENT)
            if again is None:
                found.uncertain.add(now)
                continue
            now = again
            found.begins[fact.step] = now
        elif now.phase == _MOVEMENT and (fact.rolled or eye.hurts(fact, now.side)):
            combat = phases.find(now.turn, now.side, now.impulse, _COMBAT)
            if combat is None:
                continue
            if _goes_on(window[number + 1 :], now.side, phases, eye):
                # A die for a unit at sea, or for battles in which nobody was hurt: nothing tells which.
                found.uncertain |= {now, combat}
                continue
            now = combat
            found.begins[fact.step] = now


def _next_of(now: Clock, side: str, phases: Phases) -> Clock:
    clock = phases.after(now)
    while (clock.side, clock.phase) != (side, _MOVEMENT):
        clock = phases.after(clock)
    return clock


def _goes_on(rest: Iterable[Fact], side: str, phases: Phases, eye: _Eye) -> bool:
    """Tell whether the next thing after a die is a long move again, before anybody is hurt: the die was for a move."""
    for fact in rest:
        if eye.hurts(fact, side) or any(eye.moves(fact, other) for other in phases.sides if other != side):
            return False
        if eye.moves(fact, side):
            return True
    return False
