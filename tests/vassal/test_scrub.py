"""Names and passwords wherever a module or a player may have put them, and what is done if one cannot be replaced."""

from __future__ import annotations

import zipfile
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from trc_module.cli.main import group
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    Group,
    MovePiece,
    Node,
    RestoreProperty,
    encode_commands,
    join_nodes,
    stream_nodes,
)
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.obfuscation import reveal, reveal_stream, veil
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import SavedGame, make_step, read_saved_game, stream_saved_game, write_saved_game
from trc_module.vassal.scrub import Scrubber, looked_through, write_scrubbed
from trc_module.vassal.writing import Entry, write_archive

PLAYER = AddPlayer("open;sesame", "Hans Meier", "Axis")
TRAITS = "label;x\tPROP;Owner;0\\\tmark;By\\\\\tpiece;;;a.png;Tank"


def piece(state: str, type_: str = TRAITS) -> AddPiece:
    return AddPiece("1", type_, f"{state}\\\\\tMain Map;1;2;3")


def written(tmp_path: Path, *commands: Command, save_data: Metadata | None = None) -> Path:
    initial: list[Node] = [BeginSave(), PLAYER, *commands, EndSave()]
    path = tmp_path / "a.vlog"
    data = save_data or Metadata()
    write_saved_game(path, initial, [make_step([Chat("* x")])], save_data=data, module_data=Metadata(name="m"))
    return path


def scrubbed(path: Path) -> SavedGame:
    clean = path.with_name("clean.vlog")
    done = CliRunner().invoke(group, ["scrub", str(path), "-o", str(clean)], catch_exceptions=False)
    assert (done.exit_code, done.output) == (0, f"Wrote {clean}.\n")
    return read_saved_game(clean)


@pytest.mark.parametrize(
    "command",
    [
        ChangeProperty("Owner", "Hans Meier", "open;sesame", "Module"),
        RestoreProperty("Owner", "Hans Meier", "Module"),
        piece("Hans Meier's\tHans Meier\\\topen\\;sesame"),
        piece("xHans Meierx\t\\\t"),
        ChangePiece("no such piece", "label of Hans Meier", None),
        Chat('* *** TRC1 DIE die=3 by="Hans Meier"'),
        Chat('* Die: 3 <!--TRC1 DIE die=3 by="Hans Meier"-->'),
        Chat("Hans Meier_2 says open;sesamed"),
        MovePiece("1", "Main Map", 1, 2, None, "Main Map", 3, 4, None, "open;sesame"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_word_is_replaced_wherever_a_module_or_a_player_has_put_it(tmp_path: Path, command: Command) -> None:
    path = written(tmp_path, command)
    before, after = read_saved_game(path), scrubbed(path)
    texts = [encode_commands(game.initial).replace("\\", "") for game in (before, after)]
    assert ["Hans Meier" in text for text in texts] == [True, False]
    assert ["open;sesame" in text for text in texts] == [True, False]


@pytest.mark.parametrize("text", ["GlobalProperty\tHans Meier", "GlobalProperty\tx\\;open;sesame", "MOV/1/Hans Meier"])
def test_what_is_written_as_it_was_read_is_scrubbed_too(tmp_path: Path, text: str) -> None:
    """A command that says less than its text: what it does not take up may be a name."""
    path = tmp_path / "a.vlog"
    saved = "\x1b".join(("begin_save", PLAYER.encode(), text, "end_save"))
    write_archive(path, [Entry("savedGame", veil(saved.encode())), Entry("moduledata", Metadata(name="m").encode())])
    done = CliRunner().invoke(group, ["scrub", str(path), "-o", str(tmp_path / "clean.vlog")])
    if done.exception is not None:
        assert "is left in command 3" in str(done.exception)
        return
    with zipfile.ZipFile(tmp_path / "clean.vlog") as archive:
        left = reveal(archive.read("savedGame")).replace("\\", "")
    assert "Hans Meier" not in left
    assert "open;sesame" not in left


def test_a_name_is_found_however_people_write_it(tmp_path: Path) -> None:
    said = "HANS MEIER, hans_meier; Hans  Meier; hans\xa0meier; Hans&nbsp;Meier; Hans Me\u0131er"
    after = scrubbed(written(tmp_path, Chat(f"* {said}")))
    texts = [command.text for command in after.initial if isinstance(command, Chat)]
    assert texts == ["* " + "; ".join(["Axis player, Axis player", *["Axis player"] * 3, "Somebody"])]


def test_what_the_file_says_of_itself_is_scrubbed(tmp_path: Path) -> None:
    said = Metadata(description="Hans Meier's turn", extra1="Hans Meier", extra2="open;sesame")
    after = scrubbed(written(tmp_path, save_data=said)).save_data
    assert after is not None
    assert (after.description, after.extra1, after.extra2) == ("Axis player's turn", "Axis player", "password-axis")


def test_a_player_who_is_called_as_a_counter_is_leaves_the_counter_its_name(tmp_path: Path) -> None:
    tank = AddPlayer("hunter22", "Tank", "Russian")
    after = scrubbed(written(tmp_path, tank, piece("\t\\\tTank"), Chat("Tank moves; Tanks too")))
    text = encode_commands(after.initial)
    assert "Russian player moves; Tanks too" in text
    assert piece("\t\\\tTank").encode() in text


@pytest.mark.parametrize(
    ("command", "place"),
    [
        (ChangeProperty("Owner of Hans Meier", "", "", "Module"), "command 3 (ChangeProperty)"),
        (AddPiece("1", "stack", "Hans Meier;1;2"), "command 3 (AddPiece)"),
    ],
)
def test_where_a_word_cannot_be_replaced_nothing_is_written(tmp_path: Path, command: Command, place: str) -> None:
    clean = tmp_path / "clean.vlog"
    path = written(tmp_path, command)
    done = CliRunner().invoke(group, ["scrub", str(path), "-o", str(clean)])
    assert str(done.exception) == (
        f"'{path}': A player's name or password is left in {place}, where this program cannot replace it: nothing was "
        "written."
    )
    assert not clean.exists()


def test_a_copy_that_was_not_scrubbed_is_noticed(tmp_path: Path) -> None:
    nodes = list(stream_saved_game(written(tmp_path)))
    words = Scrubber(lambda: nodes).private
    assert words == {"Hans Meier", "open;sesame", "open\\;sesame"}
    with pytest.raises(FormatError, match=r"is left in command 2 \(AddPlayer\)"):
        list(looked_through(join_nodes(nodes), words))


def test_more_names_than_any_game_has_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, *(Chat(f"<guest {number}> - hello") for number in range(1001)))
    done = CliRunner().invoke(group, ["scrub", str(path), "-o", str(tmp_path / "clean.vlog")])
    assert str(done.exception) == f"'{path}': the game has more than 1,000 names and passwords, as no game does."


def test_a_group_too_large_to_be_held_is_scrubbed_as_a_small_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    many = Group(tuple(replace(piece("Hans Meier\t\\\t"), id=str(number)) for number in range(200)))
    path = tmp_path / "a.vsav"
    write_saved_game(path, [BeginSave(), PLAYER, many, EndSave()], save_data=Metadata(), module_data=Metadata())
    whole = encode_commands(scrubbed(path).initial)
    monkeypatch.setattr("trc_module.vassal.saves.stream_nodes", partial(stream_nodes, limit=3000))
    monkeypatch.setattr("trc_module.vassal.saves.reveal_stream", partial(reveal_stream, size=1000))
    assert len(list(stream_saved_game(path))) > 200
    assert encode_commands(scrubbed(path).initial) == whole


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        (ChangeProperty("Owner", "Hans Meier", "open;sesame", "Module"), "Hans Meier"),
        (piece("Hans Meier's\tHans Meier\\\topen\\;sesame"), "Hans Meier"),
        (Chat("<Hans Meier> - my word is open;sesame, oops"), "<Hans Meier> - my word is ***, oops"),
        (Chat('* *** TRC1 DIE die=3 by="Hans Meier"'), 'by="Hans Meier"'),
        (MovePiece("1", "Main Map", 1, 2, None, "Main Map", 3, 4, None, "open;sesame"), "password-axis"),
    ],
    ids=lambda given: type(given).__name__,
)
def test_passwords_alone_are_replaced_where_names_are_to_stay(tmp_path: Path, command: Command, kept: str) -> None:
    clean = tmp_path / "clean.vlog"
    write_scrubbed(written(tmp_path, command), clean, names=False)
    text = encode_commands(read_saved_game(clean).initial).replace("\\", "")
    assert (kept in text, "open;sesame" in text) == (True, False)


def test_a_password_that_is_a_name_stays_where_it_is_a_name(tmp_path: Path) -> None:
    clean = tmp_path / "clean.vlog"
    twin = AddPlayer("Hans Meier", "Hans Meier", "Russian")
    write_scrubbed(written(tmp_path, twin, Chat("<Hans Meier> - Hans Meier here")), clean, names=False)
    initial = read_saved_game(clean).initial
    assert [(each.password, each.name) for each in initial if isinstance(each, AddPlayer)] == [
        ("password-axis", "Hans Meier"),
        ("password-russian", "Hans Meier"),
    ]
    assert [each.text for each in initial if isinstance(each, Chat)] == ["<Hans Meier> - Hans Meier here"]


def test_the_help_says_that_the_original_is_mailed() -> None:
    told = " ".join(CliRunner().invoke(group, ["scrub", "--help"]).output.split())
    assert "Mail the original to your opponent, not the copy" in told
