"""The file `rules/basics.toml` read: its tables, where they are known from, and whatever in it is no name of the game.

Everything that is wrong is told in one run, each with its line and the nearest right word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from trc_module.errors import UserError
from trc_module.facts import DataError, Fact
from trc_module.facts.choices import meant, one_of
from trc_module.facts.errors import Collected
from trc_module.facts.toml_file import line_of, parse_source, read_toml, shape
from trc_module.gamespec.spec import BASICS
from trc_module.systems.kit.tables import NAMES, Basics, KitTable

OF_RULEBOOK = "rulebook"
"""The source of a file that names none: the game's rulebook."""


def read_basics(folder: Path) -> Basics:
    """Read `<folder>/rules/basics.toml`; DataErrorGroup names the lines and the fields that are wrong."""
    path = folder / BASICS
    if not path.is_file():
        raise UserError(f"{path}: expected the rules of the game as data, found no such file.")
    tree = read_toml(path)
    info = inspect.type_info(Basics)
    assert isinstance(info, inspect.StructType)
    collected = Collected()
    known = [field.encode_name for field in info.fields]
    for key in tree:
        with collected:
            if key not in known:
                expected = f"one of the fields {', '.join(known)}{meant(key, known)}"
                raise DataError(path, expected, key, line=line_of(path, [key]), field=key)
    for field in info.fields:
        # Table by table: a wrong one does not hide those behind it.
        if field.encode_name in tree:
            for steps, part, kind in _parts(tree[field.encode_name], field.type, (field.encode_name,)):
                with collected:
                    shape(part, kind, path, at=steps)
    collected.close()
    found = shape(tree, Basics, path)
    for steps, table in tables_in(found):
        if table.source:
            with collected:
                parse_source(table.source, path, (*steps, "source"))
    collected.close()
    return found


def _parts(value: Any, info: inspect.Type, steps: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield the tables of a field, each with its type: one, or those of a table of tables, by their names."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    if isinstance(info, inspect.UnionType):
        info = next((one for one in info.types if isinstance(one, inspect.StructType)), info)
    if isinstance(info, inspect.StructType):
        yield steps, value, info.cls
    elif (
        isinstance(info, inspect.DictType)
        and isinstance(value, dict)
        and isinstance(info.value_type, inspect.StructType)
    ):
        for name, entry in value.items():
            yield (*steps, name), entry, info.value_type.cls


def tables_in(table: KitTable, steps: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], KitTable]]:
    """Yield a table and all tables in it, each with the keys that lead to it."""
    yield steps, table
    for field in msgspec.structs.fields(table):
        value = getattr(table, field.name)
        if isinstance(value, KitTable):
            yield from tables_in(value, (*steps, field.encode_name))
        elif isinstance(value, dict):
            for name, each in value.items():
                if isinstance(each, KitTable):
                    yield from tables_in(each, (*steps, field.encode_name, name))


def facts_of(basics: Basics, folder: Path) -> Mapping[str, Fact]:
    """Return by the dotted name of each table what it is known from; a table inherits from the one around it."""
    path = folder / BASICS
    found: dict[str, Fact] = {}
    for steps, table in tables_in(basics):
        above = found.get(".".join(steps[:-1])) or found.get(".".join(steps[:-2])) or found.get("")
        source = table.source or (str(above.source) if above else OF_RULEBOOK)
        doubt = table.doubt or (above.doubt if above else "")
        name = ".".join(steps)
        found[name] = Fact(f"rules as data, [{name}]" if name else BASICS, parse_source(source, path, steps), doubt)
    return found


def names_in(value: Any, info: inspect.Type, steps: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield each name in the file with what it is a name of (side, phase, place), and the keys that lead to it."""
    if isinstance(info, inspect.Metadata):
        of = (info.extra or {}).get(NAMES)
        if of:
            yield steps, of, value
        else:
            yield from names_in(value, info.type, steps)
    elif isinstance(info, inspect.StructType):
        for field in info.fields:
            yield from names_in(getattr(value, field.name), field.type, (*steps, field.encode_name))
    elif isinstance(info, inspect.DictType):
        for key, each in value.items():
            yield from names_in(key, info.key_type, (*steps, key))
            yield from names_in(each, info.value_type, (*steps, key))
    elif isinstance(info, inspect.ListType):
        for each in value:
            yield from names_in(each, info.item_type, steps)
    elif isinstance(info, inspect.UnionType):
        yield from names_in(value, _member(value, info.types), steps)


def _member(value: Any, types: Sequence[inspect.Type]) -> inspect.Type:
    """Return the member of a union that a value belongs to."""
    kinds = ((dict, inspect.DictType), (list, inspect.ListType), (KitTable, inspect.StructType))
    wanted = next((kind for python, kind in kinds if isinstance(value, python)), None)
    return next((one for one in types if wanted is not None and isinstance(one, wanted)), inspect.NoneType())


def unknown_names(basics: Basics, folder: Path, known: Mapping[str, Iterable[str]]) -> Iterator[DataError]:
    """Yield an error for each name of the file that the game's other data do not know; kinds not in `known` pass."""
    path = folder / BASICS
    for steps, what, text in names_in(basics, inspect.type_info(Basics)):
        words = known.get(f"{what} {steps[-1]}", known.get(what))
        if words is None:
            continue
        for word in text.split() if what == "hexes" else filter(None, [text]):
            if word not in words:
                kind = f"{'an' if what[0] in 'aeo' else 'a'} {what}, {one_of(words, word)}"
                expected = "hexes of the map" if what == "hexes" else kind
                yield DataError(path, expected, word, line=line_of(path, steps), field=".".join(steps))


def numbers_in(basics: Basics) -> frozenset[str]:
    """Return the numbers of all rules that the file names."""
    return frozenset(text for _, what, text in names_in(basics, inspect.type_info(Basics)) if what == "rule" and text)
