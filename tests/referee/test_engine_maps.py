from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.referee.engine import Board, Engine, EngineRefusedError, Game
from tests.referee.modules import write_module

# Columns of hexes 40 apart, hexes of a column 46 apart; letters across, numbers down.
GRID = (
    '<HexGrid dx="40.0" dy="46.0" x0="20" y0="30" snapTo="true">'
    '<Numbering first="H" sep="" hType="A" vType="N" hOff="0" vLeading="0" vOff="1" stagger="false"/></HexGrid>'
)
MAP = (
    '<Map mapName="Main Map" edgeWidth="10" edgeHeight="15"><BoardPicker>'
    f'<Board name="Plain" width="400" height="300" color="20,120,40">{GRID}</Board></BoardPicker><Zoomer/></Map>'
)


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_module(tmp_path_factory.mktemp("maps") / "grid.vmod", MAP)


@pytest.fixture
def game(referee: Engine, module: Path) -> Game:
    game = referee.keep(module)
    game.new_game()
    return game


def test_points_are_named_as_the_grid_numbers_them(game: Game) -> None:
    assert game.boards("Main Map") == [Board("Plain", 10, 15, 400, 300)]
    # Board points (20, 30), (60, 53), (100, 122), and one in no board.
    points = [(30, 45), (70, 68), (110, 137), (3, 3)]
    assert game.location_names("Main Map", points) == ["A1", "B1", "C3", "offboard"]


def test_points_snap_to_the_centre_of_their_hex(game: Game) -> None:
    assert game.snap("Main Map", [(33, 50), (75, 62), (110, 137)]) == [(30, 45), (70, 68), (110, 137)]


def test_a_map_is_drawn_into_a_picture(game: Game, tmp_path: Path) -> None:
    assert game.screenshot("Main Map", tmp_path / "all.png") == (420, 330)
    with Image.open(tmp_path / "all.png") as picture:
        assert picture.getpixel((200, 200)) == (20, 120, 40)
    assert game.screenshot("Main Map", tmp_path / "part.png", part=(100, 100, 80, 60), scale=0.5) == (40, 30)


def test_pieces_show_on_the_picture(referee: Engine, tmp_path: Path) -> None:
    red = io.BytesIO()
    Image.new("RGB", (20, 20), (250, 0, 0)).save(red, "png")
    piece = "+/null/piece;;;red.png;Infantry/null;0;0;1;0"
    stack = (
        '<SetupStack name="Start" owningBoard="Plain" x="60" y="53">'
        f'<PieceSlot entryName="Infantry" gpid="1">{piece}</PieceSlot></SetupStack>'
    )
    body = MAP.replace("<Zoomer/>", f"<Zoomer/>{stack}")
    game = referee.open(write_module(tmp_path / "red.vmod", body, images={"red.png": red.getvalue()}))
    game.new_game()
    game.screenshot("Main Map", tmp_path / "all.png")
    with Image.open(tmp_path / "all.png") as picture:
        assert picture.getpixel((70, 68)) == (250, 0, 0)
        assert picture.getpixel((70, 90)) == (20, 120, 40)


def test_before_a_game_there_is_no_board_to_name_points_on(referee: Engine, module: Path) -> None:
    game = referee.open(module)
    with pytest.raises(EngineRefusedError, match="start or load a game first"):
        game.location_names("Main Map", [(30, 45)])
    with pytest.raises(EngineRefusedError, match="no map Side Map"):
        game.snap("Side Map", [(30, 45)])
