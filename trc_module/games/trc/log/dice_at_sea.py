"""Dice that were rolled for units at sea without a line, and units that were lost on a way that nobody shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.boxes import OFF_MAP, POOL
from trc_module.games.trc.data import Trc
from trc_module.games.trc.transport.sea_crossing import EVACUATION, INVASION, TRANSFER, crossing_of
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Eliminate
from trc_module.rules.interpretation import Die, Interpretation, PieceTrack
from trc_module.rules.state import Place, State, UnitId

KINDS = (TRANSFER, INVASION, EVACUATION)
_SOON = 3
"""The greatest number of steps between a unit's way over the sea and its die."""


def with_plain_dice(
    game: Trc, state: State, tracks: Sequence[PieceTrack], dice: Sequence[Die], ends: Mapping[UnitId, Place | None]
) -> Mapping[UnitId, Die]:
    """Return plain dice as those of the units that may have sailed without a line, the nearest one first.

    The die has to say what the table shows: a unit that it sinks lies in the pool in the end, and no other. `ends`
    are the places of those that lie elsewhere at the end of the phase.
    """
    found: dict[UnitId, Die] = {}
    for die in dice:
        apart = {track.unit: min(abs(step - die.step) for step in track.steps) for track in tracks}
        near = sorted((track for track in tracks if apart[track.unit] <= _SOON), key=lambda t: apart[t.unit])
        left = (track for track in near if track.unit not in found)
        sailed = (t.unit for t in left if _may_have_sailed(game, state, t, die, ends.get(t.unit, t.goal)))
        unit = next(sailed, None)
        if unit is not None:
            found[unit] = die
    return found


def _may_have_sailed(game: Trc, state: State, track: PieceTrack, die: Die, end: Place | None) -> bool:
    """Tell whether a unit may have gone where it went by sea, with a die that has let it end where it does."""
    if track.by not in (state.clock.side, None) or game.side_of[track.unit] != state.clock.side:
        return False
    start, goal = track.start, track.goal
    if start is None or goal is None or start == goal or (goal == POOL and die.step > track.steps[-1]):
        # Nobody takes off a unit as lost before its die.
        return False
    goals = _landings(game) if goal == POOL else (goal,)
    return any(_fits(game, state, act, sunk=end == POOL) for act in _voyages(track.unit, start, goals, die.pips, KINDS))


def lost_on_the_way(
    game: Trc, track: PieceTrack, steps: tuple[int, ...], die: int, *kinds: str
) -> Iterator[Interpretation]:
    """Yield how a unit was lost at sea whose counter was put into the pool from where it sailed (10.4)."""
    assert track.start is not None
    voyages = tuple(_voyages(track.unit, track.start, _landings(game), die, kinds))
    yield Interpretation(steps, voyages, (), (), track.by, keyed=True)
    lost = Eliminate(track.unit, "10.4")
    yield Interpretation(steps, (lost,), ((track.unit, POOL),), (), track.by)


def _landings(game: Trc) -> tuple[Place, ...]:
    """Return where a unit may have sailed to that never came there: the ports, and the open coast."""
    board = game.board
    ports = sum(board.ports.values()) & board.land
    return (*hexes(ports), OFF_MAP, *hexes(board.coast & board.land & ~ports))


def _voyages(unit: UnitId, start: Place, goals: Sequence[Place], die: int, kinds: Sequence[str]) -> Iterator[SeaMove]:
    yield from (SeaMove(kind, unit, start, goal, die) for kind in kinds for goal in goals if goal != start)


def _fits(game: Trc, state: State, act: SeaMove, *, sunk: bool) -> bool:
    """Tell whether a voyage breaks no rule, and ends as the counter shows."""
    crossing = crossing_of(game, state, act)
    return crossing is not None and crossing.survives is not sunk and unaccused(game, state, act)
