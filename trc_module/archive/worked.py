"""The result of a piece of work, from any worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Worked(Generic[Job, Result]):
    """A finished piece of work: its result, or the reason why it has none."""

    job: Job
    result: Result | None
    error: str = ""


def unexpected(error: BaseException) -> str:
    """Say that an error is a fault of ours."""
    return f"an unexpected error ({type(error).__name__}); 'trc-module audit' of this game alone gives the details."


def given_up(tries: int) -> str:
    """Say that a piece of work has ended too many workers."""
    return f"given up after {tries} tries: the process that worked on it was ended, as it is when memory runs out."


NOT_JUDGED = "could not be judged: "


def too_long(seconds: float) -> str:
    """Say that a piece of work has taken more time than it may."""
    return f"{NOT_JUDGED}it takes longer than {seconds:g} s"


def too_much(memory: int) -> str:
    """Say that a piece of work has taken more memory than it may."""
    return f"{NOT_JUDGED}it takes more than {memory / (1 << 30):g} GB of memory"
