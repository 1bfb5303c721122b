"""The findings on a record are also those on its log: faults of a record that once were lost on the way to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.replay.script import Script
from trc_module.auditing.audit import Audit, audit_log
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.record import read_record
from trc_module.vassal.commands import Chat

Auditing = Callable[[str], Audit]
MOVEMENT = "at: turn 2 axis impulse 1 movement clear\n"


@pytest.fixture
def audited(parts: ModuleInputs, tmp_path: Path) -> Auditing:
    """Audit the log that is composed from a record."""

    def audit(text: str) -> Audit:
        path = tmp_path / "game.vlog"
        compose(parts, read_record(f"game: trc\n{text}", "test", find_game), path, "1")
        return audit_log(open_log(path, parts))

    return audit


def told(audit: Audit) -> list[str]:
    """Return verdict and rule of all findings about acts."""
    return [f"{noted.finding.verdict.value} {noted.finding.rule}" for noted in audit.findings if noted.steps]


@pytest.mark.parametrize(
    ("removal", "expected"),
    [
        ("eliminate rus-24-inf because 13.3", "violation 13.2a"),
        ("eliminate rus-24-inf because 6.2", "violation 6.2a"),
        ("eliminate rus-24-inf because 8.4", "violation 2.1a"),
        ("surrender rus-24-inf because 12.5", "violation 12.5d"),
        ("surrender rus-24-inf because 24.2", "undecided 24.1"),
    ],
)
def test_a_removal_with_a_false_reason(audited: Auditing, removal: str, expected: str) -> None:
    # Who has surrendered is not known where a log begins late.
    on = f"{MOVEMENT}on Y17: ger-41-pz\non X17: rus-24-inf\n"
    audit = audited(f"{on}{removal}\nmove ger-41-pz Y17 Y18\n")
    assert told(audit) == [expected]


def test_a_removal_as_a_loss_after_a_die_in_the_movement_phase_may_be_one(script: Callable[[str], Script]) -> None:
    """The player may have forgotten to set the tracker on, and fights in the movement phase."""
    header = "at: turn 1 axis impulse 1 movement clear\non L20: ger-41-pz ger-47-pz\non K20: rus-24-inf\n"

    def removed(log: Script) -> Script:
        go, report = log.table.move("rus-24-inf", "russian surrendered", "secret-axis")
        line = '* *** TRC1 FORCED u=rus-24-inf because=13.3 at="K20" by="Axis"'
        return log.raw(Chat(line), go, Chat(report)).end()

    assert "violation 13.2a" in told(removed(script(header)).audit())
    assert "violation 13.2a" not in told(removed(script(header).roll_for_something(6)).audit())


def test_an_italian_in_1944_in_a_log_that_begins_then(audited: Auditing) -> None:
    audit = audited("at: turn 17 axis impulse 1 movement clear\non Y20: ita-3-inf\nmove ita-3-inf Y20 Y19\n")
    assert told(audit) == ["violation 24.4"]
