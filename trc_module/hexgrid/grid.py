"""A rectangular hex grid and sets of its hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import NewType, TypeAlias

from trc_module.hexgrid.naming import HexName, Naming

Hex = NewType("Hex", int)
"""One hex of a grid: the number of its bit in a `HexSet`. Numbers have gaps, so never count through them."""

HexSet: TypeAlias = int
"""A set of hexes: bit h is set for every member h. Union is `|`, intersection `&`, difference `& ~`."""


class Orientation(Enum):
    """The direction in which hexes point: POINTY_TOP hexes form straight rows, FLAT_TOP hexes straight columns."""

    POINTY_TOP = "pointy-top"
    FLAT_TOP = "flat-top"


def hexes(members: HexSet) -> Iterator[Hex]:
    """Yield the members of a set, lowest bit first (row by row from the north-west on a pointy-top grid)."""
    while members:
        low = members & -members
        # Calling Hex() here would add a quarter to the run time.
        yield low.bit_length() - 1  # type: ignore[misc]
        members ^= low


_SOON = 24
"""The index up to which taking members away one by one is quicker than halving the set."""


def nth(members: HexSet, index: int) -> Hex:
    """Return the member that has so many others before it; meaningless beyond the last."""
    if index < _SOON:
        for _ in range(index):
            members &= members - 1
        return Hex((members & -members).bit_length() - 1)
    first = 0
    width = members.bit_length()
    while width > 1:
        half = width >> 1
        low = members & (1 << half) - 1
        before = low.bit_count()
        if index < before:
            members, width = low, half
        else:
            members >>= half
            first += half
            width -= half
            index -= before
    return Hex(first)


def count(members: HexSet) -> int:
    """Return the number of members."""
    return members.bit_count()


def single(hex_: Hex) -> HexSet:
    """Return the set that holds one hex."""
    return 1 << hex_


def flooded(spread: Callable[[HexSet], HexSet], start: HexSet, steps: int | None, mask: HexSet) -> HexSet:
    """Return start and all within `mask` that `spread` reaches from it in at most `steps` steps (None: any number)."""
    reached = edge = start
    while edge and (steps is None or steps > 0):
        edge = spread(edge) & mask & ~reached
        reached |= edge
        if steps is not None:
            steps -= 1
    return reached


class HexGrid:
    """A grid of `rows` x `cols` hexes with printed names.

    `shifted` (0 or 1) is the parity of the straight lines (rows when pointy-top, columns when flat-top)
    that lie half a hex further on (east, or south). Bits are laid out line by line with one unused bit
    after each, so that a shift beyond an end falls on no hex instead of on the next line.

    Of the rectangle's places those in `missing` have no hex. `parts` says of some of them which hex they are a part of:
    that stands for an area larger than a hex.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        naming: Naming,
        *,
        orientation: Orientation = Orientation.POINTY_TOP,
        shifted: int = 1,
        missing: Iterable[tuple[int, int]] = (),
        parts: Mapping[tuple[int, int], tuple[int, int]] | None = None,
    ) -> None:
        self.rows = rows
        self.cols = cols
        self.naming = naming
        self.orientation = orientation
        self.shifted = shifted
        self._pointy = orientation is Orientation.POINTY_TOP
        self._lines, self._length = (rows, cols) if self._pointy else (cols, rows)
        self._stride = self._length + 1
        line = (1 << self._length) - 1
        on_lines = [line << (i * self._stride) for i in range(self._lines)]
        self._shifted_lines: HexSet = sum(on_lines[shifted::2])
        self._plain_lines: HexSet = sum(on_lines[1 - shifted :: 2])
        self._places: HexSet = sum(on_lines)
        self.all = self._places
        for row, col in missing:
            self.all &= ~(1 << self._bit(row, col))
        self._parts = {cell: self._bit(*whole) for cell, whole in (parts or {}).items()}

    def __repr__(self) -> str:
        return f"HexGrid({self.rows} x {self.cols}, {self.orientation.value}, {count(self.all)} hexes)"

    def _bit(self, row: int, col: int) -> int:
        return row * self._stride + col if self._pointy else col * self._stride + row

    def at(self, row: int, col: int) -> Hex | None:
        """Return the hex at array coordinates, or the larger area that contains them, or None off the grid."""
        if (row, col) in self._parts:
            return Hex(self._parts[row, col])
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return None
        bit = self._bit(row, col)
        return Hex(bit) if self.all >> bit & 1 else None

    def row_col(self, hex_: Hex) -> tuple[int, int]:
        """Return (row from the north, column from the west), both from 0."""
        line, place = divmod(hex_, self._stride)
        return (line, place) if self._pointy else (place, line)

    def name(self, hex_: Hex) -> HexName:
        """Return the printed name of a hex."""
        return self._names[hex_]

    def names(self, members: HexSet) -> tuple[HexName, ...]:
        """Return the names of a set's members, in the order of `hexes`."""
        return tuple(self._names[h] for h in hexes(members))

    def find(self, name: HexName) -> Hex | None:
        """Return the hex of that name, or None if there is none on this grid."""
        return self._by_name.get(name)

    def hex(self, name: HexName) -> Hex:
        """Return the hex of that name; KeyError if there is none on this grid."""
        return self._by_name[name]

    def set_of(self, names: Iterable[HexName]) -> HexSet:
        """Return the set of the named hexes; KeyError if one is not on this grid."""
        members = 0
        for name in names:
            members |= 1 << self._by_name[name]
        return members

    @cached_property
    def _names(self) -> dict[Hex, HexName]:
        return {h: self.naming.name(*self.row_col(h)) for h in hexes(self.all)}

    @cached_property
    def _by_name(self) -> dict[HexName, Hex]:
        return {name: h for h, name in self._names.items()}

    def spread(self, members: HexSet) -> HexSet:
        """Return every hex adjacent to at least one member (members themselves only if adjacent to another)."""
        return self._beside(members) & self.all

    def _beside(self, members: HexSet) -> HexSet:
        # Seen from a plain line, the two hexes across lie at places p-1 and p; from a shifted one at p and p+1.
        across = members | (members & self._plain_lines) >> 1 | (members & self._shifted_lines) << 1
        stride = self._stride
        return members << 1 | members >> 1 | across << stride | across >> stride

    @cached_property
    def neighbours(self) -> dict[Hex, HexSet]:
        """The hexes adjacent to each hex."""
        return {h: self.spread(1 << h) for h in hexes(self.all)}

    def adjacent(self, a: Hex, b: Hex) -> bool:
        """Tell whether two hexes share a side."""
        return bool(self.neighbours[a] >> b & 1)

    def flood(self, start: HexSet, steps: int | None = None, through: HexSet | None = None) -> HexSet:
        """Return start and all that is reached from it in at most `steps` steps (None: any number).

        Every hex entered must lie in `through` (None: the whole grid); start itself need not.
        """
        return flooded(self.spread, start, steps, self.all if through is None else through)

    def ring(self, hex_: Hex, radius: int) -> HexSet:
        """Return the hexes at exactly that distance; the hex itself for 0."""
        if radius == 0:
            return 1 << hex_
        inner = self._disc(hex_, radius - 1)
        return self._disc(hex_, radius) & ~inner

    def disc(self, hex_: Hex, radius: int) -> HexSet:
        """Return the hexes at that distance or less."""
        return self._disc(hex_, radius)

    def _disc(self, hex_: Hex, radius: int) -> HexSet:
        # Holes in the grid must not lengthen distances, so the flood goes over the places that have no hex as well.
        return flooded(self._beside, 1 << hex_, radius, self._places) & self.all

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the number of steps between two hexes, as the crow flies."""
        qa, ra = self._axial(a)
        qb, rb = self._axial(b)
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def _axial(self, hex_: Hex) -> tuple[int, int]:
        line, place = divmod(hex_, self._stride)
        # Half steps gained by the shifted lines up to this one; only differences matter.
        back = (line - (line & 1)) // 2 if self.shifted == 1 else (line + (line & 1)) // 2
        return place - back, line
