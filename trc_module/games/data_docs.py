"""The reference of a game's data files: `python -m trc_module.games.data_docs`.

Written out of the types that read them: what each file may hold, with the type of each key, and which must be there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import inspect

from trc_module.board import geometry, legend, records, text_map
from trc_module.charts import results, terrain_costs
from trc_module.gamespec import sequence, spec
from trc_module.module import layout, table_file
from trc_module.roster import loading, numbers, vocabulary
from trc_module.roster.roster import UNIT_FIELDS

PAGE = Path("docs") / "data-files.md"

_INTRODUCTION = """\
# The data files of a game

What each file of a game's folder may hold. The rules as data, `rules/basics.toml`, have
[a page of their own](rules-as-data.md); [a game of your own](adding-a-game.md) goes through the files one after the
other, and its skeleton has one of each. `lint` tells of whatever is wrong in any of them, with its line, what was
expected there and the nearest right word.

This page is made by `python -m trc_module.games.data_docs` from the types that read the files. A star marks what must
be there. `source` says where a datum is known from (`rulebook:3.1`, `transcribed:...`, `derived:...`, `assumed:...`,
`missing:...`), `doubt` why it may be wrong: what rests on it is then a doubt and never a violation.
"""

_FILES: tuple[tuple[str, str, tuple[tuple[str, Any], ...]], ...] = (
    ("game.toml", "What the game is called, its sides, dice and languages.", (("", spec._File),)),
    ("sequence.toml", "The steps of a turn, in their order.", (("", sequence._File),)),
    ("vocabulary.toml", "The words of the counters.", (("", vocabulary._File), ("column.NAME", vocabulary.Column))),
    ("map/grid.toml", "The grid, how its hexes are named, and its edges.", (("", records.GridFile),)),
    (
        "map/legend.toml",
        "The kinds of terrain, hexsides and places that the map has.",
        (
            ("", legend._File),
            ("terrain.NAME", legend._Terrain),
            ("hexside.NAME", legend.HexsideKind),
            ("place.NAME", legend.PlaceKind),
        ),
    ),
    ("map/map.toml", "The map as text.", (("", text_map._File),)),
    (
        "map/*.geojson",
        "The map as layers, in the place of the map as text: the properties of a feature of each.",
        tuple(geometry.PROPERTIES.items()),
    ),
    ("map/boxes.toml", "The boxes beside the map.", (("", records.BoxesFile),)),
    (
        "charts/*.toml",
        'A chart names its reader, `reader = "results"`, and its place in the order of charts, `order = 3`. '
        "Of a `turn-track` each turn has a `label`, a `source`, and what else is printed in its box.",
        (
            ("table (results)", results._Table),
            ("results.COLUMN (results)", results._Column),
            ("meanings.RESULT (results)", results._Meaning),
            ("terrain.NAME, hexside.NAME (terrain-costs)", terrain_costs._Row),
        ),
    ),
    ("module/table.toml", "What the module has beside the map.", (("", table_file.TableFile),)),
    ("module/windows.toml", "The windows of boxes, in units of a third of a counter.", (("", layout._File),)),
)
_TABLES = (
    ("units.csv", "A counter a row; beside these the columns that `vocabulary.toml` names.", UNIT_FIELDS),
    (
        "faces.csv",
        "A further face of a unit a row; beside these its factors, and `doubt`.",
        ("id", "face", "steps", "source"),
    ),
    ("markers.csv", "A marker a row.", loading.MARKER_COLUMNS),
    ("piece_numbers.csv", "The number of each counter in VASSAL; a build appends to it.", numbers.COLUMNS),
)


_COMMON: Mapping[str, str] = {
    "source": "Where it is known from.",
    "doubt": "Why it may be wrong.",
    "sources": "Where single fields are known from, as far as elsewhere.",
    "doubts": "Why single fields may be wrong.",
    "note": "A remark for readers.",
    "kind": "Its kind.",
    "name": "Its name.",
    "title": "What players call it.",
    "hex": "Its hex.",
    "hexes": "Its hexes.",
    "heading": "The heading under which the checklist has it.",
    "meaning": "What it means, for readers.",
    "terrain": "Its terrain, of legend.toml.",
    "country": "The country in which it lies.",
    "district": "The district in which it lies.",
    "province": "The province in which it lies.",
    "edge": "An edge of the map, of grid.toml.",
    "sea": "A sea, of legend.toml.",
    "lines": "The names of its lines.",
    "from": "The hex at one end.",
    "to": "The hex at the other end.",
    "class": "Whether it is a major or a minor one.",
    "side": "The side, of game.toml.",
    "turns": "The first and the last turn.",
    "id": "By which other data name it.",
    "verb": "The line that it prints.",
    "cost": "Movement points by class of mover, or `any`; `no` for who may not enter, `all` for all that he has.",
    "stops": "Whether who enters stops.",
    "style": "How names are made: of letters and numbers, or of pairs of numbers.",
}
"""What keys mean that are in many tables."""


def data_reference() -> str:
    """Return the page."""
    return "\n".join((_INTRODUCTION, *_lines()))


def _lines() -> Iterator[str]:
    for name, words, tables in _FILES:
        yield f"## `{name}`\n\n{words}\n"
        seen: set[type] = set()
        for steps, kind in tables:
            yield from _of_table(kind, steps, seen)
    for name, words, columns in _TABLES:
        yield f"## `{name}`\n\n{words}\n"
        yield f"Columns: {', '.join(f'`{column}`' for column in columns)}.\n"


def _of_table(kind: type, steps: str, seen: set[type]) -> Iterator[str]:
    """Yield the keys of a table, and after it the tables in it."""
    if kind in seen:
        return
    seen.add(kind)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    if steps:
        yield f"### {steps if ' ' in steps else f'`[{steps}]`'}\n"
    if kind.__doc__ and not kind.__name__.startswith("_"):
        yield f"{' '.join(kind.__doc__.split())}\n"
    yield "| key | type | meaning |\n|---|---|---|"
    inside: list[tuple[str, type]] = []
    for field in info.fields:
        star = "\\*" if field.required or field.name in getattr(kind, "needed", ()) else ""
        meaning = " ".join((_docstrings(kind).get(field.name) or _COMMON.get(field.encode_name, "")).split())
        yield f"| `{field.encode_name}`{star} | {_type(field.type).replace('|', 'or')} | {meaning} |"
        inside += ((f"{steps}.{name}".lstrip("."), each) for name, each in _structs(field.encode_name, field.type))
    yield ""
    for name, each in inside:
        yield from _of_table(each, name, seen)


def _structs(name: str, info: inspect.Type) -> Iterator[tuple[str, type]]:
    """Yield the tables that a key holds: its name, with NAME for a name of the game's own, or in brackets of a list."""
    if isinstance(info, inspect.StructType):
        yield name, info.cls
    elif isinstance(info, inspect.DictType):
        yield from _structs(f"{name}.NAME", info.value_type)
    elif isinstance(info, inspect.ListType | inspect.VarTupleType):
        yield from _structs(f"[{name}]", info.item_type)
    elif isinstance(info, inspect.Metadata):
        yield from _structs(name, info.type)
    for inner in getattr(info, "types", ()):
        yield from _structs(name, inner)


_PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "whole number",
    inspect.FloatType: "number",
    inspect.BoolType: "true or false",
}


def _type(info: inspect.Type) -> str:
    """Return what a maker calls a type."""
    if isinstance(info, inspect.Metadata):
        return _type(info.type)
    if isinstance(info, inspect.LiteralType):
        return ", ".join(f"`{value}`" for value in info.values if value != "")
    if isinstance(info, inspect.UnionType):
        kinds = (each for each in info.types if not isinstance(each, inspect.NoneType | inspect.CustomType))
        return " or ".join(dict.fromkeys(filter(None, map(_type, kinds))))
    if isinstance(info, inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType):
        return f"list: {_type(info.item_type)}"
    if isinstance(info, inspect.TupleType):
        return f"list of {len(info.item_types)}: {_type(info.item_types[0])}"
    if isinstance(info, inspect.DictType):
        if isinstance(info.value_type, inspect.DictType) and isinstance(info.value_type.value_type, inspect.AnyType):
            return "by name: table"
        return f"by name: {_type(info.value_type) or 'text or number'}"
    return "table" if isinstance(info, inspect.StructType) else _PLAIN.get(type(info), "")


def _docstrings(kind: type) -> Mapping[str, str]:
    """Return what is said of each field of a type: by its own docstrings, else by those of the value made of it."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith("trc_module."):
            continue
        told = _told_in(Path(str(sys.modules[each.__module__].__file__)))
        own = told.get(each.__name__, {})
        if each.__name__.startswith("_"):
            # What is read becomes a value with the same names, which says more of them.
            others = (fields for name, fields in told.items() if not name.startswith("_"))
            made = max(others, key=lambda fields: len(fields.keys() & own.keys()), default={})
            if len(made.keys() & own.keys()) > 1:
                found |= {name: text for name, text in made.items() if text}
        found |= {name: text for name, text in own.items() if text}
    return found


@cache
def _told_in(path: Path) -> Mapping[str, Mapping[str, str]]:
    """Return the docstrings of the fields of each class in a file of the program; '' for one without."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for field, text in zip(node.body, [*node.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                told = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
                said = str(text.value.value) if told else ""  # type: ignore[union-attr]
                found.setdefault(node.name, {})[field.target.id] = said
    return found


if __name__ == "__main__":
    PAGE.write_text(data_reference(), encoding="utf-8")
