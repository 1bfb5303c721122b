"""The command line with every game of ours: from the game's data to an audit."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.gamespec import game_names

GAMES = game_names()


def run(*words: object) -> tuple[int, str]:
    """Run a command; return its exit code and what it printed."""
    ran = CliRunner().invoke(group, list(map(str, words)), standalone_mode=False)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return ran.return_value or 0, ran.stdout


@pytest.mark.parametrize("game", GAMES)
def test_its_data_are_listed_checked_and_printed(game: str, tmp_path: Path) -> None:
    assert run("lint", "--game", game)[0] == 0
    assert run("facts", "--checklist", "-o", tmp_path / "c.html", "--game", game)[0] == 0
    assert (tmp_path / "c.html").read_bytes().startswith(b"<!doctype html>")
    assert "rules: " in run("rules", "--coverage", "--game", game)[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_composed_audited_and_told(game: str, tmp_path: Path) -> None:
    record, log = tmp_path / "x.game", tmp_path / "x.vlog"
    run("play", "--seed", 2, "--turns", 1, "-o", record, "--game", game)
    run("compose", record, "-o", log)
    code, told = run("audit", log)
    assert (code, "violation" in told.replace("No violations found", "")) == (0, False)
    told = run("sentences", log, "--language", "de")[1]
    assert "Die Phase endet: " in told
    assert run("ready", log)[1].startswith(f"Log to mail: {log}")
    assert run("duties", log, "--step", 3)[1].startswith("Turn 1, ")
    for words in (("victory", log), ("summary", log), ("dice", log), ("record", log), ("position", record)):
        assert run(*words)[0] == 0
