"""Gaps: the places of a grid's rectangle that have no hex. They are sea, lake, land off the map, or part of an area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from trc_module.board.lookup import Lookup
from trc_module.board.model import Gap
from trc_module.board.records import GapRecord
from trc_module.board.tables import TomlEntry
from trc_module.hexgrid import Naming

Cell: TypeAlias = tuple[int, int]
"""Row from the north and column from the west, both from 0."""


def cells_of_gap(entry: TomlEntry[GapRecord], naming: Naming) -> Iterator[Cell]:
    """Yield the cells of an entry; DataError for what names none."""
    for text in entry.record.cells:
        first, _, last = text.partition("-")
        corners = [naming.parse(name) for name in (first, last or first)]
        start, end = corners
        if start is None or end is None:
            raise entry.error("cells", "the name of a place, or of two corners of a block (B1-C3)", text)
        for row in range(min(start[0], end[0]), max(start[0], end[0]) + 1):
            yield from ((row, col) for col in range(min(start[1], end[1]), max(start[1], end[1]) + 1))


def parts_of_areas(entries: Iterable[TomlEntry[GapRecord]], naming: Naming) -> dict[Cell, Cell]:
    """Return the cells that belong to an area, each with that of the hex that stands for it; DataError as above."""
    parts: dict[Cell, Cell] = {}
    for entry in entries:
        if entry.record.is_ == "area":
            whole = naming.parse(entry.record.of)
            if whole is None:
                raise entry.error("of", "the hex that stands for the area", entry.record.of or "none")
            parts.update(dict.fromkeys(cells_of_gap(entry, naming), whole))
    return parts


def build_gaps(look: Lookup, entries: Iterable[TomlEntry[GapRecord]]) -> tuple[Gap, ...]:
    """Return the gaps; DataError for a cell off the grid, one that has a hex, or one that two entries name."""
    gaps: list[Gap] = []
    taken: set[Cell] = set()
    grid = look.grid
    there = {grid.row_col(hex_) for hex_ in map(grid.hex, grid.names(grid.all))}
    for entry in entries:
        record = entry.record
        of = look.entry_hex(entry, "of", record.of) if record.is_ == "area" else None
        if record.is_ != "area" and record.of:
            raise entry.error("of", "nothing, since only an area has a hex", record.of)
        cells = frozenset(cells_of_gap(entry, grid.naming))
        for row, col in sorted(cells):
            name = grid.naming.name(row, col)
            if not (0 <= row < grid.rows and 0 <= col < grid.cols):
                raise entry.error("cells", "places of the grid's rectangle", name)
            if (row, col) in there:
                raise entry.error("cells", "places that have no hex", name)
            if (row, col) in taken:
                raise entry.error("cells", "places that no entry above has", name)
        taken |= cells
        said = f"{', '.join(record.cells)}: {record.is_}{f' ({record.name})' if record.name else ''}"
        fact = look.tell_entry(entry, f"gap {record.cells[0]}", said, record.source, record.doubt)
        gaps.append(Gap(record.is_, cells, of, record.name, fact))
    return tuple(gaps)
