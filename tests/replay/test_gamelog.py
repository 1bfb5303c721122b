"""A log that is open: the table with which it begins is read off the file once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replay.script import CLEAR, Script
from trc_module.auditing.audit import audit_chain
from trc_module.module.inputs import ModuleInputs
from trc_module.module.turns import TRACKER_ID
from trc_module.replay import gamelog
from trc_module.replay.chain import join_logs
from trc_module.replay.table import Table
from trc_module.report.page.timeline import Timeline
from trc_module.vassal.saves import SavedGame


def test_the_first_table_is_put_together_once_to_read_and_once_to_play(
    parts: ModuleInputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    at_start = gamelog.table_at_start

    def counted(saved: SavedGame, parts: ModuleInputs, *others: str) -> Table:
        made.append(others)
        return at_start(saved, parts, *others)

    monkeypatch.setattr(gamelog, "table_at_start", counted)
    path = Script(parts, f"{CLEAR}on K24: ger-9-inf", tmp_path / "a.vlog").move("ger-9-inf", "K23").write()
    log = gamelog.open_log(path, parts)
    audit = audit_chain(join_logs([log]))
    Timeline(audit.log, audit.steps)
    assert made == [(), ()]


def test_what_a_log_does_leaves_its_first_table_alone(parts: ModuleInputs, tmp_path: Path) -> None:
    path = Script(parts, f"{CLEAR}on K24: ger-9-inf", tmp_path / "a.vlog").move("ger-9-inf", "K23").write()
    log = gamelog.open_log(path, parts)
    before = log.table()
    ended = join_logs([log]).links[0].execution.table
    assert log.start_table.position() == before.position() != ended.position()
    assert log.start_table.turns[TRACKER_ID] == before.turns[TRACKER_ID]
