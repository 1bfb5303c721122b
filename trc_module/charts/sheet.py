"""A chart as players see it: headings, notes and tables, however it is shown (drawn, printed, as text)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a part of a chart."""

    text: str


@dataclass(frozen=True, slots=True)
class SheetNote:
    """A sentence between tables."""

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: heads, rows of texts, and a sign before each row."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    signs: tuple[str, ...] = ()
    """The picture before each row, '' for none: `die-3`, `ground-woods`, `side-river`, `unit-infantry`."""


Block: TypeAlias = Heading | SheetNote | Grid


@dataclass(frozen=True, slots=True)
class ChartSheet:
    """One chart: a name that does not change with the language, its title and what stands on it."""

    name: str
    title: str
    blocks: tuple[Block, ...]


DIE = "die-"
"""The signs of dice: `die-1` to `die-6`."""
GROUND, SIDE, UNIT = "ground-", "side-", "unit-"
"""The signs of a kind of terrain, of a kind of hexsides, and of a type of units, before its word."""


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]], signs: Sequence[str] = ()) -> Grid:
    """Return a table of texts, with a sign before each row or with none."""
    return Grid(tuple(heads), tuple(map(tuple, rows)), tuple(signs))


def dice(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the signs of rows that are read by a die; none for a die that has other numbers than 1 to 6."""
    return tuple(f"{DIE}{number}" for number in numbers) if all(1 <= number <= 6 for number in numbers) else ()


def said(block: Block, words: Callable[[str], str]) -> Block:
    """Return a block with each of its texts in other words."""
    if isinstance(block, Grid):
        rows = tuple(tuple(map(words, row)) for row in block.rows)
        return replace(block, heads=tuple(map(words, block.heads)), rows=rows)
    return replace(block, text=words(block.text))
