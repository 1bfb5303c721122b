"""What rests on a status is undecided in logs in which nobody has pressed a key of a unit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from trc_module.auditing.judged import Noted
from trc_module.auditing.statuses_unshown import without_statuses
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict


def chain(status: int, says: dict[str, str]) -> Any:
    """Return logs with one counter of a status, and one step with one line."""
    game = SimpleNamespace(status_rules=frozenset({"7.2"}))
    log = SimpleNamespace(
        parts=SimpleNamespace(game=game),
        status_of=lambda piece: piece,
        start_table=SimpleNamespace(pieces={"1": status}),
    )
    step = SimpleNamespace(declarations=[says], pieces=[], changes=[])
    return cast("Any", SimpleNamespace(log=log, steps=[step]))


def noted(rule: str, verdict: Verdict) -> Noted:
    return Noted(Finding(rule, verdict, "It is so."), (3,), Clock(1, "red", 1, "march"), None, "")


FOUND = [noted("7.2", Verdict.VIOLATION), noted("7.2", Verdict.NOTE), noted("8.1", Verdict.VIOLATION)]


@pytest.mark.parametrize(
    ("status", "says", "shown"), [(1, {}, True), (0, {"u": "red-1"}, True), (0, {"b": "1"}, False)]
)
def test_a_status_that_no_counter_and_no_line_shows_accuses_nobody(
    status: int, says: dict[str, str], shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trc_module.auditing.statuses_unshown.turns_in", lambda log, step: [])
    found = without_statuses(chain(status, says), FOUND)
    verdicts = [each.finding.verdict for each in found]
    first = Verdict.VIOLATION if shown else Verdict.UNDECIDED
    assert verdicts == [first, Verdict.NOTE, Verdict.VIOLATION]
    depends = " Whether that is so depends on the status of the unit, which the log does not show."
    assert str(found[0].finding.sentence) == "It is so." + ("" if shown else depends)
