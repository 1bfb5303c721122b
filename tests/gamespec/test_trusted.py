"""Rules of a game run where the game is installed, named, or was made here: never because a log lies beside them."""

from __future__ import annotations

import shutil
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
from trc_module.module.finding import find_recipe
from trc_module.module.inputs import ModuleInputs
from trc_module.newgame import write_skeleton
from trc_module.resources import data_dir

RAN = "rules of a stranger"
BY_HAND = Path(__file__).parents[1] / "newgame" / "by_hand" / "rules"
"""The rules of the skeleton of a new game, in Python."""


@pytest.fixture
def mailed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder with a game that was made on another machine; its rules say so when they run."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(GAMES_PATH, "")
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "theirs"))
    folder = tmp_path / "mailed"
    write_skeleton(folder, "The Russian Campaign (trc-module)")
    shutil.copytree(BY_HAND, folder / "mailed_rules")
    path = folder / "game.toml"
    path.write_text(f'package = "mailed_rules"\n{path.read_text(encoding="utf-8")}', encoding="utf-8")
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


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder from which Python can import the package `elsewhere_rules`, which says so when it runs."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "installed")])
    rules = tmp_path / "installed" / "elsewhere_rules" / "__init__.py"
    rules.parent.mkdir(parents=True)
    rules.write_text(f"print({RAN!r})\ndef load(*_): ...\ndef make_recipe(*_): ...\n", encoding="utf-8")
    yield rules.parent
    sys.modules.pop("elsewhere_rules", None)


def name_package(folder: Path, package: str) -> None:
    path = folder / "game.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"mailed_rules"', f'"{package}"'), encoding="utf-8")
    assert read_spec(folder).package == package


NONE = "expected a Python package with a function load, found {!r}."


@pytest.mark.parametrize(
    ("package", "says"),
    [
        ("elsewhere_rules", "which are a program"),
        # Is imported already: it would not be run again, but asked for what it has not.
        ("click", "which are a program"),
        ("trc_module.cli.main", "which are a program"),
        ("mailed_rules.inner", "which are a program"),
        ("this", NONE),
        ("antigravity", NONE),
        ("json", NONE),
        ("os.path", NONE),
        ("..", NONE),
        (".mailed_rules", NONE),
        ("../mailed_rules", NONE),
        ("mailed_rules..x", NONE),
        ("a b", NONE),
    ],
)
def test_no_package_that_a_mailed_folder_names_is_imported(
    mailed: Path, elsewhere: Path, package: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name_package(mailed, package)
    before = set(sys.modules)
    for words in ("lint", "play", "rules"):
        done = CliRunner().invoke(group, [words])
        assert isinstance(done.exception, UserError), (words, done.output)
        assert says.format(package) in str(done.exception)
    assert (set(sys.modules) - before) & {"this", "antigravity", "elsewhere_rules", "mailed_rules"} == set()
    assert RAN not in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes links for administrators only")
def test_a_package_is_not_followed_out_of_a_mailed_folder(mailed: Path, elsewhere: Path) -> None:
    name_package(mailed, "linked_rules")
    (mailed / "linked_rules").symlink_to(elsewhere, target_is_directory=True)
    done = CliRunner().invoke(group, ["lint"])
    assert ("which are a program" in str(done.exception), RAN in done.output) == (True, False)


@pytest.mark.parametrize("package", ["this", "json", "click"])
def test_a_package_that_is_none_of_a_game_is_told_where_the_folder_is_named(mailed: Path, package: str) -> None:
    name_package(mailed, package)
    done = CliRunner().invoke(group, ["--games-path", "..", "play", "--game", "mailed"])
    assert NONE.format(package) in str(done.exception)


def test_a_copy_of_an_installed_games_data_is_played_by_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(data_dir() / "m41", tmp_path / "m41"))
    monkeypatch.chdir(folder)
    assert game_package(read_spec(folder)).__name__ == "trc_module.games.m41"


@pytest.mark.parametrize("recipe", ["elsewhere_rules", "this", "click", "..", "trc_module.cli.main"])
def test_no_recipe_that_a_mailed_folder_names_is_imported(mailed: Path, elsewhere: Path, recipe: str) -> None:
    path = mailed / "module" / "table.toml"
    path.write_text(f'recipe = "{recipe}"\n{path.read_text(encoding="utf-8")}', encoding="utf-8")
    with pytest.raises(UserError, match=r"which are a program|expected a Python package with a function make_recipe"):
        find_recipe(mailed)
    assert "elsewhere_rules" not in sys.modules
