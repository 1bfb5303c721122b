"""Selection of an audit's findings for a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from trc_module.auditing.audit import Noted
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.rules.finding import ACCUSING, Verdict
from trc_module.rules.registry import covers

_FORMS = {
    "violation": ("{n} violation", "{n} violations"),
    "doubt": ("{n} doubt", "{n} doubts"),
    "undecided": ("{n} undecided", "{n} undecided"),
    "skipped": ("{n} skipped", "{n} skipped"),
    "note": ("{n} note", "{n} notes"),
}
"""What is said of one finding of a verdict, and of several."""


def counts_of(findings: Iterable[Noted]) -> dict[str, int]:
    """Return how many findings there are of each verdict, notes left out, in the order in which they are told."""
    counts = Counter(noted.finding.verdict for noted in findings)
    return {verdict.value: counts[verdict] for verdict in _TOLD if counts[verdict]}


def left_out(found: Iterable[Noted], shown: Iterable[Noted]) -> dict[str, int]:
    """Return how many findings of each verdict an audit has that are not shown, notes apart."""
    seen = {id(noted) for noted in shown}
    return counts_of(noted for noted in found if id(noted) not in seen)


def counted(verdict: str, number: int, tongue: Tongue = ENGLISH) -> str:
    """Return a number of findings of a verdict in words: `3 violations`."""
    one, many = _FORMS[verdict]
    return tongue.count(one, many, number)


def left_out_text(counts: dict[str, int], tongue: Tongue = ENGLISH) -> str:
    """Return that as words, as '; left out: 3 violations, 1 doubt'; '' if nothing is left out."""
    told = ", ".join(counted(word, n, tongue) for word, n in counts.items())
    return f"; {tongue.say('left out')}: {told}" if told else ""


_TOLD = (Verdict.VIOLATION, Verdict.DOUBT, Verdict.UNDECIDED, Verdict.SKIPPED)


class Selection(Struct, frozen=True):
    """Rule numbers to show and to leave out, by prefix (8.3 covers 8.3a); `since` is the first step of interest.

    The longest prefix that fits a rule decides, so that `--ignore 26 --select 26.5` shows 26.5.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    since: int = 0
    strict: bool = False

    def shown(self, findings: Iterable[Noted]) -> tuple[Noted, ...]:
        """Return the findings to be shown."""
        return tuple(
            n for n in findings if self._wants(n.finding.rule) and (n.steps[-1] if n.steps else 0) >= self.since
        )

    def fails(self, findings: Iterable[Noted]) -> bool:
        """Tell whether any of the findings is one for which the exit code is 1."""
        counting = (*ACCUSING, Verdict.UNDECIDED) if self.strict else ACCUSING
        return any(noted.finding.verdict in counting for noted in findings)

    def _wants(self, rule: str) -> bool:
        wanted = max((len(p) for p in self.select if covers(p, rule)), default=0 if self.select else 1)
        if self.select and not any(covers(p, rule) for p in self.select):
            return False
        unwanted = max((len(p) for p in self.ignore if covers(p, rule)), default=-1)
        return unwanted < wanted or unwanted == -1
