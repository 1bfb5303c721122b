"""Names of counters in the chat's sentences: in English as in the audit's sentences, else by `module/names.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from trc_module.facts import DataError
from trc_module.facts.toml_file import read_toml, shape
from trc_module.module.texts import DEFAULT, Texts
from trc_module.roster import Unit

NAMES = Path("module") / "names.toml"


class _Forms(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The forms by which a language names units."""

    ordinal: str
    words: dict[str, str]
    forms: dict[str, str]


def called(unit: Unit, texts: Texts, folder: Path) -> str:
    """Return what sentences call a unit in the language of the texts; DataError if it has no form for its type."""
    if texts.language == DEFAULT:
        return unit.spoken
    path = folder / NAMES
    known = _read(path)
    if texts.language not in known:
        raise DataError(path, "names in every language of the module", texts.language)
    forms = known[texts.language]
    keys = (f"{unit.nation} {unit.type}", f"{unit.size} {unit.type}", unit.type)
    form = next((forms.forms[key] for key in keys if key in forms.forms), None)
    if form is None:
        raise DataError(path, f"a form for '{unit.type}'", "none", field=f"{texts.language}.forms")
    first, *others = unit.name.split()
    numbered = first.isdecimal()
    number = forms.ordinal.format(first) if numbered else ""
    rest = " ".join(forms.words.get(word, word) for word in (others if numbered else (first, *others)))
    digits = first if numbered else ""
    told = form.format(name=f"{number} {rest}", number=number, digits=digits, rest=rest)
    return " ".join(told.split()).replace("- ", "-")


@cache
def _read(path: Path) -> dict[str, _Forms]:
    return {language: shape(forms, _Forms, path, at=[language]) for language, forms in read_toml(path).items()}
