"""Logs that the real engine wrote, each with a crime in it: all that an audit says of them, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crimes.by_the_engine import TOLD, every_audit, kept_logs, logged
from tests.crimes.crime import BOOK
from tests.referee.engine import Engine
from trc_module.module.parts import ModuleParts
from trc_module.replay.audit import audit_log
from trc_module.replay.gamelog import open_log
from trc_module.vassal.saves import read_saved_game


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return kept_logs(tmp_path_factory.mktemp("logs"))


def test_each_log_is_told_as_it_was_read_and_found_right(logs: list[Path], parts: ModuleParts) -> None:
    assert list(every_audit(logs, parts)) == TOLD.read_text(encoding="utf-8").splitlines()


def test_most_kinds_of_crimes_are_among_them(logs: list[Path]) -> None:
    kinds = {name.replace(",", "").replace(" ", "-") for name in BOOK}
    assert len(logs) >= 50
    assert {path.stem for path in logs} <= kinds


def test_the_engine_writes_them_still(
    referee: Engine, module_file: Path, logs: list[Path], parts: ModuleParts, tmp_path: Path
) -> None:
    shortest = min(logs, key=lambda path: len(read_saved_game(path).steps))
    again = tmp_path / "again.vlog"
    logged(referee.keep(module_file), shortest, again)
    assert read_saved_game(again).steps == read_saved_game(shortest).steps
    assert [str(n.finding) for n in audit_log(open_log(again, parts)).findings] == [
        str(n.finding) for n in audit_log(open_log(shortest, parts)).findings
    ]
