"""Two commits are measured in turns, and what they take is told as a ratio."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.against import FailedError, Tree, in_turns, row, share, unpack

ROOT = Path(__file__).parents[1]


def test_each_goes_first_as_often_as_the_other() -> None:
    assert list(in_turns(2, 3)) == [(0, 1), (1, 0), (0, 1)]


def test_the_ratio_is_the_median_of_the_rounds() -> None:
    # The third round was disturbed.
    assert row("start", [[1.0, 1.0, 9.0], [2.0, 2.0, 3.0]]) == (
        "start                                      1.000         2.000     0.500"
    )
    assert row("moves", [[20_000.0], [10_000.0]]).split() == ["moves", "20,000", "10,000", "2.000"]


def test_moves_are_told_as_a_share_of_half_moves_where_these_are_known() -> None:
    told = "fresh phases:    13,000 checked moves a second (goal 20,000)\n"
    assert share(told) == 13_000
    assert share(f"{told}python-chess:    52,000 half-moves a second; fresh phases are 0.250 of it") == 0.25


def test_a_commit_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(FailedError, match=r"no-such-commit|git"):
        unpack("no-such-commit", tmp_path)


def test_a_command_runs_in_the_files_of_its_own_commit(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "own").mkdir()
    (tmp_path / "files" / "thing.py").write_text(
        "import os, sys\nprint(os.getcwd())\nsys.exit(len(sys.argv) - 1)\n", encoding="utf-8"
    )
    tree = Tree(tmp_path / "files", tmp_path / "own")
    seconds, told = tree.run(("thing",))
    assert (seconds >= 0, Path(told.strip())) == (True, (tmp_path / "files").resolve())
    # One is the code of findings.
    assert tree.run(("thing", "one"))[1] == told
    with pytest.raises(FailedError, match="thing one"):
        tree.run(("thing", "one", "two"))
