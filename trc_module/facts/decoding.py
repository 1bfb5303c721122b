"""Decode data files into msgspec structs; what does not fit becomes a `DataError` with its line and field."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as shapes

from trc_module.facts.choices import meant
from trc_module.facts.errors import DataError
from trc_module.facts.parsing import parse_toml
from trc_module.files import read_input

T = TypeVar("T")

_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_LONGEST = 2_000
"""Letters of an error of the library that are read: it quotes what stands in a file, however long."""
_STEP = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+)\]|\[(?:\.\.\.|'([^']*)'|\"([^\"]*)\")\]")


def read_bytes(path: Path) -> bytes:
    """Return a data file's bytes; DataError if it is missing or no UTF-8 text."""
    try:
        data = read_input(path)
    except FileNotFoundError:
        raise DataError(path, "this data file", "no such file") from None
    except OSError as error:
        raise DataError(path, "a readable file", error.strerror) from None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(path, "UTF-8 text", repr(data[error.start : error.start + 4]), line=line) from None
    return data


def decode_json(path: Path, data: bytes, decoder: msgspec.json.Decoder[T], type_: Any) -> T:
    """Decode JSON of that type; `type_` says what would have been allowed where it does not fit."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        steps = steps_of(error)
        line = line_of_item(data, steps[0], steps[1]) if len(steps) > 1 and isinstance(steps[1], int) else None
        raise explain(path, error, _json_tree(path, data, error), type_, line) from None
    except (msgspec.DecodeError, RecursionError) as error:
        _json_tree(path, data, error)
        raise DataError(path, f"JSON ({error})") from None


def _json_tree(path: Path, data: bytes, why: Exception) -> Any:
    """Return JSON as a tree; DataError with the line, which msgspec does not tell, where it is none."""
    try:
        return json.loads(data)
    except json.JSONDecodeError as place:
        raise DataError(path, f"JSON ({place.msg})", line=place.lineno) from None
    except (ValueError, RecursionError):
        # Thousands of digits, or of lists in one another.
        raise DataError(path, f"JSON ({why})") from None


def decode_toml(path: Path, type_: type[T]) -> T:
    """Read and decode a TOML file of that type."""
    data = read_bytes(path)
    try:
        tables = parse_toml(data.decode("utf-8"))
    except ValueError as error:
        line = re.search(r"\(at line (\d+)", str(error))
        raise DataError(path, f"TOML ({error})", line=int(line[1]) if line else None) from None
    try:
        return msgspec.convert(tables, type_)
    except msgspec.ValidationError as error:
        unknown = re.search(r"unknown field `([^`]+)`", str(error))
        line_number = toml_line(data, [*steps_of(error), *([unknown[1]] if unknown else [])])
        raise explain(path, error, tables, type_, line_number) from None


def line_of_item(data: bytes, member: str | int, index: int) -> int | None:
    """Return the line on which item `index` of a JSON document's top-level array `member` begins."""
    try:
        document = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        items = msgspec.json.decode(document[str(member)], type=list[msgspec.Raw])
    except (msgspec.DecodeError, KeyError, RecursionError):
        return None
    # The raw items are views of the document, in order: find each after the one before it.
    at = data.find(bytes(document[str(member)]))
    for item in items[: index + 1]:
        raw = bytes(item)
        start = data.find(raw, at)
        at = start + len(raw)
    return data.count(b"\n", 0, start) + 1


def toml_line(data: bytes, steps: list[str | int]) -> int | None:
    """Return the line of a place in a TOML file that writes its tables as `[[name]]` and one field a line."""
    lines = data.decode("utf-8").splitlines()
    at = 0
    found: int | None = None
    # What is wrong of a whole file has no steps.
    for step, following in zip(steps, [*steps[1:], None], strict=False):
        if isinstance(step, int):
            continue
        header = re.compile(rf"\s*\[\[?(?:[\w-]+\.)*{re.escape(step)}\]\]?\s*(#.*)?$")
        inline = re.compile(rf"(?:^|.*[{{,])\s*{re.escape(step)}\s*=")
        nth = following if isinstance(following, int) else 0
        headers = [i for i, line in enumerate(lines) if i >= at and header.match(line)]
        if len(headers) > nth:
            at = found = headers[nth]
            continue
        fields = [i for i, line in enumerate(lines) if i >= at and inline.match(line)]
        if not fields:
            break
        at = found = fields[0]
        if isinstance(following, int):
            # An array of inline tables, one a line.
            rows = [i for i, line in enumerate(lines) if i >= at and line.lstrip().startswith("{")]
            if len(rows) > following:
                at = found = rows[following]
    return None if found is None else found + 1


def steps_of(error: msgspec.ValidationError) -> list[str | int]:
    """Return the place that an error names, as keys and indexes from the top."""
    match = _AT.match(str(error)[:_LONGEST])
    in_keys = re.search(r" - at `?key`? in `([^`]*)`$", str(error)[:_LONGEST])
    if in_keys:
        wrong = re.match(r"Invalid enum value '(.*?)'", str(error))
        return [*_steps(in_keys[1]), *([wrong[1]] if wrong else [])]
    return _steps(match["path"] if match and match["path"] else "")


def _steps(path: str) -> list[str | int]:
    steps: list[str | int] = []
    for name, index, quoted, doubly in _STEP.findall(path):
        steps.append(int(index) if index else name or quoted or doubly or "...")
    return steps


def explain(path: Path, error: msgspec.ValidationError, document: Any, type_: Any, line: int | None) -> DataError:
    """Say in a `DataError` what a document of that type should have held at the place that the error names."""
    match = _AT.match(str(error)[:_LONGEST])
    what = match["what"] if match else str(error)[:_LONGEST]
    steps = steps_of(error)
    missing = re.match(r"Object missing required field `(.*)`", what)
    unknown = re.match(r"Object contains unknown field `(.*)`", what)
    shape = _shape(shapes.type_info(type_), steps)
    key = re.match(r"Invalid enum value '(.*)' - at `?key`? in ", str(error)[:_LONGEST])
    if key:
        return _wrong_key(path, key[1], str(error), type_, line)
    if missing:
        return DataError(path, f"a field '{missing[1]}'", "none", line=line, field=missing[1])
    if unknown:
        tables = shape.types if isinstance(shape, shapes.UnionType) else (shape,)
        known = [f.encode_name for table in tables if isinstance(table, shapes.StructType) for f in table.fields]
        expected = f"one of the fields {', '.join(known)}{meant(unknown[1], known)}" if known else "no such field"
        return DataError(path, expected, unknown[1], line=line, field=unknown[1])
    names = [s for s in steps if isinstance(s, str)]
    found = _value(document, steps)
    return DataError(path, _expected(what, shape, found), found, line=line, field=names[-1] if names else "")


def _wrong_key(path: Path, key: str, what: str, type_: Any, line: int | None) -> DataError:
    """Return the error of a key of a table whose keys are fixed words."""
    place = re.search(r" in `([^`]*)`$", what[:_LONGEST])
    table = _shape(shapes.type_info(type_), _steps(place[1] if place else ""))
    known = _allowed(table.key_type) if isinstance(table, shapes.DictType) else []
    return DataError(path, f"one of the fields {', '.join(known)}{meant(key, known)}", key, line=line, field=key)


def fields_at(type_: Any, steps: Sequence[str | int]) -> list[str]:
    """Return the keys that a table at a place of a type may have; none where that is no table of fixed keys."""
    found = _shape(shapes.type_info(type_), list(steps))
    tables = found.types if isinstance(found, shapes.UnionType) else (found,)
    return [field.encode_name for table in tables if isinstance(table, shapes.StructType) for field in table.fields]


_WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""What makers call the types that the decoder names."""
_TYPES = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b")


def _expected(what: str, shape: shapes.Type | None, found: str | None) -> str:
    words = list(filter(None, _allowed(shape)))
    if not words:
        return _plain(what, shape)
    allowed = f"{', '.join(words)}{meant(found, words)}"
    types = shape.types if isinstance(shape, shapes.UnionType) else ()
    numbers = [each for each in types if isinstance(each, shapes.IntType)]
    if numbers:
        least = numbers[0].ge
        return f"a whole number{'' if least is None else f' of at least {least}'} or {allowed}"
    table = ", or a table" if any(isinstance(each, shapes.StructType) for each in types) else ""
    return f"one of {allowed}{table}"


def _plain(what: str, shape: shapes.Type | None) -> str:
    if isinstance(shape, shapes.DateType):
        return "a date, as 2026-11-22"
    # "Expected `str`, got `int`" -> "a text"
    match = re.match(r"Expected (.*?)(?:, got .*)?$", what)
    plain = (match[1] if match else what).replace("`", "")
    plain = _TYPES.sub(lambda found: _WORDS[found[0]], plain).replace(" | ", " or ")
    return plain.replace("number >= ", "number of at least ").replace("number <= ", "number of at most ")


def _value(document: Any, steps: list[str | int]) -> str | None:
    for step in steps:
        try:
            document = document[step]
        except (KeyError, IndexError, TypeError):
            return None
    try:
        return document if isinstance(document, str) else json.dumps(document, default=str)[:80]
    except RecursionError:
        return None


def _shape(shape: shapes.Type, steps: list[str | int]) -> shapes.Type | None:
    """Follow a place down the type; a union is followed into the member that has such a place."""
    for i, step in enumerate(steps):
        if isinstance(shape, shapes.UnionType):
            ways = (_shape(member, steps[i:]) for member in shape.types)
            return next((way for way in ways if way is not None), None)
        if isinstance(shape, shapes.StructType) and isinstance(step, str):
            types = {field.encode_name: field.type for field in shape.fields}
            if step not in types:
                return None
            shape = types[step]
        elif isinstance(shape, shapes.ListType | shapes.VarTupleType) and isinstance(step, int):
            shape = shape.item_type
        elif isinstance(shape, shapes.DictType):
            shape = shape.value_type
        else:
            return None
    return shape


def _allowed(shape: shapes.Type | None) -> list[str]:
    if isinstance(shape, shapes.UnionType):
        return [value for member in shape.types for value in _allowed(member)]
    if isinstance(shape, shapes.EnumType):
        return [str(member.value) for member in shape.cls]
    if isinstance(shape, shapes.LiteralType):
        return [str(value) for value in shape.values]
    return []
