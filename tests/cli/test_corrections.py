"""One option names an owner's corrections, in all commands that take them, and it has one other name."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError

COMMANDS = (
    "archive",
    "audit",
    "audits",
    "build",
    "check",
    "counters",
    "errata",
    "facts",
    "lint",
    "map",
    "position",
    "print",
    "victory",
)
WORDS = {"archive": ["archive", "x.db", "add", "x.vlog"], "errata": ["errata", "list"]}
ALONE = ("build", "counters", "facts", "lint", "map")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--data", "--overlay"])
def test_corrections_go_by_two_names_and_must_be_a_folder(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.game").write_text("")
    words = WORDS.get(name) or ([name] if name in ALONE else [name, "x.game"])
    error = CliRunner().invoke(group, [*words, option, "none"]).exception
    assert isinstance(error, UserError)
    assert str(error) == "none: expected a folder with your corrections, of the same layout as ours."


def test_a_wrong_correction_is_told_as_such_and_not_as_an_unknown_game(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id, colour\nger-41-pz, red\n")
    (tmp_path / "x.game").write_text("game: trc\n")
    error = CliRunner().invoke(group, ["check", str(tmp_path / "x.game"), "--data", str(tmp_path)]).exception
    assert str(error).startswith(f"{tmp_path / 'units.csv'}, line 1: expected columns among id, side,")
