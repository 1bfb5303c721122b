"""The toy game's map: flat-top, a gap, hexside rivers, areas, coasts that are stated, three sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.data_folders import edit
from trc_module.board import Board, hexside, load_board
from trc_module.board.checklist import sheets
from trc_module.board.checks import inspect
from trc_module.facts import DataError
from trc_module.hexgrid import HexSet, Orientation

TOY = Path(__file__).parents[1] / "toy"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(TOY)


def test_the_map_is_sound() -> None:
    assert inspect(TOY).problems == ()


def test_the_grid_is_flat_top_with_a_gap(board: Board) -> None:
    grid = board.grid
    assert grid.orientation is Orientation.FLAT_TOP
    assert grid.all.bit_count() == 47
    assert grid.find("0806") is None
    assert set(grid.names(grid.neighbours[grid.hex("0705")])) == {"0604", "0605", "0704", "0706", "0804", "0805"}


def test_terrain_is_the_game_s_own(board: Board) -> None:
    kind = board.terrain[board.grid.hex("0303")]
    assert (kind.id, kind.drawn, kind.is_water) == ("bog", "swamp", False)
    assert str(board.fact("terrain 0303")) == "0303 is bog [rulebook:G1]"
    assert board.land & board.water == 0


def _names(board: Board, members: HexSet) -> set[str]:
    return set(board.grid.names(members))


def test_coasts_are_what_the_map_states(board: Board) -> None:
    assert _names(board, board.coasts["east"]) == {"0701", "0702", "0703", "0704", "0804"}
    assert _names(board, board.coast) >= {"0104", "0204", "0205", "0306"}
    assert str(board.coast_fact(board.grid.hex("0704"))) == "0704 lies on the east coast [rulebook:G1]"
    assert str(board.coast_fact(board.grid.hex("0404"))) == "0404 is not a coastal hex [rulebook:G1]"


def test_rivers_run_along_hexsides(board: Board) -> None:
    a, b = board.grid.hex("0303"), board.grid.hex("0402")
    assert hexside(a, b) in board.river_sides["Alder"]
    assert str(board.fact("river 0402-0303")) == "a river runs along 0303-0402 (Alder) [rulebook:G2]"
    assert str(board.fact("river 0101-0102")) == "0101-0102 has no river [rulebook:G1]"
    assert (board.rivers, board.walk.joined(a, b)) == ((), True)


def test_a_wall_is_closed_and_a_ford_is_not(board: Board) -> None:
    grid = board.grid
    assert not board.walk.joined(grid.hex("0601"), grid.hex("0602"))
    assert not board.zoc.joined(grid.hex("0601"), grid.hex("0602"))
    assert board.walk.joined(grid.hex("0303"), grid.hex("0403"))
    assert board.straits == frozenset()
    assert str(board.side_fact(grid.hex("0601"), grid.hex("0602"))) == "0601-0602 is a wall [rulebook:G2]"
    assert str(board.side_fact(grid.hex("0601"), grid.hex("0502"))) == "0601-0502 has no wall [rulebook:G1]"


def test_an_edge_need_not_be_straight_and_an_area_is_entered_from_hexes(board: Board) -> None:
    assert _names(board, board.edges["crag"]) == {"0101", "0102", "0103", "0104", "0205"}
    assert _names(board, board.edges["north"]) == {"0101", "0201", "0301", "0401", "0501", "0601", "0701"}
    assert _names(board, board.boxes["the-isle"].touches) == {"0704", "0804"}
    assert board.boxes["grey levies"].side == "grey"


def test_places_are_of_the_game_s_own_kinds(board: Board) -> None:
    assert board.cities["Wells"].port == "east"
    assert board.sites == {"mine": {"Old Shaft": board.grid.hex("0501")}}
    assert str(board.fact("mine Old Shaft")) == "the mine of Old Shaft lies in 0501 [rulebook:G3]"
    assert board.oil_wells == {}
    assert set(board.start_side) == {"red", "blue", "grey"}
    assert str(board.fact("country 0801")) == "0801 lies in no barony [rulebook:G1]"


def test_the_checklist_has_the_game_s_headings(board: Board) -> None:
    first, _ = sheets(board)
    titles = [title for title, _ in first.sections]
    assert titles[:2] == ["Doubtful: look here first", "Terrain, row by row"]
    assert titles[2:] == ["Cities", "Mines", "Seas and lakes", "Rivers", "Fords", "Walls", "Marches"]


@pytest.mark.parametrize("word", ["water", "rail", "terrain"])
def test_a_kind_of_hexsides_is_not_called_as_other_facts_begin(toy: Path, word: str) -> None:
    edit(toy / "map" / "legend.toml", "[hexside.wall]", f"[hexside.{word}]")
    with pytest.raises(
        DataError, match=rf"line \d+, field 'hexside.{word}': expected a name for the hexsides that facts"
    ):
        load_board(toy)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("places.geojson", '"kind": "mine"', '"kind": "mime"', "harbour, mine, sea (did you mean mine?), found 'mime'"),
        ("places.geojson", '"sea": "east", "source": "rulebook:G3"', '"sea": "west", "source": "rulebook:G3"',
         "one of east, south (did you mean east?), found 'west'"),
        ("regions.geojson", '"start": "grey"', '"start": "gray"', "one of red, blue, grey (did you mean grey?)"),
        ("hexes.geojson", '"coast": ["south"]', '"coast": ["suoth"]', "(did you mean south?), found 'suoth'"),
        ("hexsides.geojson", ', "name": "Alder"', "", "the name of the river, found 'none'"),
        ("hexsides.geojson", '["0302", "0402"]', '["0302", "0806"]', "a hex of the map (0101 to 0806), found '0806'"),
        ("boxes.toml", 'side   = "grey"', 'side   = "green"', "field 'side': expected one of red, blue, grey"),
        ("boxes.toml", '"0704", "0804"', '"0704", "0909"', "field 'touches': expected a hex of the map"),
        ("boxes.toml", "turns  = [1, 5]", "turns  = [1, 99999999999]", "a whole number of at most 1000, found"),
        ("grid.toml", 'name   = "crag"', 'name   = "crags"', "one of north, crag (did you mean crag?), found 'crags'"),
        ("grid.toml", 'to     = "0801"\n', "", "the corners 'from' and 'to' of a straight edge, or its 'hexes'"),
        ("grid.toml", 'style = "pairs"', 'style = "pears"',
         "one of letter-columns, letter-rows, pairs (did you mean pairs?), found 'pears'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(toy: Path, file: str, old: str, new: str, told: str) -> None:
    edit(toy / "map" / file, old, new)
    with pytest.raises(DataError) as error:
        load_board(toy)
    assert str(error.value).startswith(str(toy / "map" / file))
    assert told in str(error.value)


def test_a_map_without_gaps_has_every_hex(toy: Path) -> None:
    edit(toy / "map" / "grid.toml", "gaps        = true\n", "")
    with pytest.raises(DataError, match=r"hexes\.geojson, field 'features': expected 48 hexes, found 'none for 0806'"):
        load_board(toy)


def test_a_misplaced_geometry_is_told_where_one_is_given(toy: Path) -> None:
    good = (
        '"geometry": {"type": "Polygon", "coordinates": [[[0.57735, 0], [0.288675, -0.5], [-0.288675, -0.5], '
        "[-0.57735, 0], [-0.288675, 0.5], [0.288675, 0.5], [0.57735, 0]]]}"
    )
    path = toy / "map" / "hexes.geojson"
    edit(path, '"geometry": null', good)
    assert inspect(toy).problems == ()
    edit(path, "[0.57735, 0], [0.288675", "[0.67735, 0], [0.288675")
    assert [problem.check for problem in inspect(toy).problems] == ["geometry"]
