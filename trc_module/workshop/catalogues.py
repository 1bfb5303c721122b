"""Words of a module for translators: as a catalogue of gettext (.po), or as a table (.csv)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from babel.core import UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as PoMessage
from babel.messages.pofile import PoFileError, read_po, write_po

from trc_module.errors import UserError
from trc_module.files import read_input
from trc_module.spreadsheet import as_csv
from trc_module.workshop.bundles import Message

_DATES = (b'"POT-Creation-Date', b'"PO-Revision-Date')
_HEADS = ("key", "text", "translation")


def catalogue(path: Path, messages: Sequence[Message], words: Mapping[str, str], language: str, module: str) -> bytes:
    """Return the words of a module for a translator, by the ending of the file's name: `.po`, or `.csv`.

    Words whose text the module has no more come last, as obsolete ones; a table leaves them out.

    Raises:
        UserError: The name has another ending, or there is no such language.
    """
    if path.suffix == ".csv":
        # Texts stand as they are, formulas too: they come back.
        rows = ((each.key, each.text, words.get(each.key, "")) for each in messages)
        return as_csv(_HEADS, rows).encode("utf-8-sig")
    if path.suffix != ".po":
        raise UserError(f"'{path}': expected a file for a translator, .po or .csv.")
    try:
        found = Catalog(locale=language, project=module, charset="utf-8", fuzzy=False)
    except (UnknownLocaleError, ValueError):
        raise UserError(f"Expected a language, as 'de' or 'pt_BR', found {language!r}.") from None
    for each in messages:
        found.add(each.text, words.get(each.key, ""), context=each.key)
    known = {each.key for each in messages}
    for key in words.keys() - known:
        found.obsolete[key] = PoMessage(key, words[key], context=key)
    out = io.BytesIO()
    # Without a date the same words give the same file.
    write_po(out, found, omit_header=False, width=0, sort_output=False, ignore_obsolete=False)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_DATES))


def read_catalogue(path: Path) -> dict[str, str]:
    """Read what a translator has made of a catalogue: the words by their keys, those without words left out.

    Raises:
        UserError: The file is none of ours, with the line.
    """
    content = read_input(path)
    if path.suffix == ".csv":
        return _of_table(path, content)
    if path.suffix != ".po":
        raise UserError(f"'{path}': expected what a translator has filled in, .po or .csv.")
    try:
        catalog = read_po(io.BytesIO(content), charset="utf-8", abort_invalid=True)
    except PoFileError as error:
        # Its lines are counted from 0.
        line = error.lineno + 1 if isinstance(error.lineno, int) else "?"
        raise UserError(f"{path}, line {line}: expected a catalogue of gettext: {error}.") from None
    except (UnicodeDecodeError, ValueError, LookupError) as error:
        raise UserError(f"{path}: expected a catalogue of gettext in UTF-8: {error}.") from None
    # What a program has guessed waits for a person's eye.
    return {
        str(each.context): each.string
        for each in catalog
        if each.context and isinstance(each.string, str) and each.string and not each.fuzzy
    }


def _of_table(path: Path, content: bytes) -> dict[str, str]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path}: expected a table in UTF-8.") from None
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not rows or tuple(rows[0]) != _HEADS:
        found = ",".join(rows[0]) if rows else "nothing"
        raise UserError(f"{path}, line 1: expected the columns {','.join(_HEADS)}, found {found!r}.")
    words: dict[str, str] = {}
    for number, row in enumerate(rows[1:], 2):
        if not row:
            continue
        if len(row) != len(_HEADS):
            raise UserError(f"{path}, row {number}: expected {len(_HEADS)} columns, found {len(row)}.")
        if row[2]:
            words[row[0]] = row[2]
    return words
