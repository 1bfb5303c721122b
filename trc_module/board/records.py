"""The shapes of the map's data files, as msgspec decodes them.

In an overlay any field but the one that names the feature may be absent, so absence is told apart from
a value and completeness is asked for after merging.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

Text: TypeAlias = Annotated[str, Meta(min_length=1)]
Country: TypeAlias = Text
Pair: TypeAlias = Annotated[list[str], Meta(min_length=2, max_length=2)]
_Turn: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Turns: TypeAlias = tuple[_Turn, _Turn]


class Properties(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The properties of every feature: its source, and why it may be wrong."""

    needed: ClassVar[tuple[str, ...]] = ("source",)

    source: str | UnsetType = UNSET
    doubt: str = ""
    removed: bool = False
    """In an overlay: the owner's map has no such thing, or perhaps none, if a doubt is given."""


class HexProperties(Properties):
    """A hex; `sources` and `doubts` speak of single fields where `source` does not hold for them."""

    needed: ClassVar[tuple[str, ...]] = ("terrain", "source")

    hex: str
    terrain: Text | UnsetType = UNSET
    country: Text | None = None
    district: Text | None = None
    province: Text | None = None
    panel: Text | None = None
    coast: list[Text] = []
    """The seas on whose coast it lies, where the legend says that hexes state it."""
    sources: dict[str, str] = {}
    doubts: dict[str, str] = {}


class HexsideProperties(Properties):
    """A hexside of a kind; one hexside may have several kinds, each a feature."""

    kind: Text
    hexes: Pair
    name: Text | None = None
    """The name of a river or wall that runs along hexsides."""


class RiverProperties(Properties):
    """A chain of river hexes."""

    needed: ClassVar[tuple[str, ...]] = ("river", "hexes", "source")

    river: Text | UnsetType = UNSET
    hexes: Annotated[list[str], Meta(min_length=1)] | UnsetType = UNSET


class RailProperties(Properties):
    """A link of two hexes, or an exit at one."""

    kind: Literal["link", "exit"]
    hexes: Annotated[list[str], Meta(min_length=1, max_length=2)]
    lines: list[str] = []
    rail_only: bool = False
    edge: Text | None = None


class PlaceProperties(Properties):
    """A point of a kind; a port or capital repeats the name and hex of its city."""

    needed: ClassVar[tuple[str, ...]] = ("hex", "source")

    kind: Text
    name: Text
    hex: str | UnsetType = UNSET
    size: Literal["major", "minor"] | None = msgspec.field(default=None, name="class")
    perhaps: list[str] = []
    """Other hexes in which it may lie, where the doubt is about its hex."""
    sea: Text | None = None


class RegionProperties(Properties):
    """A region's own facts; its hexes are said hex by hex."""

    needed: ClassVar[tuple[str, ...]] = ("title", "source")

    region: Text
    kind: Literal["country", "district", "province", "off-play"]
    title: Text | UnsetType = UNSET
    code: str = ""
    part_of: str = ""
    start: Text | None = None
    sources: dict[str, str] = {}


class NamingRecord(msgspec.Struct, forbid_unknown_fields=True):
    """The scheme by which the hexes are numbered."""

    style: Literal["letter-rows", "letter-columns", "pairs"]
    west: int = 1
    """The number of the western column; with letters by column, that of the northern row."""
    step: Literal[1, -1] = 1
    digits: Annotated[int, Meta(ge=1, le=4)] = 2
    """The number of digits in each number of a pair."""
    first: Literal["column", "row"] = "column"
    """The number of a pair that comes first."""


class GridRecord(msgspec.Struct, forbid_unknown_fields=True):
    """The grid itself."""

    rows: Annotated[int, Meta(gt=0, le=200)]
    """Rows of hexes, from north to south."""
    columns: Annotated[int, Meta(gt=0, le=200)]
    """Columns of hexes, from west to east."""
    orientation: Literal["pointy-top", "flat-top"]
    """Which way hexes point."""
    shifted: Literal[0, 1]
    """Which rows or columns lie half a hex on: 0 the first and every other, 1 the second."""
    naming: NamingRecord
    """How hexes are named."""
    source: str
    gaps: bool = False
    """Whether places of the rectangle may have no hex: those that hexes.geojson leaves out."""


class EdgeRecord(msgspec.Struct, forbid_unknown_fields=True):
    """The hexes of a map edge: those between two corners, both included, or one by one where it is not straight."""

    name: Text
    """Its name."""
    start: str = msgspec.field(name="from", default="")
    end: str = msgspec.field(name="to", default="")
    hexes: list[str] = []
    source: str = ""
    doubt: str = ""


class GapRecord(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The contents of places of the rectangle that have no hex."""

    is_: Literal["sea", "lake", "land", "area"] = msgspec.field(name="is")
    """`land` off the map, or `area`: more of the hex `of`, which stands for an area larger than a hex."""
    cells: Annotated[list[Text], Meta(min_length=1)]
    """Names of places as hexes would have them, `B1`, or of two corners of a block, `B1-C3`."""
    of: str = ""
    name: str = ""
    """The name that is written there."""
    source: str = ""
    doubt: str = ""


class RowRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A hex row that a rule names."""

    name: Text
    meaning: Text
    source: str = ""
    doubt: str = ""


class GridFile(msgspec.Struct, forbid_unknown_fields=True):
    """grid.toml."""

    grid: GridRecord | None = None
    """The grid."""
    edge: list[EdgeRecord] = []
    """The edges of the map by which units enter or are supplied, a table each."""
    row: list[RowRecord] = []
    """Rows of hexes with a meaning, a table each."""
    gap: list[GapRecord] = []
    """Hexes that are missing, or part of a larger area, a table each."""


class BoxRecord(msgspec.Struct, forbid_unknown_fields=True):
    """One box, or one a turn."""

    id: Text
    kind: Text
    name: Text
    source: str = ""
    side: Text | None = None
    touches: list[str] = []
    turns: Turns | None = None
    doubt: str = ""


class BoxesFile(msgspec.Struct, forbid_unknown_fields=True):
    """boxes.toml."""

    box: list[BoxRecord] = []


class ChangeRecord(msgspec.Struct, forbid_unknown_fields=True):
    """The terrain that a hex gets under a switch."""

    hex: str
    becomes: Text
    source: str = ""
    doubt: str = ""


class SwitchRecord(msgspec.Struct, forbid_unknown_fields=True):
    """An optional rule that changes terrain."""

    id: Text
    title: Text
    terrain: list[ChangeRecord]


class SwitchesFile(msgspec.Struct, forbid_unknown_fields=True):
    """switches.toml."""

    switch: list[SwitchRecord] = []
