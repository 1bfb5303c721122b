"""The ground that each side holds: the land behind its front, as far as its units tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trc_module.board import Board
from trc_module.hexgrid import HexSet
from trc_module.rules.state import State


def ground_held(board: Board, state: State, sides: Sequence[str]) -> dict[str, int]:
    """Return how many land hexes are nearer to a unit of each side than to any of the others.

    Distances are counted over land; a hex equally near to both counts for neither.
    """
    held: dict[str, HexSet] = {side: state.forces[side].occupied & board.land for side in sides}
    edges = dict(held)
    free = board.land & ~_union(held.values())
    while any(edges.values()):
        edges = {side: board.walk.spread(edge) & free for side, edge in edges.items()}
        reached = _union(edges.values())
        for side, edge in edges.items():
            others = _union(other for name, other in edges.items() if name != side)
            held[side] |= edge & ~others
        free &= ~reached
    return {side: members.bit_count() for side, members in held.items()}


def _union(sets: Iterable[HexSet]) -> HexSet:
    members: HexSet = 0
    for one in sets:
        members |= one
    return members
