from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from tests.referee.modules import write_module
from trc_module.vassal.scrub import write_scrubbed

MAP = (
    '<Map mapName="Main Map"><BoardPicker><Board name="Plain" width="400" height="300" color="255,255,255">'
    '<HexGrid dx="40.0" dy="46.0" x0="20" y0="30">'
    '<Numbering first="H" sep="" hType="A" vType="N" hOff="0" vOff="1" vLeading="0" stagger="false"/></HexGrid>'
    "</Board></BoardPicker>"
    '<SetupStack name="Start" owningBoard="Plain" x="60" y="53">'
    '<PieceSlot entryName="Infantry" gpid="1">+/null/piece;;;;Infantry/null;0;0;1;0</PieceSlot>'
    '<PieceSlot entryName="Panzer" gpid="2">+/null/mark;Factors\tpiece;;;;Panzer/6-8\tnull;0;0;2;0</PieceSlot>'
    "</SetupStack></Map>"
)
ESC = "\x1b"
DATA = '<data version="1"><version>1.0</version><VassalVersion>3.5.8</VassalVersion>{name}</data>'


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_module(tmp_path_factory.mktemp("saves") / "m.vmod", MAP)


@pytest.fixture
def game(referee: Engine, module: Path) -> Game:
    return referee.keep(module)


def write_save(path: Path, *commands: str, module: str = "m") -> Path:
    """Write a saved game in plain text, which the engine reads as well."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", ESC.join(commands))
        archive.writestr("savedata", DATA.format(name=""))
        archive.writestr("moduledata", DATA.format(name=f"<name>{module}</name>"))
    return path


def places(game: Game) -> list[tuple[str, str, int, int, str, int]]:
    return sorted((p.name, p.gpid, p.x, p.y, p.location, p.index) for p in game.pieces())


def test_at_start_pieces_lie_in_their_stack(game: Game) -> None:
    game.new_game()
    assert places(game) == [("Infantry", "1", 60, 53, "B1", 0), ("Panzer", "2", 60, 53, "B1", 1)]
    assert len({piece.stack for piece in game.pieces()}) == 1
    (panzer,) = game.written(game.piece("Panzer").id)
    assert (panzer.map, panzer.properties["Factors"]) == ("Main Map", "6-8")
    assert panzer.type == "mark;Factors\tpiece;;;;Panzer"


def test_a_saved_game_comes_back_as_it_was(game: Game, referee: Engine, module: Path, tmp_path: Path) -> None:
    game.new_game()
    text, before = game.restore_text(), game.written()
    game.save_game(tmp_path / "game.vsav")
    game = referee.open(module)
    assert game.load(tmp_path / "game.vsav")
    assert game.said.complaints == ()
    assert game.written() == before
    assert game.restore_text() == text


def test_a_save_written_by_hand_loads_where_it_says(game: Game, tmp_path: Path) -> None:
    save = write_save(
        tmp_path / "hand.vsav",
        "begin_save",
        "+/11/piece;;;;Infantry/Main Map;100;122;1;0",
        "+/12/stack/Main Map;100;122;11;@@0",
        "SETUP_STACK\t",
        "end_save",
    )
    assert game.load(save), game.last
    assert game.last.complaints == ()
    assert places(game) == [("Infantry", "1", 100, 122, "C3", 0)]
    assert [(piece.id, piece.stack) for piece in game.pieces()] == [("11", "12")]


def test_a_log_is_executed_step_by_step(game: Game, tmp_path: Path) -> None:
    move = "M/11/Main Map/100/122/null/Main Map/20/30/null/secret"
    log = write_save(
        tmp_path / "hand.vlog",
        "begin_save",
        "+/11/piece;;;;Infantry/Main Map;20;30;1;0",
        "SETUP_STACK\t",
        "end_save",
        f"LOG\t{move}",
        "LOG\tCHAT* Infantry has moved",
    )
    assert game.load(log)
    assert (game.piece("Infantry").location, game.steps_left) == ("A1", 2)
    assert game.step().command == move
    assert (game.piece("Infantry").location, game.steps_left) == ("C3", 1)
    assert game.step().report.chat == ("* Infantry has moved",)
    assert game.steps_left == 0


def test_a_save_that_does_not_parse_starts_no_game(game: Game, tmp_path: Path) -> None:
    save = write_save(tmp_path / "bad.vsav", "begin_save", "M/11/Main Map/ten/30/null/null/0/0/null/x", "end_save")
    assert not game.load(save)
    assert any("NumberFormatException" in error for error in game.last.errors)


def test_a_save_of_another_module_brings_a_question(game: Game, tmp_path: Path) -> None:
    save = write_save(tmp_path / "theirs.vsav", "begin_save", "SETUP_STACK\t", "end_save", module="theirs")
    assert not game.load(save)
    assert [dialog.kind for dialog in game.last.dialogs] == ["question"]
    game.answer("theirs.vsav", "Yes")
    assert game.load(save)
    assert game.last.complaints == ()


ROSTER = "<PlayerRoster><entry>Axis</entry><entry>Russian</entry></PlayerRoster>"
SEATED = ("PLAYER\topen sesame\tHans Meier\tAxis", "PLAYER\tsecret\tTester\tRussian")


def test_only_the_original_gives_the_addressee_his_side_back(referee: Engine, tmp_path: Path) -> None:
    """VASSAL knows who sits where by the password alone: whoever opens a copy without it has no side."""
    module = write_module(tmp_path / "m.vmod", MAP + ROSTER)
    save = write_save(tmp_path / "a.vsav", "begin_save", *SEATED, "SETUP_STACK\t", "end_save")
    write_scrubbed(save, tmp_path / "clean.vsav")
    for path, side in ((save, "Russian"), (tmp_path / "clean.vsav", "")):
        game = referee.open(module)
        assert game.load(path), game.last
        assert (game.property("PlayerSide"), game.last.complaints) == (side, ())


def test_seats_without_passwords_become_one(referee: Engine, tmp_path: Path) -> None:
    """VASSAL offers a seat with an empty password to everybody, but it has one such seat at most."""
    module = write_module(tmp_path / "m.vmod", MAP + ROSTER)
    emptied = (line.replace("open sesame", "").replace("secret", "") for line in SEATED)
    game = referee.open(module)
    game.answer("Choose side", "None of the above")
    assert game.load(write_save(tmp_path / "a.vsav", "begin_save", *emptied, "SETUP_STACK\t", "end_save"))
    assert re.findall("PLAYER\t[^\x1b]*", game.restore_text()) == ["PLAYER\t\tTester\tRussian"]
