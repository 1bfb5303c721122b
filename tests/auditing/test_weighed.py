"""What readings of a phase weigh, and of what they accuse whom."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from trc_module.auditing.judged import Noted
from trc_module.auditing.weighed import Weighed, accusations_of, explains_steps, left_open, unexplained
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict

CLOCK = Clock(1, "red", 1, "march")


def noted(rule: str, verdict: Verdict, *steps: int, units: tuple[str, ...] = ("red-1",)) -> Noted:
    finding = Finding(rule, verdict, "what is told", units)
    return Noted(finding, steps, CLOCK, None, "", finding.accuses)


def weighed(weight: tuple[int, ...], rules: str = "", *, aside: bool = False) -> Weighed:
    """Return a reading that breaks some rules, named by letters."""
    findings = [noted(rule, Verdict.VIOLATION) for rule in rules]
    return Weighed(weight, cast("Any", SimpleNamespace(aside=aside)), cast("Any", SimpleNamespace(findings=findings)))


@pytest.mark.parametrize(
    ("one", "other", "fairer"),
    [
        (weighed((1, 0)), weighed((2, 0)), True),
        (weighed((2, 0)), weighed((2, 0)), False),
        (weighed((2, 0)), weighed((1, 0)), False),
        # One that sets lines aside breaks fewer rules, however often.
        (weighed((3, 0), "aaa", aside=True), weighed((2, 0), "ab"), True),
        (weighed((1, 0), "a", aside=True), weighed((2, 0), "bb"), False),
        (weighed((1, 0), "ab", aside=True), weighed((2, 0), "b"), False),
        (weighed((1, 0), "ab", aside=True), weighed((2, 0), "b", aside=True), True),
        (weighed((0, 0), "", aside=True), weighed((2, 0), "b"), True),
    ],
)
def test_a_reading_is_fairer_by_its_weight_and_one_without_lines_by_its_rules(
    one: Weighed, other: Weighed, fairer: bool
) -> None:
    assert one.fairer(other) is fairer


def test_who_is_accused_of_what_is_counted() -> None:
    found = [noted("1", Verdict.VIOLATION), noted("1", Verdict.VIOLATION), noted("2", Verdict.NOTE)]
    assert accusations_of(found) == {("1", ("red-1",)): 2}


@pytest.mark.parametrize(
    ("rule", "verdict", "open_", "way"),
    [
        ("log.move", Verdict.UNDECIDED, True, True),
        ("log.box", Verdict.UNDECIDED, True, True),
        ("log.roll", Verdict.UNDECIDED, True, False),
        ("log.move", Verdict.NOTE, False, False),
        ("4.1", Verdict.UNDECIDED, False, False),
    ],
)
def test_what_a_log_leaves_open_may_be_the_way_of_a_counter(
    rule: str, verdict: Verdict, open_: bool, way: bool
) -> None:
    finding = noted(rule, verdict).finding
    assert (left_open(finding), unexplained(finding)) == (open_, way)


def test_steps_are_explained_if_they_accuse_nobody_and_are_left_open_less_often() -> None:
    opened, accused = noted("log.move", Verdict.UNDECIDED, 3), noted("4.1", Verdict.VIOLATION, 3)
    elsewhere = noted("4.1", Verdict.VIOLATION, 4)
    steps = {3}
    assert explains_steps(steps, [opened], [elsewhere])
    assert explains_steps(steps, [], [])
    assert explains_steps(steps, [opened, opened], [opened])
    assert not explains_steps(steps, [opened], [opened])
    assert not explains_steps(steps, [opened], [opened, opened])
    assert not explains_steps(steps, [opened], [accused])


def test_equal_readings_are_not_fairer_than_each_other() -> None:
    assert not weighed((1, 0), "ab", aside=True).fairer(weighed((1, 0), "cd"))
    assert weighed((2, 0), "a", aside=True).fairer(weighed((1, 0), "cd"))


def test_what_is_left_undecided_is_counted_by_its_verdict() -> None:
    findings = [noted("log.move", Verdict.UNDECIDED), noted("4.1", Verdict.UNDECIDED), noted("1", Verdict.VIOLATION)]
    found = Weighed((0,), cast("Any", None), cast("Any", SimpleNamespace(findings=findings)))
    assert (found.undecided, sorted(found.broken), found.rules) == (2, ["1"], 1)
