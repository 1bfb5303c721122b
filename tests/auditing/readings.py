"""Phases as they were read, made by hand, for tests of what reads them again: what each accuses, and who fought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from tests.auditing.steps import clock_of
from tests.reading.phases import line
from trc_module.auditing.judged import Done, Noted
from trc_module.auditing.phases import Phase
from trc_module.auditing.weighed import PhaseRead, Weighed
from trc_module.auditing.worlds import Saved
from trc_module.reading.changes import Change
from trc_module.replay.events import Step
from trc_module.rules.actions import Attack
from trc_module.rules.clock import FIGHT, Clock
from trc_module.rules.finding import Finding, Verdict


def noted(rule: str, *units: str, verdict: Verdict = Verdict.VIOLATION, steps: Sequence[int] = (9,)) -> Noted:
    finding = Finding(rule, verdict, "It is so.", units)
    return Noted(finding, tuple(steps), clock_of(FIGHT), None, "", finding.accuses)


def weighed(
    *found: Noted, weight: Sequence[int] | None = None, fought: Iterable[Attack] = (), **evidence: Any
) -> Weighed:
    """Return a reading that finds something; it weighs what accuses somebody, if nothing else is said."""
    heavy = tuple(weight or (sum(one.finding.accuses for one in found), 0, 0, 0))
    acts = [Done((1,), clock_of(FIGHT), "", act) for act in fought]
    held: Any = SimpleNamespace(**{"changes": (), "lines": (), "plain": None, "set_up": False, "chat": (), **evidence})
    reading: Any = SimpleNamespace(evidence=held, chosen="", told=(), aside=False, dice=frozenset())
    return Weighed(heavy, reading, Saved([], (0, 0, 0, 0), list(found), acts, [], []))


def phase_read(best: Weighed, *steps: Step, at: Clock | None = None, **given: Any) -> PhaseRead:
    """Return a phase of battles, or of another moment, that was read."""
    return PhaseRead(
        Phase(at or clock_of(FIGHT), list(steps)), (), Saved([], (0, 0, 0, 0), [], [], [], []), best, **given
    )


def change(note: str = "a change", *, chosen: bool = False, into: Sequence[str] = ()) -> Change:
    return Change(1, "a habit", note, into=tuple(map(line, into)), chosen=chosen)


@dataclass
class Referee:
    """A judge who notes to where he was sent back, and weighs what the last of these readings accuses."""

    at: list[str] = field(default_factory=list)
    best_of: Any = None
    last: Any = None

    @property
    def worlds(self) -> Any:
        return SimpleNamespace(restore=self._restore, findings=[], save=lambda since: since)

    def _restore(self, saved: Saved) -> None:
        self.last = saved

    def as_before(self, *phases: PhaseRead) -> None:
        self.at.append(f"back by {len(phases)}")
        self.last = phases[-1].best.after

    def weight(self, since: int) -> tuple[int, ...]:
        return (sum(one.finding.accuses for one in self.last.findings), 0, 0, 0)

    def best(self, *asked: Any) -> Weighed:
        return cast("Weighed", self.best_of(*asked))
