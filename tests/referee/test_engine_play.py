from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from tests.referee.engine import Button, Command, Engine, EngineRefusedError, Game
from tests.referee.modules import write_module

ROSTER = "<PlayerRoster><entry>Axis</entry><entry>Soviet</entry></PlayerRoster>"
ESC = "\x1b"


def nest(parts: list[str]) -> str:
    """Nest traits, or their states, as VASSAL does: each level escapes the tabs within."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = f"{part}\t" + text.replace("\t", "\\\t")
    return text


def unit(name: str, gpid: int, *traits: tuple[str, str]) -> str:
    types, states = [t for t, _ in traits], [s for _, s in traits]
    text = f"+/null/{nest([*types, f'piece;;;;{name}'])}/{nest([*states, f'null;0;0;{gpid};0'])}"
    return f'<PieceSlot entryName="{name}" gpid="{gpid}">{text.replace(chr(9), "&#9;")}</PieceSlot>'


INFANTRY = unit(
    "Infantry",
    1,
    ("macro;Attack;Attack;67,130;;;57344\\,0\\,attack;false;;;;;;;;;;", ""),
    ("PROP;Battle;true,0,99,false;:57345\\,0\\,join:P\\,7;", "0"),
    ("report;57344\\,0\\,attack;$newPieceName$ attacks from $location$ with $CF$;;;;", "-1"),
    ("delete;Eliminate;69,130;", ""),
    ("markmoved;;0;0;;;", "false"),
    ("mark;CF", "4"),
)
PANZER = unit("Panzer", 2)
FORT = unit("Fort", 3, ("immob;n;V;R;", ""))
MODULE = (
    ROSTER
    + '<GlobalOptions autoReport="Always"/>'
    + '<Map mapName="Main Map" markMoved="Always" moveWithinFormat="$pieceName$: $previousLocation$ to $location$">'
    + '<BoardPicker><Board name="Plain" width="400" height="300" color="255,255,255">'
    + '<HexGrid dx="40.0" dy="46.0" x0="20" y0="30">'
    + '<Numbering first="H" sep="" hType="A" vType="N" hOff="0" vOff="1" vLeading="0" stagger="false"/></HexGrid>'
    + "</Board></BoardPicker><PieceMover/><KeyBufferer/><MenuDisplayer/><ForwardToKeyBuffer/>"
    + f'<SetupStack name="A1" owningBoard="Plain" x="20" y="30">{INFANTRY}{PANZER}</SetupStack>'
    + f'<SetupStack name="D2" owningBoard="Plain" x="140" y="99">{FORT}</SetupStack></Map>'
    + '<PieceWindow name="Units"><ListWidget entryName="All">'
    + unit("Reserve", 4)
    + "</ListWidget></PieceWindow>"
    + '<DiceButton name="Die" text="Roll" tooltip="Roll one die" nDice="1" nSides="6" reportFormat="$name$=$result$"/>'
    + '<TurnTracker name="Turn" turnFormat="$level1$" reportFormat="Turn: $newTurn$">'
    + '<CounterTurnLevel property="TurnNo" start="1" incr="1" turnFormat="$value$"/></TurnTracker>'
)


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_module(tmp_path_factory.mktemp("play") / "play.vmod", MODULE)


@pytest.fixture
def game(referee: Engine, module: Path) -> Game:
    game = referee.keep(module)
    game.new_game(side="Axis")
    assert game.report.complaints == game.last.complaints == ()
    return game


def read_log(path: Path) -> list[str]:
    """Return the logged steps of a log, the state that it starts from left out."""
    with zipfile.ZipFile(path) as archive:
        raw = archive.read("savedGame").decode("ascii")
    assert raw.startswith("!VCSK")
    key = int(raw[5:7], 16)
    text = bytes(byte ^ key for byte in bytes.fromhex(raw[7:])).decode()
    return [step for step in re.split(r"(?<!\\)" + ESC, text) if step.startswith("LOG\t")]


def test_the_dice_button_rolls_and_the_log_tells(game: Game, tmp_path: Path) -> None:
    game.begin_log(tmp_path / "dice.vlog")
    (line,) = game.press("Roll").chat
    result = re.fullmatch(r"\* Die=([1-6])", line)
    assert result is not None
    game.end_log()
    (step,) = read_log(tmp_path / "dice.vlog")
    assert f"CHAT* Die={result[1]}" in step
    assert game.property("Die_result") == result[1]


def test_a_drag_moves_marks_and_reports(game: Game, tmp_path: Path) -> None:
    game.begin_log(tmp_path / "move.vlog")
    report = game.move(game.piece("Infantry"), "Main Map", 103, 120)
    assert report.complaints == ()
    assert report.chat == ("* Infantry: A1 to C3",)
    moved = game.piece("Infantry")
    assert (moved.x, moved.y, moved.location, moved.properties["Moved"]) == (100, 122, "C3", "true")
    assert game.piece("Panzer").location == "A1"
    game.end_log()
    (step,) = read_log(tmp_path / "move.vlog")
    assert f"M/{moved.id}/Main Map/100/122/" in step


def test_pieces_dragged_together_stay_together(game: Game) -> None:
    game.move([game.piece("Infantry"), game.piece("Panzer")], "Main Map", 60, 53)
    infantry, panzer = game.piece("Infantry"), game.piece("Panzer")
    assert {infantry.location, panzer.location} == {"B1"}
    assert infantry.stack == panzer.stack


def test_a_piece_that_may_not_move_stays(game: Game) -> None:
    with pytest.raises(EngineRefusedError, match="Fort cannot be dragged"):
        game.move(game.piece("Fort"), "Main Map", 60, 53)
    assert game.piece("Fort").location == "D2"


def test_a_piece_is_dragged_out_of_the_palette(game: Game) -> None:
    identifier = game.place(4, "Main Map", 60, 53)
    placed = game.piece("Reserve")
    assert (placed.id, placed.gpid, placed.location) == (identifier, "4", "B1")


def test_menu_key_and_named_key_reach_the_piece(game: Game) -> None:
    infantry = game.piece("Infantry")
    menu = game.menu(infantry)
    assert Command("Attack", None, "ctrl pressed C", True) in menu
    line = "* Infantry attacks from A1 with 4"
    assert game.choose(infantry, "Attack").chat == (line,)
    assert game.type_key(infantry, "ctrl C").chat == (line,)
    assert game.send_key(infantry, "attack").chat == (line,)
    game.send_key(infantry, "join")
    assert game.piece("Infantry").properties["Battle"] == "7"
    with pytest.raises(EngineRefusedError, match="no Retreat"):
        game.choose(infantry, "Retreat")


def test_undo_is_logged_as_a_step_of_its_own(game: Game, tmp_path: Path) -> None:
    infantry = game.piece("Infantry")
    game.begin_log(tmp_path / "undo.vlog")
    game.choose(infantry, "Attack")
    assert game.undo().chat == ("* UNDO: * Infantry attacks from A1 with 4",)
    game.choose(infantry, "Eliminate")
    assert sorted(piece.name for piece in game.pieces()) == ["Fort", "Panzer"]
    game.undo()
    assert game.piece("Infantry").location == "A1"
    game.end_log()
    said, unsaid, gone, back = read_log(tmp_path / "undo.vlog")
    assert "CHAT* Infantry attacks" in said
    assert "CHAT* UNDO: * Infantry attacks" in unsaid
    assert f"LOG\t-/{infantry.id}" in gone
    assert back.startswith(f"LOG\t+/{infantry.id}/")


def test_the_turn_tracker_goes_on_and_back(game: Game) -> None:
    assert game.next_turn() == "2"
    assert any("Turn: 2" in line for line in game.last.chat)
    assert game.property("TurnNo") == "2"
    assert game.previous_turn("Turn") == "1"


def test_toolbar_buttons_are_listed(game: Game) -> None:
    assert Button("", "Roll", "Roll one die", True, True) in game.buttons()
    with pytest.raises(EngineRefusedError, match="0 toolbar buttons are called Explode"):
        game.press("Explode")


def test_a_player_chooses_and_changes_his_side(game: Game) -> None:
    assert game.property("PlayerSide") == "Axis"
    assert game.change_side("Soviet") == "Soviet"
    assert game.last.complaints == ()


def test_chat_is_said_under_the_players_name(game: Game) -> None:
    assert game.say("well played").chat == ("<Tester> - well played",)


def test_refresh_gives_old_pieces_what_the_module_now_says(game: Game, referee: Engine, tmp_path: Path) -> None:
    game.save_game(tmp_path / "old.vsav")
    stronger = MODULE.replace("mark;CF", "mark;Strength")
    assert stronger != MODULE
    changed = referee.open(write_module(tmp_path / "play.vmod", stronger))
    assert changed.load(tmp_path / "old.vsav")
    assert "Strength" not in changed.piece("Infantry").properties
    report = changed.refresh()
    assert report.complaints == ()
    assert "- - 3 Counters refreshed" in report.chat
    assert changed.piece("Infantry").properties["Strength"] == "4"
