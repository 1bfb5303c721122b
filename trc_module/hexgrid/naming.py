"""Schemes by which printed maps number their hexes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol, TypeAlias

HexName: TypeAlias = str
"""A hex as it is printed on the map, in capitals: `S12`, `AA29`, `0714`."""


class Naming(Protocol):
    """Turn array coordinates (row from the north, column from the west, both from 0) into a name and back."""

    def name(self, row: int, col: int) -> HexName:
        """Return the printed name of a place on the grid."""
        ...

    def parse(self, name: HexName) -> tuple[int, int] | None:
        """Return (row, column) of a name, whether or not the grid is that large; None if it is no name."""
        ...


@dataclass(frozen=True, slots=True)
class LetterRows:
    """Rows A..Z, AA..ZZ (a letter doubled, as VASSAL's alphabetic style), columns counted from `west` by `step`.

    The Russian Campaign counts 33 in the west down to 1 in the east: `LetterRows(west=33, step=-1)`.
    """

    west: int
    step: int

    def name(self, row: int, col: int) -> HexName:
        """Return letters of the row, then the number of the column."""
        times, letter = divmod(row, 26)
        return chr(65 + letter) * (times + 1) + str(self.west + self.step * col)

    def parse(self, name: HexName) -> tuple[int, int] | None:
        """Return (row, column); 'AB7' and '07' are no names."""
        match = re.fullmatch(r"([A-Z])(\1*)([1-9][0-9]*)", name, re.ASCII)
        if match is None:
            return None
        row = ord(match[1]) - 65 + 26 * len(match[2])
        offset = int(match[3]) - self.west
        if offset % self.step:
            return None
        return row, offset // self.step


@dataclass(frozen=True, slots=True)
class LetterColumns:
    """Columns A..Z, AA..ZZ from the west, rows counted from `north` by `step`: `C7` lies in the third column."""

    north: int = 1
    step: int = 1

    def name(self, row: int, col: int) -> HexName:
        """Return letters of the column, then the number of the row."""
        return LetterRows(self.north, self.step).name(col, row)

    def parse(self, name: HexName) -> tuple[int, int] | None:
        """Return (row, column)."""
        place = LetterRows(self.north, self.step).parse(name)
        return None if place is None else (place[1], place[0])


@dataclass(frozen=True, slots=True)
class PairedNumbers:
    """Two numbers of `digits` digits each, counted from 1 in the north-west: `0714` is column 7, row 14.

    With `row_first` it is row 7, column 14.
    """

    digits: int = 2
    row_first: bool = False

    def name(self, row: int, col: int) -> HexName:
        """Return both numbers with leading zeros."""
        first, second = (row, col) if self.row_first else (col, row)
        return f"{first + 1:0{self.digits}}{second + 1:0{self.digits}}"

    def parse(self, name: HexName) -> tuple[int, int] | None:
        """Return (row, column) of a name of exactly two times `digits` digits."""
        if len(name) != 2 * self.digits or not (name.isascii() and name.isdigit()):
            return None
        first, second = int(name[: self.digits]) - 1, int(name[self.digits :]) - 1
        return (first, second) if self.row_first else (second, first)
