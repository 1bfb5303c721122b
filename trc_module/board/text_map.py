"""A map as text, `map/map.toml`: a grid of letters, one a hex, with a key, and the sides, rails and places of it.

It stands in the place of the layers in GeoJSON, for a map that is typed and not drawn:

    source = "rulebook:map"

    hexes = '''
    . . w .
    . w ~ .
    '''

    [key]                     # what the letters mean; '_' is a place without a hex
    "." = "clear"
    w   = "wood"
    "~" = "sea"

    [[hexside]]
    kind    = "river"
    name    = "Mid"
    between = "A1-A2 A2-B2"

    [[rail]]                  # along hexes in their order
    line  = "Coast line"
    along = "A1 A2 B2"

    [[place]]
    kind = "city"
    name = "Norton"
    hex  = "A2"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from trc_module.board.records import GridFile, GridRecord, Text
from trc_module.board.schemes import scheme_of
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.decoding import decode_toml, read_bytes
from trc_module.facts.toml_file import line_of, read_toml, shape

FILE = "map.toml"
NO_HEX = "_"
"""The letter of a place of the rectangle that has no hex."""
LAYERS = ("hexes", "hexsides", "rails", "places")
"""The layers that a map as text may have."""


class _Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Text
    """Their kind, of legend.toml."""
    between: Text
    """The pairs of hexes between which they lie: `A1-A2 A2-B2`."""
    name: Text | None = None
    """The name of a river or wall."""
    source: str = ""
    doubt: str = ""


class _Rails(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    along: Text
    """The hexes along which it runs, in their order."""
    line: str = ""
    """The name of the line."""
    source: str = ""
    doubt: str = ""


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Text
    """Its kind, of legend.toml."""
    name: Text
    """Its name."""
    hex: Text
    """Its hex."""
    size: str | None = msgspec.field(default=None, name="class")
    sea: Text | None = None
    source: str = ""
    doubt: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    """Where the map is known from, as far as nothing in it says otherwise."""
    hexes: Text
    """A letter a hex, a line a row; `_` is a place without a hex."""
    key: dict[str, Text]
    """The terrain that each letter stands for."""
    hexside: list[_Sides] = []
    """Hexsides, a table for each river or line."""
    rail: list[_Rails] = []
    """Railroads, a table each."""
    place: list[_Place] = []
    """Places, a table each."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One feature of a layer: its id, its properties as GeoJSON would have them, and the line on which it stands."""

    id: str
    properties: Mapping[str, Any]
    line: int | None
    lines: Mapping[str, int | None] = field(default_factory=dict)
    """The lines of single properties that stand elsewhere."""


def path_of(folder: Path) -> Path | None:
    """Return a game's map as text; None if it has none, DataError if it has hexes in GeoJSON too."""
    path = folder / "map" / FILE
    if not path.is_file():
        return None
    if (path.parent / "hexes.geojson").is_file():
        raise DataError(path, "no such file beside hexes.geojson, or no layers in GeoJSON")
    return path


def pieces(path: Path, layer: str) -> Sequence[Piece]:
    """Return the features of one of LAYERS; none of others. DataError names the line that is wrong."""
    if layer not in LAYERS:
        return ()
    file = _file(path, read_bytes(path))
    if layer == "hexes":
        grid = _grid(path.parent / "grid.toml")
        return tuple(_hexes(path, file, grid))
    made = {"hexsides": _sides, "rails": _rails, "places": _places}[layer]
    return tuple(made(path, file))


def _grid(path: Path) -> GridRecord:
    found = decode_toml(path, GridFile).grid
    if found is None:
        raise DataError(path, "a table [grid]", "none", field="grid")
    return found


@lru_cache(maxsize=4)
def _file(path: Path, content: bytes) -> _File:
    return shape(read_toml(path), _File, path)


def _properties(file: _File, given: _Sides | _Rails | _Place, **fields: Any) -> dict[str, Any]:
    said = {name: value for name, value in fields.items() if value not in (None, [], [""])}
    return {**said, "source": given.source or file.source, **({"doubt": given.doubt} if given.doubt else {})}


def _hexes(path: Path, file: _File, grid: GridRecord) -> Iterator[Piece]:
    """Yield the hexes row by row; DataError for a row of another length, or a letter without a meaning."""
    first = line_of(path, ["hexes"]) or 1
    rows = [(number, "".join(line.split())) for number, line in enumerate(file.hexes.split("\n")) if line.strip()]
    begins = _begins(path, first)
    if len(rows) != grid.rows:
        raise DataError(
            path, f"{grid.rows} rows of letters, as grid.toml says", str(len(rows)), line=first, field="hexes"
        )
    scheme = scheme_of(grid.naming)
    keys = {letter: line_of(path, ["key", letter]) for letter in file.key}
    for row, (number, letters) in enumerate(rows):
        line = begins + number
        if len(letters) != grid.columns:
            expected = f"{grid.columns} letters, one a hex of the row"
            raise DataError(path, expected, f"{len(letters)} in '{letters}'", line=line, field="hexes")
        for column, letter in enumerate(letters):
            if letter == NO_HEX:
                continue
            if letter not in file.key:
                raise DataError(path, f"a letter of [key], {one_of(file.key)}", letter, line=line, field="hexes")
            name = scheme.name(row, column)
            properties = {"hex": name, "terrain": file.key[letter], "source": file.source}
            yield Piece(name, properties, line, {"terrain": keys[letter]})


def _begins(path: Path, first: int) -> int:
    """Return the line on which a text of several lines begins whose key stands on the first one."""
    quoted = path.read_text(encoding="utf-8").splitlines()[first - 1].rstrip()
    return first + (1 if quoted.endswith(("'''", '"""')) else 0)


def _sides(path: Path, file: _File) -> Iterator[Piece]:
    for index, side in enumerate(file.hexside):
        begins = _begins(path, line_of(path, ["hexside", index, "between"]) or 1)
        lines = {key: line_of(path, ["hexside", index, key]) for key in ("kind", "name")}
        pairs = ((begins + number, pair) for number, row in enumerate(side.between.split("\n")) for pair in row.split())
        for line, pair in pairs:
            hexes = pair.split("-")
            if len(hexes) != 2:
                raise DataError(path, "two hexes, as A1-A2", pair, line=line, field="between")
            properties = _properties(file, side, kind=side.kind, hexes=hexes, name=side.name)
            yield Piece(f"{side.kind}:{pair}", properties, line, lines)


def _rails(path: Path, file: _File) -> Iterator[Piece]:
    lines: dict[str, list[str]] = {}
    found: dict[str, Piece] = {}
    for index, rail in enumerate(file.rail):
        line = line_of(path, ["rail", index, "along"])
        for a, b in pairwise(rail.along.split()):
            # Two lines may share a link.
            name = "-".join(sorted((a, b)))
            lines.setdefault(name, []).extend(filter(None, [rail.line]))
            properties = _properties(file, rail, kind="link", hexes=[a, b], lines=lines[name])
            found[name] = Piece(name, properties, line)
    yield from found.values()


def _places(path: Path, file: _File) -> Iterator[Piece]:
    for index, place in enumerate(file.place):
        fields = {"kind": place.kind, "name": place.name, "hex": place.hex, "class": place.size, "sea": place.sea}
        properties = _properties(file, place, **fields)
        lines = {key: line_of(path, ["place", index, key]) for key in fields}
        yield Piece(f"{place.kind}:{place.name}", properties, line_of(path, ["place", index]), lines)
