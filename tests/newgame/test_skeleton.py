"""The skeleton of a new game is a little game that works, and nothing is overwritten for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from PIL import Image

from tests.examples import unmet
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import load_game
from trc_module.gamespec import read_spec
from trc_module.newgame import write_skeleton
from trc_module.rules.actions import End
from trc_module.rules.finder import known_game
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.selfplay import self_play

if TYPE_CHECKING:
    from trc_module.rules.game import Game

TITLE = 'Three "Hills"'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    found = tmp_path / "three-hills"
    write_skeleton(found, TITLE)
    return found


@pytest.fixture
def inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(folder)
    known_game.cache_clear()
    yield folder
    known_game.cache_clear()


@pytest.fixture
def game(inside: Path) -> Game:
    return load_game("three-hills")


def _run(*words: str) -> str:
    result = CliRunner().invoke(group, words)
    assert result.exit_code == 0, result.output or result.exception
    return result.output


def test_it_says_who_the_game_is(folder: Path) -> None:
    spec = read_spec(folder)
    assert (spec.name, spec.title, spec.package, spec.has_rules) == ("three-hills", TITLE, "", True)


@pytest.mark.parametrize("words", [["lint"], ["lint", "--data", "."], ["lint", "."]])
def test_its_data_are_sound_for_whoever_stands_in_its_folder(inside: Path, words: list[str]) -> None:
    last = _run(*words).splitlines()[-1]
    assert last == "Checked game, map, units, charts, module: 0 errors, 0 known doubts."


def test_its_rules_judge_its_sample(inside: Path) -> None:
    assert _run("check", "sample.game") == "1 of 1 expectations met.\n"


def test_it_is_played_without_a_finding(inside: Path, tmp_path: Path) -> None:
    record = tmp_path / "played.game"
    _run("play", "--check", "-o", str(record))
    assert _run("check", str(record)).endswith(" acts, 0 against the rules.\n")


def test_a_record_becomes_a_log_of_its_module_and_the_audit_finds_what_is_wrong(inside: Path) -> None:
    _run("compose", "sample.game", "-o", "sample.vlog")
    result = CliRunner().invoke(group, ["audit", "sample.vlog"])
    assert result.exit_code == 1
    assert "violation 3.1: Northland 2nd Foot (north-2) moved to B7, beyond its 3 points." in result.output
    assert "1 violation." in result.output


def test_a_game_that_it_plays_is_audited_without_a_finding(inside: Path) -> None:
    _run("play", "--turns", "4", "--vlog", "played.vlog")
    assert "No violations found." in _run("audit", "played.vlog")


def test_its_module_is_built_and_has_nothing_to_be_said_against(inside: Path) -> None:
    assert "build/three-hills-" in _run("build").replace("\\", "/")
    assert "nothing has changed since it was built" in _run("build")
    (module,) = (inside / "build").iterdir()
    assert _run("lint", str(module)).endswith(": 0 errors, 0 warnings, 0 notes.\n")


def test_its_map_is_drawn(inside: Path, tmp_path: Path) -> None:
    _run("map", "-o", str(tmp_path / "map.png"))
    with Image.open(tmp_path / "map.png") as picture:
        assert picture.size == (1028, 1030)


def test_each_of_its_rules_is_kept_and_broken_as_its_examples_say(game: Game) -> None:
    told = [
        line
        for rule in game.book.under("")
        for example in rule.examples
        for statements in (example.kept, example.broken)
        if statements
        for line in unmet(rule.entry, statements, "three-hills")
    ]
    assert told == []


def test_random_games_break_no_rule_and_no_invariant(game: Game) -> None:
    faults: list[str] = []
    won = set()
    for seed in range(20):
        state = None
        for told, state in self_play(game, game.start("campaign", frozenset()), game.player("", seed), 4):
            faults += broken(game, state)
            faults += round_trip(game, state) if isinstance(told.action, End) else ()
        assert state is not None
        won |= {winner.side for winner in game.score(state).won}
    assert faults == []
    assert won == {"north", "south"}


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="here: expected a new or an empty folder; nothing was written"):
        write_skeleton(tmp_path / "here", TITLE)
    assert [path.name for path in tmp_path.rglob("*")] == ["here", "letter.txt"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    assert tmp_path / "here" / "game.toml" in write_skeleton(tmp_path / "here", TITLE)


@pytest.mark.parametrize(
    ("name", "title", "told"),
    [
        ("Three Hills", TITLE, "expected a folder named in small letters, digits and hyphens"),
        ("trc", TITLE, "there is a game 'trc' already"),
        ("hills", " ", "--title: expected the game's title in one line"),
        ("hills", "Three\nHills", "--title: expected the game's title in one line"),
        ("con", TITLE, "Windows has no folder called 'con'"),
        ("com1", TITLE, "Windows has no folder called 'com1'"),
    ],
)
def test_what_no_game_can_be_called_is_told(tmp_path: Path, name: str, title: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        write_skeleton(tmp_path / name, title)
    assert list(tmp_path.iterdir()) == []


def test_a_word_of_python_may_be_the_name(tmp_path: Path) -> None:
    write_skeleton(tmp_path / "class", TITLE)
    assert read_spec(tmp_path / "class").name == "class"


def test_the_command_tells_what_to_do_next(tmp_path: Path) -> None:
    told = _run("new-game", str(tmp_path / "hills"), "--title", "Hills").splitlines()
    assert told[0] == f"Wrote 21 files to {tmp_path / 'hills'}."
    assert told[1].startswith("Go on there: ")
