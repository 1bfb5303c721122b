"""Which findings of an audit a reader wants to see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trc_module.replay.audit import Noted
from trc_module.rules.finding import ACCUSING, Verdict
from trc_module.rules.registry import covers


@dataclass(frozen=True, slots=True)
class Selection:
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
