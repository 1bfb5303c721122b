"""Logs of another maker's module that the real engine wrote: crimes are named, legal acts are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crimes.by_the_engine import kept_logs
from tests.profiles.by_the_engine import CRIMES, LEGAL, LOGS, audited, play, stories, write_module
from tests.profiles.standin import TRC4
from tests.referee.engine import Engine
from trc_module.module.inputs import ModuleInputs
from trc_module.vassal.commands import MovePiece
from trc_module.vassal.saves import read_saved_game, step_commands


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {path.stem: path for path in kept_logs(tmp_path_factory.mktemp("logs"), LOGS)}


def told(path: Path, parts: ModuleInputs, profile: Path) -> set[str]:
    """Return the rules by which an audit of a log accuses somebody."""
    return {noted.finding.rule for noted in audited(path, parts, profile).findings if noted.finding.accuses}


def moves(path: Path) -> list[tuple[str | None, str | None, int, int]]:
    """Return who goes where in a log; the engine gives stacks new numbers each time."""
    commands = (command for node in read_saved_game(path).steps for command in step_commands(node))
    return [(c.id, c.new_map, c.new_x, c.new_y) for c in commands if isinstance(c, MovePiece)]


def test_every_story_has_its_log(logs: dict[str, Path]) -> None:
    assert set(logs) == {*(f"crime-{n}" for n in CRIMES), *(f"legal-{n}" for n in LEGAL), "game"}


@pytest.mark.parametrize("rule", CRIMES)
def test_a_crime_is_named(rule: str, logs: dict[str, Path], parts: ModuleInputs, profiles: dict[str, Path]) -> None:
    assert told(logs[f"crime-{rule}"], parts, profiles["TRC4"]) == {rule}


@pytest.mark.parametrize("rule", LEGAL)
def test_an_unusual_legal_act_is_not_accused(
    rule: str, logs: dict[str, Path], parts: ModuleInputs, profiles: dict[str, Path]
) -> None:
    assert told(logs[f"legal-{rule}"], parts, profiles["TRC4"]) == set()


def test_five_legal_turns_are_not_accused(
    logs: dict[str, Path], parts: ModuleInputs, profiles: dict[str, Path]
) -> None:
    audit = audited(logs["game"], parts, profiles["TRC4"])
    assert [str(noted.finding) for noted in audit.findings if noted.finding.accuses] == []
    assert str(audit.end.clock) == "turn 5 russian impulse 2 end"
    assert len(audit.acts) == 725


def test_the_engine_writes_them_still(
    referee: Engine, logs: dict[str, Path], parts: ModuleInputs, tmp_path: Path
) -> None:
    game = referee.keep(write_module(TRC4, parts, tmp_path / "trc4.vmod"))
    assert game.report.complaints == ()
    play(game, TRC4, parts, dict(stories())["crime-4.1.2c"], tmp_path / "again.vlog")
    assert moves(tmp_path / "again.vlog") == moves(logs["crime-4.1.2c"])
