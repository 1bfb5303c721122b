"""Faults of files: each is reported with its file, line, field, the expected value and the value found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board.conftest import TRC, Edit, Overlay
from trc_module.board import load_board
from trc_module.board.assertions import read_assertions
from trc_module.facts import DataError

BROKEN = [
    # file, what stands there, what we put there, how many lines below that the error is (None: in no
    # one line), field, part of what was expected, what is found
    (
        "hexes.geojson",
        '"hex": "A32", "terrain": "clear"',
        '"hex": "A32", "terrain": "claer"',
        0,
        "terrain",
        "one of clear, woods",
        "claer",
    ),
    ("hexes.geojson", '"hex": "A32", "terrain": "clear"', '"hex": "A32"', 0, "terrain", "a field 'terrain'", "none"),
    (
        "hexes.geojson",
        '"hex": "A32", "terrain": "clear"',
        '"hexx": "A32", "terrain": "clear"',
        0,
        "hexx",
        "one of the fields",
        "hexx",
    ),
    ("hexes.geojson", '"id": "A32"', '"id": "A31"', 1, "id", "an id that no other feature has", "A31"),
    ("hexes.geojson", '"hex": "A32"', '"hex": "R33"', 0, "id", "the name of the hex, R33", "A32"),
    ("hexes.geojson", '"hex": "A32"', '"hex": "A99"', 0, "hex", "a hex of the map (A33 to QQ1)", "A99"),
    (
        "hexes.geojson",
        '"country": "Germany"',
        '"country": "Prussia"',
        0,
        "country",
        "one of Bulgaria, Finland",
        "Prussia",
    ),
    (
        "hexes.geojson",
        '"source": "transcribed:5th-edition map"',
        '"source": "hearsay"',
        0,
        "source",
        "a source, one of",
        "hearsay",
    ),
    ("hexes.geojson", '"source": "transcribed:5th-edition map"', '"source": 7', 0, "source", "a text", "7"),
    ("hexes.geojson", '"type": "Feature", "id": "A30"', '"type": "Feature" "id": "A30"', 0, "", "JSON", None),
    ("hexsides.geojson", '"kind": "kerch"', '"kind": "closed"', None, "kind", "one hexside of kind 'kerch'", "0"),
    ("hexsides.geojson", '["B15", "C15"]', '["B15"]', 0, "hexes", "a list of length >= 2", '["B15"]'),
    ("hexsides.geojson", '["B15", "C15"]', '["B15", "C99"]', 0, "hexes", "a hex of the map", "C99"),
    ("rails.geojson", '"edge": "north"', '"edge": "top"', 0, "edge", "one of west, east, south, north", "top"),
    ("rails.geojson", '"edge": "north", ', "", 0, "edge", "one of west, east, south, north", "none"),
    ("rivers.geojson", '"river": "Danube", ', "", 0, "river", "a field 'river'", "none"),
    ("places.geojson", '"class": "major"', '"class": "huge"', 0, "class", "one of major, minor", "huge"),
    ("places.geojson", '"class": "major", ', "", 0, "class", "one of major, minor", "none"),
    (
        "places.geojson",
        '"name": "Odessa", "hex": "DD24", "sea"',
        '"name": "Odessa", "hex": "CC24", "sea"',
        0,
        "hex",
        "the city's hex, DD24",
        "CC24",
    ),
    (
        "places.geojson",
        '"name": "Odessa", "hex": "DD24", "sea"',
        '"name": "Yalta", "hex": "DD24", "sea"',
        0,
        "name",
        "the name of a city",
        "Yalta",
    ),
    (
        "places.geojson",
        '"name": "Black Sea", "hex": "KK24"',
        '"name": "Black Sea", "hex": "R9"',
        0,
        "hex",
        "a sea hex",
        "R9, which is clear",
    ),
    ("regions.geojson", '"start": "axis"', '"start": "german"', 0, "start", "one of axis, russian", "german"),
    ("regions.geojson", '"part_of": "Germany"', '"part_of": "Gaul"', 0, "part_of", "the name of a country", "Gaul"),
    ("grid.toml", "rows = 43", 'rows = "many"', 0, "rows", "a whole number", "many"),
    ("grid.toml", "rows = 43", "rows == 43", 0, "", "TOML", None),
    ("grid.toml", 'to = "QQ33"', 'to = "PP32"', 0, "to", "a hex in the row or column of A33", "PP32"),
    ("boxes.toml", 'kind = "reserve"', 'kind = "shelf"', 0, "kind", "one of order-of-battle, reserve, air", "shelf"),
    (
        "boxes.toml",
        'id = "stukas"',
        'id = "at-start"',
        0,
        "id",
        "an id that no other box of the side has",
        "axis at-start",
    ),
    ("switches.toml", 'becomes = "clear"', 'becomes = "jungle"', 0, "becomes", "one of clear, woods", "jungle"),
]


@pytest.mark.parametrize(("file", "old", "new", "below", "field", "expected", "found"), BROKEN)
def test_the_place_and_the_cure_are_named(
    edited: Edit, file: str, old: str, new: str, below: int | None, field: str, expected: str, found: str | None
) -> None:
    folder = edited(file, old, new)
    with pytest.raises(DataError) as caught:
        load_board(folder)
    error = caught.value
    assert error.path == folder / "map" / file
    text = (TRC / "map" / file).read_text(encoding="utf-8")
    assert error.line == (None if below is None else text[: text.index(old)].count("\n") + 1 + below)
    assert error.field == field
    assert expected in error.expected
    assert error.found == found
    assert str(error).count("\n") == 0


def test_a_missing_hex_is_named(edited: Edit) -> None:
    folder = edited("hexes.geojson", '"id": "A32"', '"id": "A32"')
    path = folder / "map" / "hexes.geojson"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if '"id": "A32"' not in line), encoding="utf-8")
    with pytest.raises(DataError, match="expected 1419 hexes, found 'none for A32'"):
        load_board(folder)


def test_a_missing_file_is_named(edited: Edit) -> None:
    folder = edited("grid.toml", "rows = 43", "rows = 43")
    (folder / "map" / "rails.geojson").unlink()
    expected = r"rails\.geojson: expected this file, since legend.toml names it, found 'no such file'"
    with pytest.raises(DataError, match=expected):
        load_board(folder)


def test_text_that_is_no_utf8_is_told(edited: Edit) -> None:
    folder = edited("grid.toml", "rows = 43", "rows = 43")
    path = folder / "map" / "boxes.toml"
    path.write_bytes(path.read_bytes().replace(b"Weather", b"W\xe4tter"))
    with pytest.raises(DataError, match=r"boxes\.toml, line \d+: expected UTF-8 text"):
        load_board(folder)


def test_an_unknown_switch_is_told(edited: Edit) -> None:
    with pytest.raises(DataError, match=r"expected one of the switches 26\.17, 28\.2, found '99\.9'"):
        load_board(edited("grid.toml", "rows = 43", "rows = 43"), switches=["99.9"])


def test_errors_of_an_overlay_name_the_overlay(overlay: Overlay) -> None:
    folder = overlay("hexes", ("A32", {"hex": "A32", "terrain": "moon"}))
    with pytest.raises(DataError) as caught:
        load_board(TRC, folder)
    assert caught.value.path == folder / "map" / "hexes.geojson"
    assert (caught.value.field, caught.value.found) == ("terrain", "moon")


@pytest.mark.parametrize(
    ("old", "new", "field", "expected"),
    [
        ('kind = "hexside"', 'kind = "bridge"', "kind", "one of adjacent, "),
        ('hexes = ["KK17", "JJ17"]', 'hexes = ["KK17"]', "hexes", "at least 2 hexes for 'adjacent'"),
        ('rule = "7.1"', "rule = 7.1", "rule", "a text"),
        ('names = ["Bryansk"]', "names = []", "names", "1 names, one a hex"),
    ],
)
def test_bad_statements_are_told(edited: Edit, old: str, new: str, field: str, expected: str) -> None:
    folder = edited("rulebook_statements.toml", old, new)
    with pytest.raises(DataError) as caught:
        read_assertions(folder)
    assert caught.value.field == field
    assert expected in caught.value.expected
    text = (folder / "map" / "rulebook_statements.toml").read_text(encoding="utf-8").splitlines()
    assert caught.value.line is not None
    assert text[caught.value.line - 1].split("  ")[0] == new


def test_nothing_but_a_data_error_comes_of_cut_files(tmp_path: Path, edited: Edit) -> None:
    folder = edited("grid.toml", "rows = 43", "rows = 43")
    whole = (folder / "map" / "places.geojson").read_bytes()
    for size in range(0, len(whole) - 3, len(whole) // 25):
        (folder / "map" / "places.geojson").write_bytes(whole[:size])
        with pytest.raises(DataError):
            load_board(folder)
