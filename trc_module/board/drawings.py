"""Drawings of a game's own: how a terrain, a hexside or a place looks that the program has no drawing of.

In legend.toml `drawn` is one of the program's words, or a table of these:

    [terrain.dunes]
    drawn = { colour = "#ead9a4", pattern = "dunes", ink = "#b58f4c" }

    [hexside.wire]
    drawn = { line = "crossed", colour = "#5b5148", width = 3 }

    [place.depot]
    drawn = { symbol = "factory", colour = "rail" }
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from trc_module.facts.choices import meant

COLOURS = (
    "clear", "woods", "mountain", "swamp", "sea", "shallows", "tree", "reed", "river", "rail", "border", "district",
    "wall", "city", "paper", "star", "port", "ink",
)  # fmt: skip
"""The colours that have a name: those of the same thing on the map, in each of its styles."""

Pattern = Literal[
    "", "crosses", "cross-hatching", "dots", "dunes", "fields", "firs", "hatching", "hills", "houses", "reeds",
    "relief", "stones", "trees", "tufts", "waves",
]  # fmt: skip
Symbol = Literal[
    "anchor", "bridge", "cross", "factory", "flag", "fort", "plane", "ring", "square", "star", "tent", "tower",
    "triangle", "wheel",
]  # fmt: skip
LineKind = Literal["solid", "dashed", "dotted", "double", "ticked", "crossed", "beaded"]


class GroundDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ground of the game's own: a wash, what is strewn over it, a line around it, a symbol in each hex."""

    colour: str = ""
    """The colour of the ground: `#rrggbb`, or that of something else on the map by its name."""
    pattern: Pattern = ""
    """What covers the ground."""
    ink: str = ""
    """The colour of pattern, edge and symbol; a darker one of the ground where nothing is said."""
    edge: Literal["", "solid", "dashed", "dotted"] = ""
    """The line around the ground."""
    symbol: Literal["", Symbol] = ""
    """The symbol in the middle of each hex."""


class LineDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the game's own along hexsides, or across them."""

    line: LineKind
    """The kind of line."""
    colour: str = "wall"
    """Its colour: `#rrggbb`, or that of something else on the map by its name."""
    width: Annotated[int, Meta(ge=1, le=16)] = 4
    """Its width in pixels: a hex is 104 wide."""
    course: Literal["along", "across"] = "along"
    """`along` the hexside, or `across` it from the middle of one hex to that of the next, as roads run."""


class SignDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign of the game's own for a place: a symbol on a disc."""

    symbol: Symbol
    """The symbol."""
    colour: str = "city"
    """The colour of the disc: `#rrggbb`, or that of something else on the map by its name."""
    ink: str = "paper"
    """The colour of the symbol."""


_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def wrong_colours(drawing: GroundDrawing | LineDrawing | SignDrawing) -> Iterator[tuple[str, str, str]]:
    """Yield each key of a drawing that holds no colour, what was expected, and what was found."""
    for name in ("colour", "ink"):
        colour = getattr(drawing, name, "")
        if colour and colour not in COLOURS and not _COLOUR.fullmatch(colour):
            expected = f"a colour as #e0c080, or one of {', '.join(COLOURS)}{meant(colour, COLOURS)}"
            yield name, expected, colour


def is_empty(drawing: GroundDrawing) -> bool:
    """Tell whether a drawing of the ground says nothing that would be seen."""
    return not (drawing.colour or drawing.pattern or drawing.edge or drawing.symbol)
