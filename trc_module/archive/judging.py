"""The work on one game: its logs opened, joined and judged. What `audits` and an archive hand to their workers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from trc_module.archive.apart import DataFiles, run_apart
from trc_module.archive.files import AS_AGREED, Chosen, LogFile, Opener, opened
from trc_module.archive.mails import rolls_for
from trc_module.archive.record import GameRecord
from trc_module.auditing.audit import Audit, audit_chain
from trc_module.auditing.dice_mail import MailedRoll
from trc_module.errors import UserError
from trc_module.memory import nothing_collected
from trc_module.replay.chain import Chain, join_logs
from trc_module.replay.execution import Executor, execute
from trc_module.replay.several import games_of

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Logs:
    """The logs that are said to make one game, and how they are judged; `key` is for who hands them out."""

    key: str
    files: tuple[LogFile, ...]
    chosen: Chosen = AS_AGREED
    data: DataFiles | None = None
    """The data to judge with, with corrections; None for those of the program and the folder that was chosen."""


def audits_of(logs: Logs, opener: Opener, executing: Executor = execute) -> list[Audit]:
    """Judge some logs: as one game, or as the games that they make.

    Raises:
        UserError: They cannot be read.
    """
    with opened(logs.files, opener, logs.chosen) as found:
        games = games_of(join_logs(found, executing=executing))
        return [audit_chain(game, _mailed(logs.chosen, game)) for game in games]


def _mailed(chosen: Chosen, game: Chain) -> list[MailedRoll]:
    """Return the rolls that a server mailed to the players of a game."""
    return rolls_for(chosen.mails, (str(link.execution.log.path) for link in game.links))


def judged(
    logs: Logs,
    opener: Opener,
    on_audit: Callable[[Audit], None] | None = None,
    executing: Executor = execute,
) -> list[GameRecord] | str:
    """Return the games that some logs make; or why they cannot be judged, as a sentence.

    `on_audit` is given each audit, for who works in the same process and has a use for it.
    """
    from trc_module.archive.gathering import gathered

    try:
        if logs.data is not None:
            return with_data(logs, logs.data, partial(judged, opener=opener))
        with nothing_collected():
            audits = audits_of(logs, opener, executing)
            if on_audit is not None:
                for audit in audits:
                    on_audit(audit)
            places = {file.path: number for number, file in enumerate(logs.files)}
            return [
                gathered(audit, tuple(places[str(link.execution.log.path)] for link in audit.chain.links))
                for audit in audits
            ]
    except UserError as error:
        return str(error)


def with_data(logs: Logs, data: DataFiles, work: Callable[[Logs], Result]) -> Result:
    """Return what some work makes of logs with other data than the program's, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        corrected = data.unpack(Path(folder))
        chosen = replace(logs.chosen, overlay=str(corrected) if corrected else "")
        return run_apart(Path(folder) / "data", partial(work, replace(logs, data=None, chosen=chosen)))
