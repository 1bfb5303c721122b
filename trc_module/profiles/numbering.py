"""The names that VASSAL gives to the cells of a hex grid [VASSAL ... mapgrid.HexGridNumbering]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from trc_module.digits import is_signed_number
from trc_module.hexgrid import HexGrid
from trc_module.profiles.lattice import Cell, Fit, Lattice, fits, own_cells

_MARGIN = 3
"""The number of lines beyond our own map's size up to which a module's grid is searched."""
_MOST_WRONG = 0.05


@dataclass(frozen=True, slots=True)
class Numbering:
    """A grid's numbering, by its attributes, and the size of what it numbers in pixels; 0 where that is not known."""

    attributes: Mapping[str, str]
    width: int = 0
    height: int = 0

    def _flag(self, name: str) -> bool:
        return self.attributes.get(name) == "true"

    @property
    def needs_size(self) -> bool:
        """Tell whether numbers run down, so that they depend on the board's size."""
        return self._flag("hDescend") or self._flag("vDescend")

    def label(self, lattice: Lattice, cell: Cell) -> str:
        """Return what VASSAL calls a cell."""
        line, place = lattice.line_place(cell)
        most_lines = floor(self.height / lattice.dx + 0.5) if lattice.sideways else 0
        column, row = line, place
        down_lines = self._flag("vDescend") if lattice.sideways else self._flag("hDescend")
        down_places = self._flag("hDescend") if lattice.sideways else self._flag("vDescend")
        most_columns, most_rows = floor(self.width / lattice.dy + 0.5), floor(self.height / lattice.dx + 0.5)
        if down_lines:
            column = (most_lines if lattice.sideways else most_columns) - line
        if down_places:
            row = (most_columns if lattice.sideways else most_rows) - place
        if self._flag("stagger") and line % 2:
            row += -1 if down_places else 1
        row_name = _name(row + self._number("vOff", 1), *self._style("v"))
        column_name = _name(column + self._number("hOff", 1), *self._style("h"))
        separator = self.attributes.get("sep", "")
        first = self.attributes.get("first", "H").startswith("H")
        return f"{column_name}{separator}{row_name}" if first else f"{row_name}{separator}{column_name}"

    def _number(self, name: str, default: int) -> int:
        text = self.attributes.get(name, "")
        return int(text) if is_signed_number(text) else default

    def _style(self, axis: str) -> tuple[str, int]:
        return self.attributes.get(f"{axis}Type", "N"), self._number(f"{axis}Leading", 1)


def _name(number: int, style: str, leading: int) -> str:
    sign, number = ("-" if number < 0 else ""), abs(number)
    if style.startswith("A"):
        return sign + chr(65 + number % 26) * (number // 26 + 1)
    return sign + str(number).zfill(leading + 1)


def fit_by_names(lattice: Lattice, numbering: Numbering, grid: HexGrid) -> Fit | None:
    """Return how a grid lies over our map if its cells bear the names of our hexes; None if they do not."""
    known = []
    long = max(grid.rows, grid.cols) + _MARGIN
    for line in range(-_MARGIN, long):
        for place in range(-_MARGIN, long):
            cell = lattice.cell_of(line, place)
            hex_ = grid.find(_plain(numbering.label(lattice, cell)))
            if hex_ is not None:
                known.append((cell, hex_))
    if len(known) < grid.rows:
        return None
    best = next(iter(fits(known, own_cells(grid))), None)
    return best if best is not None and best.error <= _MOST_WRONG else None


def _plain(label: str) -> str:
    """Return a name without the zeros with which VASSAL fills its numbers up."""
    letters = label.rstrip("0123456789")
    digits = label[len(letters) :]
    return letters + digits.lstrip("0") if letters and digits.strip("0") else label
