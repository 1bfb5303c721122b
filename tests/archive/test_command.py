"""`trc-module archive`: what is printed, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.archive.games import BATTLE, compose_game
from trc_module.cli.main import group
from trc_module.module.parts import ModuleParts


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["archive", *map(str, words)])


@pytest.fixture
def folder(tmp_path: Path, parts: ModuleParts, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    compose_game(parts, BATTLE, tmp_path / "logs" / "battle.vlog")
    return tmp_path / "logs"


def test_games_are_added_listed_and_searched(folder: Path) -> None:
    done = run("x.db", "add", folder, "--jobs", "1")
    assert (done.output, done.exit_code) == ("1 file: 0 known, 1 read; 1 game judged.\n", 0)
    done = run("x.db", "add", folder, "--jobs", "1")
    assert (done.output, done.exit_code) == ("1 file: 1 known, 0 read; 0 games judged.\n", 0)
    (game,) = json.loads(run("x.db", "table", "--json").output)["games"]
    assert run("x.db", "table").output.splitlines()[-1] == "1 game: 0 with something against the rules."
    (answer,) = json.loads(run("x.db", "search", "battles", "--odds", "3-1", "--json").output)
    assert (answer["game"], answer["step"], answer["link"]) == (game["game"], 7, f"{game['game']}.html#step=7")
    assert run("x.db", "search", "unit", "ger-41-pz", "Y17").output.endswith("1 answer in 1 game.\n")
    assert run("x.db", "remove", game["game"]).output == "1 game and 1 log removed.\n"
    assert json.loads(run("x.db", "table", "--json").output)["games"] == []


def test_a_damaged_file_makes_the_exit_code_two_and_is_told_once(folder: Path) -> None:
    (folder / "bad.vlog").write_bytes(b"x")
    done = run("x.db", "add", folder, "--jobs", "1")
    assert done.exit_code == 2
    assert done.output.splitlines()[-1] == "2 files: 0 known, 2 read, 1 with a fault; 1 game judged."
    assert run("x.db", "add", folder, "--jobs", "1").exit_code == 0


def test_an_archive_that_is_not_there_is_told(folder: Path) -> None:
    done = run("x.db", "table")
    assert str(done.exception) == "'x.db': there is no such archive. 'trc-module archive x.db add FOLDER' makes one."
    assert not Path("x.db").exists()
