"""Forms for the owner of a game: which data we lack, where the owner finds them, and what rests on them.

[[form]]
id    = "factors"
file  = "units.csv"                 # the file of the owner's folder that the form becomes
title = "Factors of the units"
where = "at the foot of each counter"
rules = ["XIII.B1"]                 # what waits for these data
[form.field.combat]
what = "the attack factor"
unit = "factors"

An entry of a form is a counter, a hex, a place or a table of a chart. It may be left empty, and is used when all its
fields are filled in; an entry that is filled in by half is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from trc_module.facts.choices import one_of
from trc_module.facts.errors import DataError
from trc_module.facts.toml_file import line_of, read_toml, shape

FORMS = "forms.toml"
UNKNOWN = ("", "?")
"""The values of a field that is not filled in."""

_FILE = re.compile(r"units\.csv|faces\.csv|map/(hexes|hexsides|places|regions)\.csv|map/grid\.toml|charts/[\w-]+\.toml")
_Text = Annotated[str, Meta(min_length=1)]


class FormField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One datum that each entry of a form asks for."""

    what: _Text
    unit: str = ""
    """The unit in which it is counted: factors, movement points; '' for a word."""
    optional: bool = False
    """Whether an entry is complete without it."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One form: the entries of one file that the owner fills in."""

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$")]
    file: _Text
    title: _Text
    where: _Text
    """The place in the printed game where the data are found."""
    field: dict[str, FormField]
    rules: tuple[str, ...] = ()
    """The numbers of the rules that wait for these data."""
    only: dict[str, tuple[str, ...]] = {}
    """Columns and the words that they must have for an entry to be on the form: `kind = ["city"]`."""
    lines: int = 0
    """Empty lines for entries that may exist and are unknown to us."""
    columns: tuple[str, ...] = ()
    """The columns of such lines, where they have more than the fields: `kind`, `name`."""
    note: str = ""

    @property
    def needed(self) -> tuple[str, ...]:
        """Return the fields without which an entry is half filled in."""
        return tuple(name for name, field in self.field.items() if not field.optional)

    def is_about(self, cells: Mapping[str, str]) -> bool:
        """Tell whether an entry with these cells is on the form."""
        return all(cells.get(name, "") in words for name, words in self.only.items())

    def refuse_half(self, filled: Iterable[str], known: Iterable[str], error: Callable[[str, str], DataError]) -> None:
        """Raise DataError for an entry that is filled in by half.

        `filled` are the fields that the owner has filled in, `known` those that are known without the owner, and
        `error` makes an error of the name of a field and what is expected there.
        """
        given, rest = set(filled) & self.field.keys(), set(known)
        missing = [name for name in self.needed if name not in given and name not in rest]
        if given and missing:
            told = ", ".join(name for name in self.field if name in given)
            raise error(missing[0], f"{self.field[missing[0]].what}, since {told} of this entry is filled in")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    form: list[Form] = []


def read_forms(folder: Path) -> tuple[Form, ...]:
    """Return the forms of a game, none if it has no `forms.toml`; DataError names the line and field that are wrong."""
    path = folder / FORMS
    if not path.is_file():
        return ()
    return _read(path, path.stat().st_mtime_ns)


def forms_of(folder: Path, file: str) -> tuple[Form, ...]:
    """Return the forms of a game that fill one file (`units.csv`)."""
    return tuple(form for form in read_forms(folder) if form.file == file)


@lru_cache(maxsize=8)
def _read(path: Path, stamp: int) -> tuple[Form, ...]:
    forms = tuple(shape(read_toml(path), _File, path).form)
    for index, form in enumerate(forms):
        if form.id in [other.id for other in forms[:index]]:
            line = line_of(path, ["form", index, "id"])
            raise DataError(path, "an id that no form above has", form.id, line=line, field="id")
        if not _FILE.fullmatch(form.file):
            known = ("units.csv", "faces.csv", "map/hexes.csv", "map/places.csv", "charts/<name>.toml")
            line = line_of(path, ["form", index, "file"])
            raise DataError(path, one_of(known, form.file), form.file, line=line, field="file")
        if not form.field:
            line = line_of(path, ["form", index, "id"])
            raise DataError(path, "a table [form.field.<name>] for each datum", "none", line=line, field="field")
    return forms


def without_blanks(tree: Mapping[str, Any], path: Path, steps: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return what an owner's chart says: entries that are not filled in are left out.

    DataError for an entry that is filled in by half, at the first field that is empty.
    """
    found: dict[str, Any] = {}
    for key, value in tree.items():
        where = (*steps, key)
        if isinstance(value, dict) and not _is_entry(value):
            inner = without_blanks(value, path, where)
            if inner:
                found[key] = inner
            continue
        told = (
            {name: inner for name, inner in value.items() if name not in _ABOUT} if isinstance(value, dict) else value
        )
        leaves = list(_leaves(told))
        blank = [leaf for leaf in leaves if leaf in UNKNOWN]
        if leaves and len(blank) == len(leaves):
            continue
        if blank:
            inside = [*where, *_first_blank(told)]
            expected = "a value, since the rest of this entry is filled in"
            raise DataError(path, expected, "nothing", line=line_of(path, inside), field=".".join(inside))
        found[key] = value
    return found


def _first_blank(told: Any) -> Iterable[str]:
    if isinstance(told, dict):
        yield next(name for name, inner in told.items() if any(leaf in UNKNOWN for leaf in _leaves(inner)))


_ABOUT = ("source", "doubt", "note")


def _is_entry(value: Mapping[str, Any]) -> bool:
    return "source" in value or any(not isinstance(inner, dict) for inner in value.values())


def _leaves(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value
