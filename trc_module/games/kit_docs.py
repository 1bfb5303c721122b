"""The reference of rules as data: `python -m trc_module.games.kit_docs`.

Written out of the types that read `rules/basics.toml`: the docstring of a key ends with an example of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from msgspec import inspect

from trc_module.systems.kit import tables
from trc_module.systems.kit.tables import Basics, KitTable

PAGE = Path("docs") / "rules-as-data.md"

_INTRODUCTION = """\
# What the kit can say

The file `rules/basics.toml` of a game says as data the rules that most games of hexes and counters have. A table that
is left out is a rule that the game does not have. `rule` and `rules` give the numbers of the game's own rulebook
(`rules/*.rules`): verdicts name them. Names of sides, phases, places, units, boxes and results are those of the
game's other data; one that they do not know is an error with its line and the nearest right word. A key that would
need an "if" is not there: such a rule is a Python function ([a game of your own](adding-a-game.md)).

Steps need no key: faces that `vocabulary.toml` names in `improved` are stronger than a counter's front, the others
weaker. The lines, menus and keys of a step lost or regained follow from that.

This page is made by `python -m trc_module.games.kit_docs` from the types that read the file. A star marks what must
be there.
"""
_EXAMPLE = re.compile(r"(?P<words>.*): `(?P<example>[^`]+)`\.?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a table: what it means, and an example of it."""

    name: str
    words: str
    example: str
    needed: bool


def keys_of(table: type[KitTable]) -> Iterator[Key]:
    """Yield the keys of a table in their order; ValueError for one without a docstring that ends with an example."""
    told = _docstrings(table)
    info = inspect.type_info(table)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.name in _docstrings(KitTable) and table is not KitTable:
            continue
        found = _EXAMPLE.fullmatch(" ".join(told.get(field.name, "").split()))
        if found is None:
            raise ValueError(f"{table.__name__}.{field.name}: expected a docstring that ends with an example")
        yield Key(field.encode_name, found["words"], found["example"], field.required)


def tables_of(table: type[KitTable], steps: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], type[KitTable]]]:
    """Yield a table and those in it, each with the keys that lead to it; NAME stands for a name of the game's own."""
    yield steps, table
    info = inspect.type_info(table)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        yield from _inside(field.type, (*steps, field.encode_name))


def _inside(info: inspect.Type, steps: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], type[KitTable]]]:
    if isinstance(info, inspect.StructType) and issubclass(info.cls, KitTable):
        yield from tables_of(info.cls, steps)
    elif isinstance(info, inspect.DictType):
        yield from _inside(info.value_type, (*steps, "NAME"))
    elif isinstance(info, inspect.UnionType):
        for one in info.types:
            yield from _inside(one, steps)


def _docstrings(table: type[KitTable]) -> Mapping[str, str]:
    """Return the docstrings of a table's fields, as its source has them."""
    source = ast.parse(Path(tables.__file__).read_text(encoding="utf-8"))
    body = next(node.body for node in source.body if isinstance(node, ast.ClassDef) and node.name == table.__name__)
    found = {}
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = str(ast.literal_eval(text.value))
    return found


def kit_reference() -> str:
    """Return the page."""
    return "\n".join((_INTRODUCTION, *_lines()))


def _lines() -> Iterator[str]:
    for steps, table in tables_of(Basics):
        name = ".".join(steps)
        yield f"## {f'`[{name}]`' if name else 'The file'}\n"
        yield f"{(table.__doc__ or '').strip()}\n"
        yield "| key | meaning | example |\n|---|---|---|"
        for key in keys_of(table):
            star = "\\*" if key.needed else ""
            yield f"| `{key.name}`{star} | {key.words} | `{key.example}` |"
        yield ""
    yield "## In every table\n\n| key | meaning | example |\n|---|---|---|"
    yield from (f"| `{key.name}` | {key.words} | `{key.example}` |" for key in keys_of(KitTable))
    yield ""


if __name__ == "__main__":
    PAGE.write_text(kit_reference(), encoding="utf-8")
