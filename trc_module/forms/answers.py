"""Answers to a form that are not typed into its file: the files that they make, as an owner would have filled them in.

An answer is named by the form's file, the entry's key and the place in it: `charts/results.toml`, `results/3-1`,
`dice`. The result of a die for each of six faces is one answer, its words parted by blanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from trc_module.errors import UserError
from trc_module.forms.asked import KEYS, Asked, FormEntry
from trc_module.forms.writing import aligned, literal, named

Answers: TypeAlias = "Mapping[tuple[str, str, str], str]"
"""What was answered: by file, entry and place."""

NEW = "+"
"""The entry of an added line, with its number behind: `+0`."""
_BETWEEN = "/"
_LONGEST = 200
"""Letters of an answer."""


@dataclass(frozen=True, slots=True)
class Asks:
    """One answer that is asked for: its place in the entry, and what we assume."""

    place: str
    assumed: str


def entry_name(entry: FormEntry) -> str:
    """Return what an answer calls its entry."""
    return _BETWEEN.join(entry.key)


def asks_of(entry: FormEntry) -> Iterator[Asks]:
    """Yield the answers that an entry asks for."""
    for name, value in entry.ours.items():
        yield from _asks(name, value)


def _asks(place: str, value: Any) -> Iterator[Asks]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _asks(f"{place}{_BETWEEN}{key}", inner)
        return
    told = " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
    yield Asks(place, "" if set(told) <= {"?", " "} else told)


def files_with(asked: Sequence[Asked], answers: Answers) -> dict[str, str]:
    """Return the files of an owner's folder that answers make, without entries that nothing is answered of.

    Raises:
        UserError: An answer holds what its file cannot hold.
    """
    for where, answer in answers.items():
        _expect_plain(where, answer)
    by_file: dict[str, list[Asked]] = {}
    for each in asked:
        by_file.setdefault(each.form.file, []).append(each)
    made = {
        name: _table(name, forms, answers) if name in KEYS else _chart(name, forms, answers)
        for name, forms in by_file.items()
    }
    return {name: text for name, text in made.items() if text}


def _expect_plain(where: tuple[str, str, str], answer: str) -> None:
    file, entry, place = where
    if len(answer) > _LONGEST or not answer.isprintable() or any(sign in answer for sign in ',"\\#'):
        raise UserError(
            f"{file}, {entry}, {place}: expected a word or a number of at most {_LONGEST} letters, without commas, "
            "quotation marks, backslashes and number signs."
        )


def _table(file: str, forms: Sequence[Asked], answers: Answers) -> str:
    keys = KEYS[file]
    columns = [name for each in forms for name in (*each.form.field, *each.form.columns)]
    fields = [name for name in dict.fromkeys(columns) if name not in keys]
    entries = {entry.key: entry for each in forms for entry in each.entries}
    rows = []
    for key, entry in entries.items():
        cells = [answers.get((file, entry_name(entry), name), "") for name in fields]
        if any(cells):
            rows.append([*key, *cells])
    added = dict.fromkeys(entry for name, entry, _ in answers if name == file and entry.startswith(NEW))
    for line in added:
        cells = [answers.get((file, line, name), "") for name in (*keys, *fields)]
        if any(cells):
            rows.append(cells)
    return "\n".join(aligned([[*keys, *fields], *rows])) + "\n" if rows else ""


def _chart(file: str, forms: Sequence[Asked], answers: Answers) -> str:
    lines: list[str] = []
    for entry in (entry for each in forms for entry in each.entries):
        own = {place: text for (name, of, place), text in answers.items() if (name, of) == (file, entry_name(entry))}
        if any(own.values()):
            lines.append("[" + ".".join(map(named, entry.key)) + "]")
            lines += (f"{named(key)} = {literal(_filled(key, value, own))}" for key, value in entry.ours.items())
            lines.append("")
    return "\n".join(lines)


def _filled(place: str, value: Any, answers: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _filled(f"{place}{_BETWEEN}{key}", inner, answers) for key, inner in value.items()}
    text = answers.get(place, "").strip()
    if isinstance(value, list):
        words = text.split()
        return [_value(word) for word in words] if words else [""] * len(value)
    return _value(text)


def _value(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 9 else text


def told_answers(tree: Any) -> dict[tuple[str, str, str], str]:
    """Return the answers that a page sends, as lists of four texts; UserError for anything else."""
    found: dict[tuple[str, str, str], str] = {}
    each: Iterable[Any] = tree if isinstance(tree, list) else [None]
    for answer in each:
        if not isinstance(answer, list) or len(answer) != 4 or not all(isinstance(part, str) for part in answer):
            raise UserError("These are no answers to a form: load the page again.")
        file, entry, place, text = answer
        if text.strip():
            found[file, entry, place] = text.strip()
    return found
