"""Readings of a phase that come to the same are judged once."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

import trc_module.auditing.retrying as retrying_module
from trc_module.auditing.evidence import CandidateReading
from trc_module.auditing.retrying import Retrying
from trc_module.auditing.worlds import Saved, Worlds
from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Verdict
from trc_module.rules.interpretation import Interpretation


@dataclass(frozen=True)
class Listed(Action):
    """An act of a stranger's game that holds a list."""

    units: list[str]


@dataclass
class Counting:
    """A judge who finds a violation in each act, and counts what is judged."""

    findings: list[Any] = field(default_factory=list)
    taken: int = 0
    ended: int = 0
    saved: int = 0

    def take(self, interpretation: Interpretation) -> None:
        self.taken += 1
        verdict = Verdict.VIOLATION if interpretation.actions else Verdict.UNDECIDED
        self.findings.append(SimpleNamespace(finding=SimpleNamespace(verdict=verdict), steps=interpretation.steps))

    def end(self, phase: object) -> None:
        """Nothing is due at the end."""
        self.ended += 1

    def restore(self, saved: Saved) -> None:
        self.findings[:] = saved.findings

    def save(self, since: Saved | None = None) -> Saved:
        self.saved += 1
        return Saved([], (0, 0, 0, 0), list(self.findings), [], [], [])


def _retrying() -> tuple[Counting, Retrying]:
    worlds = Counting()
    judge = Retrying(cast("Worlds", worlds), cast("Any", None), worlds.save(), lambda since: (len(worlds.findings),))
    return worlds, judge


def _reading(*acts: Action) -> CandidateReading:
    done = tuple(Interpretation((number,), (act,)) for number, act in enumerate(acts, 1))
    return CandidateReading(done, frozenset(), (), cast("Any", None))


def test_a_reading_that_comes_to_the_same_in_another_order_is_judged_once() -> None:
    worlds, retrying = _retrying()
    first = retrying.judge(_reading(End(), End()), 0, 2)
    other = replace(_reading(End(), End()), chosen="a note of its own")
    again = retrying.judge(other, 1, 2)
    assert worlds.taken == 2
    assert first is not None
    assert again is not None
    assert (again.weight, again.after) == (first.weight, first.after) == ((2,), first.after)
    assert again.reading is other


def test_one_that_broke_too_much_is_judged_again_where_more_may_be_broken() -> None:
    worlds, retrying = _retrying()
    assert [retrying.judge(_reading(End(), End()), order, 1) for order in (0, 1)] == [None, None]
    assert worlds.taken == 2
    found = retrying.judge(_reading(End(), End()), 0, 2)
    assert found is not None
    assert found.weight == (2,)


def test_acts_that_have_no_hash_are_judged_each_time() -> None:
    worlds, retrying = _retrying()
    for order in (0, 1):
        found = retrying.judge(_reading(Listed(["a"])), order, 1)
        assert found is not None
        assert found.weight == (1,)
    assert worlds.taken == 2


def test_the_oldest_of_many_readings_is_judged_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retrying_module, "_MOST_KNOWN", 2)
    worlds, retrying = _retrying()
    for acts in (1, 2, 3, 3, 2):
        retrying.judge(_reading(*(End() for _ in range(acts))), 0, 9)
    assert worlds.ended == 3
    retrying.judge(_reading(End()), 0, 9)
    assert worlds.ended == 4


def _of_steps(*steps: int, acts: bool = True) -> CandidateReading:
    done = tuple(Interpretation((step,), (End(),) if acts else ()) for step in steps)
    return CandidateReading(done, frozenset(), (), cast("Any", None))


@pytest.mark.parametrize(("common", "again"), [(0, 10), (3, 10), (4, 6), (7, 6), (8, 2), (9, 2)])
def test_what_two_readings_begin_with_is_judged_once_but_for_up_to_three_acts(common: int, again: int) -> None:
    worlds, retrying = _retrying()
    first, last = range(1, 11), (step if step <= common else step + 100 for step in range(1, 11))
    for steps in (first, last):
        retrying.judge(_of_steps(*steps), 0, 99)
    assert worlds.taken == 10 + again
    assert [noted.steps[0] for noted in worlds.findings] == [
        step if step <= common else step + 100 for step in range(1, 11)
    ]


def test_a_reading_in_another_order_of_battles_goes_its_own_way() -> None:
    worlds, retrying = _retrying()
    for order, last in ((0, 10), (1, 11), (0, 12), (1, 13)):
        retrying.judge(_of_steps(*range(1, 10), last), order, 99)
    assert worlds.taken == 10 + 10 + 2 + 2


def test_a_reading_goes_on_from_the_one_before_and_from_no_earlier_one() -> None:
    worlds, retrying = _retrying()
    retrying.judge(_of_steps(*range(1, 11)), 0, 99)
    # Positions before the fifth and the ninth thing done, and the end.
    assert worlds.saved == 1 + 2 + 1
    second = (1, 2, 3, 4, 5, 26, 27, 28, 29, 30)
    retrying.judge(_of_steps(*second), 0, 99)
    assert worlds.saved == 4 + 1 + 1
    retrying.judge(_of_steps(*second[:9], 31), 0, 99)
    assert [noted.steps[0] for noted in worlds.findings] == [*second[:9], 31]
    assert worlds.taken == 10 + 6 + 2


def test_what_is_left_open_does_not_count_as_broken() -> None:
    worlds, retrying = _retrying()
    found = retrying.judge(_of_steps(1, 2, 3, acts=False), 0, 0)
    assert found is not None
    assert worlds.ended == 1
