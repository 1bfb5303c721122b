"""What the app has done by other processes: everything that is read of a log before it is known to be harmless.

They keep the logs that they have executed, as this process would: of a game that goes on only the new log is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from trc_module.archive.adding import Work
from trc_module.archive.crew import HERE, Crew
from trc_module.errors import UserError
from trc_module.replay.execution import Execution
from trc_module.replay.gamelog import GameLog
from trc_module.replay.kept import KeptLogs
from trc_module.version import __version__

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


@dataclass(frozen=True, slots=True)
class Warming:
    """Reads, in a process, all that judging a log of a game needs, by a log of one act that is written for it."""

    opener: Callable[..., list[GameLog]]

    def __call__(self, name: str) -> None:
        """Warm a process for a game."""
        # A game in the making may lack a symbol: whoever opens a log of it is told.
        with suppress(UserError):
            self._judge(name)

    def _judge(self, name: str) -> None:
        from trc_module.auditing.audit import audit_chain
        from trc_module.gamespec import find_spec
        from trc_module.module.compose import compose
        from trc_module.module.inputs import load_inputs
        from trc_module.replay.chain import join_logs
        from trc_module.rules.actions import End
        from trc_module.rules.finder import find_game
        from trc_module.rules.record import NumberedLine, Record

        game = find_game(name)
        scenario = next((each for each in game.scenarios if each != "none"), "none")
        record = Record(game, game.start(scenario, frozenset()), (NumberedLine(1, End()),))
        with TemporaryDirectory() as folder:
            path = Path(folder, "warm.vlog")
            compose(load_inputs(game, find_spec(name).folder), record, path, __version__)
            audit_chain(join_logs(self.opener([path])))


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
