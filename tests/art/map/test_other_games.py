"""Maps of other games: their own titles, sites and sheets of any size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from trc_module.art.display import Text
from trc_module.art.map.keys import layer_key
from trc_module.art.map.panels import panels
from trc_module.art.map.picture import find_place
from trc_module.art.map.places import derrick, lozenge, places
from trc_module.art.map.scene import Scene
from trc_module.art.map.style import load_style
from trc_module.board import Board, load_board
from trc_module.board.legend import PlaceKind
from trc_module.errors import UserError

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
    assert [text.text for text in _titled(toy, "", "A feud")] == []


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
