"""What a check of the data finds: a sentence about one datum, collected and never raised."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Name the check that failed, what it failed on, what is wrong, and the rule or source that says so."""

    check: str
    subject: str
    message: str
    source: str = ""

    def __str__(self) -> str:
        tail = f" [{self.source}]" if self.source else ""
        return f"{self.subject}: {self.message} ({self.check}){tail}"
