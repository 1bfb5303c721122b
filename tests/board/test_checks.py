"""Each check, and a board that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.board.conftest import TRC
from trc_module.board import Board, RailNet, Region, Side, Terrain, hexside
from trc_module.board.checks import CHECKS, check, inspect
from trc_module.hexgrid import hexes


def test_our_data_have_no_error_and_these_known_doubts() -> None:
    problems = inspect(TRC).problems
    assert [str(problem) for problem in problems if problem.is_error] == []
    assert [(problem.check, problem.message) for problem in problems] == [
        ("regions", "A18 is land, but in no country"),
        ("regions", "B26 is land, but in no country"),
        ("regions", "B23 is land, but in no country"),
        ("regions", "B22 is land, but in no country"),
        ("regions", "B20 is land, but in no country"),
        ("regions", "B18 is land, but in no country"),
        ("borders", "a district border is drawn on O22-P23, but both hexes lie in one district or none"),
        ("reach", "no unit can walk to A18, B18"),
        ("reach", "no unit can walk to B26"),
        ("reach", "no unit can walk to B23, B22"),
        ("reach", "no unit can walk to B20"),
        ("rulebook-statements", "rule 28.2: U25 should be mountain"),
        ("rulebook-statements", "rule 28.6: the map has no city Budapest"),
    ]


def _side(board: Board, name: str) -> Side:
    a, b = name.split("-")
    return hexside(board.grid.hex(a), board.grid.hex(b))


def _rails(board: Board, *extra: str) -> Board:
    links = [hexside(a, b) for a, linked in board.rail_links.items() for b in hexes(linked) if a < b]
    links += [_side(board, pair) for pair in extra]
    return replace(board, rails=RailNet(board.grid, links))


def _exits(board: Board, edge: str, name: str) -> Board:
    return replace(board, edge_rails={**board.edge_rails, edge: board.edge_rails[edge] | 1 << board.grid.hex(name)})


def _river(board: Board, names: str) -> Board:
    don = next(river for river in board.rivers if river.name == "Don")
    bent = replace(don, hexes=tuple(board.grid.hex(name) for name in names.split()))
    return replace(board, rivers=tuple(bent if river is don else river for river in board.rivers))


def _region(board: Board, name: str, change: Callable[[Region], Region]) -> Board:
    return replace(board, regions={**board.regions, name: change(board.regions[name])})


def _add(board: Board, name: str, *names: str) -> Board:
    return _region(board, name, lambda r: replace(r, hexes=r.hexes | board.grid.set_of(names)))


def _drop(board: Board, name: str, *names: str) -> Board:
    return _region(board, name, lambda r: replace(r, hexes=r.hexes & ~board.grid.set_of(names)))


def _city(board: Board, name: str, hex_: str) -> Board:
    return replace(board, cities={**board.cities, name: replace(board.cities[name], hex=board.grid.hex(hex_))})


def _borders(board: Board, kind: str, add: str = "", drop: str = "") -> Board:
    def one(text: str) -> frozenset[Side]:
        return frozenset({_side(board, text)}) if text else frozenset()

    return _of_kind(board, f"{kind}-border", (board.borders[kind] | one(add)) - one(drop))


def _of_kind(board: Board, kind: str, sides: frozenset[Side]) -> Board:
    return replace(board, sides={**board.sides, kind: sides})


def _terrain(board: Board, name: str, terrain: Terrain) -> Board:
    return replace(board, terrain={**board.terrain, board.grid.hex(name): terrain})


def _sides(board: Board, name: str) -> Board:
    return _of_kind(board, "closed", board.closed_sides | {_side(board, name)})


def _island(board: Board, name: str) -> Board:
    h = board.grid.hex(name)
    return _of_kind(board, "closed", board.closed_sides | {hexside(h, n) for n in hexes(board.grid.neighbours[h])})


BREAKS: list[tuple[str, Callable[[Board], Board], str]] = [
    ("rail-steps", lambda b: _rails(b, "S11-Q11"), "rails step from Q11-S11, no neighbours"),
    ("rail-steps", lambda b: _rails(b, "JJ23-KK23"), "rails JJ23-KK23 run through KK23, no land in play"),
    ("rail-exits", lambda b: _exits(b, "west", "C33"), "rails leave the map from C33, which has no rails"),
    (
        "rail-exits",
        lambda b: _exits(b, "west", "S11"),
        "rails leave the map by the west edge from S11, which does not lie on it",
    ),
    ("river-chains", lambda b: _river(b, "V9 X9"), "the Don steps from V9-X9, which are not neighbours"),
    ("river-chains", lambda b: _river(b, "V9 W9 V9"), "the Don runs twice through a hex"),
    ("river-chains", lambda b: _river(b, "KK24 KK25"), "the Don ('don') runs through no land"),
    ("regions", lambda b: _add(b, "Poland", "E31"), "E31 lies in two regions of one kind"),
    ("regions", lambda b: _add(b, "Poland", "E22"), "E22 is water, but in Poland"),
    ("regions", lambda b: _drop(b, "Poland", "L26"), "L26 is land, but in no country"),
    (
        "regions",
        lambda b: _drop(b, "Odessa", "AA25", "AA24"),
        "Odessa Military District is torn: BB25, BB24, CC25, CC24, DD26 lie apart",
    ),
    ("regions", lambda b: _region(b, "Odessa", lambda r: replace(r, hexes=0)), "Odessa Military District has no hexes"),
    (
        "regions",
        lambda b: _region(b, "East Prussia", lambda r: replace(r, part_of="Poland")),
        "East Prussia is part of Poland, but G24, G23, G21, G20, H25 are not",
    ),
    (
        "borders",
        lambda b: _borders(b, "country", add="S11-S12"),
        "a country border is drawn on S12-S11, but both hexes lie in one country or none",
    ),
    (
        "borders",
        lambda b: _borders(b, "country", add="S11-S14"),
        "a country border is drawn between S14-S11, no neighbours",
    ),
    (
        "borders",
        lambda b: _borders(b, "country", drop="F30-G29"),
        "F30-G29 divides Germany from Poland, but no country border is drawn there",
    ),
    (
        "borders",
        lambda b: _borders(b, "district", drop="K20-K19"),
        "K20-K19 divides Western from no district, but no district border is drawn there",
    ),
    ("cities", lambda b: _city(b, "Kiev", "KK24"), "Kiev stands in KK24, no land in play"),
    ("cities", lambda b: _city(b, "Kiev", "R9"), "Kiev and Moscow stand in one hex"),
    (
        "cities",
        lambda b: replace(b, sites={"oil": {**b.oil_wells, "Maikop": b.grid.hex("KK24")}}),
        "Maikop stands in KK24, no land in play",
    ),
    (
        "ports",
        lambda b: _city(b, "Sevastopol", "S11"),
        "Sevastopol is a port of the black sea area, but S11 is not on its coast",
    ),
    ("hexsides", lambda b: _sides(b, "S11-S14"), "the hexside S14-S11 lies between no neighbours"),
    ("hexsides", lambda b: _sides(b, "JJ23-KK23"), "JJ23-KK23 is closed by name, but KK23 is not land in play"),
    ("hexsides", lambda b: _sides(b, "KK20-KK19"), "KK20-KK19 is a strait and also a closed hexside"),
    ("waters", lambda b: _terrain(b, "S11", Terrain.SEA), "S11 belongs to no named sea"),
    ("waters", lambda b: _terrain(b, "S11", Terrain.LAKE), "S11 belongs to no named lake"),
    (
        "start-line",
        lambda b: _region(b, "Poland", lambda r: replace(r, start=None)),
        "Poland lies on no side of the start line",
    ),
    ("start-line", lambda b: replace(b, cities={}), "the russian side starts without a city"),
    ("edges", lambda b: replace(b, edges={**b.edges, "south": 0}), "the south edge has no land to enter by"),
    ("reach", lambda b: _island(b, "S11"), "no unit can walk to S11"),
]


@pytest.mark.parametrize(("name", "break_it", "message"), BREAKS)
def test_a_broken_board_is_told(board: Board, name: str, break_it: Callable[[Board], Board], message: str) -> None:
    problems = check(break_it(board))
    assert (name, message) in {(problem.check, problem.message) for problem in problems if problem.is_error}


def test_every_check_has_a_board_that_breaks_it(board: Board) -> None:
    sound = {function: list(function(board)) for function in CHECKS}
    broken = [break_it(board) for _, break_it, _ in BREAKS]
    for function in CHECKS:
        assert any(list(function(b)) != sound[function] for b in broken), function.__name__
