from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.gamespec import (
    GAMES_PATH,
    Dice,
    find_spec,
    game_names,
    game_of_module,
    read_spec,
)
from trc_module.gamespec.checks import inspect
from trc_module.resources import data_dir

TESTS = Path(__file__).parents[1]
TOY = TESTS / "toy"


def _edit(folder: Path, old: str, new: str) -> Path:
    path = folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_a_game_tells_who_it_is_without_its_rules() -> None:
    spec = read_spec(TOY)
    assert (spec.name, spec.title, spec.module, spec.package) == (
        "toy",
        "The Three Baronies",
        "The Three Baronies",
        "tests.toy",
    )
    assert spec.side_ids == ("red", "blue", "grey")
    assert spec.enemies_of("blue") == ("red", "grey")
    assert spec.dice == Dice(1, 10)
    assert spec.languages == ("en",)
    assert spec.rule_numbers.fits("M12")
    assert not spec.rule_numbers.fits("8.3a")


def test_the_module_of_the_first_game_is_called_as_its_logs_know_it() -> None:
    spec = find_spec("trc")
    assert (spec.module, spec.folder) == ("The Russian Campaign (trc-module)", data_dir() / "trc")
    assert game_of_module(spec.module) == spec
    assert game_of_module("Chess") is None


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("title    =", "titel    =", 4, "field 'titel': expected one of the fields "),
        ('name     = "toy"\n', "", None, "field 'name': expected a field 'name', found 'none'"),
        ('"toy"', '"The toy"', 3, "field 'name': expected "),
        ('id     = "blue"', 'id     = "red"', 14, "field 'id': expected an id that no side above has, found 'red'"),
        (
            'livery = "russian"',
            'livery = "russian"\nenemies = ["bleu"]',
            12,
            "field 'enemies': expected one of blue, grey (did you mean blue?), found 'bleu'",
        ),
        ("faces = 10", "faces = 1", 25, "field 'faces': expected "),
        ("'[A-Z]", "'[A-Z", 6, "expected a regular expression ("),
        ('languages    = ["en"]', "languages    = []", 5, "field 'languages': expected at least one language"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(toy: Path, old: str, new: str, line: int | None, told: str) -> None:
    path = _edit(toy, old, new)
    with pytest.raises(DataError) as error:
        read_spec(toy)
    place = f"{path}, line {line}" if line else str(path)
    assert str(error.value).startswith(place)
    assert told in str(error.value)


def test_games_from_elsewhere_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = game_names()
    assert "trc" in ours
    monkeypatch.setenv(GAMES_PATH, str(TESTS))
    assert game_names() == tuple(sorted((*ours, "toy")))
    assert find_spec("toy").folder == TOY


def test_a_package_of_somebody_else_brings_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "baronies"
    shutil.copytree(TOY, package / "data")
    (package / "__init__.py").write_text("raise AssertionError('data are found without it')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    about = tmp_path / "baronies-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: baronies\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[trc_module.games]\ntoy = baronies\n", encoding="utf-8")
    assert find_spec("toy").folder == package / "data"


def test_a_game_that_is_not_there_is_told_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, str(TESTS))
    with pytest.raises(UserError, match=r"There is no game 'toi'; expected one of .* toy.* \(did you mean toy\?\)\."):
        find_spec("toi")


def test_a_folder_without_games_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, os.pathsep.join((str(TESTS), str(tmp_path))))
    with pytest.raises(UserError, match=r"expected a folder of games, each a folder of its own with a file game.toml"):
        game_names()


def test_two_games_of_one_name_are_told(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, os.pathsep.join((str(TESTS), str(toy.parent))))
    with pytest.raises(UserError, match="Two games are called 'toy', in "):
        game_names()


def test_a_game_is_called_as_its_folder(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _edit(toy, '"toy"', '"tot"')
    monkeypatch.setenv(GAMES_PATH, str(toy.parent))
    with pytest.raises(UserError, match="expected the name of its folder, 'toy', found 'tot'"):
        find_spec("toy")


def test_lint_tells_of_one_sided_enemies_misspelt_files_and_numbers_of_rules(toy: Path) -> None:
    assert inspect(toy).problems == ()
    _edit(toy, 'livery = "russian"', 'livery = "russian"\nenemies = ["blue"]')
    (toy / "vocabulary.toml").unlink(missing_ok=True)
    (toy / "vocabluary.toml").write_text("", encoding="utf-8")
    (toy / "ledger.csv").write_text("rule,class,log\nM1,note,\n8.3,note,\n", encoding="utf-8")
    assert [str(problem) for problem in inspect(toy).problems] == [
        "game.toml: grey fights red, but red does not fight grey [enemies]",
        "vocabluary.toml: 'vocabluary.toml' is not read: did you mean 'vocabulary.toml'? [names]",
        "ledger.csv, line 3: '8.3' is not the number of a rule of this game ([A-Z]\\d+) [rule-numbers]",
    ]


def test_a_step_that_is_wrong_is_told_by_the_check_of_the_game(toy: Path) -> None:
    assert inspect(toy).problems == ()
    path = toy / "sequence.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"battle"', '"march"', 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"sequence\.toml, line 13: expected each step once, found 'red 1 march'"):
        inspect(toy)
