"""`trc-module archive`: what is printed, and the exit codes."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.archive.games import BATTLE, compose_game
from tests.games.trc.test_readings import SHIFTED
from tests.toy import load
from trc_module.cli.main import group
from trc_module.gamespec import GAMES_PATH
from trc_module.module.inputs import ModuleInputs

SPAWN = multiprocessing.get_context("spawn")


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["archive", *map(str, words)])


@pytest.fixture
def folder(tmp_path: Path, parts: ModuleInputs, monkeypatch: pytest.MonkeyPatch) -> Path:
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
    assert run("x.db", "table").output.splitlines()[-1] == "1 game: 0 with violations or doubts."
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


def test_a_report_statistics_and_a_recheck(folder: Path) -> None:
    run("x.db", "add", folder, "--jobs", "1")
    assert run("x.db", "report", "pages", "--jobs", "1").output.endswith("index.html: 1 game, 1 of them drawn anew.\n")
    assert Path("pages", "index.html").is_file()
    assert run("x.db", "table", "--html").output.startswith("<!doctype html>")
    assert (
        "Axis player: 1 game, 1 battle, luck +0.50, chance 0.667, corrected 0.667" in run("x.db", "statistics").output
    )
    (column,) = json.loads(run("x.db", "statistics", "--json").output)["columns"]
    assert (column["odds"], column["battles"]) == ("3-1", 1)
    done = run("x.db", "recheck", "--jobs", "1")
    assert (done.output, done.exit_code) == ("0 games judged again: 0 changed; 1 already judged by what is here.\n", 0)
    (game,) = json.loads(run("x.db", "table", "--json").output)["games"]
    assert run("x.db", "recheck", "--pinned", game["game"]).output.endswith("0 changed; 1 pinned.\n")
    assert json.loads(run("x.db", "table", "--json").output)["games"][0]["pinned"]
    assert run("x.db", "recheck", "--unpinned", game["game"]).exit_code == 0
    done = run("x.db", "recheck", "--pinned")
    assert str(done.exception).startswith("--pinned and --unpinned take the names of games")


def test_a_recheck_that_changes_a_verdict_exits_with_one(folder: Path, parts: ModuleInputs) -> None:
    compose_game(parts, f"game: trc\n{SHIFTED}", folder / "battle.vlog")
    run("x.db", "add", folder, "--jobs", "1")
    done = run("x.db", "recheck", "--reading", "C33b", "--jobs", "1")
    assert done.exit_code == 1
    lines = done.output.splitlines()
    assert lines[0].endswith(" (battle.vlog)")
    assert lines[1].startswith("  no longer: violation 13.1b at battle.vlog:")
    assert lines[2:] == ["  what has changed: reading C33b chosen", "1 game judged again: 1 changed."]
    (change,) = json.loads(run("x.db", "recheck", "--reading", "none", "--jobs", "1", "--json").output)
    assert change["new"][0]["rule"] == "13.1b"
    done = run("x.db", "recheck", "--reading", "C33")
    assert str(done.exception).startswith("There is no reading 'C33' that can be chosen; those are ")
    assert " C33b, " in str(done.exception)


def test_the_game_that_is_named_is_named_for_every_worker_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on macOS and Windows: a process that is forked would see what the command was given.
    monkeypatch.setattr(multiprocessing, "get_context", lambda: SPAWN)
    games = Path(__file__).parents[1]
    words = ["--games-path", str(games), "archive", "x.db", "add", str(folder), "--jobs", "2", "--game", "toy"]
    done = CliRunner().invoke(group, words)
    assert "It is of the game 'trc'." in done.output
    assert done.exit_code == 2


def test_a_game_whose_results_have_no_order_is_kept_without_its_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(GAMES_PATH, str(Path(__file__).parents[1]))
    example = load().book.under("C2")[0].examples[0]
    acts = [line for line in example.legal.splitlines() if not line.startswith("expect")]
    Path("a.game").write_text("\n".join(["game: toy", *acts, ""]), encoding="utf-8")
    assert CliRunner().invoke(group, ["compose", "a.game", "-o", "a.vlog"]).exit_code == 0
    assert run("x.db", "add", "a.vlog", "--jobs", "1").output == "1 file: 0 known, 1 read; 1 game judged.\n"
    (battle,) = json.loads(run("x.db", "search", "battles", "--json").output)
    assert battle["step"] > 0


def test_the_help_of_an_archive_may_be_asked_for_behind_its_name(folder: Path) -> None:
    shown = run("x.db", "--help")
    assert (shown.exit_code, "recheck" in shown.output) == (0, True)
