"""The start lines of the scenarios (27.11): which hexes, and which cities and wells, lie on whose side."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from trc_module.board import Board
from trc_module.facts import DataError, Fact, Source
from trc_module.facts.errors import Collected
from trc_module.facts.toml_file import line_of, parse_source, read_toml, shape
from trc_module.hexgrid import Hex, HexSet, hexes

AXIS, RUSSIAN = "axis", "russian"


class _Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    axis: list[str] = []
    russian: list[str] = []


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    name: str
    colour: str
    source: str
    rows: dict[str, int] = {}
    also_axis: list[str] = []
    also_russian: list[str] = []
    sides: dict[str, _Sides] = {}


class StartLine(Struct, frozen=True):
    """A line between the sides, as far as it is known."""

    name: str
    colour: str
    source: Source
    axis_hexes: HexSet | None
    """The hexes on the Axis side; None if unknown."""
    places: Mapping[str, tuple[str, Fact]]
    """By city or well: the side of the line on which it lies, and from where that is known."""

    def side_of(self, hex_: Hex) -> str | None:
        """Return on whose side a hex lies; None if the line is unknown."""
        if self.axis_hexes is None:
            return None
        return AXIS if self.axis_hexes >> hex_ & 1 else RUSSIAN


def load_lines(folder: Path, board: Board, overlay: Path | None = None) -> dict[str, StartLine]:
    """Read the lines of a game by id, its data folder's `lines/*.toml`; an owner's whole files win over ours.

    DataError names the file, the line and what is wrong: a hex or a place that there is none, a place on both sides,
    a place on whose side the rows and the list differ, a place that is missing, rows of which the source still says
    that they are missing.
    """
    paths = {path.stem: path for place in (folder, overlay) if place for path in (place / "lines").glob("*.toml")}
    found = {}
    collected = Collected()
    for name, path in sorted(paths.items()):
        with collected:
            found[name] = _read(path, board)
    collected.close()
    return found


def _read(path: Path, board: Board) -> StartLine:
    file = shape(read_toml(path), _File, path)
    source = parse_source(file.source, path, ["source"])
    at = {name: city.hex for name, city in board.cities.items()} | dict(board.oil_wells)
    members = _hexes(path, file, board)
    if members is not None and source.kind == "missing":
        # Else the owner who filled in the rows would see everything skipped without a reason.
        wanted = "where the rows were read, as in 'owner:my card'"
        raise DataError(path, wanted, file.source, line=line_of(path, ["source"]), field="source")
    places: dict[str, tuple[str, Fact]] = {}
    for group, entry in file.sides.items():
        told = parse_source(entry.source, path, ["sides", group, "source"])
        for side, names in ((AXIS, entry.axis), (RUSSIAN, entry.russian)):
            for name in names:
                wrong = _wrong(name, side, at, places, members)
                if wrong:
                    steps = ["sides", group, side]
                    raise DataError(path, wrong, name, line=line_of(path, steps), field=".".join(steps))
                places[name] = (side, Fact(f"{name} is on the {side} side of the {file.name} line", told))
    for name, hex_ in at.items():
        if name in places:
            continue
        if members is None:
            raise DataError(path, "every city and oil well on a side, or the rows", f"nothing of {name}", field="sides")
        side = AXIS if members >> hex_ & 1 else RUSSIAN
        places[name] = (side, Fact(f"{name} is on the {side} side of the {file.name} line", source))
    return StartLine(file.name, file.colour, source, members, places)


def _wrong(name: str, side: str, at: Mapping[str, Hex], places: Mapping[str, object], members: HexSet | None) -> str:
    if name not in at:
        return "a city or an oil well"
    if name in places:
        return "each place on one side only"
    if members is not None and bool(members >> at[name] & 1) != (side == AXIS):
        return f"{name} on the side on which the rows have it"
    return ""


def _hexes(path: Path, file: _File, board: Board) -> HexSet | None:
    if not file.rows:
        return None
    found: HexSet = 0
    for hex_ in hexes(board.grid.all):
        row, column = _split(board.grid.name(hex_))
        if row in file.rows and column >= file.rows[row]:
            found |= 1 << hex_
    for row, column in file.rows.items():
        if board.grid.find(f"{row}{column}") is None:
            where = line_of(path, ["rows", row])
            raise DataError(path, "the easternmost hex of a row, as in R = 12", f"{row} = {column}", line=where)
    for key, names in (("also-axis", file.also_axis), ("also-russian", file.also_russian)):
        for name in names:
            hex_or_none = board.grid.find(name)
            if hex_or_none is None:
                raise DataError(path, "a hex of the map", name, line=line_of(path, [key]), field=key)
            found = found | 1 << hex_or_none if key == "also-axis" else found & ~(1 << hex_or_none)
    return found


def _split(name: str) -> tuple[str, int]:
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :])
