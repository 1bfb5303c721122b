"""The names of places on a module's maps, as VASSAL gives them: by zones, regions, and numbered hexes and squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import floor
from typing import Protocol

from lxml import etree

from trc_module.digits import is_signed_number
from trc_module.profiles.lattice import Lattice
from trc_module.profiles.numbering import Numbering
from trc_module.vassal.buildfile import full_name

_MAPS = tuple(full_name(name) for name in ("module.Map", "module.PrivateMap", "module.PlayerHand"))
_BOARD = full_name("module.map.boardPicker.Board")
_MOST = 10_000_000
"""The greatest number of pixels that a grid or a place is read at."""


class Names(Protocol):
    """What names the points of a board or of a part of it; '' where a point has no name."""

    def at(self, x: float, y: float) -> str:
        """Return the name of a point in pixels of the board."""


@dataclass(frozen=True, slots=True)
class _Hexes:
    """A numbered hex grid [VASSAL ... board.HexGrid, mapgrid.HexGridNumbering]."""

    lattice: Lattice
    numbering: Numbering
    format: str

    def at(self, x: float, y: float) -> str:
        label = self.numbering.label(self.lattice, self.lattice.cell_at(x, y))
        return self.format.replace("$gridLocation$", label)


@dataclass(frozen=True, slots=True)
class _Squares:
    """A numbered grid of squares [VASSAL ... board.SquareGrid, mapgrid.SquareGridNumbering].

    A row of squares is a row of hexes that is never shifted: one cell of the lattice each.
    """

    dx: float
    dy: float
    x0: float
    y0: float
    numbering: Numbering
    format: str

    def at(self, x: float, y: float) -> str:
        cell = floor((x - self.x0) / self.dx + 0.5), floor((y - self.y0) / self.dy + 0.5)
        return self.format.replace("$gridLocation$", self.numbering.label(_Rows(self.dy, self.dx), cell))


class _Rows(Lattice):
    """Lines that are not shifted against each other, so that a cell is its column and its row."""

    def __init__(self, along: float, across: float) -> None:
        super().__init__(across, along, 0, 0)

    def line_place(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return the column and the row."""
        return cell


@dataclass(frozen=True, slots=True)
class _Regions:
    """A grid of regions, each a point with a name: the nearest counts [VASSAL ... board.RegionGrid]."""

    regions: tuple[tuple[int, int, str], ...]

    def at(self, x: float, y: float) -> str:
        return min(((rx - x) ** 2 + (ry - y) ** 2, name) for rx, ry, name in self.regions)[1] if self.regions else ""


@dataclass(frozen=True, slots=True)
class _Zone:
    """A zone: its outline and what its places are called [VASSAL ... mapgrid.Zone]."""

    name: str
    corners: tuple[tuple[int, int], ...]
    format: str
    grid: Names | None

    def at(self, x: float, y: float) -> str:
        inner = self.grid.at(x, y) if self.grid is not None else ""
        return self.format.replace("$name$", self.name).replace("$gridLocation$", inner)

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point lies in the zone, by the number of sides that a line from it to the right crosses."""
        inside = False
        for (ax, ay), (bx, by) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        return inside


@dataclass(frozen=True, slots=True)
class _Zones:
    zones: tuple[_Zone, ...]
    background: Names | None

    def at(self, x: float, y: float) -> str:
        zone = next((zone for zone in self.zones if zone.holds(x, y)), None)
        found = zone or self.background
        return found.at(x, y) if found is not None else ""


@dataclass(frozen=True, slots=True)
class MapNames:
    """The names of the places of one map: the empty margin around its boards, and the grid of each board."""

    edge: tuple[int, int]
    boards: Mapping[str, Names]

    def at(self, x: int, y: int, board: str = "") -> str:
        """Return the name of a point in pixels of the map; '' where nothing names it, or several boards could."""
        if not board and len(self.boards) == 1:
            (board,) = self.boards
        names = self.boards.get(board)
        return names.at(x - self.edge[0], y - self.edge[1]) if names is not None else ""


def place_names(root: etree._Element) -> dict[str, MapNames]:
    """Return what names the places of each map of a module, by the map's name."""
    return {str(each.get("mapName")): _map(each) for each in root.iter(*_MAPS) if each.get("mapName")}


def _map(element: etree._Element) -> MapNames:
    boards = {}
    for board in element.iter(_BOARD):
        names = _names(board, _size(board))
        if names is not None:
            boards[board.get("name", "")] = names
    return MapNames((_whole(element, "edgeWidth"), _whole(element, "edgeHeight")), boards)


def _names(parent: etree._Element, size: tuple[int, int]) -> Names | None:
    """Return what names the points of a board or a zone, by its grid; None without one."""
    for child in parent:
        kind = _kind(child)
        if kind == "ZonedGrid":
            zones = tuple(_zones(child, size))
            return _Zones(zones, _names(child, size))
        if kind == "RegionGrid":
            regions = [each for each in child if _kind(each) == "Region"]
            return _Regions(tuple((_whole(r, "originx"), _whole(r, "originy"), r.get("name", "")) for r in regions))
        numbering = next((each for each in child if _kind(each) == f"{kind}Numbering"), None)
        if kind not in ("HexGrid", "SquareGrid") or numbering is None:
            continue
        attributes = {str(key): str(value) for key, value in numbering.attrib.items()}
        numbered = Numbering(attributes, *size)
        form = attributes.get("locationFormat") or "$gridLocation$"
        if kind == "HexGrid":
            sideways = child.get("sideways") == "true"
            x0, y0 = _number(child, "x0", 0), _number(child, "y0", 32)
            lattice = Lattice(
                _number(child, "dx", 48), _number(child, "dy", 64), *((y0, x0) if sideways else (x0, y0)), sideways
            )
            return _Hexes(lattice, numbered, form)
        dx, dy = _number(child, "dx", 48), _number(child, "dy", 48)
        return _Squares(dx, dy, _number(child, "x0", 24), _number(child, "y0", 24), numbered, form)
    return None


def _zones(element: etree._Element, size: tuple[int, int]) -> Iterator[_Zone]:
    for zone in element:
        if _kind(zone) != "Zone":
            continue
        corners = []
        for pair in (zone.get("path") or "").split(";"):
            x, _, y = (part.strip() for part in pair.partition(","))
            if _is_pixel(x) and _is_pixel(y):
                corners.append((int(x), int(y)))
        if corners:
            uses_parent = zone.get("useParentGrid") == "true"
            grid = _names(element, size) if uses_parent else _names(zone, size)
            yield _Zone(zone.get("name", ""), tuple(corners), zone.get("locationFormat") or "$name$", grid)


def _kind(element: etree._Element) -> str:
    return str(element.tag).rpartition(".")[2] if isinstance(element.tag, str) else ""


def _size(board: etree._Element) -> tuple[int, int]:
    return _whole(board, "width"), _whole(board, "height")


def _is_pixel(text: str) -> bool:
    return is_signed_number(text) and abs(int(text)) <= _MOST


def _whole(element: etree._Element, name: str) -> int:
    text = element.get(name, "")
    return int(text) if _is_pixel(text) else 0


def _number(element: etree._Element, name: str, default: float) -> float:
    try:
        found = float(element.get(name, ""))
    except ValueError:
        return default
    # Nothing that is no distance: neither NaN nor what no board could hold.
    return found if abs(found) <= _MOST and (found > 0 or name in ("x0", "y0")) else default
