"""The map as sheets to compare with one's own copy: one sheet an area, with a schematic picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from trc_module.board.areas import Area, areas
from trc_module.board.board import Board
from trc_module.board.schematic import LEGEND, draw
from trc_module.facts import Fact, Item, Sheet
from trc_module.hexgrid import Hex, hexes

_HEADINGS = {
    "city": "Cities",
    "capital": "Cities",
    "port": "Cities",
    "oil": "Oil wells",
    "water": "Seas and lakes",
    "closed": "Closed hexsides",
    "kerch": "Closed hexsides",
    "rail": "Rails",
    "exit": "Rails",
    "river": "Rivers (from source to mouth)",
    "country-border": "Country borders",
    "district-border": "Borders of military districts",
}


def sheets(board: Board) -> tuple[Sheet, ...]:
    """Return a sheet for each area of the map, and one for what belongs to no area."""
    found = [_sheet(board, area) for area in areas(board)]
    whole = tuple(Item(fact.statement, fact.doubt) for subject, fact in _of(board, "region", "start", "edge", "row"))
    boxes = tuple(Item(fact.statement, fact.doubt) for subject, fact in _of(board, "box"))
    return (*found, Sheet("The whole map", (("Regions, edges and rows", whole), ("Boxes beside the map", boxes))))


def _of(board: Board, *words: str) -> Iterator[tuple[str, Fact]]:
    return ((subject, fact) for subject, fact in board.fact_by_subject.items() if subject.split(" ")[0] in words)


def _sheet(board: Board, area: Area) -> Sheet:
    sections: dict[str, list[Item]] = {}
    doubts: list[Item] = []
    for subject, fact in board.fact_by_subject.items():
        word = subject.split(" ")[0]
        anchor = _anchor(board, subject)
        if anchor is None or not area.hexes >> anchor & 1:
            continue
        if not fact.trust.carries_violation:
            doubts.append(Item(fact.statement, fact.doubt or f"assumed: {fact.source.detail}"))
        elif word in _HEADINGS:
            sections.setdefault(_HEADINGS[word], []).append(Item(_short(board, subject, fact)))
    ordered = [
        (heading, tuple(sections[heading])) for heading in dict.fromkeys(_HEADINGS.values()) if heading in sections
    ]
    terrain = ("Terrain, row by row", tuple(_rows(board, area)))
    first = [("Doubtful: look here first", tuple(doubts))] if doubts else []
    return Sheet(area.title, (*first, terrain, *ordered), draw(board, area), LEGEND)


def _short(board: Board, subject: str, fact: Fact) -> str:
    word, _, name = subject.partition(" ")
    if word == "river":
        river = next(river for river in board.rivers if river.id == name)
        return f"{river.name}: " + " ".join(board.grid.name(h) for h in river.hexes)
    return name if word in ("rail", "closed", "country-border", "district-border") else fact.statement


def _rows(board: Board, area: Area) -> Iterator[Item]:
    """Describe the terrain of each row of an area in runs: 'A33-A30 clear, A29-A23 sea'."""
    for _, row in groupby(hexes(area.hexes), key=lambda h: board.grid.row_col(h)[0]):
        runs = []
        for terrain, run in groupby(row, key=lambda h: board.terrain[h].value):
            names = [board.grid.name(h) for h in run]
            runs.append(f"{names[0]}-{names[-1]} {terrain}" if len(names) > 1 else f"{names[0]} {terrain}")
        yield Item(", ".join(runs))


def _anchor(board: Board, subject: str) -> Hex | None:
    """Return the hex by which a fact belongs to an area, None for what belongs to none."""
    word, _, name = subject.partition(" ")
    if word in ("region", "start", "edge", "row", "box"):
        return None
    if word == "river":
        return next(river.hexes[0] for river in board.rivers if river.id == name)
    if word == "water":
        return next(hexes(board.waters[name].hexes))
    if word in ("city", "capital", "port"):
        return board.cities[name].hex
    if word == "oil":
        return board.oil_wells[name]
    if word == "kerch":
        return board.kerch[0]
    return board.grid.hex(name.split("-")[0])
