"""The work on one game: its logs opened, joined and judged. What `audits` and an archive hand to their workers."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.archive.files import AS_AGREED, Chosen, LogFile, Opener, opened
from trc_module.archive.record import GameRecord
from trc_module.errors import UserError
from trc_module.replay.audit import Audit, audit_chain
from trc_module.replay.chain import join
from trc_module.replay.several import games_of
from trc_module.workers import nothing_collected


@dataclass(frozen=True, slots=True)
class Logs:
    """The logs that are said to make one game, and how they are judged; `key` is for who hands them out."""

    key: str
    files: tuple[LogFile, ...]
    chosen: Chosen = AS_AGREED


def audits_of(logs: Logs, opener: Opener) -> list[Audit]:
    """Judge some logs: as one game, or as the games that they make.

    Raises:
        UserError: They cannot be read.
    """
    with opened(logs.files, opener, logs.chosen) as found:
        return [audit_chain(game) for game in games_of(join(found))]


def judged(logs: Logs, opener: Opener) -> list[GameRecord] | str:
    """Return the games that some logs make; or why they cannot be judged, as a sentence."""
    from trc_module.archive.gathering import gathered

    try:
        with nothing_collected():
            audits = audits_of(logs, opener)
            places = {file.path: number for number, file in enumerate(logs.files)}
            return [
                gathered(audit, tuple(places[str(link.walk.log.path)] for link in audit.chain.links))
                for audit in audits
            ]
    except UserError as error:
        return str(error)
