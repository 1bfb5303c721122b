"""Rules of a game run where the game is installed, named, or was made here: never because a log lies beside them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.archive.games import BATTLE, compose_game
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.gamespec import GAMES_PATH, game_package, read_spec, trust
from trc_module.module.inputs import ModuleInputs
from trc_module.newgame import write_skeleton
from trc_module.resources import data_dir

RAN = "rules of a stranger"


@pytest.fixture
def mailed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder with a game that was made on another machine; its rules say so when they run."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(GAMES_PATH, "")
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "theirs"))
    folder = tmp_path / "mailed"
    write_skeleton(folder, "The Russian Campaign (trc-module)")
    rules = folder / "mailed_rules" / "__init__.py"
    rules.write_text(f"print({RAN!r})\n{rules.read_text(encoding='utf-8')}", encoding="utf-8")
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "mine"))
    monkeypatch.chdir(folder)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "mailed_rules"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "words", ["lint", "lint .", "play", "check sample.game", "build -o x.vmod", "rules", "rule 1", "map -o x.png"]
)
def test_rules_that_lie_in_the_current_folder_do_not_run(mailed: Path, words: str) -> None:
    done = CliRunner().invoke(group, words.split())
    assert isinstance(done.exception, UserError), done.output
    assert (
        "holds a game with rules of its own ('mailed_rules'), which are a program: they run only if you name "
        in str(done.exception)
    )
    assert "as in 'trc-module --games-path .. COMMAND'." in str(done.exception)
    assert RAN not in done.output
    assert "mailed_rules" not in sys.modules


def test_a_log_is_not_judged_by_rules_that_lie_beside_it(mailed: Path, parts: ModuleInputs) -> None:
    compose_game(parts, BATTLE, mailed / "turn1.vlog")
    for command in ("audit", "dice", "summary", "victory", "record", "orders"):
        done = CliRunner().invoke(group, [command, "turn1.vlog"])
        assert "which are a program" in str(done.exception), (command, done.output)
        assert RAN not in done.output
        assert "mailed_rules" not in sys.modules
    done = CliRunner().invoke(group, ["audit", "turn1.vlog", "--game", "trc"])
    assert done.exit_code == 0, done.output


def test_whoever_names_the_folder_has_them_run(mailed: Path) -> None:
    done = CliRunner().invoke(group, ["--games-path", "..", "lint"])
    assert (RAN in done.output, done.exit_code) == (True, 0)


def test_what_was_made_here_runs(mailed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = read_spec(mailed)
    with pytest.raises(UserError, match="which are a program"):
        game_package(spec)
    trust(mailed)
    assert game_package(spec).__name__ == "mailed_rules"


def test_python_does_not_look_for_modules_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "pathlib.py").write_text(f"print({RAN!r})")
    here = Path(__file__).parents[2]
    words = [sys.executable, "-m", "trc_module", "--version"]
    done = subprocess.run(
        words, cwd=tmp_path, env={"PYTHONPATH": str(here)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.startswith("trc-module, version")) == (0, True), done.stderr
    assert data_dir() == here / "data"
