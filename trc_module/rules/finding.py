"""Findings: what the rules say about an act."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from trc_module.facts import Fact, Trust, weakest
from trc_module.hexgrid import HexName
from trc_module.rules.state import UnitId


class Verdict(Enum):
    """The verdict of a finding; only a VIOLATION says for certain that a rule is broken."""

    VIOLATION = "violation"
    """A rule is broken, and every datum that says so can carry it."""
    DOUBT = "doubt"
    """A rule seems broken, but the finding rests on an assumed or doubtful datum."""
    UNDECIDED = "undecided"
    """The game's record does not say enough."""
    SKIPPED = "skipped"
    """A datum is missing, or the rule is not yet known to us."""
    NOTE = "note"
    """Legal, but worth mentioning."""


ACCUSING = (Verdict.VIOLATION, Verdict.DOUBT)


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule's word on one act."""

    rule: str
    """The rulebook's own number, as the registry holds it."""
    verdict: Verdict
    sentence: str
    """One sentence for the players."""
    units: tuple[UnitId, ...] = ()
    hexes: tuple[HexName, ...] = ()
    facts: tuple[Fact, ...] = ()
    """The data that the verdict rests on, where they are not the rulebook's own."""
    legal: str = ""
    """The legal alternative, if it can be named in a few words."""
    dedup_key: tuple[Hashable, ...] | None = None
    """Set on a fault that lasts (an overstacked hex, a unit past its allowance), the side at fault first: the
    referee tells it once, until a phase of the same kind ends without finding it again."""

    some_way: bool = False
    """Set if it is undecided because a way is not known, and some way that fits the record keeps the rule."""

    cause: str = ""
    """The question on which it is undecided, where the position leaves it open: it may be asked of many places."""

    @property
    def accuses(self) -> bool:
        """Tell whether it says that a rule is broken, for certain or with a doubt."""
        return self.verdict in ACCUSING

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, as JSON has it."""
        return {
            "rule": self.rule,
            "verdict": self.verdict.value,
            "sentence": self.sentence,
            "units": list(self.units),
            "hexes": list(self.hexes),
            "facts": [
                {"statement": fact.statement, "source": str(fact.source), "doubt": fact.doubt} for fact in self.facts
            ],
            "legal": self.legal,
        }

    def __str__(self) -> str:
        tail = f" Legal: {self.legal}" if self.legal else ""
        return f"{self.verdict.value} {self.rule}: {self.sentence}{tail}"


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown fact of the game before a log that began late; a verdict depends on it."""

    words: str
    """It in words, which follow 'depends on'."""
    cause: str
    """The question that it belongs to: the same question may be asked of many places."""


def violation(
    rule: str,
    sentence: str,
    *,
    units: tuple[UnitId, ...] = (),
    hexes: tuple[HexName, ...] = (),
    facts: tuple[Fact, ...] = (),
    legal: str = "",
    dedup_key: tuple[Hashable, ...] | None = None,
) -> Finding:
    """Make the finding of a broken rule, as strong as the weakest datum that it rests on allows."""
    trust = weakest(facts)
    verdict = Verdict.VIOLATION
    if not trust.carries_violation:
        verdict = Verdict.SKIPPED if trust is Trust.MISSING else Verdict.DOUBT
    return Finding(rule, verdict, sentence, units, hexes, facts, legal, dedup_key)


def by_some_way(
    rule: str,
    sentence: str,
    units: tuple[UnitId, ...] = (),
    hexes: tuple[HexName, ...] = (),
    *,
    facts: tuple[Fact, ...] = (),
    dedup_key: tuple[Hashable, ...] | None = None,
) -> Finding:
    """Make the finding of an act that is legal by some of the ways that units may have gone, and not by others."""
    return Finding(rule, Verdict.UNDECIDED, sentence, units, hexes, facts, dedup_key=dedup_key, some_way=True)


def as_doubt(finding: Finding) -> Finding:
    """Return a finding as a doubt, whatever it says for itself: some doubtful datum was needed to arrive at it."""
    return replace(finding, verdict=Verdict.DOUBT) if finding.verdict is Verdict.VIOLATION else finding
