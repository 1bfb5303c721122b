"""Many games judged at once: what counts as a game, and what is printed of each."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.replay.script import Script
from tests.replay.test_chain import next_log
from trc_module.cli import many
from trc_module.cli.main import group
from trc_module.cli.many import GameOutcome, games_in, judge_all
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.report.selection import Selection
from trc_module.rules.record import read_record

SPAWN = multiprocessing.get_context("spawn")
START = "at: turn 1 axis impulse 1 weather clear\non J20: ger-41-pz ger-56-pz\n"
LEGAL = "game: trc\nat: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz\nmove ger-41-pz P20 P19\nend\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, parts: ModuleInputs) -> Path:
    place = tmp_path_factory.mktemp("games")
    wrong = LEGAL.replace("P20 P19", "P20 P19 P18 P17 P16 P15 P14 P13 P12 P11 P10")
    for name, text in (("a", LEGAL), ("b", wrong)):
        compose(parts, read_record(text, name, find_game), place / f"{name}.vlog", "1")
    (place / "c.vlog").write_bytes(b"this is no log")
    (place / "chain").mkdir()
    (place / "chain" / "one.vlog").write_bytes((place / "a.vlog").read_bytes())
    return place


def test_a_log_is_a_game_and_so_is_a_folder_within_a_folder(folder: Path) -> None:
    names = [Path(name).name for name, _ in games_in([folder])]
    assert names == ["a.vlog", "b.vlog", "c.vlog", "chain"]
    assert [len(files) for _, files in games_in([folder])] == [1, 1, 1, 1]


def test_a_folder_without_logs_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"there is no \.vlog in this folder"):
        games_in([tmp_path])


def test_each_game_has_its_line_and_one_that_cannot_be_read_stops_no_other(folder: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(group, ["audits", str(folder), "--jobs", "1", "--reports", str(tmp_path / "reports")])
    lines = [line.removeprefix(f"{folder}/") for line in told.output.splitlines()]
    assert lines[0] == "a.vlog: clean"
    assert "violation" in lines[1]
    assert lines[2].startswith("c.vlog: not judged: ")
    assert lines[3] == "chain: clean"
    assert lines[4] == "4 games: 1 with violations or doubts, 1 not judged."
    strict = CliRunner().invoke(group, ["audits", str(folder), "--jobs", "1", "--strict"]).output.splitlines()[-1]
    assert strict == "4 games: 1 with violations, doubts or undecided findings, 1 not judged."
    assert told.exit_code == 2
    assert len(list((tmp_path / "reports").iterdir())) == 3


@pytest.fixture
def mixed(parts: ModuleInputs, tmp_path: Path) -> Path:
    """A folder with the logs of two games that begin alike, one of them in two logs."""
    place = tmp_path / "mixed" / "games"
    place.mkdir(parents=True)
    first = Script(parts, START, place / "a.vlog").roll(3).end().move("ger-41-pz", "K20")
    for script in (first, next_log(first, "b.vlog").move("ger-56-pz", "K20")):
        script.write()
    Script(parts, START, place / "c.vlog").roll(4).end().move("ger-41-pz", "J21").write()
    return place.parent


def test_who_has_won_is_told_of_each_game(parts: ModuleInputs, tmp_path: Path) -> None:
    path = Script(parts, START, tmp_path / "a.vlog").turn(6, "axis", 1, "weather").write()
    told = CliRunner().invoke(group, ["audits", str(path), "--jobs", "1"]).output.splitlines()[0]
    assert told.endswith(" The Russian side has won by 25.2.2: it has achieved all objectives of Sudden Death.")
    (tree,) = json.loads(CliRunner().invoke(group, ["audits", str(path), "--jobs", "1", "--json"]).output)
    assert tree["won"] == ["The Russian side has won by 25.2.2: it has achieved all objectives of Sudden Death."]


def test_logs_in_a_folder_that_begin_anew_are_games_of_their_own(mixed: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(group, ["audits", str(mixed), "--jobs", "1", "--reports", str(tmp_path / "reports")])
    lines = [line.removeprefix(f"{mixed}/").partition(":")[0] for line in told.output.splitlines()]
    assert lines == ["games/a.vlog, b.vlog", "games/c.vlog", "2 games"]
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == ["0001-games-a.txt", "0002-games-c.txt"]


@pytest.mark.parametrize("name", ["dice", "summary", "record", "victory"])
def test_what_tells_of_one_game_refuses_logs_of_two(mixed: Path, name: str) -> None:
    logs = sorted(str(path) for path in (mixed / "games").iterdir())
    told = CliRunner().invoke(group, [name, *logs])
    assert told.output == ""
    assert str(told.exception) == (
        "Expected the logs of one game: c.vlog and a.vlog both begin the game, and go on in different ways. "
        "Give the logs of each game for themselves."
    )
    assert CliRunner().invoke(group, [name, *logs[:2]]).exit_code == 0


def test_the_defaults_of_the_folders_file_hold_for_many_games_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["audits", str(folder / "b.vlog"), "--json"]
    assert json.loads(CliRunner().invoke(group, words).output)[0]["counts"] == {"violation": 4}
    Path("trc-module.toml").write_text('[audit]\nignore = ["2", "4", "7", "8"]\n', encoding="utf-8")
    done = CliRunner().invoke(group, words)
    (found,) = json.loads(done.stdout)
    assert (found["counts"], found["hidden"], done.exit_code) == ({}, {"violation": 4}, 0)
    # Whoever mailed the folder may have put the file there.
    assert done.stderr == "trc-module: trc-module.toml says: ignore 2, 4, 7, 8.\n"
    told = CliRunner().invoke(group, words[:-1]).stdout
    assert told.splitlines()[0].endswith("b.vlog: clean; left out: 4 violations")
    Path("trc-module.toml").write_text('[audit]\noptions = ["99.1"]\n', encoding="utf-8")
    assert "99.1" in json.loads(CliRunner().invoke(group, words).stdout)[0]["error"]


def test_who_stops_it_is_told_what_is_written(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*args: object, **kwargs: object) -> Iterator[list[GameOutcome]]:
        yield [GameOutcome("a.vlog", {}, "clean", "a", False)]
        raise KeyboardInterrupt

    monkeypatch.setattr("trc_module.cli.many.judge_all", stopped)
    reports = tmp_path / "reports"
    told = CliRunner().invoke(group, ["audits", str(folder), "--reports", str(reports)])
    assert str(told.exception) == (
        f"Stopped by the user at game 2 of 4; the reports of those before are in '{reports}'."
    )
    assert [path.name for path in reports.iterdir()] == ["0001-a.txt"]
    assert str(CliRunner().invoke(group, ["audits", str(folder)]).exception) == "Stopped by the user at game 2 of 4."


def test_the_counts_are_there_for_programs(folder: Path) -> None:
    told = CliRunner().invoke(
        group, ["audits", str(folder / "a.vlog"), str(folder / "b.vlog"), "--jobs", "1", "--json"]
    )
    assert told.exit_code == 1
    assert [tree["fails"] for tree in json.loads(told.output)] == [False, True]


def dies_at_c(logs: tuple[str, tuple[Path, ...]], **_: object) -> list[GameOutcome]:
    if logs[0] == "c":
        os._exit(1)
    return [GameOutcome(logs[0], {}, "", logs[0], fails=False)]


def test_a_worker_that_dies_loses_its_own_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "judge_logs", dies_at_c)
    games = [(name, ()) for name in "abcdecf"]
    judged = judge_all(games, 2, options=frozenset(), overlay=None, selection=Selection())
    died = "given up after 3 tries: the process that worked on it was ended, as it is when memory runs out."
    assert [(outcome.name, outcome.error) for [outcome] in judged] == [
        (name, died if name == "c" else "") for name in "abcdecf"
    ]


def test_an_unexpected_error_in_one_game_ends_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr("trc_module.archive.judging.join_logs", broken)
    told = CliRunner().invoke(group, ["audits", str(folder / "a.vlog"), str(folder / "c.vlog"), "--jobs", "1"])
    assert told.output.splitlines()[0] == (
        f"{folder}/a.vlog: not judged: an unexpected error (RecursionError); 'trc-module audit' of this game alone "
        "gives the details."
    )
    assert told.exit_code == 2


def test_the_game_that_is_named_is_named_for_every_worker_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on macOS and Windows: a process that is forked would see what the command was given.
    monkeypatch.setattr(multiprocessing, "get_context", lambda: SPAWN)
    log = str(folder / "a.vlog")
    games = Path(__file__).parents[1]
    words = ["--games-path", str(games), "audits", "--game", "toy", "--jobs", "2", log, log]
    told = CliRunner().invoke(group, words)
    assert told.output.count("It is of the game 'trc'.") == 2
    assert told.exit_code == 2


def hangs_at_c(logs: tuple[str, tuple[Path, ...]], **_: object) -> list[GameOutcome]:
    while logs[0].endswith("c.vlog"):
        pass
    return [GameOutcome(logs[0], {}, "", logs[0], fails=False)]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_game_that_takes_for_ever_is_a_line_and_the_rest_goes_on(
    folder: Path, jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "judge_logs", hangs_at_c)
    done = CliRunner().invoke(group, ["audits", str(folder), "--jobs", jobs, "--seconds", "1"])
    assert [line.removeprefix(f"{folder}/") for line in done.output.splitlines()] == [
        "a.vlog: clean",
        "b.vlog: clean",
        "c.vlog: could not be judged: it takes longer than 1 s",
        "chain: clean",
        "4 games: 0 with violations or doubts, 1 not judged.",
    ]
    assert done.exit_code == 2
