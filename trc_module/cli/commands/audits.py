"""`trc-module audits`: judge many games at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.boxed import SECONDS
from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.dice_mails import DICE_MAIL
from trc_module.cli.games import game_option
from trc_module.cli.logs import OPTIONS, PROFILE
from trc_module.cli.telling import echo, json_text, tell
from trc_module.cli.where import on_option

if TYPE_CHECKING:
    from trc_module.cli.many import GameOutcome


@click.command()
@click.argument("paths", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--jobs", type=click.IntRange(1), help="How many at once; by default as many as there are processors.")
@on_option(", which have to see the files under the same paths")
@SECONDS
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
@click.option(
    "--reports", type=click.Path(file_okay=False, path_type=Path), help="Write the audit of each game into this folder."
)
@DICE_MAIL
@click.option("--strict", is_flag=True, help="Count undecided findings in the exit code.")
@CORRECTIONS
@OPTIONS
@PROFILE
@game_option
def command(
    paths: tuple[Path, ...],
    jobs: int | None,
    on: str,
    insecure: bool,
    seconds: int,
    as_json: bool,
    reports: Path | None,
    dice_mail: tuple[Path, ...],
    strict: bool,
    overlay: Path | None,
    options: tuple[str, ...],
    profile: Path | None,
) -> None:
    """Judge many games, one line for each: every log FILE (.vlog) and every log in a FOLDER is a game of its own.

    A folder with logs inside FOLDER is one game, its logs a chain; logs in it that start over are a separate game.
    Exit code 1 if a rule is broken in any of them, 2 if one could not be read; the others are judged all the same.
    Each is judged in a process of its own within limits of time and memory, since logs come from other people.
    Defaults are read from the table [audit] of trc-module.toml in the current folder, as by `audit`; a baseline is
    for a single game and is not used.
    """
    from dataclasses import asdict

    from trc_module.archive.boxes import Limits
    from trc_module.archive.mails import mails_of
    from trc_module.cli.config import told_defaults
    from trc_module.cli.many import games_in, judge_all
    from trc_module.errors import UserError
    from trc_module.report.selection import Selection

    given = told_defaults(Path())
    games = games_in(paths)
    outcomes: list[GameOutcome] = []
    judged = judge_all(
        games,
        jobs,
        options=frozenset(options or given.options),
        overlay=overlay or given.data,
        selection=Selection(given.select, given.ignore, strict=strict),
        on=on,
        profile=profile,
        limits=Limits(seconds),
        mails=mails_of(dice_mail, games),
        insecure=insecure,
    )
    done = 0
    try:
        with _progress(len(games)) as advance:
            for found in judged:
                for outcome in found:
                    outcomes.append(outcome)
                    if not as_json:
                        tell(_line(outcome))
                    if reports is not None and not outcome.error:
                        _write_report(reports, len(outcomes), outcome)
                done += 1
                advance()
    except KeyboardInterrupt:
        kept = f"; the reports of those before are in '{reports}'" if reports is not None and done else ""
        raise UserError(f"Stopped by the user at game {done + 1} of {len(games)}{kept}.") from None
    if as_json:
        trees = [{k: v for k, v in asdict(outcome).items() if k not in ("text", "report")} for outcome in outcomes]
        echo(json_text(trees))
    else:
        echo(_sum(outcomes, strict=strict))
    if any(outcome.error for outcome in outcomes):
        raise click.exceptions.Exit(2)
    if any(outcome.fails for outcome in outcomes):
        raise click.exceptions.Exit(1)


def _write_report(folder: Path, number: int, outcome: GameOutcome) -> None:
    from trc_module.files import write_file

    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / f"{number:04d}-{outcome.report}.txt", f"{outcome.text}\n".encode())


def _line(outcome: GameOutcome) -> str:
    if outcome.error:
        from trc_module.archive.worked import NOT_JUDGED

        told = "" if outcome.error.startswith(NOT_JUDGED) else "not judged: "
        return f"{outcome.name}: {told}{outcome.error}"
    from trc_module.report.selection import left_out_text

    counts = _counts(outcome.counts) + left_out_text(outcome.hidden)
    return " ".join((f"{outcome.name}: {counts}" + "." * bool(outcome.won), *outcome.won))


def _counts(counts: dict[str, int]) -> str:
    plural = {"violation": "violations", "doubt": "doubts", "note": "notes"}
    words = ("violation", "doubt", "undecided", "skipped")
    told = [
        f"{counts[word]} {plural.get(word, word) if counts[word] > 1 else word}" for word in words if counts.get(word)
    ]
    return ", ".join(told) or "clean"


def _sum(known: Sequence[GameOutcome], *, strict: bool) -> str:
    counted = "violations, doubts or undecided findings" if strict else "violations or doubts"
    broken = sum(outcome.fails for outcome in known)
    unread = sum(bool(outcome.error) for outcome in known)
    tail = f", {unread} not judged" if unread else ""
    return f"{len(known)} {'game' if len(known) == 1 else 'games'}: {broken} with {counted}{tail}."


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal while many games are judged."""
    if games < 3 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Judging", total=games)
        yield lambda: bar.advance(task)
