"""The moves that units may make with their movement points, for players and for questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.hexgrid import hexes
from trc_module.rules.actions import Move
from trc_module.rules.points import PointBounds
from trc_module.rules.state import State, Trail, UnitId


def moves_by_points(
    state: State, bounds_of: Callable[[UnitId], PointBounds], points_of: Callable[[UnitId], int]
) -> Iterator[Move]:
    """Yield a cheapest way to each hex in reach of each unit of the side to play that has not moved in this phase.

    Hexes with two or more units of its own side are left out: most games let no third one stay there.
    """
    forces = state.forces[state.clock.side]
    for at, stack in forces.stacks.items():
        for unit in stack:
            if unit in state.trails:
                continue
            bounds, points = bounds_of(unit), points_of(unit)
            for goal in hexes(bounds.reach(at, points) & ~(1 << at) & ~forces.piled):
                way = bounds.way(at, goal, points)
                if way is not None:
                    yield Move(unit, Trail(way))
