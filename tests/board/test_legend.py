"""Legends: the words that one may hold, and the reports on one that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board.conftest import TRC, Edit
from trc_module.board import Terrain, load_board
from trc_module.board.legend import read_legend, terrain_kind
from trc_module.facts import DataError
from trc_module.facts.errors import DataErrorGroup


def test_the_first_game_has_the_kinds_of_its_map() -> None:
    legend = read_legend(TRC)
    assert list(legend.terrain.values()) == [
        Terrain.CLEAR, Terrain.WOODS, Terrain.MOUNTAIN, Terrain.SWAMP, Terrain.SEA, Terrain.LAKE
    ]  # fmt: skip
    assert legend.hexsides_that_are("closed") == ("closed",)
    assert legend.hexsides_that_are("strait") == ("kerch",)
    assert legend.hexsides_that_are("river") == ()


def test_a_kind_of_terrain_is_one_object() -> None:
    assert terrain_kind("forest", "", "woods") is terrain_kind("forest", "", "woods")
    assert terrain_kind("woods", "", "woods") is Terrain.WOODS
    assert terrain_kind("forest", "", "woods") != Terrain.WOODS


@pytest.mark.parametrize(
    ("old", "new", "on", "told"),
    [
        ('"rails", "places"', '"rail", "places"', "layers =", "one of hexsides, rivers, rails, places, regions, "),
        ("[terrain.woods]", "[terrain.forest]", "[terrain.forest]", "'drawn', one of clear, woods, mountain, swamp, "),
        ('water = "lake"', "", "[terrain.lake]", "water, 'sea' or 'lake', for what is drawn as water"),
        ('is      = "strait"', 'is      = "strat"', "strat", "one of border, closed, link, other, river, strait, su"),
        ('of      = "country"\n', "", "[hexside.country-border]", "'of' with what a border divides"),
        ('is = "capital"', 'is = "chief"', '"chief"', "one of capital, city, lake, port, sea, site"),
        ('coasts = "derived"', 'coasts = "guessed"', "coasts =", "one of derived, stated"),
        ('source = "transcribed', 'source = "told', "source =", "a source, one of"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(edited: Edit, old: str, new: str, on: str, told: str) -> None:
    folder = edited("legend.toml", old, new)
    path = folder / "map" / "legend.toml"
    with pytest.raises(DataError) as error:
        read_legend(folder)
    assert error.value.path == path
    assert error.value.line is not None
    assert on in path.read_text(encoding="utf-8").splitlines()[error.value.line - 1]
    assert told in error.value.expected


def test_a_file_that_the_legend_does_not_name_is_told(edited: Edit) -> None:
    folder = edited("legend.toml", '"rails", ', "")
    with pytest.raises(DataError, match=r"rails\.geojson: expected 'rails' among the layers of legend\.toml"):
        load_board(folder)


def test_a_misspelt_file_is_told(edited: Edit) -> None:
    folder = edited("legend.toml", "[regions]", "[regions]")
    (folder / "map" / "hexside.geojson").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=r"hexside\.geojson: expected a file.*\(did you mean hexsides\.geojson\?\)"):
        load_board(folder)


def test_a_word_that_the_legend_does_not_know_is_told_with_the_one_that_was_meant(edited: Edit) -> None:
    folder = edited("hexsides.geojson", '"kind": "closed", "hexes": ["B15"', '"kind": "clsed", "hexes": ["B15"')
    with pytest.raises(DataError, match=r"line 2, field 'kind': expected one of closed, .*\(did you mean closed"):
        load_board(folder)


def test_a_missing_legend_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"legend\.toml: expected this data file, found 'no such file'"):
        read_legend(tmp_path)


def test_every_wrong_drawing_of_a_game_is_told_in_one_run_with_its_line(edited: Edit) -> None:
    folder = edited(
        "legend.toml", "[terrain.woods]", '[terrain.dunes]\ndrawn = { pattern = "dunnes" }\n[terrain.woods]'
    )
    path = folder / "map" / "legend.toml"
    more = (
        '[terrain.moor]\ndrawn = "swmp"',
        '[terrain.heath]\ndrawn = { colour = "woodz", ink = "#12345" }',
        "[terrain.waste]\ndrawn = {}",
        '[hexside.wire]\nis = "other"\nsays = "{} is wired"\ndrawn = { line = "crosed", width = 40 }',
        '[place.keep]\nis = "site"\ndrawn = { simbol = "tower" }',
    )
    path.write_text("\n".join((path.read_text(encoding="utf-8"), *more)), encoding="utf-8")
    with pytest.raises(DataErrorGroup) as error:
        read_legend(folder)
    lines = path.read_text(encoding="utf-8").splitlines()
    told = [(lines[(each.line or 0) - 1], each.field, each.expected.rpartition("(")[2]) for each in error.value.errors]
    assert told == [
        ('drawn = { pattern = "dunnes" }', "pattern", "did you mean dunes?)"),
        ('drawn = "swmp"', "drawn", "did you mean swamp?), or a table"),
        ('drawn = { colour = "woodz", ink = "#12345" }', "colour", "did you mean woods?)"),
        ('drawn = { colour = "woodz", ink = "#12345" }', "ink", told[3][2]),
        ("drawn = {}", "terrain.waste.drawn", "a colour, a pattern, an edge or a symbol"),
        ('drawn = { line = "crosed", width = 40 }', "line", "did you mean crossed?)"),
        ('drawn = { line = "crosed", width = 40 }', "width", "a whole number of at most 16"),
        ('drawn = { simbol = "tower" }', "simbol", "did you mean symbol?)"),
    ]


def test_a_border_has_no_drawing_of_its_own(edited: Edit) -> None:
    folder = edited("legend.toml", 'of      = "country"\n', 'of = "country"\ndrawn = { line = "solid" }\n')
    with pytest.raises(DataError, match="no drawing of its own for a border: it is drawn by what it divides"):
        read_legend(folder)
