"""`trc-module record`: a game record from the logs of a game."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("-o", "--output", type=OUTPUT, help="Write to this file instead.")
@PROFILE
@game_option
def command(files: tuple[Path, ...], output: Path | None, profile: Path | None) -> None:
    """Write the game of the logs FILE... (.vlog) as a game record, with what they do not explain as comments.

    Several logs of one game may be given in any order, as to `audit`.
    """
    from trc_module.cli.logs import audit_files
    from trc_module.files import write_file
    from trc_module.report.as_record import audit_record

    text = audit_record(audit_files(files, profile=profile))
    if output is None:
        echo(text, nl=False)
        return
    write_file(output, text.encode())
