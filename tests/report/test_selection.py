from __future__ import annotations

import pytest

from trc_module.auditing.audit import Noted
from trc_module.report.selection import Selection
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict

CLOCK = Clock(1, "axis", 1, "movement")
RULES = ("2.1a", "8.3", "8.3a", "8.31", "26.5", "26.10", "log.undo")


def noted(rule: str, verdict: Verdict = Verdict.VIOLATION, step: int = 1) -> Noted:
    return Noted(Finding(rule, verdict, ""), (step,), CLOCK, None, "")


@pytest.mark.parametrize(
    ("select", "ignore", "shown"),
    [
        ((), (), RULES),
        (("8.3",), (), ("8.3", "8.3a")),
        (("8", "2"), (), ("2.1a", "8.3", "8.3a", "8.31")),
        ((), ("26", "log"), ("2.1a", "8.3", "8.3a", "8.31")),
        (("8",), ("8.3a",), ("8.3", "8.31")),
        (("26.5",), ("26",), ("26.5",)),
    ],
)
def test_the_longest_prefix_decides(select: tuple[str, ...], ignore: tuple[str, ...], shown: tuple[str, ...]) -> None:
    selection = Selection(select, ignore)
    assert tuple(n.finding.rule for n in selection.shown(map(noted, RULES))) == shown


@pytest.mark.parametrize(
    ("verdict", "fails", "strictly"),
    [
        (Verdict.VIOLATION, True, True),
        (Verdict.DOUBT, True, True),
        (Verdict.UNDECIDED, False, True),
        (Verdict.SKIPPED, False, False),
        (Verdict.NOTE, False, False),
    ],
)
def test_what_counts_for_the_exit_code(verdict: Verdict, fails: bool, strictly: bool) -> None:
    assert Selection().fails([noted("8.3", verdict)]) is fails
    assert Selection(strict=True).fails([noted("8.3", verdict)]) is strictly


def test_findings_before_a_step_are_left_out() -> None:
    found = [noted("8.3", step=step) for step in (3, 7, 9)]
    assert [n.steps[0] for n in Selection(since=7).shown(found)] == [7, 9]
