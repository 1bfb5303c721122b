"""`trc-module ready`: a log before it is mailed."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import Writing
from trc_module.cli.telling import echo, json_text

_DAY = click.DateTime(["%Y-%m-%d"])


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--orders",
    "orders_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The combat orders that go with it: they are checked.",
)
@click.option("--days", type=click.IntRange(1, 366), metavar="DAYS", help="The answer is due in so many days.")
@click.option("--off", default="", metavar="DAYS", help="Days of the week that do not count, as sat,sun.")
@click.option(
    "--holidays",
    default="",
    metavar="DATES",
    help="Days that do not count, as 2026-12-24..2027-01-02,2026-04-03.",
)
@click.option("--sent", type=_DAY, metavar="DATE", help="The day on which it is mailed; by default today.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Put the log, as VASSAL saved it, the text and the orders into this new folder, to be attached.",
)
@click.option("--language", default="en", metavar="LANGUAGE", help="The language of the mail: en, de or it.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@CORRECTIONS
@PROFILE
@game_option
def command(
    files: tuple[Path, ...],
    orders_file: Path | None,
    days: int | None,
    off: str,
    holidays: str,
    sent: datetime | None,
    folder: Path | None,
    language: str,
    as_json: bool,
    overlay: Path | None,
    profile: Path | None,
) -> None:
    """Look through the last of the logs FILE... (.vlog) before it is mailed, and write the text of the mail.

    It lists the findings on that log, what is still to be done, and what the orders lack. Exit code 1 if any of that
    speaks against mailing it.
    """
    from datetime import date

    from trc_module.cli.commands.orders import desk_of, read_text
    from trc_module.cli.logs import audit_files
    from trc_module.errors import UserError
    from trc_module.opening.played import of_audit
    from trc_module.report.deadlines import read_pace
    from trc_module.report.ready import ready, ready_text, ready_tree
    from trc_module.report.tongue import tongue_in

    if days is None and (off or holidays):
        raise UserError("--off and --holidays say which days count: give --days too.")
    day = sent.date() if sent is not None else date.today()
    due = read_pace(days, off, holidays).due(day) if days is not None else None
    text = read_text(orders_file) if orders_file is not None else ""
    audit = audit_files(files, overlay, profile)
    report = None
    if orders_file is not None:
        played = of_audit(audit)
        report = desk_of(played.game).check(played.end, text, str(orders_file), played.phases)
    found = ready(audit, report, due, tongue_in(language, audit.log.parts.folder))
    if folder is not None:
        _put(folder, found.log, f"{found.subject}\n\n{found.text}\n", text)
    echo(json_text(ready_tree(audit, found, due)) if as_json else ready_text(audit, found))
    if not found.clean:
        raise click.exceptions.Exit(1)


def _put(folder: Path, log: Path, mail: str, orders: str) -> None:
    from trc_module.files import new_folder, read_input, write_file

    with new_folder(folder) as draft:
        write_file(draft / log.name, read_input(log))
        write_file(draft / "mail.txt", mail.encode())
        if orders:
            write_file(draft / "orders.txt", orders.encode())
