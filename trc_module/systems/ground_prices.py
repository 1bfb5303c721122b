"""Prices of a board's hexes and hexsides, in movement points, from a chart of terrain costs."""

from __future__ import annotations

from collections.abc import Collection

from trc_module.board import Board
from trc_module.charts.terrain_costs import TerrainCosts
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.points import Costs


def prices(board: Board, ground: TerrainCosts, kind: str, allowance: int, *, free: Collection[str] = ()) -> Costs:
    """Return what a class of movers pays, in movement points.

    Hexes that the class may not enter are left out; one that costs all points costs `allowance`. Hexsides of a kind in
    `free` (kinds of `board.sides`: fords, bridges) cost nothing, whatever else they are.
    """
    enter = {}
    for at in hexes(board.land):
        price = ground.terrain[board.terrain[at].id].cost(kind)
        if price != "no":
            enter[at] = max(allowance, 1) if price == "all" else price
    open_sides = frozenset().union(*(board.sides[name] for name in free))
    cross: dict[tuple[Hex, Hex], int] = {}
    for name, row in ground.hexside.items():
        price = row.cost(kind)
        for a, b in board.sides.get(name, frozenset()) - open_sides if isinstance(price, int) and price else ():
            cross[a, b] = cross[b, a] = price if isinstance(price, int) else 0
    return Costs(enter, cross)
