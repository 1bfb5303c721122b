"""Pieces that a module has no more leave a game: its stacks, decks and steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.referee.engine import Engine
from tests.referee.modules import write_module
from tests.vassal.test_refresh import MAP, SIDES, game, module, unit
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import GameSetup, Metadata, Stack, make_step, read_saved_game, write_saved_game
from trc_module.vassal.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    LogCommand,
    MovePiece,
    Node,
    NullCommand,
    RemovePiece,
    walk,
)
from trc_module.vassal.refresh import refresh
from trc_module.vassal.traits import Deck, Trait

KEPT, GONE = unit("1", at=(10, 10)), unit("2", name="Old tree", gpid="77", at=(10, 10))


def told(nodes: tuple[Node, ...]) -> list[Command | None]:
    found = [command for node in nodes for command in walk(node)]
    inner = [c.command if isinstance(c, LogCommand) else c for c in found]
    return [command for command in inner if not isinstance(command, NullCommand)]


def move(id_: str, under: str | None = None) -> MovePiece:
    return MovePiece(id_, "Main Map", 50, 50, under, "Main Map", 10, 10, None, "p")


def test_a_retired_piece_is_in_no_stack_and_no_step(tmp_path: Path) -> None:
    both, alone = Stack("8", "Main Map", 10, 10, ("1", "2"), 1), Stack("9", "Main Map", 40, 10, ("2",), 1)
    steps = (
        make_step((move("2"),)),
        make_step((move("1", under="2"),)),
        make_step((ChangePiece("8", "Main Map;50;50;1;2;@@1", "Main Map;10;10;2;1;@@1"), Chat("* moved"))),
        make_step((RemovePiece("2"), move("9"))),
    )
    old = game(KEPT.command(), GONE.command(), both.command(), alone.command(), steps=steps)
    done = refresh(old, module(tmp_path, unit(None)), drop=True)
    assert (done.obstacles, [match.name for match in done.found("dropped")]) == ((), ["Old tree"])
    (first, stack) = [c for c in told(done.initial) if isinstance(c, AddPiece)]
    assert (first.id, Stack.read(stack).members) == ("1", ("1",))
    assert told(done.steps) == [
        move("1"),
        ChangePiece("8", "Main Map;50;50;1;@@1", "Main Map;10;10;1;@@1"),
        Chat("* moved"),
    ]


def test_numbers_that_look_like_a_retired_piece_are_none(tmp_path: Path) -> None:
    change = ChangePiece("1", "Main Map;2;2;11;0", "Main Map;10;2;11;0")
    stack = Stack("8", "Main Map", 2, 2, ("1",), 1)
    old = game(KEPT.command(), GONE.command(), stack.command(), steps=(make_step((change,)),))
    done = refresh(old, module(tmp_path, unit(None)), drop=True)
    assert told(done.steps) == [change]
    assert stack.command() in told(done.initial)


def test_a_retired_card_is_in_no_deck(tmp_path: Path) -> None:
    deck = Deck("8", Trait.make("deck", name="Draw").with_state(map="Main Map", x=1, y=2, members=("1", "2")))
    change = ChangePiece(
        "8", deck.trait.with_state(members=("2", "1")).state, deck.trait.with_state(members=("2",)).state
    )
    done = refresh(
        game(KEPT.command(), GONE.command(), deck.command(), steps=(make_step((change,)),)),
        module(tmp_path, unit(None)),
        drop=True,
    )
    *_, made = (c for c in told(done.initial) if isinstance(c, AddPiece))
    assert Deck.read(made).members == ("1",)
    (changed,) = told(done.steps)
    assert isinstance(changed, ChangePiece)
    states = (changed.new_state, changed.old_state or "")
    assert [Deck("8", Trait(deck.trait.text, state)).members for state in states] == [("1",), ()]


def test_without_the_word_nothing_leaves(tmp_path: Path) -> None:
    done = refresh(game(KEPT.command(), GONE.command()), module(tmp_path, unit(None)))
    assert done.obstacles == ("The module has no piece number 77 and none named 'Old tree'.",)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    setup = GameSetup((KEPT, GONE), (Stack("8", "Main Map", 10, 10, ("2", "1"), 1),))
    write_saved_game(tmp_path / "old.vsav", setup.commands(), save_data=Metadata(), module_data=Metadata("m", "1.0"))
    return tmp_path / "old.vsav"


def newer(folder: Path) -> Path:
    slot = f'<PieceSlot entryName="47 Armor" gpid="11">{unit(None).command().encode()}</PieceSlot>'
    return write_module(
        folder / "m.vmod", f"{MAP}{SIDES}<PieceWindow name='C'>{slot}</PieceWindow>", images={"47.png": b""}
    )


def test_the_command_leaves_them_out_or_keeps_them(old: Path, tmp_path: Path) -> None:
    words = ["refresh", str(old), "--to", str(newer(tmp_path)), "-o", str(tmp_path / "new.vsav")]
    with pytest.raises(UserError, match="--keep-retired; to leave them out, --drop-retired"):
        CliRunner().invoke(group, words, catch_exceptions=False)
    with pytest.raises(UserError, match="exclude each other"):
        CliRunner().invoke(group, [*words, "--drop-retired", "--keep-retired"], catch_exceptions=False)
    done = CliRunner().invoke(group, [*words, "--drop-retired"], catch_exceptions=False)
    assert done.output.splitlines()[:2] == [
        "2 pieces: 1 found by number, 1 not found, left out.",
        "    not found: 77 Old tree",
    ]
    made = [c for c in read_saved_game(tmp_path / "new.vsav").commands() if isinstance(c, AddPiece)]
    assert [command.id for command in made] == ["1", "8"]


def test_the_engine_loads_the_game_without_them(referee: Engine, old: Path, tmp_path: Path) -> None:
    module_file = newer(tmp_path)
    CliRunner().invoke(
        group, ["refresh", str(old), "--to", str(module_file), "-o", str(tmp_path / "new.vsav"), "--drop-retired"]
    )
    opened = referee.open(module_file, draw_palettes=False)
    assert opened.load(tmp_path / "new.vsav")
    assert [(piece.name, piece.index) for piece in opened.pieces()] == [("47 Armor", 0)]
