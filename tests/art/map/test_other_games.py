"""Maps of other games: their own titles, sites and sheets of any size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from shapely import Point

from trc_module.art.display import Text
from trc_module.art.map.key_kinds import key_kinds
from trc_module.art.map.keys import layer_key
from trc_module.art.map.panels import panels
from trc_module.art.map.picture import find_place
from trc_module.art.map.places import derrick, lozenge, places
from trc_module.art.map.scene import Scene
from trc_module.art.map.sheet import sheet_of
from trc_module.art.map.style import load_style
from trc_module.board import Board, load_board
from trc_module.board.legend import PlaceKind
from trc_module.errors import UserError
from trc_module.gamespec import game_folder

TOY = Path(__file__).parents[2] / "toy"


@pytest.fixture(scope="module")
def toy() -> Board:
    return load_board(TOY)


def _scene(board: Board) -> Scene:
    return Scene(board, load_style("colour"), board.grid.all)


def _titled(board: Board, title: str, subtitle: str) -> list[Text]:
    scene = _scene(replace(board, legend=replace(board.legend, title=title, subtitle=subtitle)))
    return [item for item in panels(scene) if isinstance(item, Text)]


def test_the_title_is_the_games_own_and_no_wider_than_the_map(toy: Board) -> None:
    title, subtitle = _titled(toy, "Reds, Blues and Greys", "A feud of five weeks")[:2]
    assert (title.text, subtitle.text) == ("REDS, BLUES AND GREYS", "A feud of five weeks")
    assert title.size < 92
    assert _titled(toy, "Feud", "")[0].size == 92


def test_a_map_without_a_title_has_nothing_over_it(toy: Board) -> None:
    told = [text.text for text in _titled(toy, "", "A feud")]
    assert (told[0], "A feud" in told) == ("SIGNS", False)


def test_a_new_title_is_drawn_anew(toy: Board) -> None:
    old, new = (_scene(replace(toy, legend=replace(toy.legend, title=title))) for title in ("Feud", "Peace"))
    assert layer_key(old, "panels") != layer_key(new, "panels")
    assert layer_key(old, "places") == layer_key(new, "places")


def test_a_site_is_drawn_as_the_legend_says(toy: Board) -> None:
    at = _scene(toy).layout.centre(toy.sites["mine"]["Old Shaft"])
    mine = toy.legend.places["mine"]
    assert mine.drawn == ""
    drawn = list(places(_scene(toy)))
    assert all(item in drawn for item in lozenge(load_style("colour"), at))
    wells = replace(toy.legend, places={**toy.legend.places, "mine": _with_derrick(toy)})
    drawn = list(places(_scene(replace(toy, legend=wells))))
    assert all(item in drawn for item in derrick(load_style("colour"), at))


def _with_derrick(toy: Board) -> PlaceKind:
    return msgspec.structs.replace(toy.legend.places["mine"], drawn="derrick")


def test_any_place_is_found_by_its_name(toy: Board) -> None:
    assert find_place(toy, "old shaft") == toy.grid.hex("0501")
    told = "'Kiev' is neither a city nor another place nor a hex of the map: try Rust Castle or 0101"
    with pytest.raises(UserError, match=told):
        find_place(toy, "Kiev")


def test_a_map_without_land_off_play_has_its_key_below(toy: Board) -> None:
    sheet = sheet_of(toy)
    assert sheet.key is not None
    west, north, east, south = sheet.key
    assert (west, east, south <= sheet.size[1]) == (sheet.frame[0], sheet.frame[2], True)
    assert north > sheet.frame[3]
    told = [item.text for item in panels(_scene(toy)) if isinstance(item, Text)]
    assert told[-len(key_kinds(toy)) - 1 :] == ["SIGNS", *(words for _, words in key_kinds(toy))]


def test_the_key_shows_what_lies_on_the_map_and_nothing_else() -> None:
    board = load_board(game_folder("m41"))
    ground = ["clear", "woods", "major-city", "minor-city", "walls", "site", "river", "blocked-hexside"]
    shown = [*ground, "road", "wall"]
    assert [sample for sample, _ in key_kinds(board)] == shown
    without = replace(board, sides={**board.sides, "road": frozenset()})
    assert [sample for sample, _ in key_kinds(without)] == [*ground, "wall"]
    assert layer_key(_scene(board), "panels") != layer_key(_scene(without), "panels")


def test_a_map_with_land_off_play_has_its_key_there() -> None:
    sheet = sheet_of(load_board(game_folder("trc")))
    assert (sheet.key, sheet.size[1] - sheet.frame[3]) == (None, 64)


def test_an_arm_of_the_sea_parts_the_land() -> None:
    board = load_board(game_folder("trp"))
    scene = _scene(board)
    (ax, ay), (bx, by) = scene.layout.side(board.grid.hex("KK15"), board.grid.hex("KK16"))
    middle = Point((ax + bx) / 2, (ay + by) / 2)
    closed = msgspec.structs.replace(board.legend.hexsides["arm"], drawn="")
    dry = replace(board, legend=replace(board.legend, hexsides={**board.legend.hexsides, "arm": closed}))
    assert (scene.land.contains(middle), _scene(dry).land.contains(middle)) == (False, True)
    assert layer_key(scene, "coast") != layer_key(_scene(dry), "coast")
