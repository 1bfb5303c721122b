"""Logs of any module, and those that name none: told, joined and cut without rules."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.opening.logs import is_foreign
from trc_module.replay.any_log import turn_shown
from trc_module.replay.transcript import read_transcript
from trc_module.vassal import GameSetup, Metadata, Stack, make_step, read_saved_game, write_saved_game
from trc_module.vassal.commands import Chat, Command, MovePiece, SetTurn
from trc_module.vassal.traits.build import basic_piece, piece

Steps = Sequence[tuple[Command, ...]]
ON_SIX = (MovePiece("1", "Main", 60, 10, None, "Main", 10, 10, None, "p"),)
ON_NINE = (MovePiece("1", "Main", 90, 10, None, "Main", 60, 10, None, "p"),)


def turn(number: int) -> SetTurn:
    return SetTurn("TurnTracker0", f"0|{number};0;false;-1")


def log(path: Path, x: int, steps: Steps, module: str | None = None, date: int = 1000) -> Path:
    lying = piece("1", [], basic_piece("Inf", gpid=1, map="Main", x=x, y=10))
    setup = GameSetup((lying,), (Stack("2", "Main", x, 10, ("1",), 1),))
    data = None if module is None else Metadata(module, "1")
    about = Metadata(version="1", date_saved=date)
    write_saved_game(path, setup.commands(), map(make_step, steps), save_data=about, module_data=data)
    return path


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return log(tmp_path / "a.vlog", 10, [(turn(2),), ON_SIX, (Chat("* 1d6 = 3 *** &lt;Ann&gt;"),)])


@pytest.fixture
def second(tmp_path: Path) -> Path:
    # Begins with the last move again, as one who steps through the first while logging has it.
    return log(tmp_path / "b.vlog", 60, [(turn(3),), ON_NINE], date=2000)


def run(*words: object) -> str:
    return CliRunner().invoke(group, list(map(str, words)), catch_exceptions=False).output


def lines(path: Path) -> list[str]:
    return [line for passage in read_transcript(path).passages for line in passage.lines]


def test_a_log_that_names_no_module_and_has_none_of_our_counters_is_told(first: Path) -> None:
    with zipfile.ZipFile(first) as archive:
        assert archive.namelist() == ["savedGame", "savedata"]
    assert is_foreign(first)
    assert run("dice", first).splitlines()[:3] == ["a.vlog: module not named", "", "3: 1d6: 3 by Ann"]
    assert run("summary", first).splitlines()[-1] == "3: * 1d6 = 3 *** <Ann>"


@pytest.mark.parametrize("command", ["audit", "victory", "orders"])
def test_who_wants_rules_for_it_is_told_what_is_missing(first: Path, command: str) -> None:
    with pytest.raises(UserError, match="it does not name its module, and holds none of the counters of 'The Russian"):
        CliRunner().invoke(group, [command, str(first)], catch_exceptions=False)


@pytest.mark.parametrize("module", [None, "Chess"])
def test_logs_of_any_module_are_joined_each_step_once(tmp_path: Path, module: str | None) -> None:
    one = log(tmp_path / "a.vlog", 10, [(turn(2),), ON_SIX], module)
    two = log(tmp_path / "b.vlog", 60, [(turn(3),), ON_NINE], module, 2000)
    run("join", two, one, "-o", tmp_path / "j.vlog")
    joined = read_saved_game(tmp_path / "j.vlog")
    assert (joined.module_data and joined.module_data.name) == module
    assert lines(tmp_path / "j.vlog") == [
        "Inf: Main (10, 10) to Main (60, 10)",
        "* Here begins b.vlog.",
        "Inf: Main (60, 10) to Main (90, 10)",
    ]
    # Joined with itself it adds nothing.
    run("join", one, tmp_path / "j.vlog", "-o", tmp_path / "k.vlog")
    assert lines(tmp_path / "k.vlog") == lines(tmp_path / "j.vlog")


def test_some_turns_of_any_module_are_cut(first: Path, second: Path, tmp_path: Path) -> None:
    run("cut", first, second, "--from", 3, "--to", 3, "-o", tmp_path / "c.vlog")
    assert lines(tmp_path / "c.vlog") == ["Inf: Main (60, 10) to Main (90, 10)"]
    with pytest.raises(UserError, match="Expected logs of turns 4 to 5, but they show turns 2 to 3"):
        CliRunner().invoke(
            group, ["cut", str(first), str(second), "--from", "4", "--to", "5", "-o", "x.vlog"], catch_exceptions=False
        )


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        ("0|1941;0;false;-1;1\\;0\\;0\\;true,true", 1941),
        ("0|2;0;true;12", 2),
        # A list counts from 0.
        ("0|2;0;0;true,true,true", 3),
        ("0|", None),
        ("", None),
        ("0|x;0;true;1", None),
    ],
)
def test_the_turn_is_what_the_first_level_shows(state: str, shown: int | None) -> None:
    assert turn_shown(state) == shown
