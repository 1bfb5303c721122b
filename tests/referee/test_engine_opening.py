from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.engine import Engine, EngineRefusedError
from tests.referee.modules import write_module

BOARD = '<Board name="Plain" width="500" height="400" color="255,255,255"/>'
MAP = f'<Map mapName="Main Map"><BoardPicker>{BOARD}</BoardPicker></Map>'


def palette(piece: str) -> str:
    return (
        '<PieceWindow name="Units"><ListWidget entryName="All">'
        f'<PieceSlot entryName="Unit" gpid="1" width="40" height="40">{piece}</PieceSlot>'
        "</ListWidget></PieceWindow>"
    )


def test_a_good_module_opens_without_a_complaint(referee: Engine, tmp_path: Path) -> None:
    piece = "+/null/piece;;;;Infantry/null;0;0;1;0"
    game = referee.open(write_module(tmp_path / "good.vmod", MAP + palette(piece)))
    assert game.opened
    assert game.report.complaints == ()
    assert (game.name, game.version, game.maps, game.slots) == ("good", "1.0", ("Main Map",), 1)
    assert game.report.chat == ("- good version 1.0",)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('<VASSAL.build.module.NoSuchThing name="x"/>', "VASSAL.build.module.NoSuchThing"),
        ('<DiceButton name="Die" nDice="one" nSides="6"/>', 'For input string: "one"'),
        (MAP + palette("+/null/piece;;;missing.png;Infantry/null;0;0;1;0"), "missing.png"),
        (MAP.replace(BOARD, '<Board name="Picture" image="nowhere.png"/>'), "nowhere.png"),
        (MAP + palette("+/null/nosuchtrait;x\tpiece;;;;Infantry/\tnull;0;0;1;0"), "nosuchtrait"),
        (MAP.replace("</Map>", "<Zoomer/><Zoomer/></Map>"), "No more than one [Zoom capability]"),
        ('<Map mapName="Bare"/>', "Bare"),
    ],
    ids=["class", "number", "piece image", "board image", "trait", "two zoomers", "no board"],
)
def test_each_fault_is_reported(referee: Engine, tmp_path: Path, body: str, complaint: str) -> None:
    game = referee.open(write_module(tmp_path / "bad.vmod", body))
    if game.opened and "Main Map" in game.maps:
        game.new_game()
    assert any(complaint in line for line in game.said.complaints), game.said


def test_a_module_newer_than_the_engine_brings_its_warning_dialog(referee: Engine, tmp_path: Path) -> None:
    path = write_module(tmp_path / "new.vmod", MAP)
    game = referee.open(path)
    assert game.report.dialogs == ()
    newer = write_module(tmp_path / "newer.vmod", MAP, vassal_version="99.0.0")
    game = referee.open(newer)
    assert [(dialog.kind, dialog.title) for dialog in game.report.dialogs] == [("warning", "Version Mismatch")]
    assert any("99.0.0" in error for error in game.report.errors)


def test_a_module_that_cannot_be_opened_says_why(referee: Engine, tmp_path: Path) -> None:
    path = tmp_path / "broken.vmod"
    path.write_bytes(b"no zip at all")
    game = referee.open(path)
    assert not game.opened
    assert game.report.errors
    with pytest.raises(EngineRefusedError):
        game.new_game()


def test_the_engine_goes_on_after_a_module_that_it_could_not_open(referee: Engine, tmp_path: Path) -> None:
    referee.open(write_module(tmp_path / "bad.vmod", "<not closed"))
    game = referee.open(write_module(tmp_path / "good.vmod", MAP))
    assert game.report.complaints == ()


def test_a_game_is_of_no_use_once_another_module_is_open(referee: Engine, tmp_path: Path) -> None:
    first = referee.open(write_module(tmp_path / "first.vmod", MAP))
    referee.open(write_module(tmp_path / "second.vmod", MAP))
    with pytest.raises(ValueError, match="no longer open"):
        first.new_game()
