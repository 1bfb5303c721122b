from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.replay.script import Script
from trc_module.cli.commands.show import command
from trc_module.errors import UserError
from trc_module.vassal.commands import AddPiece, AddPlayer, Chat, Malformed, NotNewGame, Unknown
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import make_step, write_saved_game
from trc_module.vassal.writing import Entry, write_archive

OLD = Metadata(name="Some Game", version="2", vassal_version="3.2.17", date_saved=1_300_000_000_000)


def show(path: Path) -> str:
    return CliRunner().invoke(command, [str(path)], catch_exceptions=False).output


def shown(path: Path) -> dict[str, object]:
    tree: dict[str, object] = json.loads(CliRunner().invoke(command, [str(path), "--json"]).output)
    return tree


def test_a_log_of_ours_is_told_with_players_pieces_acts_and_dice_and_without_passwords(script: Script) -> None:
    path = script.raw(Chat("&lt;Anna&gt; - well done")).write()
    text = show(path)
    assert text.splitlines()[0] == f"{path}: log of the module 'The Russian Campaign (trc-module)', version 1"
    assert "  Players      Axis player (Axis), Russian player (Russian)" in text
    assert "          4 on 'Main Map'" in text
    assert "      moves                    6" in text
    assert "  Typed lines  Anna 1" in text
    assert "  Die 'Die': 1 roll: 4 x 1" in text
    assert "secret" not in text + json.dumps(shown(path))


def test_a_roll_taken_back_is_one_roll_and_not_two(script: Script) -> None:
    assert shown(script.roll_for_something(2).undo().write())["dice"] == [
        {"name": "Die", "rolls": 2, "results": {"2": 1, "4": 1}}
    ]


def test_an_old_log_of_another_game_is_told_as_well(tmp_path: Path) -> None:
    path = tmp_path / "old.vlog"
    initial = [
        AddPlayer("pw", "Hobo", "<observer>"),
        AddPiece("1", "piece;;;i.gif;Tank", "null;0;0;1;0"),
        AddPiece("2", "stack", "Sea;5;5;1;@@1"),
        AddPiece("3", "piece;;;i.gif;Gun", "null;0;0;1;0"),
        Unknown("SOMETHING\tof the module's own"),
        NotNewGame(),
    ]
    steps = [make_step([Chat("* 2d6 = 11 *** <Hobo>")]), make_step([Malformed("M/x", "no number")])]
    write_saved_game(path, initial, steps, save_data=OLD, module_data=OLD)
    assert show(path).splitlines() == [
        f"{path}: log of the module 'Some Game', version 2",
        "  Written by   VASSAL 3.2.17",
        "  Written at   2011-03-13 07:06 UTC",
        "  Players      Hobo (<observer>)",
        "  Pieces       2 in 1 stacks and decks",
        "          1 on 'Sea'",
        "          1 on no map",
        "  Steps        2",
        "      chat lines               1",
        "  Die '2d6': 1 roll: 11 x 1",
        "  1 command that VASSAL itself does not know; it drops them.",
        "  1 command that cannot be read; VASSAL would refuse the file.",
    ]
    assert shown(path)["dice"] == [{"name": "2d6", "rolls": 1, "results": {"11": 1}}]


BUILD_FILE = """<VASSAL.build.GameModule name="Tiny" version="3" VassalVersion="3.6.0" nextPieceSlotId="3">
<VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Blue</entry></VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.Map mapName="Field"><VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="Plain" image="plain.png">
<VASSAL.build.module.map.boardPicker.board.HexGrid dx="40.0" dy="46.0" sideways="true"/>
</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>
<VASSAL.build.module.DiceButton name="2d6"/>
<VASSAL.build.module.PieceWindow name="Units"><VASSAL.build.widget.ListWidget entryName="All">
<VASSAL.build.widget.PieceSlot entryName="Tank" gpid="1">+/null/piece;;;;T/null;0;0;1;0</VASSAL.build.widget.PieceSlot>
</VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>
</VASSAL.build.GameModule>"""


def test_a_module_is_told_by_maps_boards_grids_and_pieces(tmp_path: Path) -> None:
    path = tmp_path / "tiny.vmod"
    data = Metadata(name="Tiny", version="3", vassal_version="3.6.0", description="A field.", date_saved=0)
    entries = [Entry("buildFile.xml", BUILD_FILE.encode()), Entry("moduledata", data.encode())]
    write_archive(path, [*entries, Entry("images/plain.png", b"")])
    assert show(path).splitlines()[:10] == [
        f"{path}: module 'Tiny', version 3",
        "  For VASSAL   3.6.0",
        "  Saved        1970-01-01 00:00 UTC",
        "  Description  A field.",
        "  Sides        Red, Blue",
        "  Map 'Field'",
        "      board 'Plain': plain.png, hexes 40.0 x 46.0, sideways",
        "  Slots        1, and 0 stacks and decks at start",
        "  Prototypes   0",
        "  Dice         2d6",
    ]
    assert (shown(path)["kind"], shown(path)["slots"], shown(path)["sides"]) == ("module", 1, ["Red", "Blue"])


def test_a_zip_that_is_neither_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(UserError, match=r"holds no 'buildFile.xml': it is not a VASSAL module"):
        show(path)


def test_an_extension_is_told_with_its_module_and_what_it_adds_to(tmp_path: Path) -> None:
    build_file = (
        '<VASSAL.build.module.ModuleExtension module="Small" version="0.2" vassalVersion="3.6.6">'
        '<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.PieceWindow:Counters">'
        '<VASSAL.build.widget.PieceSlot entryName="A" gpid="a:1"/></VASSAL.build.module.ExtensionElement>'
        '<VASSAL.build.module.ExtensionElement target=""><VASSAL.build.module.DiceButton name="2d6"/>'
        "</VASSAL.build.module.ExtensionElement></VASSAL.build.module.ModuleExtension>"
    )
    data = Metadata("", "0.2", "More units", vassal_version="3.6.6").encode()
    path = tmp_path / "More.vmdx"
    write_archive(path, (Entry("buildFile.xml", build_file.encode()), Entry("extensiondata", data)))
    assert show(path).splitlines() == [
        f"{path}: extension 'More', version 0.2",
        "  Of           the module 'Small'",
        "  For VASSAL   3.6.6",
        "  Saved        1980-01-01 00:00 UTC",
        "  Description  More units",
        "  Slots        1, and 0 stacks and decks at start",
        "  Prototypes   0",
        "  Dice         2d6",
        "  Images       0",
        "  Adds to      PieceWindow[Counters], the module itself",
    ]
    tree = shown(path)
    assert (tree["kind"], tree["adds_to"]) == ("extension", ["Small", "PieceWindow[Counters]", "the module itself"])
