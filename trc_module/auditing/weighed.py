"""Phases as a judge has read them: what a reading breaks, and where it leaves the judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence, Set
from typing import TypeAlias

from msgspec import Struct

from trc_module.auditing.evidence import CandidateReading
from trc_module.auditing.judged import Noted
from trc_module.auditing.phases import Phase
from trc_module.auditing.worlds import Saved
from trc_module.reading.search import Reached
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.state import UnitId

Accusation: TypeAlias = tuple[str, tuple[UnitId, ...]]
"""A rule, and the units of which a finding says that they broke it."""


class Weighed(Struct, frozen=True):
    """A reading of a phase, what it breaks, and where it leaves the judge."""

    weight: tuple[int, ...]
    reading: CandidateReading
    after: Saved
    left: tuple[Noted, ...] = ()
    """What is undecided in it since only what a player may have chosen explains it."""

    @property
    def broken(self) -> frozenset[str]:
        """The rules that it breaks."""
        return frozenset(noted.finding.rule for noted in self.after.findings if noted.finding.accuses)

    @property
    def rules(self) -> int:
        """The number of rules that it breaks, however often."""
        return len(self.broken)

    @property
    def accusations(self) -> Counter[Hashable]:
        """Of what it accuses whom, each as often as it does."""
        return accusations_of(self.after.findings)

    @property
    def accused_in(self) -> frozenset[int]:
        """The steps that show what it accuses."""
        return frozenset(step for noted in self.after.findings if noted.finding.accuses for step in noted.steps)

    @property
    def undecided(self) -> int:
        """The number of findings that leave something open, of rules as well."""
        return sum(noted.finding.verdict is Verdict.UNDECIDED for noted in self.after.findings)

    def fairer(self, other: Weighed) -> bool:
        """Tell whether it is to be taken rather than another, which is nearer to the lines."""
        if self.reading.aside and not other.reading.aside and self.rules:
            # How many units are named means nothing: idle units are reported one by one, a wrong result at once.
            return self.rules < other.rules
        return self.weight < other.weight


class PhaseRead(Struct, frozen=True):
    """A phase as it was read, and where the judge stood before it."""

    phase: Phase
    beside: Sequence[Phase]
    before: Saved
    best: Weighed
    note: Noted | None = None
    """What was noted just before it: how it was divided from the phase before."""
    first: tuple[PhaseRead, PhaseRead] | None = None
    """The phase before it and it as they were read first, if they were divided otherwise then."""
    searched: bool = False
    """Whether what people do besides was looked for in it."""
    plain: Weighed | None = None
    """How it was read before that."""
    reached: Reached[Weighed] | None = None
    """Where the search led from there, one change after the other."""


def accusation(noted: Noted) -> Accusation | None:
    """Return of what a finding accuses whom; None if it accuses nobody."""
    return (noted.finding.rule, noted.finding.units) if noted.finding.accuses else None


def accusations_of(found: Iterable[Noted]) -> Counter[Hashable]:
    """Return of what findings accuse whom, each as often as they do."""
    return Counter(each for each in map(accusation, found) if each is not None)


def together(*phases: PhaseRead) -> tuple[int, ...]:
    """Return what phases break in all."""
    return tuple(map(sum, zip(*(read.best.weight for read in phases), strict=True)))


def fighters(*phases: PhaseRead) -> set[UnitId]:
    """Return the units that are judged to have fought in battles."""
    fought = (done.action for read in phases for done in read.best.after.acts if isinstance(done.action, Attack))
    return {unit for act in fought for unit in (*act.attackers, *act.defenders)}


def left_open(finding: Finding) -> bool:
    """Tell whether a finding leaves open what a log says or shows."""
    return finding.verdict is Verdict.UNDECIDED and finding.rule.startswith("log.")


def unexplained(finding: Finding) -> bool:
    """Tell whether a finding is on the way of a counter that a reading does not explain."""
    return left_open(finding) and finding.rule in ("log.box", "log.move")


def explains_steps(steps: Set[int], before: Iterable[Noted], after: Iterable[Noted]) -> bool:
    """Tell whether what was done in some steps accuses nobody, and is left open less often than before or never."""
    own = [[noted for noted in found if not steps.isdisjoint(noted.steps)] for found in (before, after)]
    was, now = (sum(left_open(noted.finding) for noted in found) for found in own)
    return not any(noted.accused for noted in own[1]) and (now < was or not now)
