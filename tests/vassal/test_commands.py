"""Commands: each text and the value that it is, and the same text again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    ChangePiece,
    ChangeProperty,
    Chat,
    Clock,
    ClockControl,
    Command,
    EndSave,
    ExtensionUsed,
    Flare,
    Group,
    LineOfSight,
    LogCommand,
    Malformed,
    MovePiece,
    Notes,
    NotNewGame,
    NullCommand,
    PlacedBoard,
    PlayAudio,
    PluginUsed,
    PrivateNote,
    PublicNotes,
    RemovePiece,
    RemovePlayer,
    RestoreProperty,
    SecretNote,
    SetBoards,
    SetTurn,
    ShowResults,
    StartupKey,
    TranslatableMessage,
    Undo,
    Unknown,
    Unmask,
    Verbatim,
    decode_command,
    decode_commands,
    decode_node,
    encode_commands,
    encode_node,
    read_commands,
    walk,
)

ESC = "\x1b"

WRITTEN = [
    ("", NullCommand()),
    ("begin_save", BeginSave()),
    ("end_save", EndSave()),
    ("SETUP_STACK\t", NotNewGame()),
    ("+/17/piece;;;;A/null;0;0;;0", AddPiece("17", "piece;;;;A", "null;0;0;;0")),
    (r"+/null/mark;a\/b/x", AddPiece(None, "mark;a/b", "x")),
    ("-/17", RemovePiece("17")),
    ("D/17/1", ChangePiece("17", "1")),
    ("D/17/2/1", ChangePiece("17", "2", "1")),
    (
        "M/17/Main Map/10/-20/null/null/0/0/18/pw",
        MovePiece("17", "Main Map", 10, -20, None, None, 0, 0, "18", "pw"),
    ),
    ("M/17/A/1/2/null/B/3/4/null/", MovePiece("17", "A", 1, 2, None, "B", 3, 4, None, "")),
    ("M/17/A/1/2/null/B/3/4/null", MovePiece("17", "A", 1, 2, None, "B", 3, 4, None)),
    ("AUDIO\tbang.wav", PlayAudio("bang.wav")),
    ("LOG\tCHAT* hi", LogCommand(Chat("* hi"))),
    ("LOG\tnull", LogCommand(None)),
    ("LOG\t", LogCommand(NullCommand())),
    ("UNDO\ttrue", Undo(True)),
    ("UNDO\tfalse", Undo(False)),
    ("CHAT&lt;Ann&gt; - Lwów\t?", Chat("&lt;Ann&gt; - Lwów\t?")),
    ("PLAYER\tpw\tAnn\tAxis", AddPlayer("pw", "Ann", "Axis")),
    ("PYREMOVE\tpw", RemovePlayer("pw")),
    ("UNMASK\t", Unmask(("",))),
    ("MutableProperty\t1d6_result\t\t3\tModule", ChangeProperty("1d6_result", "", "3", "Module")),
    ("GlobalProperty\t;Turn;3;Main Map:East", RestoreProperty("Turn", "3", "Main Map:East")),
    ("TURNTurnTracker0\t1|0;;", SetTurn("TurnTracker0", "1|0;;")),
    ("Main MapBoardPicker\tEast\t0\t1", SetBoards("Main Map", (PlacedBoard("East", 0, 1),))),
    ("Main MapBoardPicker\tEast/rev\t0\t0", SetBoards("Main Map", (PlacedBoard("East", reversed=True),))),
    ("NOTES\tSnow", Notes("Snow")),
    ("PNOTES\t", PublicNotes("")),
    ("PNOTE\tpw\tmine", PrivateNote("pw", "mine")),
    ("SNOTE\tplan\tpw\ttrue\tMoscow\t0\th", SecretNote("plan", "pw", True, "Moscow", "0", "h")),
    ("CLOCK\tAxis\tclock\t60000\t0\ttrue\tfalse", Clock("Axis", "clock", 60000, 0, True, False)),
    ("CLOCKCONTROL\ttrue\tfalse", ClockControl(True, False)),
    ("SGKC\tSGKC1\ttrue", StartupKey("SGKC1", True)),
    ("FLARE\tFlare0\t3\t4", Flare("Flare0", 3, 4)),
    ("LOS\tLOS0\t1\t2", LineOfSight("LOS0", ("1", "2"))),
    ("SHOW_RESULTS\tdice\t0\t3", ShowResults("dice", ("0", "3"))),
    ("EXT\tMaps\t1.2", ExtensionUsed("Maps", "1.2")),
    ("PLUGIN\tp\t1", PluginUsed("p", "1")),
    ("GlobalTranslatable\ta\tb", TranslatableMessage(("a", "b"))),
    ("INFO\tAxis\t1", Unknown("INFO\tAxis\t1")),
    ("null", Unknown("null")),
]


@pytest.mark.parametrize(("text", "command"), WRITTEN, ids=[text[:20] for text, _ in WRITTEN])
def test_a_text_is_a_command_and_the_command_the_text(text: str, command: Command) -> None:
    assert decode_command(text) == command
    assert command.encode() == text


def test_an_empty_map_has_no_boards() -> None:
    assert decode_command("MapBoardPicker") == decode_command("MapBoardPicker\t") == SetBoards("Map", ())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("M/17/A/one/2/null/B/3/4/null/pw", "one"),
        ("M/17/A/1/2", "a move needs"),
        ("+/17/piece;;;;A", "a piece needs"),
        ("D/17", "a change needs"),
        ("FLARE\tF\tx\t1", "x"),
        ("PLAYER\tpw", "AddPlayer has no name"),
        ("SGKC\tid\tmaybe", "maybe"),
        ("MBoardPicker\tEast\t1", "a board needs"),
    ],
)
def test_what_cannot_be_read_says_why_and_stays(text: str, reason: str) -> None:
    command = decode_command(text)
    assert isinstance(command, Malformed)
    assert reason in command.reason
    assert command.encode() == text


@pytest.mark.parametrize(
    "text",
    [
        "EXT\tMaps",  # an item too few, which writing would add
        "M/17/A/01/2/null/B/3/4/null/pw",  # a number that is written otherwise
        "MapBoardPicker\t",  # a map without boards as old files have it
        "'-/17'",  # apostrophes that nothing needs
    ],
)
def test_a_text_that_would_be_written_otherwise_is_kept_beside_its_reading(text: str) -> None:
    node = decode_node(text)
    assert isinstance(node, Verbatim)
    assert node.text == text
    assert not isinstance(node.node, Verbatim)
    assert encode_node(node) == text


def test_a_group_is_a_head_and_what_was_appended() -> None:
    node = decode_node(f"{ESC}-/1{ESC}D/2/x")
    assert node == Group((NullCommand(), RemovePiece("1"), ChangePiece("2", "x")))


def test_groups_nest_with_one_backslash_a_level() -> None:
    text = f"CHATa{ESC}CHATb\\{ESC}CHATc\\\\{ESC}CHATd{ESC}CHATe"
    node = decode_node(text)
    assert node == Group((Chat("a"), Group((Chat("b"), Group((Chat("c"), Chat("d"))))), Chat("e")))
    assert encode_node(node) == text
    assert [command.encode() for command in walk(node)] == ["CHATa", "CHATb", "CHATc", "CHATd", "CHATe"]


def test_a_group_that_begins_with_a_backslash_is_in_apostrophes() -> None:
    inner = Group((Group((NullCommand(), Chat("a"))), Chat("b")))
    text = encode_node(Group((inner, Chat("c"))))
    assert text == f"'\\\\{ESC}CHATa\\{ESC}CHATb'{ESC}CHATc"
    assert decode_node(text) == Group((inner, Chat("c")))


def test_chat_of_a_player_names_the_player() -> None:
    typed = Chat("&lt;Ann &amp; Bo&gt; - to <b>Lwów</b>")
    assert (typed.player, typed.words) == ("Ann &amp; Bo", "to <b>Lwów</b>")
    assert Chat("<Ann> - hello").player == "Ann"
    report = Chat("* A moves B1 -> B2")
    assert (report.player, report.words) == (None, "* A moves B1 -> B2")


leaf_texts = st.one_of(
    st.sampled_from([text for text, _ in WRITTEN]),
    st.text(alphabet="+/-MDCHATLOG\t;'ab12é🚂", max_size=12),
    # A command of one item ends with a backslash only by damage, which the format merges with what follows.
).filter(lambda text: not text.endswith("\\"))
trees = st.recursive(leaf_texts, lambda inner: st.lists(inner, min_size=2, max_size=4), max_leaves=12)


def nest(tree: object) -> str:
    return tree if isinstance(tree, str) else sequence.encode([nest(item) for item in tree], ESC)  # type: ignore[attr-defined]


@given(trees)
def test_any_tree_comes_back_to_the_letter(tree: object) -> None:
    text = nest(tree)
    assert encode_node(decode_node(text)) == text


@given(st.text(alphabet=ESC + "\\'/\tM1a", max_size=20))
def test_any_text_comes_back_to_the_letter(text: str) -> None:
    assert encode_node(decode_node(text)) == text


@given(st.text(alphabet=ESC + "\\'/\tM+1aé🚂", max_size=20))
def test_the_commands_of_any_text_are_those_of_its_tree(text: str) -> None:
    data = text.encode()
    assert list(read_commands(data)) == [list(walk(node)) for node in decode_commands(data)]


def test_commands_nested_without_end_are_malformed() -> None:
    text = "end_save"
    for _ in range(250):
        text = sequence.encode(["begin_save", text], ESC)
    commands = [command for found in read_commands(text.encode()) for command in found]
    assert commands == [command for node in decode_commands(text) for command in walk(node)]
    assert isinstance(commands[-1], Malformed)


@given(st.lists(trees, min_size=1, max_size=4))
def test_a_whole_game_comes_back_to_the_letter(listed: list[object]) -> None:
    text = sequence.encode([nest(tree) for tree in listed], ESC)
    assert encode_commands(decode_commands(text)) == text
    assert decode_commands(text.encode()) == decode_commands(text)
