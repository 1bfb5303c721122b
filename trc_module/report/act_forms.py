"""The forms of the sentences in which acts are told, by the verb of a record, in each language.

The table `[acts]` of `spoken/en.toml` has a form for each verb, or several, of which the first is taken whose fields
all have a value; catalogues say each in other languages. `{field}` is a field of the act, `{start}` and `{goal}` are
the ends of its way; `{field=value}` says nothing and asks for a value; `{field|one|many}` says one of two words, by the
field's number.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from trc_module.catalogue import SUFFIX, catalogue_of
from trc_module.printable import as_heading
from trc_module.report.tongue import ACT, FOLDER

FIELD = re.compile(r"\{(\w+)(?:=([^{}|]*)|\|([^{}|]*)\|([^{}|]*))?\}")
"""A field in a form: its name, the value that is asked for, the words for one and for many."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a form says for a field."""

    words: str
    plain: str
    """The value as the record writes it."""
    count: int = 1
    """The number by which words change."""


@cache
def act_forms(language: str, folder: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the forms by verb: ours, and before them those of the game in its folder of data.

    A form that the language does not have is English.
    """
    found: dict[str, tuple[str, ...]] = {}
    for place in (files("trc_module.report") / FOLDER, folder / FOLDER):
        path = place / "en.toml"
        if path.is_file():
            table = tomllib.loads(path.read_text(encoding="utf-8"))["acts"]
            said = _said_in(language, place)
            for verb, forms in table.items():
                found[verb] = tuple(said.get(form, form) for form in ([forms] if isinstance(forms, str) else forms))
    return found


def _said_in(language: str, place: Path | Traversable) -> Mapping[str, str]:
    """Return the forms of a language by the English ones."""
    if language in ("", "en"):
        return {}
    entries = catalogue_of(place / f"{language}{SUFFIX}").entries
    return {entry.english[0]: entry.said[0] for entry in entries if entry.context == ACT and entry.said}


def filled(forms: tuple[str, ...], values: Mapping[str, Value]) -> str:
    """Return the first of the forms whose fields all have a value, filled in; '' if there is none."""
    for form in forms:
        if all(_fits(field, values) for field in FIELD.finditer(form)):
            words = FIELD.sub(lambda field: _said(field, values), form)
            return as_heading(words)
    return ""


def _fits(field: re.Match[str], values: Mapping[str, Value]) -> bool:
    value = values.get(field[1])
    return value is not None and (field[2] is None or value.plain == field[2])


def _said(field: re.Match[str], values: Mapping[str, Value]) -> str:
    value = values[field[1]]
    if field[2] is not None:
        return ""
    if field[3] is not None:
        return field[3] if value.count == 1 else field[4]
    return value.words
