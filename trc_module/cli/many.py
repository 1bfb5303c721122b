"""Audits of many games at once, on all processors, for tournament directors."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.archive.crew import HERE, work_on
from trc_module.archive.worked import unexpected
from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.archive.boxes import Limits
    from trc_module.archive.mails import GivenMails
    from trc_module.auditing.audit import Audit
    from trc_module.replay.chain import Chain
    from trc_module.report.selection import Selection


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The result of one game's logs."""

    name: str
    """The log, or the folder with the logs of the game; with their names where it holds several games."""
    counts: dict[str, int]
    """The number of findings of each verdict that is shown."""
    text: str
    """The audit as text."""
    report: str
    """The file name of that text, without number and ending."""
    fails: bool
    """Whether a rule is broken, or seems to be."""
    won: tuple[str, ...] = ()
    """The winners, each with rule and reason in one sentence; empty while the game goes on."""
    hidden: dict[str, int] = field(default_factory=dict)
    """The number of findings of each verdict that are not shown."""
    error: str = ""
    """The reason why the logs could not be judged; '' if they could."""


def games_in(paths: Sequence[Path]) -> list[tuple[str, tuple[Path, ...]]]:
    """Return the games that some paths name: every log is a game, and so is every folder of logs in a folder.

    UserError if a path is not there, or a folder holds no log.
    """
    found: list[tuple[str, tuple[Path, ...]]] = []
    for path in paths:
        if not path.exists():
            raise UserError(f"{path}: there is no such file or folder.")
        if path.is_file():
            found.append((str(path), (path,)))
            continue
        here: list[tuple[str, tuple[Path, ...]]] = [(str(log), (log,)) for log in sorted(path.glob("*.vlog"))]
        for folder in sorted(inner for inner in path.iterdir() if inner.is_dir()):
            logs = tuple(sorted(folder.glob("*.vlog")))
            here += [(str(folder), logs)] if logs else []
        if not here:
            raise UserError(f"{path}: there is no .vlog in this folder.")
        found += here
    return found


def judge_logs(
    logs: tuple[str, tuple[Path, ...]],
    *,
    options: frozenset[str],
    overlay: Path | None,
    selection: Selection,
    profile: Path | None = None,
    game: str | None = None,
    mails: tuple[GivenMails, ...] = (),
) -> list[GameOutcome]:
    """Judge the logs of one game, or of each of the games that they make.

    What makes them unreadable is said in the outcome, and so is an error of our own.
    """
    from trc_module.archive.files import Chosen, LogFile, given_profile
    from trc_module.archive.judging import Logs, audits_of
    from trc_module.cli.logs import open_logs
    from trc_module.memory import nothing_collected

    name, files = logs
    try:
        folder = str(overlay) if overlay else ""
        chosen = Chosen(tuple(sorted(options)), (), folder, given_profile(profile), mails)
        with nothing_collected():
            opener = partial(open_logs, game=game)
            audits = audits_of(Logs(name, tuple(LogFile(str(file)) for file in files), chosen), opener)
    except UserError as error:
        return [GameOutcome(name, {}, "", "", False, error=str(error))]
    except Exception as error:
        # One game must not end the others; judged alone it tells more.
        return [GameOutcome(name, {}, "", "", False, error=unexpected(error))]
    if len(audits) == 1:
        return [_outcome(name, Path(name).stem, audits[0], selection)]
    return [_outcome(*_names(Path(name), audit.chain), audit, selection) for audit in audits]


def _names(folder: Path, chain: Chain) -> tuple[str, str]:
    """Return how one of several games of a folder is called, and its report."""
    logs = [chain.name(number) for number in range(len(chain.links))]
    return str(folder / ", ".join(logs)), f"{folder.name}-{Path(logs[0]).stem}"


def _outcome(name: str, report: str, audit: Audit, selection: Selection) -> GameOutcome:
    from trc_module.report.formats import format_audit
    from trc_module.report.selection import left_out
    from trc_module.report.victory import winner_text, winners

    shown = selection.shown(audit.findings)
    counts = Counter(noted.finding.verdict.value for noted in shown)
    won = tuple(map(winner_text, winners(audit)))
    text, hidden = format_audit(audit, shown, "text"), left_out(audit.findings, shown)
    return GameOutcome(name, dict(counts), text, report, selection.fails(shown), won, hidden)


def judge_all(
    games: Sequence[tuple[str, tuple[Path, ...]]],
    jobs: int | None,
    *,
    options: frozenset[str],
    overlay: Path | None,
    selection: Selection,
    on: str = HERE,
    profile: Path | None = None,
    limits: Limits | None = None,
    insecure: bool = False,
    mails: tuple[GivenMails, ...] = (),
) -> Iterator[list[GameOutcome]]:
    """Yield what became of each of some games, in the order given, as soon as it and those before it are done.

    `on` is where they are judged, as `work_on` takes it: on this machine in processes of their own, within limits.
    """
    from trc_module.cli.games import named_game

    judge = partial(
        judge_logs,
        options=options,
        overlay=overlay,
        selection=selection,
        profile=profile,
        game=named_game(),
        mails=mails,
    )
    workers = min(jobs or os.cpu_count() or 1, len(games))
    early: dict[int, list[GameOutcome]] = {}
    first = 0
    for each in work_on(enumerate(games), partial(_numbered, judge=judge), on, workers, limits, insecure=insecure):
        number, (name, _) = each.job
        lost = [GameOutcome(name, {}, "", "", False, error=each.error)]
        early[number] = each.result if each.result is not None else lost
        while first in early:
            yield early.pop(first)
            first += 1


def _numbered(
    game: tuple[int, tuple[str, tuple[Path, ...]]], judge: Callable[[tuple[str, tuple[Path, ...]]], list[GameOutcome]]
) -> list[GameOutcome]:
    return judge(game[1])
