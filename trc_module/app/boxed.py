"""What the app has done by other processes: everything that is read of a log before it is known to be harmless.

They keep the logs that they have executed, as this process would: of a game that goes on only the new log is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from trc_module.archive.adding import Work
from trc_module.archive.crew import HERE, Crew
from trc_module.errors import UserError
from trc_module.replay.execution import Execution
from trc_module.replay.gamelog import GameLog
from trc_module.replay.kept import KeptLogs

WORKERS = 2
"""Processes: while one is busy with a log that takes for ever, the other goes on with the rest."""


@dataclass(frozen=True, slots=True)
class KeepingOpener:
    """Opens logs in a process that keeps what it has read."""

    opener: Callable[..., list[GameLog]]

    def __call__(
        self, paths: Sequence[Path], options: frozenset[str], overlay: Path | None, profile: Path | None
    ) -> list[GameLog]:
        """Open logs as `open_logs` does."""
        return self.opener(paths, options, overlay, profile, read=_kept().read)


@cache
def _kept() -> KeptLogs:
    return KeptLogs()


def _execute(log: GameLog, on_step: Callable[[int], None] = lambda _: None) -> Execution:
    return _kept().execute(log, on_step)


def new_crew() -> Crew:
    """Return processes for a process that has threads, and so must not be forked."""
    return Crew(HERE, WORKERS, method="spawn")


def boxed_work(opener: Callable[..., list[GameLog]], crew: Crew) -> Work:
    """Return the work that those processes do."""
    return Work(KeepingOpener(opener), HERE, crew=crew, executing=_execute)


def transcript(path: Path, crew: Crew) -> str:
    """Return the page of a log that no rules judge.

    Raises:
        UserError: It cannot be read, or not within the limits.
    """
    (done,) = crew.work_on([path], transcript_of)
    if done.result is None:
        raise UserError(f"{path.name}: {done.error}.")
    page, told = done.result
    if told:
        raise UserError(told)
    return page


def transcript_of(path: Path) -> tuple[str, str]:
    """Return the page of a log that no rules judge, or why there is none."""
    from trc_module.replay.transcript import read_transcript
    from trc_module.report.transcript_page import transcript_page

    try:
        return transcript_page([read_transcript(path)]), ""
    except UserError as error:
        return "", str(error)
