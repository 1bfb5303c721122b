"""Many games judged at once: what counts as a game, and what is printed of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.cli.many import games_in
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.parts import ModuleParts
from trc_module.rules.record import read_record

LEGAL = "game: trc\nat: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz\nmove ger-41-pz P20 P19\nend\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, parts: ModuleParts) -> Path:
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
    assert lines[4] == "4 games: 1 with something against the rules, 1 not judged."
    assert told.exit_code == 2
    assert len(list((tmp_path / "reports").iterdir())) == 3


def test_the_counts_are_there_for_programs(folder: Path) -> None:
    told = CliRunner().invoke(
        group, ["audits", str(folder / "a.vlog"), str(folder / "b.vlog"), "--jobs", "1", "--json"]
    )
    assert told.exit_code == 1
    assert [tree["fails"] for tree in json.loads(told.output)] == [False, True]
