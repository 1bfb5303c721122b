"""Many games judged at once, on all processors: what a tournament director asks for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from trc_module.errors import UserError
from trc_module.workers import process_pool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one game's logs."""

    name: str
    """The log, or the folder with the logs of the game."""
    counts: dict[str, int]
    """How many findings there are of each verdict that is shown."""
    text: str
    """The audit as text."""
    fails: bool
    """Whether a rule is broken, or seems to be."""
    error: str = ""
    """Why the logs could not be judged; '' if they could."""


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


def judge_game(
    game: tuple[str, tuple[Path, ...]], *, options: frozenset[str], overlay: Path | None, strict: bool
) -> Outcome:
    """Judge the logs of one game; what makes them unreadable is said in the outcome."""
    from trc_module.cli.logs import nothing_collected, open_logs
    from trc_module.replay.audit import audit_chain
    from trc_module.replay.chain import join
    from trc_module.report.forms import audit_in_form
    from trc_module.report.selection import Selection

    name, files = game
    try:
        with nothing_collected():
            audit = audit_chain(join(open_logs(files, options, overlay), lambda _: None))
    except UserError as error:
        return Outcome(name, {}, "", False, str(error))
    selection = Selection(strict=strict)
    counts: dict[str, int] = {}
    for noted in audit.findings:
        word = noted.finding.verdict.value
        counts[word] = counts.get(word, 0) + 1
    text = audit_in_form(audit, selection.shown(audit.findings), "text")
    return Outcome(name, counts, text, selection.fails(audit.findings))


def judge_all(
    games: Sequence[tuple[str, tuple[Path, ...]]],
    jobs: int | None,
    *,
    options: frozenset[str],
    overlay: Path | None,
    strict: bool,
) -> Iterator[Outcome]:
    """Yield the outcome of each game in the order given, as soon as it and those before it are done."""
    judge = partial(judge_game, options=options, overlay=overlay, strict=strict)
    workers = min(jobs or os.cpu_count() or 1, len(games))
    if workers == 1:
        yield from map(judge, games)
        return
    with process_pool(workers) as pool:
        yield from pool.map(judge, games)
