"""Logs that are read once though they are asked for twice."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.archive.games import chain
from trc_module.archive.adding import Work, add
from trc_module.archive.crew import ITSELF
from trc_module.archive.store import Store
from trc_module.auditing.audit import Audit, audit_chain
from trc_module.cli.logs import open_logs
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.replay import kept
from trc_module.replay.chain import join_logs
from trc_module.replay.execution import execute
from trc_module.replay.kept import KeptLogs
from trc_module.report.as_json import audit_json
from trc_module.vassal.saves import read_saved_game


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were read and executed, in order."""
    done: list[str] = []

    def reading(path: Path) -> object:
        done.append(f"read {path.name}")
        return read_saved_game(path)

    def executing(log: object, *more: object) -> object:
        done.append(f"execute {log.path.name}")  # type: ignore[attr-defined]
        return execute(log, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(kept, "read_to_execute", reading)
    monkeypatch.setattr(kept, "execute", executing)
    return done


def test_who_adds_a_game_reads_each_log_once(parts: ModuleInputs, tmp_path: Path, work: list[str]) -> None:
    first, second = chain(parts, tmp_path)
    logs, audits = KeptLogs(), list[Audit]()
    with Store(tmp_path / "games.db", new=True) as store:
        mine = Work(partial(open_logs, read=logs.read), ITSELF, on_audit=audits.append, executing=logs.execute)
        add(store, [first], mine)
        assert work == ["read a.vlog", "execute a.vlog"]
        add(store, [first, second], mine)
    assert work[2:] == ["read b.vlog", "execute b.vlog"]
    alone = audit_chain(join_logs(open_logs([first, second])))
    assert audit_json(audits[-1], audits[-1].findings) == audit_json(alone, alone.findings)


def test_a_log_that_has_changed_is_read_again(parts: ModuleInputs, tmp_path: Path, work: list[str]) -> None:
    first, second = chain(parts, tmp_path)
    logs = KeptLogs()
    before = logs.read(first)
    assert logs.read(first) is before
    first.write_bytes(second.read_bytes())
    assert logs.read(first).steps != before.steps
    assert work == ["read a.vlog", "read a.vlog"]


def test_what_nobody_holds_is_forgotten_but_the_last_few(parts: ModuleInputs, tmp_path: Path) -> None:
    first, _ = chain(parts, tmp_path)
    logs = KeptLogs()
    for number in range(kept.LAST + 2):
        copy = tmp_path / f"copy{number}.vlog"
        copy.write_bytes(first.read_bytes())
        (log,) = open_logs([copy], read=logs.read)
        logs.execute(log)
    del log
    assert [len(each) for each in (logs._saved, logs._executed)] == [kept.LAST, kept.LAST]


def test_of_long_logs_fewer_are_kept(parts: ModuleInputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = chain(parts, tmp_path)
    logs, held = KeptLogs(), []
    for number in range(3):
        copy = tmp_path / f"copy{number}.vlog"
        copy.write_bytes(first.read_bytes())
        (log,) = open_logs([copy], read=logs.read)
        monkeypatch.setattr(kept, "MOST_STEPS", 2 * len(log.saved.steps))
        logs.execute(log)
        # What is asked for again is not counted twice.
        logs.execute(log)
        held.append(len(logs._last))
    monkeypatch.setattr(kept, "MOST_STEPS", 0)
    logs.execute(log)
    assert (held, len(logs._last)) == ([1, 2, 2], 1)


def test_a_file_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"gone\.vlog"):
        KeptLogs().read(tmp_path / "gone.vlog")
