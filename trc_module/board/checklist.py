"""The map as sheets to compare with one's own copy: one sheet an area, with a schematic picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from trc_module.board.areas import HexRectangle, areas
from trc_module.board.board import Board
from trc_module.board.schematic import LEGEND, draw
from trc_module.facts import ChecklistItem, ChecklistSheet, Fact
from trc_module.hexgrid import Hex, hexes

_WHOLE = ("grid", "gap", "region", "start", "edge", "row", "box")
"""The subjects of facts that belong to no area."""


def _headings(board: Board) -> dict[str, str]:
    """Return the headings of facts by the word of their subjects, in the order in which they stand on a sheet."""
    legend = board.legend
    sides = {name: kind.heading or name.capitalize() for name, kind in legend.hexsides.items()}
    borders = legend.hexsides_that_are("border")
    found = {
        **dict.fromkeys(("city", "capital", "port"), "Cities"),
        **{name: kind.heading for name, kind in legend.places.items() if kind.is_ == "site"},
        "water": "Seas and lakes",
        **{name: heading for name, heading in sides.items() if name not in borders},
    }
    # Hexsides may be called rivers too.
    for word, heading in (("rail", "Rails"), ("exit", "Rails"), ("river", "Rivers (from source to mouth)")):
        found.setdefault(word, heading)
    return {**found, **{name: sides[name] for name in borders}}


def sheets(board: Board) -> tuple[ChecklistSheet, ...]:
    """Return a sheet for each area of the map, and one for what belongs to no area."""
    found = [_sheet(board, area) for area in areas(board)]
    words = [word for word in _WHOLE if word != "box"]
    whole = tuple(ChecklistItem(fact.statement, fact.doubt) for subject, fact in _of(board, *words))
    boxes = tuple(ChecklistItem(fact.statement, fact.doubt) for subject, fact in _of(board, "box"))
    return (
        *found,
        ChecklistSheet("The whole map", (("Regions, edges and rows", whole), ("Boxes beside the map", boxes))),
    )


def _of(board: Board, *words: str) -> Iterator[tuple[str, Fact]]:
    return ((subject, fact) for subject, fact in board.fact_by_subject.items() if subject.split(" ")[0] in words)


def _sheet(board: Board, area: HexRectangle) -> ChecklistSheet:
    headings = _headings(board)
    sections: dict[str, list[ChecklistItem]] = {}
    doubts: list[ChecklistItem] = []
    for subject, fact in board.fact_by_subject.items():
        word = subject.split(" ")[0]
        anchor = _anchor(board, subject)
        if anchor is None or not area.hexes >> anchor & 1:
            continue
        if not fact.trust.carries_violation:
            doubts.append(ChecklistItem(fact.statement, fact.doubt or f"assumed: {fact.source.detail}"))
        elif word in headings:
            sections.setdefault(headings[word], []).append(ChecklistItem(_short(board, subject, fact)))
    ordered = [
        (heading, tuple(sections[heading])) for heading in dict.fromkeys(headings.values()) if heading in sections
    ]
    terrain = ("Terrain, row by row", tuple(_rows(board, area)))
    first = [("Doubtful: look here first", tuple(doubts))] if doubts else []
    return ChecklistSheet(area.title, (*first, terrain, *ordered), draw(board, area), LEGEND)


def _short(board: Board, subject: str, fact: Fact) -> str:
    word, _, name = subject.partition(" ")
    if word == "river" and word not in board.legend.hexsides:
        river = next(river for river in board.rivers if river.id == name)
        return f"{river.name}: " + " ".join(board.grid.name(h) for h in river.hexes)
    kind = board.legend.hexsides.get(word)
    # A thing that exists only once has its own name.
    plain = kind is not None and kind.number is None and fact.statement.endswith(kind.says.replace("{}", name))
    return name if word == "rail" or plain else fact.statement


def _rows(board: Board, area: HexRectangle) -> Iterator[ChecklistItem]:
    """Describe the terrain of each row of an area in runs: 'A33-A30 clear, A29-A23 sea'."""
    for _, row in groupby(hexes(area.hexes), key=lambda h: board.grid.row_col(h)[0]):
        runs = []
        for terrain, run in groupby(row, key=lambda h: board.terrain[h].value):
            names = [board.grid.name(h) for h in run]
            runs.append(f"{names[0]}-{names[-1]} {terrain}" if len(names) > 1 else f"{names[0]} {terrain}")
        yield ChecklistItem(", ".join(runs))


def _anchor(board: Board, subject: str) -> Hex | None:
    """Return the hex by which a fact belongs to an area, None for what belongs to none."""
    word, _, name = subject.partition(" ")
    if word in _WHOLE:
        return None
    if word == "river" and word not in board.legend.hexsides:
        return next(river.hexes[0] for river in board.rivers if river.id == name)
    if word == "water":
        return next(hexes(board.waters[name].hexes))
    if word in ("city", "capital", "port"):
        return board.cities[name].hex
    if word in board.sites:
        return board.sites[word][name]
    return board.grid.find(name.split("-")[0])
