from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from trc_module.vassal.archive import Archive, ArchiveLimits
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    ChangeProperty,
    Chat,
    EndSave,
    Group,
    LogCommand,
    MovePiece,
    Node,
    NotNewGame,
    NullCommand,
    PlacedBoard,
    RestoreProperty,
    SetBoards,
    SetTurn,
    Unknown,
    encode_commands,
    stream_nodes,
    walk,
)
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.obfuscation import Container, reveal, reveal_stream, veil
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import (
    GameSetup,
    find_problems,
    in_blocks,
    make_step,
    read_saved_game,
    read_saved_text,
    step_commands,
    stream_saved_game,
    write_saved_game,
)
from trc_module.vassal.traits import Deck, Piece, Stack, Trait
from trc_module.vassal.traits.build import basic_piece
from trc_module.vassal.writing import Entry, write_archive

ESC = "\x1b"
PIECE = Piece.build("11", [basic_piece("ge-inf Lwów", map="Main Map", x=1, y=2)])
STACK = Stack("12", "Main Map", 1, 2, ("11",))
SETUP = GameSetup(
    (PIECE,),
    (STACK,),
    (AddPlayer("pw", "Ann", "Axis"),),
    (RestoreProperty("BattleId", "1", "Module"), SetTurn("TurnTracker0", "0")),
    (SetBoards("Main Map", (PlacedBoard("Map"),)),),
)
MOVE = MovePiece("11", "Main Map", 5, 6, None, "Main Map", 1, 2, "12", "pw")
STEPS = (make_step([MOVE, None, Chat("* ge-inf Lwów moves")]), make_step([ChangeProperty("d", "", "3", "Module")]))
MODULE = Metadata(name="TRC", version="1")


def write(path: Path, steps: tuple[Node, ...] = (), container: Container = Container.HEX) -> Path:
    write_saved_game(
        path, SETUP.commands(), steps, save_data=Metadata(version="1"), module_data=MODULE, container=container
    )
    return path


def test_a_save_is_in_the_engines_order(tmp_path: Path) -> None:
    with Archive(write(tmp_path / "g.vsav")) as archive:
        assert archive.names == ("savedGame", "savedata", "moduledata")
        data = archive.read("savedGame")
    assert data.startswith(b"!VCSK")
    assert reveal(data).split(ESC) == [
        "begin_save",
        "",
        "\\",
        "+/11/piece;;;;ge-inf Lwów/Main Map;1;2;;0\\",
        "+/12/stack/Main Map;1;2;11;@@-1",
        "PLAYER\tpw\tAnn\tAxis",
        "GlobalProperty\t;BattleId;1;Module",
        "TURNTurnTracker0\t0",
        "SETUP_STACK\t",
        "Main MapBoardPicker\tMap\t0\t0",
        "end_save",
    ]


@pytest.mark.parametrize("container", Container)
def test_a_log_reads_as_it_was_written(tmp_path: Path, container: Container) -> None:
    game = read_saved_game(write(tmp_path / "g.vlog", STEPS, container))
    assert game.initial == SETUP.commands()
    assert game.steps == STEPS
    assert game.is_log
    assert (game.save_data, game.module_data) == (
        Metadata(version="1", date_saved=315532800000),
        Metadata(name="TRC", version="1", date_saved=315532800000),
    )
    assert game.problems == ()
    assert AddPiece in {type(command) for command in game.commands()}


def test_streaming_reads_the_same_commands(tmp_path: Path) -> None:
    path = write(tmp_path / "g.vlog", STEPS)
    streamed = [command for item in stream_saved_game(path) for command in walk(item.node)]
    assert streamed == [command for node in (*SETUP.commands(), *STEPS) for command in walk(node)]


def test_a_step_holds_its_commands_and_what_the_engine_could_not_write() -> None:
    assert step_commands(STEPS[0]) == [MOVE, None, Chat("* ge-inf Lwów moves")]
    assert STEPS[1] == LogCommand(ChangeProperty("d", "", "3", "Module"))


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    assert write(tmp_path / "a.vlog", STEPS).read_bytes() == write(tmp_path / "b.vlog", STEPS).read_bytes()


def test_a_setup_that_does_not_hold_together_is_refused() -> None:
    with pytest.raises(ValueError, match="piece 11, which is not there"):
        GameSetup((), (STACK,)).commands()
    with pytest.raises(ValueError, match="an id of its own"):
        GameSetup((PIECE, PIECE)).commands()
    with pytest.raises(ValueError, match="an id of its own"):
        GameSetup((Piece.build(None, [basic_piece("A")]),)).commands()


def test_an_empty_setup_is_a_save() -> None:
    assert GameSetup(()).commands() == (BeginSave(), NullCommand(), NullCommand(), NotNewGame(), EndSave())


def found(*commands: str) -> list[str]:
    return [str(problem) for problem in read_saved_text(ESC.join(commands)).problems]


def test_a_stack_before_its_pieces_is_a_problem() -> None:
    assert found("begin_save", "+/12/stack/Map;1;2;11;@@0", "+/11/piece;;;;A/Map;1;2;;0", "end_save") == [
        "command 2: the stack 12 comes before its piece 11, which VASSAL will not put into it"
    ]
    deck = Deck("9", Trait.make("deck", members=("4",))).command()
    assert [problem.message for problem in find_problems([deck, EndSave()])] == [
        "the deck 9 comes before its piece 4, which VASSAL will not put into it"
    ]


def test_a_number_that_is_none_is_a_problem_and_the_rest_is_read() -> None:
    game = read_saved_text(ESC.join(("begin_save", "M/1/Map/ten/1/null/Map/1/1/null/pw", "CHATa", "end_save")))
    assert [str(problem) for problem in game.problems] == [
        "command 2: cannot be read, so VASSAL would not load the file: new_x should be a whole number, not 'ten'"
    ]
    assert game.initial[2] == Chat("a")


def test_a_piece_of_too_few_states_is_a_problem() -> None:
    assert found("+/1/delete;;;\tpiece;;;;A/null;0;0;;0", "end_save") == [
        "command 1: The piece 1 has 2 traits but only 1 states: VASSAL would not load the file."
    ]


def test_a_game_that_never_starts_is_a_problem() -> None:
    assert found("begin_save") == ["end: there is no end_save, so VASSAL would call the loading cancelled"]


def test_unknown_commands_stay(tmp_path: Path) -> None:
    text = ESC.join(("begin_save", "INFO\tAxis\t\\\t1", "end_save", "LOG\tnull"))
    game = read_saved_text(text)
    assert game.initial[1] == Unknown("INFO\tAxis\t\\\t1")
    assert encode_commands((*game.initial, *game.steps)) == text


def test_a_wrong_key_is_one_sentence(tmp_path: Path) -> None:
    data = veil("begin_save" + ESC + "end_save", Container.HEX, 0x47)
    write_archive(tmp_path / "g.vsav", (Entry("savedGame", data.replace(b"!VCSK47", b"!VCSK48")),))
    with pytest.raises(FormatError, match=r"g\.vsav': The saved game holds no command of VASSAL's: its key is wrong"):
        read_saved_game(tmp_path / "g.vsav")


def test_an_archive_without_a_game_is_one_sentence(tmp_path: Path) -> None:
    write_archive(tmp_path / "g.vsav", (Entry("moduledata", b""),))
    with pytest.raises(FormatError, match="holds no 'savedGame'"):
        read_saved_game(tmp_path / "g.vsav")
    with pytest.raises(FormatError, match="has no entry 'savedGame'"):
        list(stream_saved_game(tmp_path / "g.vsav"))


@pytest.mark.parametrize("container", [Container.HEX, Container.RAW])
def test_a_game_beyond_the_limits_is_refused_and_one_at_them_is_read(tmp_path: Path, container: Container) -> None:
    text = ESC.join(("begin_save", "end_save", "CHAT".ljust((2 << 20) - 20, "x")))
    assert len(text) == 2 << 20
    path = tmp_path / "g.vlog"
    write_archive(path, (Entry("savedGame", veil(text, container)),))
    assert len(read_saved_game(path, ArchiveLimits(whole=2 << 20, commands=2)).initial) == 3
    with pytest.raises(FormatError, match=r"g\.vlog': the game has 2 MB of text, and at most 1 MB are held at once"):
        read_saved_game(path, ArchiveLimits(whole=1 << 20))
    with pytest.raises(FormatError, match=r"the game has 2 commands, and at most 1 are read; real"):
        read_saved_game(path, ArchiveLimits(commands=1))
    assert len(list(stream_saved_game(path, ArchiveLimits(game=1, whole=1, commands=1)))) == 3
    # In parts it is read, up to other limits.
    assert len(read_saved_game(path, ArchiveLimits(whole=1 << 20), exact=False).initial) == 3
    with pytest.raises(FormatError, match=r"g\.vlog': the game has 3 commands, and at most 2 are read"):
        read_saved_game(path, ArchiveLimits(whole=1 << 20, commands=2), exact=False)
    with pytest.raises(FormatError, match=r"the game has more than 1 MB of texts that differ from each other; real"):
        read_saved_game(path, ArchiveLimits(whole=1 << 20, held=1 << 20), exact=False)
    with pytest.raises(FormatError, match=r"the game has [12] MB of text, and at most 0 MB are read; real"):
        read_saved_game(path, ArchiveLimits(whole=1 << 18, game=1 << 18), exact=False)


def test_a_game_read_in_parts_holds_the_same_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_ = "mark;Layer\tpiece;;;t.png;Tank"
    pieces = [AddPiece(str(number), type_, f"3\tMain Map;{number};0;4") for number in range(100)]
    steps = (
        make_step([Chat("a")]),
        make_step(
            [MovePiece(str(number), None, 0, 0, None, "Main Map", number, 0, None, None) for number in range(100)]
        ),
        make_step([Chat("b")]),
    )
    path = tmp_path / "g.vlog"
    initial = (BeginSave(), Group((NullCommand(), *pieces)), EndSave())
    write_saved_game(path, initial, steps, save_data=Metadata(), module_data=Metadata())
    whole = read_saved_game(path)
    monkeypatch.setattr("trc_module.vassal.saves.stream_nodes", partial(stream_nodes, limit=500))
    monkeypatch.setattr("trc_module.vassal.saves.reveal_stream", partial(reveal_stream, size=200))
    apart = read_saved_game(path, ArchiveLimits(whole=1000), exact=False)
    assert (whole.exact, apart.exact) == (True, False)
    assert list(apart.commands()) == list(whole.commands())
    assert [step_commands(step) for step in apart.steps] == [step_commands(step) for step in whole.steps]
    assert (apart.problems, apart.module_data) == (whole.problems, whole.module_data)
    types = {id(command.type) for command in apart.commands() if isinstance(command, AddPiece)}
    assert len(types) == 1


def test_a_game_of_ordinary_size_that_is_only_executed_is_not_written_as_it_was(tmp_path: Path) -> None:
    # The engine puts nothing in apostrophes that needs none.
    text = ESC.join(["begin_save", "+/1/piece;;;a.png;T/M;1;2;0", "end_save", f"LOG\tCHATa\\{ESC}'LOG\tCHATb'"])
    path = tmp_path / "g.vlog"
    write_archive(path, [Entry("savedGame", veil(text))])
    exact, read = read_saved_game(path), read_saved_game(path, exact=False)
    assert (exact.exact, read.exact) == (True, False)
    assert list(read.commands()) == list(exact.commands())
    assert [step_commands(step) for step in read.steps] == [step_commands(step) for step in exact.steps]
    assert read.steps == (make_step([Chat("a"), Chat("b")]),)
    assert read.steps != exact.steps
    assert read.problems == exact.problems


def test_a_games_blocks_hold_as_many_commands_whatever_these_say() -> None:
    short, long = ([f"{name}{number}" for number in range(40)] for name in ("a", "longer "))
    for names in (short, long):
        blocks = in_blocks(ESC.join(names).encode())
        assert b"".join(blocks) == ESC.join(names).encode()
        assert [block.decode().split(ESC)[0] for block in blocks] == [names[0], names[16], names[32]]
    # A text that ends with a block ends with an empty one, so that the last is always the last.
    assert in_blocks((ESC * 16).encode()) == [(ESC * 16).encode(), b""]
    assert in_blocks(b"") == [b""]
