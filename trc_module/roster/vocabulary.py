"""The file `vocabulary.toml`: the words of a game's counters, and the columns that its tables have of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of, read_toml, shape

FILE = "vocabulary.toml"

COLUMNS = ("id", "side", "nation", "name", "type", "combat", "move", "arrival", "source", "doubt", "note")
"""The columns of every game's units.csv."""
CHOSEN = ("formation", "size", "stacks", "setup", "area", "month", "option", "steps")
"""Columns that we know, and that a game has if its vocabulary names them."""
FACE_CHOSEN = ("called", "type", "size")
"""Columns of faces.csv that a game has if its vocabulary names them: what a face calls its unit, where not as the front
does; empty for what stays as it is."""
PRINTED = ("combat", "move")
"""The factors on a counter, unless the vocabulary names others."""
SPOKEN_FIELDS = ("{nation}", "{name}", "{type}", "{size}")
"""The fields that a form of [spoken] may hold."""
BACK_FIELDS = ("{name}", "{words}")
"""The fields that a form of [back-titles] may hold: the designation, and the designation with its words spelled out."""
FORM_FIELD = r"\{\w+\}"


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the game's own: what may stand in it."""

    type: Literal["factor", "number", "text", "flag", "word"]
    """A factor may be none (-) or unknown (?); a flag is 'yes' or empty; a word is one of `words`."""
    meaning: str
    """What it means, for readers."""
    words: tuple[str, ...] = ()
    """The words that may stand in it."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    nations: list[str]
    """The nations of units."""
    types: list[str]
    """The types of units."""
    markers: list[str] = []
    pictured_by_text: list[str] = []
    columns: list[str] = []
    """The further columns of units.csv: `size`, `area`, `formation`, or one of `column`."""
    formations: list[str] = []
    sizes: list[str] = []
    """The sizes of units."""
    stacks: list[str] = []
    """The words for stacks."""
    areas: list[str] = []
    faces: list[str] = []
    face_columns: list[str] = []
    """The further columns of faces.csv."""
    improved: list[str] = []
    bracketed: list[str] = []
    shown_areas: dict[str, str] = {}
    printed: list[str] = []
    symbols: dict[str, str] = {}
    liveries: dict[str, str] = {}
    spoken: dict[str, str] = {}
    spoken_words: dict[str, str] = {}
    back_titles: dict[str, str] = {}
    column: dict[str, dict[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a game's tables of counters may use."""

    nations: tuple[str, ...]
    types: tuple[str, ...]
    markers: tuple[str, ...]
    """The kinds of markers."""
    pictured_by_text: tuple[str, ...]
    """The kinds that have a pictogram for each text of a face (`weather-snow`), not one for all."""
    formations: tuple[str, ...]
    """The formations, and the empty word for a unit of none."""
    sizes: tuple[str, ...]
    stacks: tuple[str, ...]
    areas: tuple[str, ...]
    """Areas that are neither place, region nor box of the map."""
    faces: tuple[str, ...]
    """The names of further faces in faces.csv, in the order in which a unit shows them; none if units have one face."""
    improved: tuple[str, ...]
    """The faces that are no loss: a unit is turned to them when it is improved."""
    face_chosen: tuple[str, ...]
    """The names in FACE_CHOSEN that the faces have."""
    bracketed: tuple[str, ...]
    """The types whose combat factor stands in brackets: it counts in defence alone."""
    chosen: tuple[str, ...]
    """The names in CHOSEN that the units have."""
    own: Mapping[str, Column]
    """The game's own columns."""
    shown_areas: Mapping[str, str]
    """The name of an area on a counter, where it differs from the name in the table."""
    printed: tuple[str, ...]
    """The factors that stand at the foot of a counter, in their order: columns of units.csv."""
    symbols: Mapping[str, str]
    """The symbol of a type, where it is not called as the type."""
    liveries: Mapping[str, str]
    """The livery of a formation or nation, where it is not called as they are."""
    spoken: Mapping[str, str]
    """The name of a unit in sentences: a form by nation and type, by size and type, or by type."""
    spoken_words: Mapping[str, str]
    """The word for a nation, or the word of a designation spelled out, in sentences; empty if they leave it out."""
    back_titles: Mapping[str, str]
    """The title of units of a type on the back face, where that is not name and type: a form of BACK_FIELDS."""

    @property
    def unit_columns(self) -> tuple[str, ...]:
        """Return all columns of units.csv."""
        return (*COLUMNS[:-3], *self.chosen, *self.own, *COLUMNS[-3:])

    @property
    def face_columns(self) -> tuple[str, ...]:
        """Return all columns of faces.csv."""
        return ("id", "face", *self.face_chosen, "combat", "move", *self.own, "steps", "source", "doubt")


def read_vocabulary(folder: Path) -> Vocabulary:
    """Read `<folder>/vocabulary.toml`; DataError names the line and the field that are wrong."""
    path = folder / FILE
    tree = read_toml(path)
    file = shape(tree, _File, path)
    for name in ("nations", "types"):
        if not getattr(file, name):
            raise DataError(path, "at least one word", "none", line=line_of(path, [name]), field=name)
    for word in file.columns:
        if word not in CHOSEN:
            expected = f"{one_of(CHOSEN, word)}; a table [column.{word}] names a column of the game's own"
            raise DataError(path, expected, word, line=line_of(path, ["columns"]), field="columns")
    _check_words(path, "face-columns", file.face_columns, FACE_CHOSEN)
    _check_words(path, "bracketed", file.bracketed, file.types)
    _check_words(path, "improved", file.improved, file.faces)
    _check_words(path, "pictured-by-text", file.pictured_by_text, file.markers)
    own = {name: shape(column, Column, path, at=["column", name]) for name, column in file.column.items()}
    for name, column in own.items():
        _check_column(path, name, column)
    _check_names(path, "symbols", file.symbols, file.types)
    factors = [name for name, column in own.items() if column.type == "factor"]
    _check_words(path, "printed", file.printed, [*PRINTED, *factors])
    _check_names(path, "liveries", file.liveries, [*file.formations, *file.nations])
    _check_spoken(path, file)
    return Vocabulary(
        nations=tuple(file.nations),
        types=tuple(file.types),
        markers=tuple(file.markers),
        pictured_by_text=tuple(file.pictured_by_text),
        formations=("", *file.formations),
        sizes=tuple(file.sizes),
        stacks=tuple(file.stacks),
        areas=tuple(file.areas),
        faces=tuple(file.faces),
        improved=tuple(file.improved),
        face_chosen=tuple(name for name in FACE_CHOSEN if name in file.face_columns),
        bracketed=tuple(file.bracketed),
        chosen=tuple(name for name in CHOSEN if name in file.columns),
        own=own,
        shown_areas=file.shown_areas,
        printed=tuple(file.printed) or PRINTED,
        symbols=file.symbols,
        liveries=file.liveries,
        spoken=file.spoken,
        spoken_words=file.spoken_words,
        back_titles=file.back_titles,
    )


def _check_column(path: Path, name: str, column: Column) -> None:
    field = f"column.{name}"
    if name in COLUMNS or name in CHOSEN or not name.isidentifier():
        expected = "a name of its own, of letters, digits and underscores"
        raise DataError(path, expected, name, line=line_of(path, ["column", name]), field=field)
    if (column.type == "word") != bool(column.words):
        expected = "words for a column of words, and for no other"
        raise DataError(path, expected, column.type, line=line_of(path, ["column", name]), field=field)


def _check_spoken(path: Path, file: _File) -> None:
    owners = ("", *(f"{owner} " for owner in (*file.nations, *file.sizes)))
    _check_names(path, "spoken", file.spoken, [owner + kind for owner in owners for kind in file.types])
    _check_names(path, "back-titles", file.back_titles, file.types)
    for table, forms, fields in (
        ("spoken", file.spoken, SPOKEN_FIELDS),
        ("back-titles", file.back_titles, BACK_FIELDS),
    ):
        for key, form in forms.items():
            if unknown := set(re.findall(r"\{[^}]*\}?|\}", form)) - set(fields):
                expected = f"a form with no other braces than {', '.join(fields)}"
                raise DataError(path, expected, min(unknown), line=line_of(path, [table, key]), field=table)


def _check_words(path: Path, key: str, given: Sequence[str], known: Sequence[str]) -> None:
    for word in given:
        if word not in known:
            raise DataError(path, one_of(known, word), word, line=line_of(path, [key]), field=key)


def _check_names(path: Path, table: str, given: Mapping[str, str], known: list[str]) -> None:
    for name in given:
        if name not in known:
            line = line_of(path, [table, name])
            raise DataError(path, one_of(known, name), name, line=line, field=table)
