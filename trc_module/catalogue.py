"""Catalogues of translations: gettext files (`.po`) of English words and of what another language has for them.

Translators have tools for such files. An entry may have a context (`msgctxt`), which says what kind of words it has,
and two forms for one and for many (`msgid_plural`). An entry that is marked as `fuzzy`, or has no words, is not used.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from trc_module.errors import UserError

SUFFIX = ".po"
_PLACE = re.compile(r"\{(\w*)(?::[^{}]*)?\}")
_VALUE = re.compile(r" (\w+)=")
"""The value of a form in the context of an entry that is for one of its values alone."""
_CHOICE = re.compile(r"\(([^()|]*(?:\|[^()|]*)+)\)")
"""Alternative words: the first is translated by the first in the other language, the second by the second."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One entry of a catalogue."""

    context: str
    """The kind of words; '' where the catalogue has one kind."""
    english: tuple[str, ...]
    """The English words, or those for one and those for many."""
    said: tuple[str, ...]
    """The words of the other language, one for each of its plural forms; none where they are missing or in doubt."""
    line: int
    """The line of the file in which the English words begin, from 1."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The entries of one file."""

    entries: tuple[CatalogueEntry, ...]
    plural: Callable[[int], int]
    """Returns which of the plural forms a number takes."""


EMPTY = Catalogue((), int)


def catalogue_of(path: Path | Traversable) -> Catalogue:
    """Return a catalogue for a reader of its language: empty if there is no file, or none that can be read."""
    try:
        return read_catalogue(path) if path.is_file() else EMPTY
    except UserError:
        return EMPTY


def read_catalogue(path: Path | Traversable) -> Catalogue:
    """Return what stands in a catalogue; UserError with file and line where gettext could not read it."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        with path.open("rb") as file:
            catalog = read_po(file, abort_invalid=True)
        entries = tuple(
            CatalogueEntry(
                message.context or "",
                _forms(message.id),
                () if message.fuzzy or not all(_forms(message.string)) else _forms(message.string),
                message.lineno or 1,
            )
            for message in catalog
            if message.id
        )
        return Catalogue(entries, gettext.c2py(catalog.plural_expr))
    except PoFileError as error:
        place = f"{path}, line {error.lineno + 1}" if error.lineno is not None else str(path)
        raise UserError(f"{place}: expected an entry of a gettext catalogue, found {error.line!r}.") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: expected a gettext catalogue in UTF-8: {error}.") from None


def _forms(words: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words or ())


def faults_of(path: Path) -> Iterator[tuple[int | None, str]]:
    """Yield what is wrong in a catalogue: the line, and a sentence."""
    from babel import Locale, UnknownLocaleError

    try:
        Locale.parse(path.stem)
    except (UnknownLocaleError, ValueError):
        yield None, f"there is no language '{path.stem}': expected the code of one, as de or pt_BR"
    for entry in read_catalogue(path).entries:
        if not entry.said:
            yield entry.line, f"'{_short(entry)}' has no words in the language, and stays English"
        for said in entry.said:
            yield from ((entry.line, fault) for fault in _faults(entry, said))


def _faults(entry: CatalogueEntry, said: str) -> Iterator[str]:
    if not entry.context.startswith(("title", "explanation")):
        known, used = set(_PLACE.findall(entry.english[-1])), _PLACE.findall(said)
        for place in sorted(set(used) - known):
            yield f"'{_short(entry)}' has no {{{place}}}, which its translation has"
        for name in _VALUE.findall(entry.context):
            if name not in known:
                yield f"'{_short(entry)}' has no {{{name}}}, for a value of which this translation is"
        # What there is one of may be a word, and so may a value that the translation is for.
        known -= set(_VALUE.findall(entry.context))
        if len(entry.english) == 1:
            for place in sorted(known - set(used)):
                yield f"the translation of '{_short(entry)}' has lost {{{place}}}"
    counts = {choice.count("|") for choice in _CHOICE.findall(entry.english[0])}
    if entry.context.startswith("sentence") and not {choice.count("|") for choice in _CHOICE.findall(said)} <= counts:
        yield f"the translation of '{_short(entry)}' leaves other words to choose from than the English"


def _short(entry: CatalogueEntry) -> str:
    words = " ".join(entry.english[0].split())
    return words if len(words) <= 60 else f"{words[:57]}..."
