"""One option names an owner's corrections, in all commands that take them, and it has one other name."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError

COMMANDS = ("audit", "audits", "build", "check", "counters", "errata", "facts", "lint", "map", "position", "victory")
WORDS = {
    "errata": ("errata", "list"),
    "facts": ("facts",),
    "lint": ("lint",),
    "map": ("map",),
    "counters": ("counters",),
    "build": ("build",),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--data", "--overlay"])
def test_corrections_go_by_two_names_and_must_be_a_folder(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.game").write_text("")
    words = ["errata", "list"] if name == "errata" else [name] if name in ALONE else [name, "x.game"]
    error = CliRunner().invoke(group, [*words, option, "none"]).exception
    assert isinstance(error, UserError)
    assert str(error) == "none: expected a folder with your corrections, of the same layout as ours."
