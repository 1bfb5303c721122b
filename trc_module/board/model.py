"""The things that lie on a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trc_module.board.legend import Terrain as Terrain
from trc_module.facts import Fact
from trc_module.hexgrid import Hex, HexSet


@dataclass(frozen=True, slots=True)
class City:
    """A city; `port` is the sea of a port, `country` the country that its hex lies in, `elsewhere` the other hexes in
    which it may lie as long as its hex is in doubt."""

    name: str
    hex: Hex
    major: bool
    capital: bool
    port: str | None
    country: str | None
    fact: Fact
    elsewhere: HexSet = 0


@dataclass(frozen=True, slots=True)
class River:
    """One chain of hexes that a river runs through, from source to mouth; a river may have several chains.

    The first or last hexes may be water, where the river meets it.
    """

    id: str
    name: str
    hexes: tuple[Hex, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class Region:
    """A country, military district, province or the land off play.

    `kind` is 'country', 'district', 'province' or 'off-play'; `code` the set-up letter of a district (2.2);
    `part_of` the country of a district or province; `start` the side that holds a country at the start (3.5).
    """

    name: str
    kind: str
    title: str
    hexes: HexSet
    fact: Fact
    code: str = ""
    part_of: str = ""
    start: str | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A place off the map: an order-of-battle box, a pool, a track; `side` is None where it serves both.

    `key` is unique: the side, a blank and the id ('red turn-12'), or the id alone without a side ('weather').
    """

    key: str
    id: str
    side: str | None
    kind: str
    name: str
    turn: int | None
    fact: Fact
    touches: HexSet = 0
    """The hexes from which units enter it, if it is an area beside the grid."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Places of the grid's rectangle without a hex, and what lies there."""

    kind: Literal["sea", "lake", "land", "area"]
    cells: frozenset[tuple[int, int]]
    """Rows and columns, from 0."""
    of: Hex | None
    """The hex that stands for the area, if it is one."""
    name: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A hex row that a rule names: its letters, and the hexes of the row, north of it and south of it."""

    name: str
    hexes: HexSet
    north: HexSet
    south: HexSet
    meaning: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class Water:
    """A sea or lake by name; `area` is the sea area that sea moves keep to (10.2), 'lake' for a lake."""

    name: str
    area: str
    hexes: HexSet
    fact: Fact
