from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.referee.engine import Engine
from tests.referee.modules import write_module
from tests.referee.server import RefereeFailedError, RefereeMissingError, find_parts

ROOT = Path(__file__).parents[2]


def test_what_is_missing_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RefereeMissingError, match="needs Java, both java and javac"):
        find_parts()


def run_tests_without_engine(**environment: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST_")}
    return subprocess.run(
        [*words, "tests/referee/test_engine_maps.py", "-k", "snap"],
        env={**kept, "PATH": "", **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_the_engine_its_tests_are_skipped_with_the_reason() -> None:
    done = run_tests_without_engine()
    assert "1 skipped" in done.stdout, done.stdout
    assert "the real VASSAL engine needs Java" in done.stdout
    assert done.returncode == 0


def test_in_ci_they_fail_instead() -> None:
    done = run_tests_without_engine(CI="true")
    assert "1 error" in done.stdout, done.stdout
    assert "the real VASSAL engine needs Java" in done.stdout
    assert done.returncode == 1


def test_an_engine_that_dies_is_reported_and_replaced(referee: Engine, tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", "")
    game = referee.open(path)
    assert referee._server is not None
    referee._server._process.kill()
    with pytest.raises(RefereeFailedError, match="died at 'new_game'"):
        game.new_game()
    with pytest.raises(ValueError, match="no longer open"):
        game.new_game()
    assert referee.open(path).report.complaints == ()
