"""A game is measured as a maker does it, and two builds of its rules are told apart."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.gamespec.spec import BASICS
from trc_module.newgame import write_skeleton
from trc_module.rules.finder import known_game

BY_HAND = Path(__file__).parents[1] / "newgame" / "by_hand" / "rules"
"""The rules of the skeleton of a new game, in Python."""
PACKAGE = "hills_by_hand"


@pytest.fixture
def hills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    write_skeleton(tmp_path / "hills", "Hills")
    yield tmp_path / "hills"
    known_game.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def by_hand(hills: Path, tmp_path: Path) -> Path:
    """Return the folder of the same game with its rules in Python."""
    folder = Path(shutil.copytree(hills, tmp_path / "other" / "hills"))
    (folder / BASICS).unlink()
    shutil.copytree(BY_HAND, folder / PACKAGE)
    path = folder / "game.toml"
    path.write_text(f'package = "{PACKAGE}"\n{path.read_text(encoding="utf-8")}', encoding="utf-8")
    return folder


def _told(*words: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(group, ["test", *words])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result.exit_code, result.output.splitlines()


def test_a_sound_game_is_told_of_in_a_line_for_each_trial(hills: Path) -> None:
    code, lines = _told(str(hills), "--games", "1", "--turns", "3")
    assert code == 0
    words = [line.partition(":")[0] for line in lines if not line.startswith(" ")]
    assert words == [
        f"ok    {trial}"
        for trial in (
            "data",
            "rules",
            "examples",
            "records",
            "self-play",
            "logs",
            "forgotten keys",
            "an untidy player",
            "crimes",
        )
    ]
    assert "ok    rules: 10, of which 9 are carried out by a table or a function." in lines
    assert "ok    examples: 10 of the rulebook, 0 not as they say." in lines
    assert "ok    records: 1 with 1 expectation, 0 not met." in lines


def test_what_is_wrong_with_a_game_is_told_and_counts(hills: Path) -> None:
    path = hills / BASICS
    path.write_text(path.read_text(encoding="utf-8").replace("most = 2", "most = 1"), encoding="utf-8")
    code, lines = _told(str(hills), "--games", "1", "--turns", "1")
    assert code == 1
    assert "wrong examples: 10 of the rulebook, 1 not as they say." in lines
    (first, fault) = (line for line in lines if "rules.rules, line" in line)
    assert first.endswith("told '3.3 north-1 north-2 C3' [rules]")
    assert fault.endswith("told '3.3 north-1 north-2 C3'")
    assert "wrong data: game, map, units, charts, module, 1 error." in lines
    assert lines[-1] == "2 trials with something to look at."


def test_the_rules_as_data_and_those_by_hand_are_the_same(hills: Path, by_hand: Path) -> None:
    code, lines = _told(
        str(hills), "--against", str(by_hand), "--games", "3", "--turns", "4", "--acts", "600", "--records", "120"
    )
    assert (code, len(lines)) == (0, 1)
    assert lines[0].startswith(f"ok    against {by_hand}: 600 acts drawn by lot, ")
    assert lines[0].endswith(" and 120 changed records: 0 differences.")


def test_another_rule_is_a_difference(hills: Path, by_hand: Path) -> None:
    path = hills / BASICS
    path.write_text(
        path.read_text(encoding="utf-8").replace("movement = {}", "movement = { each-hex = 1 }"), encoding="utf-8"
    )
    code, lines = _told(str(hills), "--against", str(by_hand), "--turns", "2", "--acts", "300", "--records", "20")
    assert code == 1
    assert any("the other says [('3.1', 'violation', " in line for line in lines)


def test_a_folder_with_other_units_is_no_build_of_the_game(hills: Path, by_hand: Path) -> None:
    path = by_hand / "units.csv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\nsouth-h,", "\nsouth-k,"), encoding="utf-8")
    with pytest.raises(UserError, match=r"expected the units of .*hills: the same game, with other rules"):
        CliRunner().invoke(group, ["test", str(hills), "--against", str(by_hand)], catch_exceptions=False)
