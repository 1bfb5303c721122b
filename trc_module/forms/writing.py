"""A form as the file that its owner fills in: a table, or a chart, with everything that must be known to fill it in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from trc_module.facts.forms import Form
from trc_module.forms.asked import KEYS, Asked, FormEntry

_WIDTH = 110
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def files_of(asked: Sequence[Asked]) -> dict[str, str]:
    """Return the empty forms by the name of their file in the owner's folder; those of one file together."""
    by_file: dict[str, list[Asked]] = {}
    for each in asked:
        by_file.setdefault(each.form.file, []).append(each)
    return {name: _table(name, forms) if name in KEYS else _toml(forms) for name, forms in by_file.items()}


def heading(form: Form) -> Iterator[str]:
    """Yield what is said of a form before its entries, line by line."""
    yield form.title
    yield f"Where to find it: {form.where}."
    for name, field in form.field.items():
        unit = f", in {field.unit}" if field.unit else ""
        yield f"  {name}: {field.what}{unit}{' (may stay empty)' if field.optional else ''}"
    if form.note:
        yield form.note
    if form.rules:
        yield f"What waits for it: rules {', '.join(form.rules)}."


def _comment(forms: Iterable[Asked], how: str) -> Iterator[str]:
    for each in forms:
        for line in heading(each.form):
            yield from _folded(line)
        yield "#"
    yield from _folded(how)
    yield ""


def _folded(line: str) -> Iterator[str]:
    import textwrap

    indent = "#   " + " " * (len(line) - len(line.lstrip()))
    yield from textwrap.wrap(line, _WIDTH, initial_indent="# ", subsequent_indent=indent, drop_whitespace=True)


def _table(name: str, forms: Sequence[Asked]) -> str:
    keys = KEYS[name]
    asked = [column for each in forms for column in (*each.form.field, *each.form.columns)]
    fields = [column for column in dict.fromkeys(asked) if column not in keys]
    entries = {entry.key: entry for each in forms for entry in each.entries}
    assumed = _merged(forms)
    labels = {key: _cell(entry.label) if entry.label != " ".join(key) else "" for key, entry in entries.items()}
    guesses = {key: _guess(ours) for key, ours in assumed.items()}
    before = ["#what"] if any(labels.values()) else []
    behind = ["#assumed"] if any(guesses.values()) else []
    rows = [[*keys, *before, *fields, *behind]]
    for key in entries:
        label, guess = [labels[key]] * len(before), [guesses[key]] * len(behind)
        rows.append([*key, *label, *([""] * len(fields)), *guess])
    how = "Fill in the empty cells. A line without an entry is not used; columns that begin with # are not read."
    if any(each.form.lines for each in forms):
        how += " Add a line for each further one."
    return "\n".join([*_comment(forms, how), *aligned(rows)]) + "\n"


def _merged(forms: Sequence[Asked]) -> dict[tuple[str, ...], dict[str, Any]]:
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for each in forms:
        for entry in each.entries:
            found.setdefault(entry.key, {}).update(entry.ours)
    return found


def _guess(ours: Mapping[str, Any]) -> str:
    told = {name: value for name, value in ours.items() if value not in (None, "", "?", [])}
    if len(told) == 1:
        return _cell(_said(next(iter(told.values()))))
    return _cell("; ".join(f"{name} {_said(value)}" for name, value in told.items()))


def _said(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _cell(text: str) -> str:
    # A quoted cell cannot be padded, and this one is for people alone.
    return text.replace(",", ";").replace('"', "")


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines of a table whose columns stand below one another."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        yield ", ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _toml(forms: Sequence[Asked]) -> str:
    how = "Put a value between the quotation marks; a number stands without them. An entry of empty marks is not used."
    lines = list(_comment(forms, how))
    for each in forms:
        if each.form.file == "map/grid.toml":
            lines += ["[grid]", *(f'{name} = ""' for name in each.form.field), ""]
            continue
        for entry in each.entries:
            lines += _entry(entry)
    return "\n".join(lines).rstrip("\n") + "\n"


def _entry(entry: FormEntry) -> Iterator[str]:
    yield "[" + ".".join(map(named, entry.key)) + "]"
    for name, value in entry.ours.items():
        known = "" if _is_blank(value) else f"    # assumed: {literal(value)}"
        yield f"{named(name)} = {literal(_blank(value))}{known}"
    yield ""


def named(name: str) -> str:
    """Return a key as a chart writes it."""
    return name if _BARE.fullmatch(name) else f'"{name}"'


def _blank(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _blank(inner) for key, inner in value.items()}
    return [_blank(inner) for inner in value] if isinstance(value, list) else ""


def _is_blank(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(map(_is_blank, value.values()))
    return all(map(_is_blank, value)) if isinstance(value, list) else value in ("", "?")


def literal(value: Any) -> str:
    """Return a value as a chart writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{named(key)} = {literal(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'
