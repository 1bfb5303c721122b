"""An owner's corrections win fact by fact, and count as the owner's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board.conftest import TRC, Overlay
from trc_module.board import Terrain, load_board
from trc_module.board.checks import check
from trc_module.board.geometry import check_geometry
from trc_module.facts import DataError, Trust


def test_one_field_of_one_hex_changes_and_nothing_else(overlay: Overlay) -> None:
    ours = load_board(TRC)
    board = load_board(TRC, overlay("hexes", ("J21", {"hex": "J21", "district": "Baltic"})))
    j21 = board.grid.hex("J21")
    assert board.district_of[j21] == "Baltic"
    assert str(board.district_fact(j21)) == "J21 lies in the district Baltic [owner]"
    assert str(board.terrain_fact(j21)) == "J21 is clear [transcribed:5th-edition map]"
    assert board.country_fact(j21) == ours.country_fact(j21)
    changed = {s for s, fact in board.fact_by_subject.items() if ours.fact_by_subject.get(s) != fact}
    assert changed == {"district J21", "region Baltic", "region Western"}


def test_what_the_owner_says_of_the_source_is_kept(overlay: Overlay) -> None:
    board = load_board(
        TRC, overlay("hexes", ("F25", {"hex": "F25", "terrain": "clear", "country": "Germany", "source": "my map"}))
    )
    f25 = board.grid.hex("F25")
    assert board.terrain[f25] is Terrain.CLEAR
    assert board.land >> f25 & 1
    assert board.terrain_fact(f25).source.detail == "my map"
    assert board.terrain_fact(f25).trust is Trust.OWNER, "the noted doubt is settled"


def test_an_owner_may_doubt_too(overlay: Overlay) -> None:
    board = load_board(
        TRC, overlay("hexes", ("S12", {"hex": "S12", "terrain": "woods", "doubts": {"terrain": "worn"}}))
    )
    fact = board.terrain_fact(board.grid.hex("S12"))
    assert (fact.source.kind, fact.doubt, fact.trust) == ("owner", "worn", Trust.DOUBTFUL)


def test_features_are_added_and_removed(overlay: Overlay) -> None:
    folder = overlay(
        "rails",
        ("L15-L14", {"kind": "link", "hexes": ["L15", "L14"], "removed": True}),
        ("S11-R12", {"kind": "link", "hexes": ["S11", "R12"]}),
    )
    board = load_board(TRC, folder)
    hex_ = board.grid.hex
    assert not board.rails.joined(hex_("L15"), hex_("L14"))
    assert board.rails.joined(hex_("S11"), hex_("R12"))
    assert str(board.rail_fact(hex_("R12"), hex_("S11"))) == "rails join S11 and R12 [owner]"


def test_a_city_moves_with_its_port(overlay: Overlay) -> None:
    folder = overlay(
        "places",
        ("city:Odessa", {"kind": "city", "name": "Odessa", "hex": "CC24", "class": "major"}),
        ("port:Odessa", {"kind": "port", "name": "Odessa", "hex": "CC24", "sea": "black"}),
    )
    board = load_board(TRC, folder)
    assert board.grid.name(board.cities["Odessa"].hex) == "CC24"
    assert board.cities["Odessa"].fact.trust is Trust.OWNER
    assert [p.message for p in check(board) if p.is_error] == [
        "Odessa is a port of the black sea area, but CC24 is not on its coast"
    ]


def test_tables_are_overlaid_entry_by_entry(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "grid.toml").write_text('[[row]]\nname = "L"\nmeaning = "limit"\n', encoding="utf-8")
    (tmp_path / "map" / "switches.toml").write_text(
        '[[switch]]\nid = "28.2"\ntitle = "Lvov gap"\nterrain = [\n    { hex = "U24", becomes = "clear" },\n]\n',
        encoding="utf-8",
    )
    board = load_board(TRC, tmp_path, ["28.2"])
    assert board.rows["L"].meaning == "limit"
    assert board.rows["L"].fact.trust is Trust.OWNER
    assert board.rows["H"].fact.source.kind == "rulebook"
    assert board.terrain[board.grid.hex("U24")] is Terrain.CLEAR
    assert board.terrain[board.grid.hex("T24")] is Terrain.MOUNTAIN


def test_a_word_in_place_of_the_grid_is_told(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "grid.toml").write_text('grid = "hexes"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"grid.toml, line 1, field 'grid': expected a table \[grid\], found 'hexes'"):
        load_board(TRC, tmp_path)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("hexes.geojson", "expected a file named as one of ours: map/hexes.geojson, found 'hexes.geojson'"),
        ("map/hex.geojson", "expected a file named as one of ours: map/hexes.geojson, found 'map/hex.geojson'"),
    ],
)
def test_a_correction_that_nobody_would_read_is_told(tmp_path: Path, place: str, message: str) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / place).write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_board(TRC, tmp_path)


def test_an_owners_features_need_no_geometry(overlay: Overlay) -> None:
    folder = overlay("hexes", ("J21", {"hex": "J21", "district": "Baltic"}))
    board = load_board(TRC, folder)
    assert check_geometry(board, TRC, folder) == []
