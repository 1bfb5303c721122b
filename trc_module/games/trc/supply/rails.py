"""The railroad as the rules of chapter 9 look at it, and who can use which part of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from trc_module.board import Board, RailNet
from trc_module.board.board import hexside
from trc_module.facts import Fact
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
DOUBTED_RAILS = "doubted-rail"
"""The trace of rail hexes whose owner rests on links of the railroad that were read with doubt."""
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


def all_link_doubts(board: Board) -> tuple[Fact, ...]:
    """Return the facts of all links of the railroad that were read with doubt."""
    inside = doubted(board)
    links = {hexside(a, b) for a in hexes(inside) for b in hexes(board.rail_links[a] & inside)}
    return tuple(fact for fact in (board.rail_fact(*link) for link in sorted(links)) if fact.doubt)


def without_doubts(board: Board, lies: RailGround) -> RailGround:
    """Return a railroad as it lies if no link is there that was read with doubt, and no city whose hex is in doubt.

    What only such links join is no junction.
    """
    net = sure_net(board)
    only = board.junctions & ~net.junctions | sum(1 << city.hex for city, _ in board.cities_in_doubt)
    return replace(lies, net=net, held=lies.held & ~only, foreign=lies.foreign & ~only)


@lru_cache(maxsize=8)
def first_owner_in_doubt(board: Board) -> HexSet:
    """Return the rail hexes of which it is in doubt in which country they lie, and so whose they are at the start."""
    doubts = (h for h in hexes(board.rail_hexes & board.land) if not board.country_fact(h).trust.carries_violation)
    return sum(1 << h for h in doubts)


def line_doubts(board: Board, members: HexSet) -> tuple[Fact, ...]:
    """Return the doubts about the links of some rail hexes, and of their lines on to the next cities and junctions.

    A junction is one by the links that lead on from it; a city is one whatever they are.
    """
    line = board.rails.flood(members, None, board.rail_hexes & ~places_on_rails(board))
    line |= board.rails.spread(line) & board.junctions
    links = {hexside(a, b) for a in hexes(line & doubted(board)) for b in hexes(board.rail_links[a])}
    return tuple(fact for fact in (board.rail_fact(*link) for link in sorted(links)) if fact.doubt)


def owner_in_doubt(board: Board, state: State) -> HexSet:
    """Return the hexes whose rails may be another side's, as far as the data are in doubt."""
    return state.traces.get(DOUBTED_RAILS, 0) | first_owner_in_doubt(board)


def rails_in_doubt(board: Board, state: State) -> HexSet:
    """Return the same, and the hexes in which it is in doubt whether there are any rails."""
    return owner_in_doubt(board, state) | board.rail_hexes & ~sure_net(board).within


def owner_doubts(board: Board, state: State, members: HexSet) -> tuple[Fact, ...]:
    """Return the doubtful data on which it rests whose the rails in some hexes are."""
    first = members & first_owner_in_doubt(board)
    rest = members & owner_in_doubt(board, state) & ~first
    countries = (board.country_fact(h) for h in hexes(first))
    return (*countries, *board.city_doubts(rest), *(line_doubts(board, rest) if rest else ()))


def rail_doubts(board: Board, state: State, members: HexSet) -> tuple[Fact, ...]:
    """Return the doubtful data on which it rests whether there are rails in some hexes, and whose they are."""
    there = members & rails_in_doubt(board, state) & ~owner_in_doubt(board, state)
    links = (fact for h in hexes(there) for fact in _links_of(board, h) if fact.doubt)
    return (*owner_doubts(board, state, members), *dict.fromkeys(links))


def _links_of(board: Board, hex_: Hex) -> tuple[Fact, ...]:
    return tuple(board.rail_fact(hex_, other) for other in hexes(board.rail_links[hex_]))


def place_doubts(board: Board, state: State, place: Hex) -> tuple[Fact, ...]:
    """Return the doubtful data on which it rests whether a hex holds a city or rails, and whose the rails are."""
    return (*board.city_doubts(1 << place), *rail_doubts(board, state, 1 << place))


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
