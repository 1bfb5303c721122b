"""The game that a command is about: by its option, by its file, by the folder, or our first."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from trc_module.cli.games import chosen_spec, game_choice, game_option, games_path_option
from trc_module.cli.main import group
from trc_module.cli.telling import echo
from trc_module.errors import UserError
from trc_module.gamespec import GAMES_PATH, game_names
from trc_module.opening.choice import module_name
from trc_module.opening.logs import is_foreign
from trc_module.resources import data_dir
from trc_module.rules.finder import known_game
from trc_module.vassal import Entry, Metadata, write_archive

TESTS = Path(__file__).parents[1]


@click.group()
@game_option
@games_path_option
def tools() -> None: ...


@tools.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@game_option
def title(folder: Path | None) -> None:
    echo(chosen_spec(folder).title)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    # A game of the same name may have been read from elsewhere, or is about to be.
    known_game.cache_clear()
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    known_game.cache_clear()


def _title(*words: str) -> str:
    result = CliRunner().invoke(tools, words)
    if result.exception is not None:
        return str(result.exception)
    return result.output.strip()


def test_the_first_game_is_meant_where_nothing_says_which(here: Path) -> None:
    assert _title("title") == "The Russian Campaign"


def test_the_option_names_the_game_before_or_after_the_command(here: Path) -> None:
    games = ("--games-path", str(TESTS))
    assert _title(*games, "--game", "toy", "title") == "The Three Baronies"
    assert _title(*games, "title", "--game", "toy") == "The Three Baronies"
    # The nearest word counts.
    assert _title(*games, "--game", "toy", "title", "--game", "trc") == "The Russian Campaign"


def test_the_folder_may_say_it_for_all_commands(here: Path) -> None:
    (here / "trc-module.toml").write_text('game = "toy"\n', encoding="utf-8")
    assert _title("--games-path", str(TESTS), "title") == "The Three Baronies"
    assert _title("--games-path", str(TESTS), "title", "--game", "trc") == "The Russian Campaign"
    (here / "trc-module.toml").write_text("game = 7\n", encoding="utf-8")
    assert _title("title") == 'trc-module.toml: expected the name of a game in quotes, as in game = "trc".'


def test_whoever_stands_in_a_folder_of_data_means_that_game(here: Path) -> None:
    shutil.copytree(TESTS / "toy", here / "toy")
    os.chdir(here / "toy")
    assert _title("title") == "The Three Baronies"
    assert _title("title", "--game", "toy") == "The Three Baronies"
    assert _title("title", "--game", "trc") == "The Russian Campaign"
    # A copy of a game that is installed too counts before it.
    assert _title("--games-path", str(TESTS), "title", "--game", "toy") == "The Three Baronies"
    (here / "toy" / "game.toml").write_text(
        (TESTS / "toy" / "game.toml").read_text(encoding="utf-8").replace("Three", "Four"), encoding="utf-8"
    )
    assert _title("--games-path", str(TESTS), "title", "--game", "toy") == "The Four Baronies"


def test_a_folder_of_data_says_whose_they_are(here: Path) -> None:
    assert _title("title", str(TESTS / "toy")) == "The Three Baronies"
    told = f"{TESTS / 'toy'}: expected the data of 'trc' (--game), found those of 'toy'."
    assert _title("title", str(TESTS / "toy"), "--game", "trc") == told


def test_a_game_that_is_not_installed_is_told(here: Path) -> None:
    assert _title("--game", "toy", "title") == f"There is no game 'toy'; expected one of {', '.join(game_names())}."


def test_the_folders_of_games_are_named_for_one_run_alone(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(GAMES_PATH, raising=False)
    assert _title("--games-path", str(TESTS), "--game", "toy", "title") == "The Three Baronies"
    assert GAMES_PATH not in os.environ


def _log(folder: Path, module: str) -> Path:
    path = folder / f"{module or 'none'}.vlog"
    data = Metadata(name=module, version="1", description="", vassal_version="3.6.0")
    write_archive(
        path, [Entry("moduledata", data.encode()), Entry("savedGame", b"")] if module else [Entry("savedGame", b"")]
    )
    return path


def test_a_log_says_by_its_module_whose_it_is(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, str(TESTS))
    toy, chess, none = _log(here, "The Three Baronies"), _log(here, "Chess"), _log(here, "")
    assert [module_name(log) for log in (toy, chess, none)] == ["The Three Baronies", "Chess", ""]
    assert game_choice().of_logs([toy]).name == "toy"
    assert game_choice().of_logs([none, toy]).name == "toy"
    assert game_choice().of_logs([chess]).name == "trc"
    assert [is_foreign(log) for log in (toy, chess, none)] == [False, True, False]
    monkeypatch.delenv(GAMES_PATH)
    assert is_foreign(toy)


def test_a_record_of_another_game_than_the_named_one_is_told(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = data_dir() / "trc" / "games" / "opening.game"
    result = CliRunner().invoke(group, ["--games-path", str(TESTS), "--game", "toy", "check", str(record)])
    assert isinstance(result.exception, UserError)
    assert "expected a game that we know (--game names 'toy'), found 'trc'" in str(result.exception)


def _with_package(here: Path, line: str) -> None:
    """Copy the toy game, with another line about its package."""
    shutil.copytree(TESTS / "toy", here / "toy")
    path = here / "toy" / "game.toml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line if each.startswith("package") else each for each in lines), encoding="utf-8")


def test_a_game_of_data_alone_has_no_rules(here: Path) -> None:
    _with_package(here, "")
    result = CliRunner().invoke(group, ["--games-path", str(here), "rules", "--game", "toy"])
    assert str(result.exception).startswith(
        "The game 'toy' has no rules: expected a file rules/basics.toml, or 'package' in "
    )


def test_rules_may_lie_beside_the_data(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from trc_module.games import load_game

    _with_package(here, 'package = "three_baronies"\n')
    monkeypatch.setenv(GAMES_PATH, str(here))
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    with pytest.raises(UserError, match="expected a Python package that can be imported, found 'three_baronies'"):
        load_game("toy")
    (here / "three_baronies").mkdir()
    code = "def load(options, overlay):\n    return 'loaded'\n"
    (here / "three_baronies" / "__init__.py").write_text(code, encoding="utf-8")
    assert load_game("toy") == "loaded"  # type: ignore[comparison-overlap]
