"""`trc-module audit`: judge a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.boxed import boxable
from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.dice_mails import DICE_MAIL
from trc_module.cli.games import game_option
from trc_module.cli.languages import LANGUAGE
from trc_module.cli.logs import OPTIONS, PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import debugging, echo, tell
from trc_module.digits import is_number
from trc_module.errors import UserError
from trc_module.memory import nothing_collected

if TYPE_CHECKING:
    from trc_module.auditing.audit import Audit
    from trc_module.replay.chain import Chain

_LONG = 1000
"""The number of steps from which a progress bar is useful."""


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "junit"]),
    default="text",
    show_default=True,
    help="How to print the audit.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option("-o", "--output", type=OUTPUT, help="Write to this file instead.")
@click.option(
    "--html",
    type=OUTPUT,
    metavar="FILE",
    help="Also write a page to step through the game, with the findings on the map; it needs no network.",
)
@click.option("--select", multiple=True, metavar="RULE", help="Show only this rule and its parts (8.3 covers 8.3a).")
@click.option("--ignore", multiple=True, metavar="RULE", help="Leave this rule and its parts out.")
@click.option(
    "--since",
    default="",
    metavar="[FILE:]STEP",
    help="Show findings from this step on: of one log, or counted through all of them.",
)
@click.option("--notes", is_flag=True, help="List notes too: acts that are legal but worth a word.")
@click.option(
    "--custom",
    type=click.Choice(["area"]),
    help="Add what each finding means by a group's custom: 'area' is that of a tournament organizer for games by mail.",
)
@click.option(
    "--orders",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Compare what was carried out with these combat orders (see `trc-module orders`).",
)
@LANGUAGE
@DICE_MAIL
@click.option("--strict", is_flag=True, help="Count undecided findings in the exit code.")
@CORRECTIONS
@OPTIONS
@PROFILE
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    help="A file of accepted findings, each with a reason; they are left out.",
)
@click.option(
    "--rulings",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Show what was said about findings in a tournament's rulings.toml.",
)
@click.option("--write-baseline", type=OUTPUT, help="Write the findings as a baseline.")
@click.option("--reason", default="", help="The reason that --write-baseline gives for all of them.")
@nothing_collected(for_good=True)
@boxable
@game_option
def command(
    files: tuple[Path, ...],
    form: str,
    as_json: bool,
    output: Path | None,
    html: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    since: str,
    notes: bool,
    custom: str | None,
    orders: Path | None,
    language: str,
    dice_mail: tuple[Path, ...],
    strict: bool,
    overlay: Path | None,
    options: tuple[str, ...],
    profile: Path | None,
    baseline: Path | None,
    rulings: Path | None,
    write_baseline: Path | None,
    reason: str,
) -> None:
    """Judge the log FILE (.vlog) of a game, or the chain of logs that make a game, given in any order.

    Logs of our own module show most; logs of another module are judged as far as they go, with a profile of it.

    Every finding names the step, the hexes, the rule and what is wrong in one sentence. Exit code 1 if a
    rule is broken, or seems to be. Defaults for --options, --select, --ignore, --baseline and --data
    are read from the table [audit] of trc-module.toml in the current folder.
    """
    from trc_module.auditing.audit import audit_chain
    from trc_module.auditing.dice_mail import read_all
    from trc_module.cli.config import NAME, told_defaults
    from trc_module.cli.logs import open_logs
    from trc_module.files import check_apart, write_file
    from trc_module.replay.chain import join_logs
    from trc_module.report.baseline import baseline_text, read_baseline
    from trc_module.report.formats import format_audit
    from trc_module.report.rulings import NONE, read_file, said_of
    from trc_module.report.selection import Selection
    from trc_module.report.tongue import check_language, tongue_of

    check_language(language)
    given = told_defaults(Path())
    known = baseline or given.baseline
    # Files that the file of defaults names are read too.
    named = [path for path in (Path(NAME), known, given.data, orders, rulings, *dice_mail) if path is not None]
    check_apart([path for path in (output, html, write_baseline) if path is not None], named)
    accepted = None if known is None else read_baseline(known)
    ruled = NONE if rulings is None else read_file(rulings)
    rolls = read_all(dice_mail)
    logs = open_logs(files, frozenset(options or given.options), overlay or given.data, profile)
    with _progress(sum(len(log.saved.steps) for log in logs)) as on_step:
        audit = audit_chain(join_logs(logs, on_step), rolls)
    _tell_damage(audit)
    audit = _against_orders(audit, orders)
    first = _step_number(audit.chain, since) if since else 0
    selection = Selection(select or given.select, ignore or given.ignore, first, strict)
    shown = selection.shown(audit.findings)
    said = said_of(audit, ruled)
    if write_baseline is not None:
        write_file(write_baseline, baseline_text(audit, shown, reason).encode())
    if accepted is not None:
        shown, count, unused = accepted.apply(shown)
        told = f"{count} accepted by the baseline" + (f"; {unused} of its entries match nothing" if unused else "")
        tell(f"trc-module: {told}.", err=True)
    if html is not None:
        from trc_module.disk_cache import cache_root
        from trc_module.report.page import audit_page
        from trc_module.report.page.page import speech_of

        speech = speech_of(language)
        write_file(html, audit_page(audit, shown, cache_root() / "pages", said=said, speech=speech).encode())
    tongue = tongue_of(language, audit.log.parts.folder)
    told = format_audit(audit, shown, "json" if as_json else form, notes=notes, custom=custom, said=said, tongue=tongue)
    _put(output, told)
    if selection.fails(shown):
        raise click.exceptions.Exit(1)


def _put(output: Path | None, text: str) -> None:
    """Print a report, or write it where the user wants it."""
    from trc_module.files import write_file

    if output is None:
        echo(text)
    else:
        write_file(output, f"{text}\n".encode())


def _tell_damage(audit: Audit) -> None:
    """Tell where in the files each damaged part is, if anybody wants to know."""
    if not debugging():
        return
    for number, link in enumerate(audit.chain.links):
        for problem in link.execution.log.saved.problems:
            tell(f"{audit.chain.name(number)}: {problem}.", err=True)


def _against_orders(audit: Audit, path: Path | None) -> Audit:
    if path is None:
        return audit
    from trc_module.auditing.orders import with_orders
    from trc_module.cli.commands.orders import desk_of, read_text
    from trc_module.opening.played import of_audit

    played = of_audit(audit)
    return with_orders(audit, desk_of(played.game).compare(played.acts, read_text(path), str(path)))


@contextmanager
def _progress(steps: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal while a long log is stepped through."""
    if steps < _LONG or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Stepping through the log", total=steps)
        yield lambda step: bar.update(task, completed=step)


def _step_number(chain: Chain, text: str) -> int:
    """Return the chain's number of a step given as 12, or as one of a log of the chain, b.vlog:12."""
    log, colon, step = text.rpartition(":")
    if not is_number(step):
        raise UserError(f"expected a step, as 12 or {chain.name(0)}:12, found '{text}'.")
    return chain.number(log, int(step)) if colon else int(step)
