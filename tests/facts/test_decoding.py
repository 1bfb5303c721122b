from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from trc_module.facts import DataError
from trc_module.facts.decoding import decode_json, decode_toml, line_of_item, read_bytes, toml_line


class Thing(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    size: Literal["big", "small"] | None = None
    weights: list[Annotated[int, msgspec.Meta(ge=0)]] = []


class Things(msgspec.Struct):
    things: list[Thing]


class Shelf(msgspec.Struct):
    thing: list[Thing]


def _json_error(tmp_path: Path, text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        decode_json(tmp_path / "x.json", text.encode(), msgspec.json.Decoder(Things), Things)
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "field", "expected", "found"),
    [
        ('{"things":[\n{"name":"a"},\n{"name":1}]}', 3, "name", "a text", "1"),
        ('{"things":[\n{"name":"a"},\n{"size":"big"}]}', 3, "name", "a field 'name'", "none"),
        ('{"things":[\n{"name":"a","colour":1}]}', 2, "colour", "one of the fields name, size, weights", "colour"),
        ('{"things":[\n\n{"name":"a","size":"huge"}]}', 3, "size", "one of big, small", "huge"),
        (
            '{"things":[{"name":"a"},{"name":"a"},\n{"name":"a","weights":[1,-2]}]}',
            2,
            "weights",
            "a whole number of at least 0",
            "-2",
        ),
        ('{"things":5}', None, "things", "a list", "5"),
        ("[]", None, "", "a table", "[]"),
        ('{"things":[\n{"name" "a"}]}', 2, "", "JSON (Expecting ':' delimiter)", None),
    ],
)
def test_json_errors_name_line_field_and_what_was_expected(
    tmp_path: Path, text: str, line: int | None, field: str, expected: str, found: str | None
) -> None:
    error = _json_error(tmp_path, text)
    assert (error.line, error.field, error.expected, error.found) == (line, field, expected, found)


@pytest.mark.parametrize(
    ("text", "line", "field", "expected", "found"),
    [
        ('[[thing]]\nname = "a"\n\n[[thing]]\nname = 2\n', 5, "name", "a text", "2"),
        ('[[thing]]\nname = "a"\n\n[[thing]]\nsize = "big"\n', 4, "name", "a field 'name'", "none"),
        ('[[thing]]\nname = "a"\n[[thing]]\nname = "b"\nsize = "no"\n', 5, "size", "one of big, small", "no"),
        ('[book]\nname = "a"\n', None, "thing", "a field 'thing'", "none"),
    ],
)
def test_toml_errors_name_line_field_and_what_was_expected(
    tmp_path: Path, text: str, line: int | None, field: str, expected: str, found: str
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        decode_toml(path, Shelf)
    error = caught.value
    assert (error.line, error.field, error.expected, error.found) == (line, field, expected, found)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_bytes(tmp_path / "none")


def test_equal_items_have_lines_of_their_own() -> None:
    data = b'{"features":[\n{"a":1},\n{"a":1},\n{"a":1}\n]}'
    assert [line_of_item(data, "features", i) for i in range(3)] == [2, 3, 4]


def test_a_row_of_inline_tables_is_found() -> None:
    data = b'[[switch]]\nid = "a"\n\n[[switch]]\nterrain = [\n    { hex = "T24" },\n    { hex = "T25" },\n]\n'
    assert toml_line(data, ["switch", 1, "terrain", 1, "hex"]) == 7
