"""Errata of the map: hexes, hexsides, places, rails and rivers are corrected like counters."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.board import Board, hexside, load_board, load_board_with
from trc_module.facts import DataError, Source
from trc_module.facts.errata import ErratumChange, read_erratum
from trc_module.gamespec import find_spec, game_names
from trc_module.resources import data_dir

HEAD = 'title = "Letter"\ndate = 2026-01-01\nsource = "erratum:a letter"\n'
TRC = data_dir() / "trc"


def corrected(tmp_path: Path, *corrections: str, game: str = "trc") -> tuple[Board, tuple[ErratumChange, ...]]:
    sheet = tmp_path / "letter.toml"
    sheet.write_text(HEAD + "".join(f"\n[[correction]]\n{each}\n" for each in corrections), encoding="utf-8")
    return load_board_with(find_spec(game).folder, None, [read_erratum(sheet)])


def test_a_hex_is_corrected_with_its_source_and_its_doubt_is_settled(tmp_path: Path) -> None:
    before = load_board(TRC)
    board, changes = corrected(tmp_path, 'hex = "B28"\nfield = "terrain"\nold = "mountain"\nnew = "sea"')
    at = board.grid.hex("B28")
    assert (before.terrain[at].id, board.terrain[at].id) == ("mountain", "sea")
    fact = board.fact("terrain B28")
    assert (fact.source, fact.doubt) == (Source("erratum", "a letter"), "")
    assert changes == (ErratumChange("hex", "B28", "change", "terrain", "mountain", "sea"),)
    assert str(changes[0]) == "hex B28: terrain mountain -> sea"


def test_a_hex_leaves_its_country(tmp_path: Path) -> None:
    board, _ = corrected(tmp_path, 'hex = "A33"\nfield = "country"\nold = "Germany"\nnew = ""')
    assert not board.regions["Germany"].hexes >> board.grid.hex("A33") & 1


def test_hexsides_rails_places_and_rivers_are_added_retired_and_changed(tmp_path: Path) -> None:
    before = load_board(TRC)
    board, changes = corrected(
        tmp_path,
        # The other way round than in the data.
        'hexside = "C15-B15"\nkind = "closed"\nretire = true',
        'hexside = "N21-N22"\nkind = "closed"\nadd = {}',
        'rail = "B33-A33"\nretire = true',
        'rail = "N21-N22"\nadd = { lines = ["Letter"] }',
        'rail = "GG19-HH21"\nfield = "rail_only"\nold = true\nnew = false',
        'place = "Odessa"\nkind = "city"\nfield = "hex"\nold = "DD24"\nnew = "CC24"',
        'place = "Odessa"\nkind = "port"\nretire = true',
        'place = "Letterville"\nkind = "city"\nadd = { hex = "N22", class = "minor" }',
        'river = "neva-1"\nfield = "hexes"\nold = ["D10"]\nnew = ["D10", "E10"]',
    )
    name = board.grid.hex
    assert hexside(name("B15"), name("C15")) in before.sides["closed"] - board.sides["closed"]
    assert hexside(name("N21"), name("N22")) in board.sides["closed"] - before.sides["closed"]
    assert [each.rail_links[name("A33")] >> name("B33") & 1 for each in (before, board)] == [1, 0]
    assert [each.rail_links.get(name("N21"), 0) >> name("N22") & 1 for each in (before, board)] == [0, 1]
    assert hexside(name("GG19"), name("HH21")) in before.rail_only - board.rail_only
    assert (board.cities["Odessa"].hex, board.cities["Odessa"].port) == (name("CC24"), None)
    assert board.cities["Letterville"].hex == name("N22")
    neva = next(river for river in board.rivers if river.name == "Neva")
    assert list(map(board.grid.name, neva.hexes)) == ["D10", "E10"]
    assert [change.action for change in changes if change.kind == "rail"] == ["retire", "add", "change"]


@pytest.mark.parametrize(
    ("correction", "message"),
    [
        ('hex = "N21"\nfield = "terrain"\nold = "woods"\nnew = "clear"', "the data (N21, terrain), found 'clear'"),
        ('hex = "Z99"\nfield = "terrain"\nold = "woods"\nnew = "clear"', "a hex of the map"),
        ('hex = "N21"\nfield = "terrain"\nold = "clear"\nnew = "jungle"', "jungle"),
        ('hex = "N21"\nfield = "hex"\nold = "N21"\nnew = "N22"', "expected one of coast, country, district, panel"),
        ('hexside = "N21-N22"\nkind = "closed"\nretire = true', "a hexside of the map"),
        ('hexside = "B15-C15"\nkind = "closed"\nadd = {}', "a hexside that the map does not have"),
        ('hexside = "N21-N22"\nkind = "wall"\nadd = {}', "wall"),
        ('place = "Letterville"\nkind = "city"\nadd = { hex = "ZZZ9" }', "ZZZ9"),
        ('place = "Letterville"\nkind = "city"\nadd = { class = "minor" }', "a value 'hex'"),
        ('place = "Odessa"\nkind = "city"\nfield = "class"\nold = "major"\nnew = "huge"', "huge"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_the_line_of_the_correction(tmp_path: Path, correction: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        corrected(tmp_path, correction)
    assert "letter.toml, line " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("correction", "message"),
    [
        ('hexside = "N21-N22"\nretire = true', "the kind of a hexside or a place"),
        ('hex = "N21"\nkind = "closed"\nfield = "terrain"\nold = "a"\nnew = "b"', "the kind of a hexside or a place"),
        ('hex = "N21"\nretire = true', "a field, an old and a new value for a hex"),
        ('hex = "N21"\nplace = "Kiev"\nkind = "city"\nretire = true', "one of unit, marker, card, chart, hex"),
        ('place = "Kiev"\nkind = "city"\nrename = "Kyiv"', "no new id for a place"),
    ],
)
def test_a_correction_that_names_no_one_thing_is_refused(tmp_path: Path, correction: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        corrected(tmp_path, correction)
    assert message in str(caught.value)


def test_a_map_without_rails_says_which_things_it_has(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        corrected(tmp_path, 'rail = "A1-A2"\nadd = {}', game="m41")
    assert "expected one of hex, hexside, place on this map, found 'rail'" in str(caught.value)


@pytest.mark.parametrize("game", game_names())
def test_a_hex_of_every_game_is_corrected_by_an_owners_sheet_and_read_anew(game: str, tmp_path: Path) -> None:
    folder = find_spec(game).folder
    board = load_board(folder)
    at, old = next((at, kind) for at, kind in board.terrain.items() if not kind.is_water)
    new = next(kind for kind in board.terrain.values() if not kind.is_water and kind != old)
    (tmp_path / "errata").mkdir()
    assert load_board(folder, tmp_path).terrain[at] == old
    sheet = f'hex = "{board.grid.name(at)}"\nfield = "terrain"\nold = "{old.id}"\nnew = "{new.id}"\n'
    (tmp_path / "errata" / "0001-hex.toml").write_text(f"{HEAD}\n[[correction]]\n{sheet}", encoding="utf-8")
    assert load_board(folder, tmp_path).terrain[at] == new
