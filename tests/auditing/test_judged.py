"""Findings that depend on one unknown of the game before the log are undecided once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.auditing.steps import clock_of
from trc_module.auditing.judged import Noted, told_once
from trc_module.rules.clock import MOVE
from trc_module.rules.finding import Finding, Verdict


def noted(step: int, cause: str) -> Noted:
    return Noted(Finding("4.1", Verdict.UNDECIDED, "It may be so."), (1, step), clock_of(MOVE), None, "", cause=cause)


def told(*findings: Noted) -> list[str]:
    return [
        f"{one.finding.verdict.value} {one.finding.sentence}" for one in told_once(findings, lambda step: f"log:{step}")
    ]


ALONE, NOTE = "undecided It may be so.", "note It may be so."


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([noted(3, "")], [ALONE]),
        ([noted(3, ""), noted(4, "")], [ALONE, ALONE]),
        ([noted(3, "rails")], [ALONE]),
        ([noted(3, "rails"), noted(4, "weather")], [ALONE, ALONE]),
        (
            [noted(3, "rails"), noted(4, ""), noted(5, "rails")],
            ["undecided It may be so. The same is open in step log:5.", ALONE, NOTE],
        ),
        (
            [noted(3, "rails"), noted(4, "rails"), noted(4, "rails"), noted(5, "rails")],
            ["undecided It may be so. The same is open in steps log:4, log:5.", NOTE, NOTE, NOTE],
        ),
    ],
)
def test_the_first_of_one_cause_names_the_others(findings: Sequence[Noted], expected: Sequence[str]) -> None:
    assert told(*findings) == expected


@pytest.mark.parametrize(("others", "more"), [(11, False), (12, False), (13, True)])
def test_twelve_others_are_named(others: int, more: bool) -> None:
    first, *rest = told(*(noted(step, "rails") for step in range(others + 1)))
    assert rest == [NOTE] * others
    named = ", ".join(f"log:{step}" for step in range(1, min(others, 12) + 1))
    assert first == f"undecided It may be so. The same is open in steps {named}{' ...' if more else ''}."
