"""Logs that the real engine wrote, each with a crime in it: all that an audit says of them, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crimes.by_hand import plays
from tests.crimes.by_the_engine import TOLD, Case, is_told, kept_logs, logged, planted, told_lines, told_of, without
from tests.crimes.crime import BOOK
from tests.referee.engine import Engine
from trc_module.auditing.audit import audit_log
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.vassal.saves import read_saved_game

GROUPS = 4
"""The number of parts in which the logs are audited, so that several processes share them."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return kept_logs(tmp_path_factory.mktemp("logs"))


@pytest.mark.parametrize("group", range(GROUPS))
def test_each_log_is_told_as_it_was_read_and_found_right(logs: list[Path], parts: ModuleInputs, group: int) -> None:
    # After a change: `python -m tests.crimes.by_the_engine --told-only`, and read the difference.
    kept = told_lines(TOLD.read_text(encoding="utf-8"))
    here = logs[group::GROUPS]
    assert {path.stem: told_of(path, parts) for path in here} == {path.stem: kept[path.stem] for path in here}


def test_what_is_kept_is_told_of_every_log(logs: list[Path]) -> None:
    assert list(told_lines(TOLD.read_text(encoding="utf-8"))) == [path.stem for path in logs]
    assert [case.stem for case in planted()] == [path.stem for path in logs]


@pytest.mark.parametrize("case", planted(), ids=lambda case: case.stem)
def test_the_crime_is_named_under_its_rule_where_it_is_and_nobody_is_accused_before(case: Case) -> None:
    assert is_told(case, told_lines(TOLD.read_text(encoding="utf-8"))[case.stem])


def test_every_kind_of_crime_has_a_log_or_a_reason_why_it_has_none() -> None:
    kept, by_hand, reasons = {case.kind for case in planted()}, {play.kind for play in plays()}, set(without())
    assert kept | by_hand | reasons == set(BOOK)
    assert len(kept) + len(by_hand) + len(reasons) == len(BOOK)


def test_the_engine_writes_them_still(
    referee: Engine, module_file: Path, logs: list[Path], parts: ModuleInputs, tmp_path: Path
) -> None:
    shortest = min(logs, key=lambda path: len(read_saved_game(path).steps))
    again = tmp_path / "again.vlog"
    logged(referee.keep(module_file), shortest, again)
    assert read_saved_game(again).steps == read_saved_game(shortest).steps
    assert [str(n.finding) for n in audit_log(open_log(again, parts)).findings] == [
        str(n.finding) for n in audit_log(open_log(shortest, parts)).findings
    ]
