"""An owner's corrections of a layer as a table: a feature a row, its properties by column, an empty cell for no change.

    hex, terrain
    Q14, forest

`-` in a cell for a country, district or province says that the hex lies in none. A cell that holds several words
(`hexes` of a hexside, `coast` of a hex) has blanks between them. A feature's id follows from its key: a hex's name, a
hexside's kind and hexes, a place's or region's kind and name.
"""

from __future__ import annotations

from collections.abc import Collection as Names
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from trc_module.board.features import Collection, Feature, P
from trc_module.board.records import Properties
from trc_module.facts.decoding import explain, steps_of
from trc_module.facts.errors import DataError
from trc_module.facts.forms import UNKNOWN, Form
from trc_module.facts.table import Row, read_table

_LISTS = ("hexes", "coast", "lines")
_MEMBERSHIPS = ("country", "district", "province")
NONE = "-"
"""The value in a cell of _MEMBERSHIPS for a hex that lies in no such region."""
_TRUTHS = ("removed", "rail_only")
_NO_COLUMNS = ("sources", "doubts", "perhaps")
_KEYS = {
    "hexes": ("hex",),
    "hexsides": ("kind", "hexes"),
    "places": ("kind", "name"),
    "regions": ("kind", "region"),
}
"""By layer, the columns that say which feature a row is about."""


def rows_as_features(
    path: Path, kind: type[P], ours: Names[str], forms: Sequence[Form]
) -> tuple[Collection[P], Collection[Any]]:
    """Return the rows of an owner's table as features, decoded and as plain values; rows without a value are left out.

    `ours` are the ids of our features. DataError names the line of a row that cannot be read, of an entry of a form
    that is filled in by half, and of a feature that stands there twice.
    """
    decoded: list[Feature[P]] = []
    plain: list[Feature[Any]] = []
    seen: dict[str, int] = {}
    for row, name in _read(path, kind):
        given = {field: cell for field, cell in row.cells.items() if cell not in UNKNOWN}
        keys = _KEYS[path.stem]
        for form in (one for one in forms if one.is_about(row.cells)):
            form.refuse_half(given.keys() - set(keys), keys if name in ours else (), row.error)
        if given.keys() <= set(keys) and name in ours:
            continue
        for key in keys:
            row.filled(key)
        if name in seen:
            raise row.error(keys[-1], f"what no row above is about (line {seen[name]} is)")
        seen[name] = row.line
        name = _as_ours(name, ours)
        properties = {field: _value(row, field) for field in given}
        plain.append(Feature("Feature", name, properties))
        decoded.append(Feature("Feature", name, _properties(row, properties, kind)))
    return Collection("FeatureCollection", decoded), Collection("FeatureCollection", plain)


def line_of_row(path: Path, name: str) -> int | None:
    """Return the line of the row that is about a feature, by its id; None if there is none."""
    ids = [name, _turned(name)]
    return next((row.line for row, id_ in _read(path, None) if id_ in ids), None)


def _read(path: Path, kind: type[Properties] | None) -> list[tuple[Row, str]]:
    columns = _columns(path, kind)
    keys = _KEYS[path.stem]
    return [(row, _id(row, keys)) for row in read_table(path, columns, partial=True, keys=len(keys))]


def _columns(path: Path, kind: type[Properties] | None) -> tuple[str, ...]:
    keys = _KEYS[path.stem]
    if kind is None:
        # The columns were right when the table was read.
        line = next(line for line in path.read_text(encoding="utf-8-sig").splitlines() if line and line[0] != "#")
        return (*keys, *(name for name in (cell.strip() for cell in line.split(",")) if name not in keys))
    return (*keys, *(name for name in _names(kind) if name not in keys))


@lru_cache(maxsize=8)
def _names(kind: type[Properties]) -> tuple[str, ...]:
    fields = msgspec.structs.fields(kind)
    return tuple(field.encode_name for field in fields if field.encode_name not in _NO_COLUMNS)


def _id(row: Row, keys: Iterable[str]) -> str:
    return ":".join("-".join(row.cells[key].split()) if key in _LISTS else row.cells[key] for key in keys)


def _turned(name: str) -> str:
    """Return the id of a hexside with its hexes the other way round; another id as it is."""
    kind, _, pair = name.rpartition(":")
    a, dash, b = pair.partition("-")
    return f"{kind}:{b}-{a}" if dash else name


def _as_ours(name: str, ours: Names[str]) -> str:
    return _turned(name) if name not in ours and _turned(name) in ours else name


def _value(row: Row, field: str) -> Any:
    cell = row.cells[field]
    if field in _LISTS:
        words = cell.split()
        if field == "hexes" and len(words) != 2:
            raise row.error(field, "two hexes with a blank between them")
        return words
    if field in _MEMBERSHIPS and cell == NONE:
        return None
    if field in _TRUTHS:
        return row.choice(field, ("", "yes")) == "yes"
    return cell


def _properties(row: Row, properties: dict[str, Any], kind: type[P]) -> P:
    try:
        return msgspec.convert(properties, kind)
    except msgspec.ValidationError as error:
        wrong = explain(row.path, error, properties, kind, row.line)
        raise wrong if steps_of(error) else DataError(row.path, wrong.expected, wrong.found, line=row.line) from None
