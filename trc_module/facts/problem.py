"""Problems that checks of the data find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from trc_module.facts.checklist import ChecklistSheet
from trc_module.facts.source import Fact


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that the data contradict: an error, or a doubt where a datum in it is already noted as doubtful.

    `check` is the name of the check (`rail-steps`), `message` one sentence, `doubt` the noted reason that makes it a
    doubt ('' for an error), `file` where to look, relative to the game's data folder unless it is an owner's, and
    `line` in it, if it can be told. `about` is the counter and its column, or the table and its key, that it is about.
    """

    check: str
    message: str
    file: str = ""
    doubt: str = ""
    line: int | None = None
    about: tuple[str, str] = ("", "")

    @property
    def is_error(self) -> bool:
        """Tell whether somebody must mend something; a doubt is only listed."""
        return not self.doubt

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        where = f"{self.file}{line}: " if self.file else ""
        why = f" (known doubt: {self.doubt})" if self.doubt else ""
        return f"{where}{self.message} [{self.check}]{why}"


class HasFacts(Protocol):
    """Data that can list where each of them comes from."""

    def facts(self) -> Iterable[Fact]:
        """Yield every datum as a fact."""
        ...


@dataclass(frozen=True, slots=True)
class Inspection:
    """The result of inspecting the data of one room: every fact, every problem, and the sheets to compare with one's
    own copy.

    Sheets are drawn only when asked for.
    """

    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]
    sheets: Callable[[], Iterable[ChecklistSheet]] = tuple


Inspect: TypeAlias = Callable[[Path, Path | None], Inspection]
"""A room's `checks.inspect`: given the game's data folder and an owner's overlay, load, list and check."""
