"""Sources of data and the trust that they deserve."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum


class Trust(IntEnum):
    """The trust that a datum deserves; lower is weaker. A verdict is as certain as its weakest datum."""

    MISSING = 0
    """Not supplied: a check that needs it is skipped."""
    ASSUMED = 1
    """Our own default: what rests on it is a doubt."""
    DOUBTFUL = 2
    """Read off the printed game, but with a stated reason to doubt the reading: what rests on it is a doubt."""
    DERIVED = 3
    """Worked out by us from transcribed data."""
    TRANSCRIBED = 4
    """Read off the printed game by someone else and re-keyed."""
    OWNER = 5
    """Corrected by an owner from their own copy."""
    RULEBOOK = 6
    """Stated by the rulebook."""

    @property
    def carries_violation(self) -> bool:
        """Tell whether a breach that rests on such a datum is a violation and not a doubt."""
        return self > Trust.DOUBTFUL


_KINDS = {
    "missing": Trust.MISSING,
    "assumed": Trust.ASSUMED,
    "derived": Trust.DERIVED,
    "transcribed": Trust.TRANSCRIBED,
    "erratum": Trust.OWNER,
    "owner": Trust.OWNER,
    "rulebook": Trust.RULEBOOK,
}


AGREED = "agreed"
"""The kind of a source that was assumed, of a datum that both players take as it is: no file of data says so."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source as the data files write it: `rulebook:7.1`, `transcribed:<what>`, `derived:<how>`, `assumed:<why>`."""

    kind: str
    detail: str = ""

    @classmethod
    def parse(cls, text: str) -> Source:
        """Read `kind` or `kind:detail`; ValueError names the kinds if it is none of them."""
        kind, _, detail = text.partition(":")
        if kind not in _KINDS:
            from trc_module.facts.choices import meant

            known = ", ".join(f"{k}:..." for k in sorted(_KINDS))
            raise ValueError(f"a source, one of {known}{meant(kind, _KINDS)}")
        return cls(kind, detail.strip())

    @property
    def trust(self) -> Trust:
        """Return the trust that this kind of source deserves."""
        return Trust.DERIVED if self.kind == AGREED else _KINDS[self.kind]

    def agreed(self) -> Source:
        """Return the source once both players have agreed on what is assumed; any other as it is."""
        return Source(AGREED, self.detail) if self.trust is Trust.ASSUMED else self

    def __str__(self) -> str:
        return f"{self.kind}:{self.detail}" if self.detail else self.kind


@dataclass(frozen=True, slots=True)
class Fact:
    """One datum as a verdict cites it: what it says, where it comes from, and why it may be wrong."""

    statement: str
    source: Source
    doubt: str = ""

    @property
    def trust(self) -> Trust:
        """Return the source's trust, lowered to DOUBTFUL where a doubt is noted."""
        return min(self.source.trust, Trust.DOUBTFUL) if self.doubt else self.source.trust

    @property
    def reservation(self) -> str:
        """Why it carries no violation, with what it says; '' if it carries one."""
        return "" if self.trust.carries_violation else f"{self.statement}: {self.doubt or self.source}"

    def agreed(self) -> Fact:
        """Return the fact once both players have agreed on what is assumed: it stands then, without a doubt."""
        return Fact(self.statement, self.source.agreed()) if self.source.trust is Trust.ASSUMED else self

    def __str__(self) -> str:
        return f"{self.statement} [{self.source}]" + (f" (doubt: {self.doubt})" if self.doubt else "")


def weakest(facts: Iterable[Fact]) -> Trust:
    """Return the trust of the weakest fact; RULEBOOK if there is none to doubt."""
    return min((fact.trust for fact in facts), default=Trust.RULEBOOK)
