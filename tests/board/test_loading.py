from __future__ import annotations

import pytest

from tests.board.conftest import TRC
from trc_module.board import Board, Terrain, hexside, load_board
from trc_module.facts import Trust
from trc_module.hexgrid import count


def test_every_hex_has_its_terrain(board: Board) -> None:
    assert {terrain.value: count(members) for terrain, members in board.of_terrain.items()} == {
        "clear": 1031,
        "woods": 19,
        "mountain": 115,
        "swamp": 86,
        "sea": 157,
        "lake": 11,
    }


def test_land_leaves_out_water_and_what_lies_under_the_charts(board: Board) -> None:
    hex_ = board.grid.hex
    assert count(board.off_play) == 69
    assert count(board.land) == 1419 - 157 - 11 - 69
    assert board.terrain[hex_("II33")] is Terrain.CLEAR
    assert not board.land >> hex_("II33") & 1


def test_cities_know_their_size_country_and_port(board: Board) -> None:
    assert len(board.cities) == 35
    assert count(board.major_cities) == 21
    leningrad = board.cities["Leningrad"]
    assert (board.grid.name(leningrad.hex), leningrad.major, leningrad.capital) == ("E10", True, False)
    assert (leningrad.port, leningrad.country) == ("baltic", "Russia")
    assert board.cities["Bucharest"].capital
    assert board.city_at[board.grid.hex("J21")].name == "Kaunas"
    assert {sea: board.grid.names(members) for sea, members in board.ports.items()} == {
        "baltic": ("B14", "D15", "E10", "F17"),
        "black": ("DD24", "II14", "JJ23"),
    }


def test_oil_wells_lie_where_they_should(board: Board) -> None:
    assert {name: board.grid.name(h) for name, h in board.oil_wells.items()} == {
        "Grozny": "QQ7",
        "Maikop": "PP13",
        "Ploesti": "AA29",
    }


def test_closed_hexsides_stop_movement_and_zones_but_the_strait_only_zones(board: Board) -> None:
    hex_ = board.grid.hex
    assert len(board.closed_sides) == 16
    assert not board.walk.joined(hex_("F18"), hex_("F17"))
    assert not board.zoc.joined(hex_("KK17"), hex_("JJ17"))
    assert board.straits == {hexside(hex_("KK19"), hex_("KK20"))}
    assert board.walk.joined(hex_("KK19"), hex_("KK20"))
    assert not board.zoc.joined(hex_("KK19"), hex_("KK20"))
    assert board.walk.joined(hex_("F18"), hex_("G17"))
    assert not board.walk.joined(hex_("FF26"), hex_("FF27"))


def test_rails_join_what_they_join(board: Board) -> None:
    hex_ = board.grid.hex
    assert sum(count(linked) for linked in board.rail_links.values()) == 2 * 411
    assert board.rail_only == {hexside(hex_("GG19"), hex_("HH21"))}
    assert board.rails.joined(hex_("GG19"), hex_("HH21"))
    assert not board.walk.joined(hex_("GG19"), hex_("HH21"))
    way = board.rails.path(hex_("T14"), 1 << hex_("S11"))
    assert [board.grid.name(h) for h in way or ()] == ["T14", "T13", "S12", "S11"]
    assert count(board.junctions) == 24
    assert board.junctions >> hex_("S11") & 1
    assert not board.junctions >> hex_("R9") & 1, "a city is no junction"


def test_lines_leave_the_map_on_four_edges(board: Board) -> None:
    assert {edge: board.grid.names(members) for edge, members in board.edge_rails.items()} == {
        "west": ("A33", "E33", "K33", "T33", "BB33", "GG33"),
        "east": ("L1", "U1", "X1", "FF1"),
        "south": ("QQ12", "QQ6"),
        "north": ("A14", "A5"),
    }
    assert board.grid.names(board.edges["south"]) == tuple(f"QQ{n}" for n in range(16, 4, -1))


def test_seas_are_areas_for_sea_movement(board: Board) -> None:
    hex_ = board.grid.hex
    assert {area: count(members) for area, members in board.seas.items()} == {
        "baltic": 63,
        "black": 86,
        "caspian": 4,
        "white": 4,
    }
    assert board.seas_at(hex_("II14")) == {"black"}, "the Sea of Azov belongs to the Black Sea (10.2)"
    assert board.seas_at(hex_("D14")) == {"baltic"}
    assert board.seas_at(hex_("PP5")) == {"caspian"}
    assert board.seas_at(hex_("C10")) == {"baltic"}
    assert board.seas_at(hex_("E7")) == frozenset(), "a lake makes no coast"
    assert not board.coast >> hex_("R9") & 1


def test_rivers_tell_whether_two_hexes_lie_on_one(board: Board) -> None:
    hex_ = board.grid.hex
    assert board.rivers_at[hex_("EE22")] == {"Dnieper", "Southern Bug"}
    assert board.same_river(hex_("EE22"), hex_("EE23"))
    assert board.same_river(hex_("W19"), hex_("V19"))
    assert not board.same_river(hex_("T3"), hex_("U3")), "Moskva and Oka"
    assert not board.same_river(hex_("FF21"), hex_("EE21"))
    assert not board.river_hexes >> hex_("FF21") & 1
    assert hexside(hex_("X20"), hex_("Y19")) in board.river_steps


def test_countries_districts_and_the_start_line(board: Board) -> None:
    hex_ = board.grid.hex
    assert board.country_of[hex_("H23")] == "Germany", "East Prussia is Germany (3.4)"
    assert board.regions["East Prussia"].part_of == "Germany"
    assert board.district_of[hex_("O23")] == "Western"
    assert hex_("T24") not in board.district_of
    assert {name: count(r.hexes) for name, r in board.regions.items() if r.kind == "district"} == {
        "Baltic": 9,
        "Kiev": 20,
        "Leningrad": 12,
        "Odessa": 15,
        "Western": 16,
    }
    assert [r.code for r in board.regions.values() if r.kind == "district"] == ["B", "K", "L", "O", "W"]
    axis, russian = board.start_side["axis"], board.start_side["russian"]
    assert axis & russian == 0
    assert axis >> hex_("L26") & 1
    assert russian >> hex_("O23") & 1


def test_named_rows_divide_north_from_south(board: Board) -> None:
    row = board.rows["H"]
    assert row.north >> board.grid.hex("G20") & 1
    assert row.hexes >> board.grid.hex("H20") & 1
    assert row.south >> board.grid.hex("I20") & 1
    assert sorted(board.rows) == ["E", "H", "L"]


@pytest.mark.parametrize(
    "key",
    [
        "axis turn-12",
        "russian turn-3",
        "axis replacement-pool",
        "russian surrendered",
        "axis off-map-units",
        "russian paratroop-reserve",
        "axis stukas",
        "russian sturmoviks",
        "russian urals",
        "axis withdrawn",
        "russian removed",
        "axis at-start",
        "weather",
        "turn-record-25",
        "victory",
    ],
)
def test_boxes_have_the_ids_of_the_game_record(board: Board, key: str) -> None:
    box = board.boxes[key]
    assert key == (f"{box.side} {box.id}" if box.side else box.id)


def test_boxes_by_turn_know_their_turn(board: Board) -> None:
    assert board.boxes["axis turn-12"].turn == 12
    assert board.boxes["axis turn-12"].name == "Axis arrivals, turn 12"
    assert "axis turn-26" not in board.boxes


def test_switches_change_terrain_and_its_fact() -> None:
    plain, hills = load_board(TRC), load_board(TRC, switches=["26.17"])
    for name in ("T24", "T25", "U24"):
        h = plain.grid.hex(name)
        assert (plain.terrain[h], hills.terrain[h]) == (Terrain.MOUNTAIN, Terrain.CLEAR)
    assert str(hills.terrain_fact(hills.grid.hex("U24"))) == "U24 is clear under 26.17 [rulebook:26.17]"


def test_the_hex_that_28_2_may_mean_is_a_doubt() -> None:
    board = load_board(TRC, switches=["28.2"])
    u24 = board.grid.hex("U24")
    assert board.terrain[u24] is Terrain.MOUNTAIN
    assert board.terrain_fact(u24).trust is Trust.DOUBTFUL


def test_unchanged_files_are_read_once() -> None:
    assert load_board(TRC) is load_board(TRC)
    assert load_board(TRC, switches=["28.2"]) is not load_board(TRC)
