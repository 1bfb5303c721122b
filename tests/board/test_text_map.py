"""A map as text is the map that the same layers in GeoJSON make, and what is wrong in it is told with its line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from trc_module.board import load_board
from trc_module.errors import UserError
from trc_module.newgame import write_skeleton

MAP = """\
source = "rulebook:1.1"

hexes = '''
{rows}
'''

[key]
"." = "clear"
w   = "wood"
"~" = "lake"

[[hexside]]
kind    = "river"
name    = "Mid"
between = "D4-D5 D4-E5 E4-E5 E5-F4 F4-F5"

[[place]]
kind  = "city"
name  = "Norton"
hex   = "B2"
class = "major"

[[place]]
kind  = "city"
name  = "Sutton"
hex   = "E7"
class = "major"

[[place]]
kind = "lake"
name = "Blackmere"
hex  = "A6"
"""


@pytest.fixture
def hills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    write_skeleton(tmp_path / "hills", "Hills")
    return tmp_path / "hills"


def _rows(folder: Path) -> list[str]:
    """Return the hexes of a game's map, a letter each."""
    drawn = json.loads((folder / "map" / "hexes.geojson").read_text(encoding="utf-8"))
    terrain = {each["id"]: each["properties"]["terrain"] for each in drawn["features"]}
    letters = {"clear": ".", "wood": "w", "lake": "~"}
    return [" ".join(letters[terrain[f"{row}{column}"]] for column in range(1, 9)) for row in "ABCDEF"]


def _as_text(folder: Path, rows: list[str]) -> Path:
    path = folder / "map" / "map.toml"
    path.write_text(MAP.format(rows="\n".join(rows)), encoding="utf-8")
    for layer in ("hexes", "hexsides", "places"):
        (folder / "map" / f"{layer}.geojson").unlink(missing_ok=True)
    return folder


def test_it_makes_the_same_map_as_its_layers_in_geojson(hills: Path, tmp_path: Path) -> None:
    drawn = Path(shutil.copytree(hills, tmp_path / "drawn" / "hills"))
    text = load_board(_as_text(hills, _rows(hills)))
    layers = load_board(drawn)
    assert (text.terrain, text.sides, text.cities, text.waters) == (
        layers.terrain, layers.sides, layers.cities, layers.waters
    )  # fmt: skip
    assert text.fact_by_subject == layers.fact_by_subject


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda rows: rows[:-1], "line 3, field 'hexes': expected 6 rows of letters, as grid.toml says, found '5'"),
        (
            lambda rows: [rows[0], rows[1][:-2], *rows[2:]],
            "line 5, field 'hexes': expected 8 letters, one a hex of the row, found \"7 in ",
        ),
        (
            lambda rows: [*rows[:2], f"x{rows[2][1:]}", *rows[3:]],
            "line 6, field 'hexes': expected a letter of [key], one of ., w, ~, found 'x'",
        ),
    ],
)
def test_a_ragged_row_and_an_unknown_letter_are_told_with_their_line(hills: Path, change: object, told: str) -> None:
    assert callable(change)
    _as_text(hills, change(_rows(hills)))
    with pytest.raises(UserError) as error:
        load_board(hills)
    assert str(error.value).startswith(f"{hills / 'map' / 'map.toml'}, {told}")


def test_a_map_is_text_or_drawn_and_not_both(hills: Path) -> None:
    (hills / "map" / "map.toml").write_text(MAP.format(rows="\n".join(_rows(hills))), encoding="utf-8")
    with pytest.raises(UserError, match=r"map\.toml: expected no such file beside hexes\.geojson"):
        load_board(hills)


def test_a_place_that_lies_nowhere_is_told_with_its_line(hills: Path) -> None:
    path = _as_text(hills, _rows(hills)) / "map" / "map.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('hex   = "E7"', 'hex   = "Z9"'), encoding="utf-8")
    with pytest.raises(UserError, match=r"map\.toml, line \d+, field 'hex'"):
        load_board(hills)
