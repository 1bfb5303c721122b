"""Checks and the list of all of them: one function each, under a code that never changes."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.vassal.lint.view import ModuleView


class Severity(enum.Enum):
    """Severity of a finding: an error breaks something, a warning may break something, a note is for information."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found.

    Attributes:
        code: The check's code, as `VM111`.
        name: The check's name, as `unknown-prototype`.
        severity: How sure it is to matter.
        place: Where in the module: a way through the tree of its build file, or an entry's name.
        message: What is wrong there, in one sentence without a full stop.
        advice: What to do about it, in one sentence.
    """

    code: str
    name: str
    severity: Severity
    place: str
    message: str
    advice: str

    def __str__(self) -> str:
        return f"{self.code} {self.severity.value}: {self.place}: {self.message}. {self.advice}"


@dataclass(frozen=True, slots=True)
class LintSpot:
    """The result of a check at one place; without severity or advice of its own it has the check's."""

    place: str
    message: str
    severity: Severity | None = None
    advice: str = ""


Run = Callable[["ModuleView"], Iterator[LintSpot]]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its code and name, what it looks for and why, what to do, and the function that looks."""

    code: str
    name: str
    severity: Severity
    about: str
    advice: str
    run: Run

    def findings(self, module: ModuleView) -> Iterator[Finding]:
        """Yield what the check finds in a module."""
        for spot in self.run(module):
            severity, advice = spot.severity or self.severity, spot.advice or self.advice
            yield Finding(self.code, self.name, severity, spot.place, spot.message, advice)


CHECKS: dict[str, Check] = {}


def check(code: str, name: str, severity: Severity, *, about: str, advice: str) -> Callable[[Run], Run]:
    """Register the function below as a check.

    Raises:
        ValueError: Another check has that code or name.
    """

    def register(run: Run) -> Run:
        if code in CHECKS or any(known.name == name for known in CHECKS.values()):
            raise ValueError(f"there are two checks {code} {name}")
        CHECKS[code] = Check(code, name, severity, about, advice, run)
        return run

    return register


def chosen(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[Check, ...]:
    """Return the checks whose codes begin with one of `select` (all if it is empty) and with none of `ignore`.

    Raises:
        UserError: A text is the beginning of no code.
    """
    wanted, unwanted = tuple(select), tuple(ignore)
    for text in (*wanted, *unwanted):
        if not any(code.startswith(text) for code in CHECKS):
            raise UserError(f"There is no check '{text}': codes are such as {min(CHECKS)}, or VM1 for all of a kind.")
    return tuple(
        CHECKS[code]
        for code in sorted(CHECKS)
        if (not wanted or code.startswith(wanted)) and not (unwanted and code.startswith(unwanted))
    )
