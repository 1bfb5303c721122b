"""The file `map/legend.toml`: which kinds of terrain, hexsides, places, seas, edges and boxes a game's map has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from trc_module.board import text_map
from trc_module.board.drawings import GroundDrawing, LineDrawing, SignDrawing, is_empty, wrong_colours
from trc_module.facts import DataError, Source
from trc_module.facts.choices import one_of
from trc_module.facts.errors import Collected
from trc_module.facts.toml_file import line_of, parse_source, read_toml, shape

FILE = "legend.toml"
LAYERS = ("hexsides", "rivers", "rails", "places", "regions", "switches", "rulebook_statements")
"""The files of a map that a game may do without; the legend names those that it has."""
DRAWN = ("clear", "woods", "mountain", "swamp", "sea", "lake")
"""The ways in which a terrain can be drawn."""

_Text = Annotated[str, Meta(min_length=1)]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of terrain: what fills a hex; cities, rivers and rails come on top. One object a kind."""

    id: str
    water: Literal["", "sea", "lake"] = ""
    """Whether it is water, and whether its shore is a coast."""
    drawn: str = ""
    """The way in which it is drawn, one of DRAWN; that of its kind of ground where it has a drawing of its own."""
    own: GroundDrawing | None = None
    """The game's own drawing of it."""

    CLEAR: ClassVar[Terrain]
    WOODS: ClassVar[Terrain]
    MOUNTAIN: ClassVar[Terrain]
    SWAMP: ClassVar[Terrain]
    SEA: ClassVar[Terrain]
    LAKE: ClassVar[Terrain]

    @property
    def value(self) -> str:
        """Return the word of the data files."""
        return self.id

    @property
    def is_water(self) -> bool:
        """Tell whether land units can never stand there."""
        return bool(self.water)


@cache
def terrain_kind(id_: str, water: Literal["", "sea", "lake"], drawn: str, own: GroundDrawing | None = None) -> Terrain:
    """Return the one object of a kind of terrain, so that two can be told apart by identity."""
    return Terrain(id_, water, drawn, own)


for _id in DRAWN:
    setattr(Terrain, _id.upper(), terrain_kind(_id, _id if _id in ("sea", "lake") else "", _id))


class _Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drawn: Literal["clear", "woods", "mountain", "swamp", "sea", "lake", ""] | GroundDrawing = ""
    """How it is drawn: a word, or a table, a drawing of the game's own."""
    water: Literal["", "sea", "lake"] = ""
    """Whether it is sea or lake."""


class HexsideKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A kind of hexsides: what it is to the rules, how it is drawn, and what its facts say."""

    is_: Literal["closed", "river", "border", "strait", "link", "supply", "other"] = msgspec.field(name="is")
    """`closed`: no unit crosses it. `strait`: between land and land across water. `border`: of regions.

    `link`: it joins two hexes that are no neighbours on the grid, since one of them is an area larger than a hex;
    `supply`: it does so for supply alone.
    """
    says: _Text
    """The sentence about a hexside of the kind, with {} for its name."""
    absent: str = ""
    """The phrase for a hexside that is not of the kind: 'no river'."""
    heading: str = ""
    """The heading of the checklist under which it stands."""
    of: Literal["", "country", "district", "province"] = ""
    """The kind of regions that it divides, if it is a border."""
    drawn: Literal["", "beads", "arrows", "wall", "road", "water"] | LineDrawing = ""
    """The way in which it is drawn, a word or a table; '' if by what it is: rivers and borders are drawn as such.

    `water`: an arm of the sea parts two hexes of land that touch each other on the grid.
    """
    number: int | None = None
    """The number of hexsides of the kind on the map; None if that is unknown."""


class PlaceKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A kind of places."""

    is_: Literal["city", "capital", "port", "site", "sea", "lake"] = msgspec.field(name="is")
    """A capital or port repeats its city; `sea` and `lake` name the water around a hex; a site is anything else."""
    drawn: Literal["", "derrick", "lozenge", "arrows", "walls", "nothing"] | SignDrawing = ""
    """The drawing of a site, a word or a table: a lozenge by default; `arrows` is a strait, `walls` stand around a
    city, whose name is enough; `nothing` has no name either."""
    says: str = "{name} lies in {hex}"
    """The sentence about a site."""
    heading: str = "Places"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    source: str
    terrain: dict[str, dict[str, Any]]
    """The kinds of terrain."""
    title: str = ""
    subtitle: str = ""
    """A line below the title of the map."""
    layers: list[str] = []
    """The layers that the map has beside its hexes."""
    edges: list[_Text] = []
    """The names of its edges."""
    seas: list[_Text] = []
    """The names of its seas."""
    boxes: list[_Text] = []
    """The kinds of boxes beside it."""
    coasts: Literal["derived", "stated"] = "derived"
    """Whether coasts follow from the hexes of sea, or each hex says them."""
    located: bool = False
    """Whether each feature has a geometry."""
    hexside: dict[str, dict[str, Any]] = {}
    """The kinds of hexsides."""
    place: dict[str, dict[str, Any]] = {}
    """The kinds of places."""
    regions: dict[Literal["country", "district", "province"], str] = {}
    """The headings of regions, by their kind."""


_DISTRICT = "{} M. D."
"""The words about a district's name, in the data's language."""


_TAKEN = ("box", "capital", "city", "edge", "gap", "grid", "port", "rail", "region", "row", "start", "terrain", "water")
"""The first words of facts about something else than hexsides: a fact is known by the word that it begins with."""


@dataclass(frozen=True, slots=True)
class Legend:
    """The kinds of everything that lies on a map."""

    path: Path
    source: Source
    """The source of the statement that something is not on the map."""
    layers: tuple[str, ...]
    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, HexsideKind]
    places: Mapping[str, PlaceKind]
    edges: tuple[str, ...]
    seas: tuple[str, ...]
    boxes: tuple[str, ...]
    """The kinds of boxes."""
    coasts_stated: bool
    """Whether each hex says on which coasts it lies; else it follows from the sea beside it."""
    located: bool
    """Whether every feature must have its geometry, for viewers of maps; we know its place by the names of hexes."""
    regions: Mapping[str, str]
    """The game's words for countries, districts and provinces."""
    title: str = ""
    """The title above the map; empty for none."""
    subtitle: str = ""
    names_below: bool = False
    """Whether each city's name stands at the lower edge of its hex: where a module lays a plate over it, so that it is
    read once."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What the key of the map calls terrain and signs in another language than the data's, by the data's words."""

    def hexsides_that_are(self, what: str) -> tuple[str, ...]:
        """Return the kinds of hexsides that are closed, rivers, borders, straits or other."""
        return tuple(name for name, kind in self.hexsides.items() if kind.is_ == what)

    def district_title(self, name: str) -> str:
        """Return what the map prints within the borders of a military district."""
        return self.words.get(_DISTRICT, _DISTRICT).format(name)


def read_legend(folder: Path) -> Legend:
    """Read `<folder>/map/legend.toml`; DataError names the line and the field that are wrong."""
    path = folder / "map" / FILE
    file = shape(read_toml(path), _File, path)
    if not file.terrain:
        raise DataError(path, "a table [terrain.<kind>] for each kind of terrain", "none", field="terrain")
    told = Collected()
    for layer in file.layers:
        with told:
            if layer not in LAYERS:
                raise DataError(path, one_of(LAYERS, layer), layer, line=line_of(path, ["layers"]), field="layers")
    terrain, sides, places = dict[str, Terrain](), dict[str, HexsideKind](), dict[str, PlaceKind]()
    for name, tree in file.terrain.items():
        with told:
            terrain[name] = _terrain(path, name, tree)
    for name, tree in file.hexside.items():
        with told:
            sides[name] = _hexside(path, name, tree)
    for name, tree in file.place.items():
        with told:
            places[name] = shape(tree, PlaceKind, path, at=["place", name])
            _check_colours(path, places[name].drawn, ["place", name])
    told.close()
    return Legend(
        path=path,
        source=parse_source(file.source, path, ["source"]),
        layers=tuple(file.layers),
        terrain=terrain,
        hexsides=sides,
        places=places,
        edges=tuple(file.edges),
        seas=tuple(file.seas),
        boxes=tuple(file.boxes),
        coasts_stated=file.coasts == "stated",
        located=file.located,
        regions={str(kind): title for kind, title in file.regions.items()},
        title=file.title,
        subtitle=file.subtitle,
    )


def _terrain(path: Path, name: str, tree: Mapping[str, Any]) -> Terrain:
    kind = shape(tree, _Terrain, path, at=["terrain", name])
    _check_colours(path, kind.drawn, ["terrain", name])
    if isinstance(kind.drawn, GroundDrawing):
        if is_empty(kind.drawn):
            line = line_of(path, ["terrain", name, "drawn"])
            expected = "a colour, a pattern, an edge or a symbol"
            raise DataError(path, expected, "none", line=line, field=f"terrain.{name}.drawn")
        return terrain_kind(name, kind.water, kind.water or "clear", kind.drawn)
    drawn = kind.drawn or name
    if drawn not in DRAWN:
        line = line_of(path, ["terrain", name])
        expected = f"'drawn', {one_of(DRAWN, drawn)}, or a table, since we know no drawing called '{name}'"
        raise DataError(path, expected, "none", line=line, field=f"terrain.{name}.drawn")
    if (drawn in ("sea", "lake")) != bool(kind.water):
        line = line_of(path, ["terrain", name])
        expected = "water, 'sea' or 'lake', for what is drawn as water, and for no other terrain"
        raise DataError(path, expected, kind.water or "none", line=line, field=f"terrain.{name}.water")
    return terrain_kind(name, kind.water, drawn)


def _hexside(path: Path, name: str, tree: Mapping[str, Any]) -> HexsideKind:
    side = shape(tree, HexsideKind, path, at=["hexside", name])
    _check_colours(path, side.drawn, ["hexside", name])
    if name in _TAKEN:
        expected = f"a name for the hexsides that facts of something else do not begin with (not {', '.join(_TAKEN)})"
        raise DataError(path, expected, name, line=line_of(path, ["hexside", name]), field=f"hexside.{name}")
    if (side.is_ == "border") != bool(side.of):
        line = line_of(path, ["hexside", name])
        expected = "'of' with what a border divides, and with no other kind"
        raise DataError(path, expected, side.of or "none", line=line, field=f"hexside.{name}.of")
    if side.is_ == "border" and isinstance(side.drawn, LineDrawing):
        line = line_of(path, ["hexside", name, "drawn"])
        expected = "no drawing of its own for a border: it is drawn by what it divides"
        raise DataError(path, expected, "a table", line=line, field=f"hexside.{name}.drawn")
    return side


def _check_colours(path: Path, drawn: str | GroundDrawing | LineDrawing | SignDrawing, at: list[str | int]) -> None:
    """Raise DataError for the colours of a drawing of the game's own that are none."""
    told = Collected()
    for key, expected, found in () if isinstance(drawn, str) else wrong_colours(drawn):
        with told:
            raise DataError(path, expected, found, line=line_of(path, [*at, "drawn", key]), field=key)
    told.close()


def check_files(folder: Path, legend: Legend) -> None:
    """Raise DataError for a file that the legend names and that is not there, or that is there without being named."""
    place = folder / "map"
    is_text = text_map.path_of(folder) is not None
    needed = (text_map.FILE if is_text else "hexes.geojson", "grid.toml", "boxes.toml", FILE)
    for layer in legend.layers:
        if not (place / file_of(layer)).is_file() and not (is_text and layer in text_map.LAYERS):
            raise DataError(place / file_of(layer), "this file, since legend.toml names it", "no such file")
    known = {*needed, *map(file_of, legend.layers)}
    for path in sorted(place.glob("*")):
        if path.suffix in (".geojson", ".toml") and path.name not in known:
            named = next((layer for layer in LAYERS if file_of(layer) == path.name), None)
            if named is not None:
                expected = f"'{named}' among the layers of {legend.path.name}, or no such file"
                raise DataError(path, expected)
            raise DataError(path, f"a file of a map, {one_of((*needed, *map(file_of, LAYERS)), path.name)}")


def file_of(layer: str) -> str:
    """Return the name of the file of one of LAYERS."""
    return f"{layer}.toml" if layer in ("switches", "rulebook_statements") else f"{layer}.geojson"
