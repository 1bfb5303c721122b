"""A command that is killed and started again fills an archive as one that is left alone; so do two at once."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.archive.games import BATTLE, chain, compose_game
from tests.archive.kills import command, fill, same_after_kills, table
from trc_module.module.inputs import ModuleInputs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")


@pytest.fixture
def logs(tmp_path: Path, parts: ModuleInputs) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    chain(parts, folder)
    for number in range(1, 7):
        text = BATTLE.replace("Y18", f"{'XYZ'[number % 3]}18").replace("5 3-1 D1", ("5 3-1 D1", "6 3-1 DE")[number % 2])
        compose_game(parts, text, folder / f"c{number}.vlog")
    (folder / "bad.vlog").write_bytes(b"this is no log")
    return folder


def test_killed_again_and_again_it_comes_to_the_same(tmp_path: Path, logs: Path) -> None:
    whole, killed = same_after_kills(tmp_path, kills=3, seed=os.getpid(), jobs=2)
    # Of the six battles three begin alike: those are the same game, begun again before another roll.
    assert [len(game["logs"]) for game in json.loads(whole)["games"]] == [2, 2, 2, 2]
    assert killed == whole


def test_two_additions_at_once_come_to_the_same_as_one(tmp_path: Path, logs: Path) -> None:
    both = [command(tmp_path / "both.db", "add", logs, "--jobs", "1") for _ in range(2)]
    codes = [process.wait() for process in both]
    fill(tmp_path / "one.db", logs, 1)
    assert set(codes) <= {0, 2}
    assert table(tmp_path / "both.db") == table(tmp_path / "one.db")
