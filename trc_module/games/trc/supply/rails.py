"""The railroad as the rules of chapter 9 look at it, and who can use which part of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from trc_module.board import Board, RailNet
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.supply.control import UNSURE, held
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State
from trc_module.systems.conversion import RailGround

UNSURE_RAILS = "unsure-rail"
"""The trace of rail hexes whose owner is unknown."""
UNTOLD_RAILS = "untold-rail"
"""The trace of rail hexes whose owner a log that begins late has not shown yet."""
OWN_EDGES = {AXIS: ("west",), RUSSIAN: ("east", "south")}
"""The edges of the map whose rails feed a side (9.3.4, 17.2.2)."""


def exits(game: Trc, side: str) -> HexSet:
    """Return the rail hexes at which lines leave the map on a side's own edges."""
    found: HexSet = 0
    for edge in OWN_EDGES[side]:
        found |= game.board.edge_rails[edge]
    return found


@lru_cache(maxsize=8)
def sure_net(board: Board) -> RailNet:
    """Return the railroad without the links that were read with doubt."""
    links = [(a, b) for a in hexes(board.rail_hexes) for b in hexes(board.rail_links[a]) if a < b]
    return RailNet(board.grid, [link for link in links if board.rail_fact(*link).trust.carries_violation])


@lru_cache(maxsize=8)
def doubted(board: Board) -> HexSet:
    """Return the hexes of links that were read with doubt, and their rail neighbours: the line may run elsewhere."""
    found: HexSet = 0
    for a in hexes(board.rail_hexes):
        for b in hexes(board.rail_links[a]):
            if not board.rail_fact(a, b).trust.carries_violation:
                found |= 1 << a | 1 << b
    return found


@lru_cache(maxsize=8)
def places_on_rails(board: Board) -> HexSet:
    """Return the cities and junctions on the railroad; junctions count as cities when rails are assessed (9.4.2)."""
    return (board.city_hexes | board.junctions) & board.rail_hexes


def ground(
    game: Trc, state: State, side: str, control: FrozenMap[Hex, str] | None = None, gained: HexSet = 0
) -> RailGround:
    """Return the railroad as it lies before a side now, worked out once for each deployment of the enemy.

    `gained` are places that the side holds besides, whatever `control` says.
    """
    sets = held(state.control if control is None else control)
    enemy = ENEMY[side]
    rails = places_on_rails(game.board)
    mine, foreign = (sets[side] | gained) & rails, sets[enemy] & ~gained & rails
    memo = state.forces[enemy].memo
    found: RailGround | None = memo.get(("rails", mine, foreign))
    if found is None:
        zone = game.zones.of(state.forces[enemy])
        found = RailGround(game.board.rails, mine, foreign, zone, exits(game, side), game.board.city_hexes)
        memo["rails", mine, foreign] = found
    return found


def either_way(
    game: Trc,
    state: State,
    side: str,
    control: FrozenMap[Hex, str] | None = None,
    gained: HexSet = 0,
    unsure: HexSet | None = None,
) -> tuple[RailGround, RailGround]:
    """Return the railroad with all places of unsure control lost to a side, and with all of them gained.

    `gained` are places that it holds besides in the second; `unsure` are those of the position unless others are given.
    """
    doubtful = (state.traces.get(UNSURE, 0) if unsure is None else unsure) & places_on_rails(game.board)
    full = ground(game, state, side, control)
    most = ground(game, state, side, control, gained) if gained else full
    if not doubtful:
        return full, most
    memo = state.forces[ENEMY[side]].memo
    key = ("either-way", full.held, full.foreign, most.held, doubtful)
    found: tuple[RailGround, RailGround] | None = memo.get(key)
    if found is None:
        found = memo[key] = (
            replace(full, held=full.held & ~doubtful, foreign=full.foreign | doubtful),
            replace(most, held=most.held | doubtful, foreign=most.foreign & ~doubtful),
        )
    return found


def off_board(board: Board, edges: tuple[str, ...]) -> RailNet:
    """Return the railroad with lines off the map between all rail hexes of some edges (9.3.4)."""
    return _off_board(board, edges)


@lru_cache(maxsize=16)
def _off_board(board: Board, edges: tuple[str, ...]) -> RailNet:
    links = [(a, b) for a in hexes(board.rail_hexes) for b in hexes(board.rail_links[a]) if a < b]
    ends: HexSet = 0
    for edge in edges:
        ends |= board.edge_rails[edge]
    jumps = [(a, b) for a in hexes(ends) for b in hexes(ends) if a < b]
    return RailNet(board.grid, [*links, *jumps])
